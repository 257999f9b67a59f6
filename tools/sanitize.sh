#!/usr/bin/env bash
# Builds the simulator and its tests with sanitizers, runs the tests, and runs the conformance suites
# on the sanitized simulator: one chip of each class, both contracts.
#
#   ./tools/sanitize.sh                address and undefined-behaviour sanitizers, then thread sanitizer
#   ./tools/sanitize.sh asan-ubsan     or tsan: one of them
#
# The suites are driven by the release program, which loads the sanitized libraries with the
# sanitizer's runtime preloaded: every access and hand-over of the device is looked at, and none of
# the runner, whose loops run on Debian's oneTBB, which is not instrumented. Whatever is found ends
# the worker, so that its case is a crash and the run fails. Races between two accesses of modules
# that are not instrumented are therefore left out (ignore_noninstrumented_modules), and leaks are
# counted by the simulator's own strict reports, not by the sanitizer.
# npusim_npu_test has a kernel with a race and one with an overrun, which must be reported.
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/prepare.sh

chips="Ascend910A Ascend310P3 Ascend910B1 Ascend910_9391 Ascend950PR_9589"
programs="npusim npusim_api_table_test npusim_npu_test npusim_runtime_test npusim_opbase_test
  npusim_meta_api_test npusim_bce_with_logits_host_test npusim_bce_with_logits_kernel_test
  npusim_bce_with_logits_test npusim_strict_reports_test npusim_unsupported_chip_test
  npusim_loss_digests"
tests='^npusim_(api_table|npu|runtime|opbase|meta_api|bce_with_logits|strict_reports|unsupported_chip|loss_digests).*$'

# sanitize PRESET RUNTIME-LIBRARY
sanitize() {
  local preset=$1 runtime
  say "building with the preset $preset"
  mkdir -p "build/$preset"
  cmake --preset "$preset" -DTOUCHSTONE_TESTS=ON -DTOUCHSTONE_WERROR=ON >build/configure.log 2>&1 \
    || { cat build/configure.log >&2; die "configuring failed"; }
  # shellcheck disable=SC2086
  cmake --build --preset "$preset" --target $programs >"build/$preset/build.log" 2>&1 \
    || { cat "build/$preset/build.log" >&2; die "building failed"; }
  say "testing with the preset $preset"
  ctest --preset "$preset" --label-regex '^default$' --no-tests=error --tests-regex "$tests" \
    --exclude-regex example
  runtime=$(readlink -f "$("${CXX:-c++}" -print-file-name="$2")")
  for chip in $chips; do
    for contract in documented source; do
      say "conformance on $chip under the $contract contract, with the preset $preset"
      LD_PRELOAD=$runtime \
        ASAN_OPTIONS=halt_on_error=1:detect_leaks=0 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 \
        TSAN_OPTIONS=halt_on_error=1:exitcode=66:ignore_noninstrumented_modules=1 \
        build/release/bin/touchstone run cases/conformance --device-libs "build/$preset/lib/npusim" \
        --soc "$chip" --contract "$contract" --reports json --quiet \
        --out "out/sanitize/$preset/$chip/$contract"
    done
  done
}

install_packages tools/packages.txt tools/packages-test.txt
configure
build touchstone
presets=("$@")
[ ${#presets[@]} -gt 0 ] || presets=(asan-ubsan tsan)
for preset in "${presets[@]}"; do
  case "$preset" in
    asan-ubsan) sanitize asan-ubsan libasan.so ;;
    tsan) sanitize tsan libtsan.so ;;
    *) say "usage: tools/sanitize.sh [asan-ubsan] [tsan]"; exit 2 ;;
  esac
done
