#!/usr/bin/env bash
# Runs every fuzz target for the given time, one after the other because `go test`
# runs only one at a time:
#
#   hack/fuzz.sh DURATION DIRECTORY...
set -euo pipefail

if (($# < 2)); then
  echo "usage: $0 DURATION DIRECTORY..." >&2
  exit 2
fi
duration=$1
shift

targets=$(grep -rHoE --include='*_test.go' '^func Fuzz[A-Za-z0-9_]*' "$@" || true)
if [[ -z $targets ]]; then
  echo "No fuzz targets in $*."
  exit
fi

while IFS=: read -r file declaration; do
  target=${declaration#func }
  package=./$(dirname "$file")
  echo "==> $target in $package for $duration"
  go test -C "$package" -run='^$' -fuzz="^$target\$" -fuzztime="$duration" -fuzzminimizetime=5x . # it may be in a module of its own
done <<<"$targets"
