#!/usr/bin/env bash
# Builds and runs every benchmark program and prints one table: ns per element, as a ratio to a plain
# float64 pass with the C library's exp and log1p and to the time the same run's memory bandwidth
# needs for five fp32 numbers.
#
#   ./tools/benchmark.sh                              all of them
#   ./tools/benchmark.sh --benchmark_filter=EndToEnd  any flag of Google Benchmark
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/prepare.sh

install_packages tools/packages.txt tools/packages-benchmark.txt
configure -DTOUCHSTONE_BENCHMARKS=ON
say "building the benchmarks"
build benchmarks benchmark_table

results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
files=()
# The yardsticks first: every other figure is shown as a ratio to them.
for program in build/release/bin/yardstick_benchmark build/release/bin/*_benchmark; do
  name=$(basename "$program")
  case " ${files[*]} " in *" $results/$name.json "*) continue ;; esac
  flags=("$@")
  [ "$name" = yardstick_benchmark ] && flags=()
  say "running $name"
  "$program" --benchmark_out="$results/$name.json" --benchmark_out_format=json \
    --benchmark_min_time=0.2 "${flags[@]}" >/dev/null 2>"$results/log" || { cat "$results/log" >&2; die "$name failed"; }
  [ -s "$results/$name.json" ] && files+=("$results/$name.json")
done
build/release/bin/benchmark_table "${files[@]}"
