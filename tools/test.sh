#!/usr/bin/env bash
# Builds and runs the tests.
#
#   ./tools/test.sh          the everyday tests, at most 20 minutes on 2 cores
#   ./tools/test.sh --full   also those labelled "full": long proofs and complete suites; every mutant
#                            of the simulator, which the suites must notice; the simulator and the
#                            conformance suites with sanitizers; and every fuzzer for some seconds
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/prepare.sh

labels=default
case "${1:-}" in
  "") ;;
  --full) labels='default|full' ;;
  *) say "usage: tools/test.sh [--full]"; exit 2 ;;
esac

install_packages tools/packages.txt tools/packages-test.txt
say "building"
configure -DTOUCHSTONE_TESTS=ON -DTOUCHSTONE_WERROR=ON
build all
say "testing"
ctest --test-dir build/release --label-regex "^($labels)\$" --output-on-failure --no-tests=error -j "$(nproc)"

if [ "${1:-}" = --full ]; then
  say "trying the mutants of the simulator"
  build/release/bin/touchstone mutate cases/smoke.yaml cases/determinism.yaml cases/conformance \
    cases/tiling.yaml cases/reductions.yaml cases/precision --stop case --out out/mutation
  ./tools/sanitize.sh
  ./tools/fuzz.sh
fi
