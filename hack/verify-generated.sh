#!/usr/bin/env bash
# Fails if `make generate` changes a file in the given directories:
#
#   hack/verify-generated.sh DIRECTORY...
#
# Compares the directories before and after instead of asking git, so that the
# result is the same before and after a commit.
set -euo pipefail

if (($# == 0)); then
  echo "usage: $0 DIRECTORY..." >&2
  exit 2
fi

before=$(mktemp -d)
trap 'rm -rf "$before"' EXIT

for directory in "$@"; do
  mkdir -p "$before/$directory"
  cp -R "$directory/." "$before/$directory"
done

"${MAKE:-make}" --no-print-directory generate >/dev/null

stale=0
for directory in "$@"; do
  diff -ruN "$before/$directory" "$directory" || stale=1
done
if ((stale)); then
  echo "Generated files were out of date. They are up to date now: review and commit them." >&2
  exit 1
fi
