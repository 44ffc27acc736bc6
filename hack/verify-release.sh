#!/usr/bin/env bash
# Fails if two builds of a release differ: one from this tree, and one from a copy
# of it at another path and at another time. PLATFORMS is as in hack/release.sh.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

export VERSION=v0.0.0-verify SOURCE_DATE_EPOCH=1700000000 COMMIT=0123456789abcdef IMAGE=registry.example.com/meshwork
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT

mkdir -p "$directory/copy/bin"
git ls-files --cached --others --exclude-standard -z | while IFS= read -r -d '' file; do
  if [[ -e $file ]]; then printf '%s\0' "$file"; fi
done | tar --create --null --files-from=- | tar --extract --touch --directory "$directory/copy"
ln -s "$PWD/bin/helm" "$PWD/bin/k8s" "$directory/copy/bin"

hack/release.sh "$directory/first"
"$directory/copy/hack/release.sh" "$directory/second"
diff -r "$directory/first" "$directory/second"
cd "$directory/first"
sha256sum --check --quiet checksums.txt

# has FILE PATTERN fails if no line of the file matches.
has() {
  if ! grep -q -- "$2" "$1"; then
    echo "$1 should have $2" >&2
    exit 1
  fi
}

tar --extract --to-stdout --file "meshwork-${VERSION#v}.tgz" meshwork/values.yaml >../values.yaml
for program in meshwork meshwork-xds; do
  digest=$(tar --extract --to-stdout --file "$program-image.tar" index.json | grep -o 'sha256:[0-9a-f]*')
  image=registry.example.com/$program
  has ../values.yaml "repository: $image\$"
  has ../values.yaml "digest: $digest\$"
  manifest=install.yaml
  if [[ $program == meshwork-xds ]]; then manifest=xds.yaml; fi
  has "$manifest" "image: $image:$VERSION@$digest\$"
done
for archive in *.tar.gz; do
  tar --list --file "$archive" >../contents.txt
  has ../contents.txt '^THIRD_PARTY_LICENSES$'
  has "${archive%.tar.gz}.cdx.json" '"name": "golang.org/x/net"'
  has provenance.json "\"name\": \"$archive\""
done
echo "the two builds are identical: $(wc -l <checksums.txt) artifacts"
