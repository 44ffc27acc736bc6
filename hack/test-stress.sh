#!/usr/bin/env bash
# Runs every suite that needs a control plane ROUNDS times while busy loops take all
# cores, and prints which specs failed how often. The suites are built first:
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
logs=$PWD/bin/stress

# name, and the arguments of go test
suites=(
  "api ./api/..."
  "controllers ./controllers"
  "cluster ./test/cluster"
  "kubelet ./test/kubelet"
  "admission ./test/admission"
  "chart ./test/chart -run ^TestCluster$"
  "e2e ./test/e2e"
  "shadow ./test/shadow"
  "faults ./test/faults -ginkgo.label-filter=!long"
  "install ./test/install"
  "docs ./test/docs"
  "monitoring ./test/monitoring"
  "plugin -C cmd/kubectl-meshwork ./internal/e2e"
  "xds -C cmd/meshwork-xds ./internal/e2e"
  "loadbalancer -C test/loadbalancer ."
  "podcertificate -C test/podcertificate ."
  "differential -C test/differential ."
  "dataplane -C test/dataplane . -ginkgo.label-filter=!long" # skips itself without root and nftables
  "ui -C test/ui ."
)

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
  local name=$1 log=$2
  shift 2
  local first=()
  if [[ $1 == -C ]]; then
    first=("$1" "$2")
    shift 2
  fi
  go test "${first[@]}" -count=1 -timeout 60m "$@" >"$log" 2>&1
}

rm -rf "$logs"
mkdir -p "$logs"
for suite in "${suites[@]}"; do
  read -ra words <<<"$suite"
  echo "Building the suite ${words[0]} …"
  run_suite "${words[0]}" "$logs/build.log" "${words[@]:1}" -run '^$' || { cat "$logs/build.log"; exit 1; }
done

start_busy_loops
failed=0
for ((round = 1; round <= rounds; round++)); do
  for suite in "${suites[@]}"; do
    read -ra words <<<"$suite"
    log=$logs/${words[0]}-$round.log
    begin=$SECONDS
    if run_suite "${words[0]}" "$log" "${words[@]:1}"; then
      echo "round $round: ${words[0]} passed in $((SECONDS - begin)) s"
    else
      failed=$((failed + 1))
      echo "round $round: ${words[0]} FAILED after $((SECONDS - begin)) s: $log"
    fi
  done
done

echo
if ((failed == 0)); then
  echo "All suites passed $rounds times out of $rounds, with $(nproc) busy loops."
  exit
fi
echo "$failed of $((rounds * ${#suites[@]})) runs failed. What failed, and how often:"
grep -hE '^(--- FAIL|.*\[FAIL\])' "$logs"/*-[0-9]*.log | sed -E 's/\x1b\[[0-9;]*m//g; s/ \([0-9.]+s\)//' | sort | uniq -c | sort -rn
exit 1
