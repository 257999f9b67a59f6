#!/usr/bin/env bash
# Runs the shipped suites, each into out/SUITE, and holds them against their baselines.
#
#   ./tools/gate.sh               exit code 0 when every run and every gate passed
#   ./tools/gate.sh --update      writes the baselines from what the suites give now
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/prepare.sh

update=no
case "${1:-}" in
  "") ;;
  --update) update=yes ;;
  *) say "usage: tools/gate.sh [--update]"; exit 2 ;;
esac

install_packages tools/packages.txt
configure
build touchstone npusim

mkdir -p reports/baselines
touchstone=build/release/bin/touchstone
result=0
keep_worst() { [ "$1" -le "$result" ] || result=$1; }

for suite in smoke determinism conformance precision reductions tiling public_reports full; do
  path=cases/$suite
  [ -d "$path" ] || path=$path.yaml
  out=out/$suite
  baseline=reports/baselines/$suite.json
  code=0
  $touchstone run "$path" --out "$out" --reports html,json,junit,md,github || code=$?
  keep_worst "$code"
  if [ "$update" = yes ]; then
    code=0
    $touchstone gate --update --baseline "$baseline" --current "$out/run.json" || code=$?
    keep_worst "$code"
    continue
  fi
  code=0
  $touchstone gate --baseline "$baseline" --current "$out/run.json" --markdown "$out/gate.md" --json "$out/gate.json" || code=$?
  keep_worst "$code"
  if [ -n "${GITHUB_ACTIONS:-}" ]; then
    [ ! -f "$out/annotations.txt" ] || cat "$out/annotations.txt"
    [ "$code" -eq 0 ] || printf '::error title=Gate of %s::exit code %s; see the step summary\n' "$suite" "$code"
  fi
  if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
    for part in "$out/gate.md" "$out/summary.md"; do
      [ ! -f "$part" ] || cat "$part" >>"$GITHUB_STEP_SUMMARY"
    done
  fi
done
exit "$result"
