#!/usr/bin/env bash
# Runs every suite that needs a control plane ROUNDS times, two at a time, while busy loops
# take all cores, and prints which specs failed how often. The suites are built first:
#
#   hack/test-stress.sh ROUNDS
#
# KUBEBUILDER_ASSETS is the directory of the control plane. The logs are in bin/stress.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if (($# != 1)) || [[ ! $1 =~ ^[1-9][0-9]*$ ]]; then
  echo "usage: $0 ROUNDS" >&2
  exit 2
fi
rounds=$1
export logs=$PWD/bin/stress

# name, and the arguments of go test; the longest come first
suites=(
  "controllers ./controllers"
  "docs ./test/docs"
  "install ./test/install"
  "loadbalancer -C test/loadbalancer ."
  "monitoring ./test/monitoring"
  "ui -C test/ui ."
  "podcertificate -C test/podcertificate ."
  "differential -C test/differential ."
  "e2e ./test/e2e"
  "faults ./test/faults -ginkgo.label-filter=!long"
  "shadow ./test/shadow"
  "plugin -C cmd/kubectl-meshwork ./internal/e2e"
  "xds -C cmd/meshwork-xds ./internal/e2e"
  "api ./api/..."
  "cluster ./test/cluster"
  "kubelet ./test/kubelet"
  "admission ./test/admission"
  "chart ./test/chart -run ^TestCluster$"
)
# The suite of the data plane runs alone, because it counts connections that are lost within
# milliseconds. It skips itself without root and nftables.
dataplane="dataplane -C test/dataplane . -ginkgo.label-filter=!long"

busy=()
cleanup() { ((${#busy[@]} == 0)) || kill "${busy[@]}" 2>/dev/null || true; }
trap cleanup EXIT

start_busy_loops() {
  for ((i = 0; i < $(nproc); i++)); do
    while :; do :; done &
    busy+=($!)
  done
}

# go test requires -C to be its first flag.
run_suite() {
  local log=$1
  shift
  local first=()
  if [[ $1 == -C ]]; then
    first=("$1" "$2")
    shift 2
  fi
  go test "${first[@]}" -count=1 -timeout 60m "$@" >"$log" 2>&1
}

run_in_round() {
  local words begin=$SECONDS
  read -ra words <<<"$2"
  local name=${words[0]} log=$logs/${words[0]}-$1.log
  if run_suite "$log" "${words[@]:1}"; then
    echo "round $1: $name passed in $((SECONDS - begin)) s"
  else
    echo "round $1: $name FAILED after $((SECONDS - begin)) s: $log"
    touch "$log.failed"
  fi
}
export -f run_suite run_in_round

rm -rf "$logs"
mkdir -p "$logs"
for suite in "${suites[@]}" "$dataplane"; do
  read -ra words <<<"$suite"
  echo "Building the suite ${words[0]} …"
  run_suite "$logs/build.log" "${words[@]:1}" -run '^$' || { cat "$logs/build.log"; exit 1; }
done

start_busy_loops
for ((round = 1; round <= rounds; round++)); do
  printf '%s\n' "${suites[@]}" | xargs -d '\n' -P 2 -I SUITE bash -c 'run_in_round "$@"' bash "$round" SUITE
  run_in_round "$round" "$dataplane"
done

echo
failed=$(find "$logs" -name '*.failed' | wc -l)
if ((failed == 0)); then
  echo "All suites passed $rounds times out of $rounds, with $(nproc) busy loops."
  exit
fi
echo "$failed of $((rounds * (${#suites[@]} + 1))) runs failed. What failed, and how often:"
grep -hE '^(--- FAIL|.*\[FAIL\])' "$logs"/*-[0-9]*.log | sed -E 's/\x1b\[[0-9;]*m//g; s/ \([0-9.]+s\)//' | sort | uniq -c | sort -rn
exit 1
