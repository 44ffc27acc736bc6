#!/usr/bin/env bash
# Compiles the benchmark of Contour's EndpointSlice translator:
#
#   hack/contourbench.sh v1.33.8 bin/contourbench
#
# The translator is internal to Contour's module, so the benchmark is compiled as a part of
# that module, in a temporary copy: Go refuses an overlay on its module cache.
set -euo pipefail

if (($# != 2)); then
  echo "usage: $0 VERSION PROGRAM" >&2
  exit 2
fi
version=$1
mkdir -p "$(dirname "$2")"
program=$(realpath "$2")
bench=$(realpath "$(dirname "$0")/../cmd/meshwork-xds/internal/bench")

go mod download "github.com/projectcontour/contour@$version"
downloaded=$(go env GOMODCACHE)/github.com/projectcontour/contour@$version
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -r --no-preserve=mode "$downloaded"/{go.mod,go.sum,apis,internal,pkg} "$copy"
mkdir "$copy/internal/meshworkbench"
cp -r "$bench/load" "$bench/contour/main.go" "$copy/internal/meshworkbench"
go build -C "$copy" -o "$program" ./internal/meshworkbench/main.go
