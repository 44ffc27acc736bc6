#!/usr/bin/env bash
# Checks that the modules of this repository compile each library at one version:
#
#   hack/verify-versions.sh . hack/controlplane test/external
#
# A library at two versions is compiled twice, with everything that imports it. For
# Kubernetes' libraries, that takes minutes.
set -euo pipefail

if (($# == 0)); then
  echo "usage: $0 MODULE..." >&2
  exit 2
fi

# libraries lists the modules whose packages are compiled, for the module's own packages and for
# its tools, as "PATH VERSION".
libraries() {
  local packages=(./...)
  if [[ -n $(go list -C "$1" tool 2>/dev/null) ]]; then packages+=(tool); fi
  go list -C "$1" -deps -f '{{with .Module}}{{.Path}} {{with .Replace}}{{.Version}}{{else}}{{.Version}}{{end}}{{end}}' "${packages[@]}" |
    awk 'NF == 2' | sort -u
}

for module in "$@"; do
  list=$(libraries "$module")
  awk -v module="$module" '{ print $0, module }' <<<"$list"
done | sort -k1,1 -k2,2V | awk '
  $1 != path { report(); path = $1; version = $2; versions = 1; lines = "" }
  $2 != version { version = $2; versions++ }
  { lines = lines "\n  " $2 " in " $3; newest = $2 }
  END { report(); exit failed }
  function report() {
    if (versions < 2) return
    printf "%s is compiled at %d versions; run `go get %s@%s` and `go mod tidy` in each module:%s\n", path, versions, path, newest, lines
    failed = 1
  }'
