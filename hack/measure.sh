#!/usr/bin/env bash
# Prints the size of the code: product code, its packages and files, the code that supports
# tests, the modules, and the README. Tests themselves and generated files do not count.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

sources() {
  git ls-files '*.go' | grep -E "^($1)/" | grep -vE '_test\.go$|/zz_generated|/applyconfiguration/'
}

lines() { xargs cat | wc -l; }

product=$(sources 'api|pkg|internal|controllers|cmd' | lines)
files=$(sources 'api|pkg|internal|controllers|cmd' | wc -l)
packages=$(sources 'api|pkg|internal|controllers|cmd' | xargs -n1 dirname | sort -u | wc -l)
support=$(sources 'test|hack' | lines)

printf '| product lines | packages | lines a file | test support a product line | go.mod | README |\n| --: | --: | --: | --: | --: | --: |\n'
awk -v product="$product" -v files="$files" -v packages="$packages" -v support="$support" \
  -v modules="$(git ls-files '*go.mod' | wc -l)" -v readme="$(wc -l <README.md)" \
  'BEGIN { printf "| %d | %d | %d | %.2f | %d | %d |\n", product, packages, product / files, support / product, modules, readme }'
