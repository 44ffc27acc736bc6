#!/usr/bin/env bash
# Builds the artifacts of a release into a directory:
#
#   VERSION=v1.2.3 hack/release.sh dist
#
# Two runs at the same commit are identical byte for byte: timestamps are taken from
# the commit (SOURCE_DATE_EPOCH), archives are sorted, and no local paths are
# included. Tests set COMMIT and fewer PLATFORMS. Needs bin/helm and bin/k8s/kubectl.
set -euo pipefail
shopt -s inherit_errexit
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if (($# != 1)); then
  echo "usage: VERSION=v1.2.3 $0 DIRECTORY" >&2
  exit 2
fi
output=$1
: "${VERSION:?must be the version to build, such as v1.2.3}"
: "${IMAGE:=meshwork}"
: "${XDS_IMAGE:=$IMAGE-xds}"
: "${PLATFORMS:=linux/amd64 linux/arm64 darwin/amd64 darwin/arm64}"
: "${BUILDER:=https://github.com/meshwork-dev/meshwork/blob/main/CONTRIBUTING.md}"
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
COMMIT=${COMMIT:-$(git rev-parse HEAD)}
SOURCE=https://github.com/meshwork-dev/meshwork
export CGO_ENABLED=0 GOFLAGS="-trimpath -buildvcs=false -gcflags=all=-dwarf=false"

if [[ ! $VERSION =~ ^v[0-9]+\.[0-9]+\.[0-9]+(-.*)?$ ]]; then
  echo "VERSION=$VERSION is not a semantic version prefixed with v, which the chart needs" >&2
  exit 2
fi

staging=$(mktemp -d)
trap 'rm -rf "$staging"' EXIT
if [[ -e $output && ! -e $output/checksums.txt ]]; then
  echo "$output exists and is not a release: remove it, or name another directory" >&2
  exit 1
fi
rm -rf "$output"
mkdir -p "$output"

# pack DIRECTORY NAME... writes a tar archive of the named entries of the directory.
pack() {
  tar --create --directory "$1" --sort=name --format=gnu --mtime="@$SOURCE_DATE_EPOCH" \
    --owner=0 --group=0 --numeric-owner --mode='u+rw,go=rX' "${@:2}"
}

# build PROGRAM OS ARCH builds a program, and packs it with its licenses. Its directory is the
# source of its image, too.
build() {
  local program=$1 name=$1_$2_$3
  local directory=$staging/$name
  mkdir -p "$directory"
  GOOS=$2 GOARCH=$3 go build -C "cmd/$program" -ldflags "-s -w -X main.version=$VERSION" -o "$directory/$program" .
  cp LICENSE "$directory"
  local page=
  if [[ $program == kubectl-meshwork ]]; then
    cp cmd/kubectl-meshwork/kubectl_complete-meshwork "$directory"
    page=cmd/kubectl-meshwork/web
  fi
  "$staging/sbom" -version "$VERSION" -page "$page" -bom "$output/$name.cdx.json" \
    -licenses "$directory/THIRD_PARTY_LICENSES" "$directory/$program"
  (cd "$directory" && pack . -- *) | gzip -9 -n >"$output/$name.tar.gz"
}

# image PROGRAM writes the program's image for all platforms with Linux, and prints its digest.
image() {
  local platform sources=()
  for platform in $PLATFORMS; do
    if [[ $platform == linux/* ]]; then
      sources+=("$platform=$staging/$1_${platform/\//_}")
    fi
  done
  "$staging/image" -program "$1" -created "$SOURCE_DATE_EPOCH" -directory "$staging/$1-image" \
    -label "org.opencontainers.image.title=$1" -label "org.opencontainers.image.version=$VERSION" \
    -label "org.opencontainers.image.revision=$COMMIT" -label "org.opencontainers.image.source=$SOURCE" \
    -label org.opencontainers.image.licenses=Apache-2.0 "${sources[@]}"
  (cd "$staging/$1-image" && pack . -- *) >"$output/$1-image.tar"
}

# install_manifests DIRECTORY FILE FROM TO renders a kustomization with the image TO of
# the release instead of FROM:latest.
install_manifests() {
  bin/k8s/kubectl kustomize "config/$1" |
    sed "s|image: $3:latest|image: $4|" >"$output/$2"
  if ! grep -q "image: $4\$" "$output/$2"; then
    echo "config/$1 has no image $3:latest to replace" >&2
    exit 1
  fi
}

# chart packs the chart, with the images of the release. It does so again after helm, which
# also adds the current time.
chart() {
  mkdir -p "$staging/chart"
  cp -R charts/meshwork "$staging/source"
  local values=$staging/source/values.yaml
  sed -i.orig -e "/^ *repository: meshwork\$/,/^ *digest:/{ s|repository:.*|repository: $IMAGE|; s|digest:.*|digest: $manager_digest|; }" \
    -e "/^ *repository: meshwork-xds\$/,/^ *digest:/{ s|repository:.*|repository: $XDS_IMAGE|; s|digest:.*|digest: $xds_digest|; }" "$values"
  rm "$values.orig"
  bin/helm package "$staging/source" --version "${VERSION#v}" --app-version "$VERSION" --destination "$staging" >/dev/null
  tar --extract --touch --gzip --file "$staging/meshwork-${VERSION#v}.tgz" --directory "$staging/chart"
  pack "$staging/chart" meshwork | gzip -9 -n >"$output/meshwork-${VERSION#v}.tgz"
}

# krew writes the plugin's krew manifest with the checksums of its archives.
krew() {
  local manifest platform archive
  manifest=$(<cmd/kubectl-meshwork/krew.yaml)
  manifest=$(tail -n +2 <<<"${manifest//\$\{VERSION\}/$VERSION}")
  for platform in $PLATFORMS; do
    archive=$output/kubectl-meshwork_${platform/\//_}.tar.gz
    platform=${platform/\//_}
    manifest=${manifest//\$\{SHA256_${platform^^}\}/$(sha256sum <"$archive" | cut -d' ' -f1)}
  done
  echo "$manifest" >"$output/krew.yaml"
}

# provenance describes the build of everything in the output so far (https://slsa.dev/spec/v1.0/provenance).
provenance() {
  local subjects
  subjects=$(cd "$output" && sha256sum -- * |
    awk '{ printf "%s    {\"name\": \"%s\", \"digest\": {\"sha256\": \"%s\"}}", separator, $2, $1; separator = ",\n" }')
  cat >"$staging/provenance.json" <<JSON
{
  "_type": "https://in-toto.io/Statement/v1",
  "subject": [
$subjects
  ],
  "predicateType": "https://slsa.dev/provenance/v1",
  "predicate": {
    "buildDefinition": {
      "buildType": "$SOURCE/blob/main/hack/release.sh",
      "externalParameters": {"version": "$VERSION", "image": "$IMAGE", "xdsImage": "$XDS_IMAGE", "platforms": "$PLATFORMS"},
      "internalParameters": {"go": "$(go env GOVERSION)", "flags": "$GOFLAGS"},
      "resolvedDependencies": [{"uri": "git+$SOURCE", "digest": {"gitCommit": "$COMMIT"}}]
    },
    "runDetails": {"builder": {"id": "$BUILDER"}}
  }
}
JSON
  mv "$staging/provenance.json" "$output"
}

for tool in sbom image; do
  go build -C hack/tools -o "$staging/$tool" "./$tool"
done
for platform in $PLATFORMS; do
  echo "building for $platform"
  for program in meshwork meshwork-xds kubectl-meshwork; do
    build "$program" "${platform%/*}" "${platform#*/}"
  done
done
manager_digest=$(image meshwork)
xds_digest=$(image meshwork-xds)
install_manifests default install.yaml meshwork "$IMAGE:$VERSION@$manager_digest"
install_manifests release release.yaml meshwork "$IMAGE:$VERSION@$manager_digest"
install_manifests signer signer.yaml meshwork "$IMAGE:$VERSION@$manager_digest"
install_manifests xds xds.yaml meshwork-xds "$XDS_IMAGE:$VERSION@$xds_digest"
for directory in admission mesh-protection required-mesh xds-injection; do
  bin/k8s/kubectl kustomize "config/$directory" >"$output/$directory.yaml"
done
chart
krew
provenance
(cd "$output" && sha256sum -- * >checksums.txt)
