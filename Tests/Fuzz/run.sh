#!/usr/bin/env bash
# Runs the fuzzers, two at a time: `run.sh FUZZER [TARGET…]`. SECONDS_EACH or RUNS_EACH says how much for each target, SEED
# where to begin, FOUND where inputs, findings and logs are kept. Ends with 1 where something was found.
set -euo pipefail
fuzzer=$1
shift
export fuzzer found=${FOUND:-.build-fuzz/found}

run() {
  mkdir -p "$found/$1"
  # The clock ends a run even where an input never does.
  if timeout -k 10 $((${SECONDS_EACH:-86400} + 60)) "$fuzzer" "$1" "$found/$1" -print_final_stats=1 \
    ${SEED:+-seed=$SEED} ${SECONDS_EACH:+-max_total_time=$SECONDS_EACH} ${RUNS_EACH:+-runs=$RUNS_EACH} >"$found/$1/log" 2>&1; then
    sed -nE "s/^stat::number_of_executed_units: +/$1: runs without a finding: /p" "$found/$1/log"
  else
    echo "$1: something was found; see $found/$1/log"
    grep -aE 'Fatal error|SUMMARY|ERROR: libFuzzer|Test unit written' "$found/$1/log" | cut -c1-1000
    return 1
  fi
}
export -f run
[ $# -gt 0 ] || set -- $("$fuzzer" targets)
printf '%s\n' "$@" | xargs -P 2 -I{} bash -c 'run {}'
