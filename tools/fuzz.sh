#!/usr/bin/env bash
# Builds the fuzzers of all readers of files, with address and undefined-behaviour sanitizers, and
# runs each from the shipped files. What a run finds stays in build/fuzz/fuzz/found for the next one.
#
#   ./tools/fuzz.sh                     every fuzzer for 15 seconds
#   ./tools/fuzz.sh 1800 suite atk      some of them for half an hour each
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/prepare.sh

all=(suite atk npy baseline)
seconds=${1:-15}
[[ $seconds =~ ^[1-9][0-9]*$ ]] || { say "usage: tools/fuzz.sh [SECONDS [FUZZER...]]; '$seconds' is no number of seconds"; exit 2; }
shift || true
fuzzers=("$@")
[ ${#fuzzers[@]} -gt 0 ] || fuzzers=("${all[@]}")
for name in "${fuzzers[@]}"; do
  case " ${all[*]} " in
    *" $name "*) ;;
    *) say "there is no fuzzer '$name'; there are: ${all[*]}"; exit 2 ;;
  esac
done

install_packages tools/packages.txt tools/packages-fuzz.txt
say "building the fuzzers"
mkdir -p build/fuzz
cmake --preset fuzz >build/configure.log 2>&1 || { cat build/configure.log >&2; die "configuring failed"; }
cmake --build build/fuzz --target "${fuzzers[@]/%/_fuzz}" >build/fuzz/build.log 2>&1 \
  || { cat build/fuzz/build.log >&2; die "building failed"; }
for name in "${fuzzers[@]}"; do
  say "fuzzing $name for $seconds seconds"
  log=build/fuzz/fuzz/$name.log
  build/fuzz/fuzz/"${name}_fuzz" -max_total_time="$seconds" -max_len=65536 -timeout=25 \
    -rss_limit_mb=4096 -artifact_prefix=build/fuzz/fuzz/"$name"- -print_final_stats=1 \
    build/fuzz/fuzz/found/"$name" build/fuzz/fuzz/seeds/"$name" >"$log" 2>&1 \
    || { tail -n 60 "$log" >&2; say "the fuzzer of $name found something; its input lies in build/fuzz/fuzz"; exit 1; }
  say "$(grep -o 'Done [0-9]* runs in [0-9]* second(s)' "$log"): nothing found"
done
