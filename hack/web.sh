#!/usr/bin/env bash
# Builds the page of kubectl meshwork ui, or verifies that it is built from its sources:
#
#   hack/web.sh build|verify
#
# The page is checked in, so that Go alone builds the plugin. Without npm, verify says so
# and passes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../cmd/kubectl-meshwork/web"

if ! command -v npm >/dev/null; then
  echo "npm is missing: the page of kubectl meshwork ui is not compared with its sources" >&2
  [[ ${1:-} == verify ]]
  exit
fi

npm ci --ignore-scripts --no-audit --no-fund --silent

case ${1:-} in
build)
  npm run --silent build
  ;;
verify)
  before=$(mktemp -d)
  trap 'rm -rf "$before"' EXIT
  cp -R dist/. "$before"
  npm run --silent check
  npm test --silent
  npm run --silent build
  if ! diff -rq "$before" dist; then
    echo "The page was out of date. It is up to date now: review and commit it." >&2
    exit 1
  fi
  ;;
*)
  echo "usage: $0 build|verify" >&2
  exit 2
  ;;
esac
