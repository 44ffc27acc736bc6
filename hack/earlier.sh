#!/usr/bin/env bash
# Builds an earlier version of the manager and its chart, from which test/install upgrades:
#
#   hack/earlier.sh bin/earlier
#
# Without the history of the repository, as in a shallow clone, it builds nothing and says so, and
# the test is skipped.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if (($# != 1)); then
  echo "usage: $0 DIRECTORY" >&2
  exit 2
fi
output=$PWD/$1
# The last commit before routes, the API of the library, and the rooms of today.
commit=d36c13d5766ee174747fd0442233d56d6b15c1ff

rm -rf "$output"
mkdir -p "$output/source"
if ! git cat-file -e "$commit^{commit}" 2>/dev/null; then
  echo "commit $commit is missing: upgrades from it are not tested" >&2
  exit
fi
git archive "$commit" | tar --extract --directory "$output/source"
# The flags of the Makefile, so that the libraries are not compiled again.
export CGO_ENABLED=0 GOFLAGS="-trimpath -buildvcs=false -gcflags=all=-dwarf=false"
go build -C "$output/source" -ldflags "-s -w -X main.version=v0.0.0-earlier" -o "$output/meshwork" ./cmd/meshwork
mv "$output/source/charts/meshwork" "$output/chart"
rm -rf "$output/source"
