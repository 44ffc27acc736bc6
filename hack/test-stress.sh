#!/usr/bin/env bash
# Runs the tests of `make test`, or some of its targets, ROUNDS times while busy loops take all
# cores, and prints what failed how often. A failure does not keep the other suites from running:
#
#   hack/test-stress.sh ROUNDS [TARGET...]
#
# The logs are in bin/stress.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if (($# == 0)) || [[ ! $1 =~ ^[1-9][0-9]*$ ]]; then
  echo "usage: $0 ROUNDS [TARGET...]" >&2
  exit 2
fi
rounds=$1
shift
targets=("$@")
if (($# == 0)); then
  targets=(test-parallel test-dataplane-short)
fi
logs=bin/stress

# With job control, each job is a process group, so that all of it ends with this script.
set -m
running=
busy=()
cleanup() {
  for group in "${busy[@]}" $running; do
    kill -- "-$group" 2>/dev/null || true
  done
  wait 2>/dev/null # without a word about each loop
}
trap cleanup EXIT
trap 'exit 1' INT TERM

start_busy_loops() {
  for ((i = 0; i < $(nproc); i++)); do
    while kill -0 $$ 2>/dev/null; do :; done &
    busy+=($!)
  done
}

# The next round overwrites the logs of the programs that the tests start.
keep_logs() {
  mkdir -p "$1"
  find bin -name '*.log' -not -path "$logs/*" -newermt "@$2" -exec cp --parents -t "$1" {} +
}

run_target() {
  local begin=$SECONDS since=$EPOCHSECONDS log=$logs/$1-$2.log
  # What passed in an earlier round proves nothing about this one, so no result is taken from Go's cache.
  MAKEFLAGS='' make --no-print-directory --keep-going "$1" TESTFLAGS=-count=1 >"$log" 2>&1 &
  running=$!
  if wait "$running"; then
    echo "round $2: $1 passed in $((SECONDS - begin)) s"
  else
    echo "round $2: $1 FAILED after $((SECONDS - begin)) s: $log"
    failed=$((failed + 1))
    keep_logs "$logs/$1-$2" "$since"
  fi
  running=
}

rm -rf "$logs"
mkdir -p "$logs"
start_busy_loops
failed=0
for ((round = 1; round <= rounds; round++)); do
  for target in "${targets[@]}"; do
    run_target "$target" "$round"
  done
done

if ((failed == 0)); then
  echo "All tests passed $rounds times out of $rounds, with $(nproc) busy loops."
  exit
fi
echo "What failed, and how often:"
grep -hE '^\s*(--- FAIL|FAIL\s|.*\[FAIL\])|\*\*\* \[Makefile:[0-9]+: test-' "$logs"/*.log | sed -E 's/\x1b\[[0-9;]*m//g; s/\s+\(?[0-9.]+s\)?$//' | sort | uniq -c | sort -rn
exit 1
