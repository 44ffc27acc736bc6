#!/usr/bin/env bash
# Fails if two builds of a release differ: one from this tree, and one from a copy
# of it at another path and at another time. PLATFORMS is as in hack/release.sh.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

export VERSION=v0.0.0-verify SOURCE_DATE_EPOCH=1700000000 IMAGE=registry.example.com/meshwork
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
(cd "$directory/first" && sha256sum --check --quiet checksums.txt)
values=$(tar --extract --to-stdout --file "$directory/first/meshwork-${VERSION#v}.tgz" meshwork/values.yaml)
for image in "$IMAGE" "$IMAGE-xds"; do
  if ! grep -q "repository: $image\$" <<<"$values"; then
    echo "the chart does not install $image" >&2
    exit 1
  fi
done
echo "the two builds are identical: $(wc -l <"$directory/first/checksums.txt") artifacts"
