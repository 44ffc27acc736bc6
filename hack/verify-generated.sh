#!/usr/bin/env bash
# Fails when generating changes a file: hack/verify-generated.sh DIRECTORY...
#
# It compares the directories before and after, rather than asking git, so that
# it says the same before a commit and after it.
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
  echo "Generated files were not current. They are now: review and commit them." >&2
  exit 1
fi
