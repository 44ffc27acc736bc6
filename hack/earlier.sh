#!/usr/bin/env bash
# Builds an earlier version of the manager, the xDS server, and the chart, from which test/install
# upgrades:
#
#   hack/earlier.sh bin/earlier
#
# In a shallow clone, which lacks the commit, it builds nothing and says so, and the test is skipped.
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
if [[ $(git rev-parse --is-shallow-repository) == true ]]; then
  echo "this is a shallow clone: upgrades from commit $commit are not tested" >&2
  exit
fi
echo "==> Building an earlier version"
mkdir -p "$output/source"
git archive "$commit" | tar --extract --directory "$output/source"
# The flags of the Makefile, so that the libraries are not compiled again.
export CGO_ENABLED=0 GOFLAGS="-trimpath -buildvcs=false -gcflags=all=-dwarf=false"
flags="-s -w -X main.version=v0.0.0-earlier"
go build -C "$output/source/cmd/meshwork-xds" -ldflags "$flags" -o "$output/meshwork-xds" .
go build -C "$output/source" -ldflags "$flags" -o "$output/built" ./cmd/meshwork
mv "$output/source/charts/meshwork" "$output/chart"
rm -rf "$output/source"
mv "$output/built" "$output/meshwork" # last: a complete directory has it
