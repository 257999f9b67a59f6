#!/usr/bin/env bash
# Installs what is missing, builds touchstone and the simulated NPU, runs suites, writes out/report.html.
#
#   ./tools/run.sh                          the smoke suite
#   ./tools/run.sh cases/conformance        suites, and any flag of `touchstone run`
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/prepare.sh

install_packages tools/packages.txt
if [ -f build/release/build.ninja ]; then
  configure
else
  say "configuring build/release"
  configure -DTOUCHSTONE_TESTS=OFF
fi
[ -x build/release/bin/touchstone ] || say "building (a few minutes the first time)"
build touchstone npusim

[ $# -gt 0 ] || set -- cases/smoke.yaml
exec build/release/bin/touchstone run --out out "$@"
