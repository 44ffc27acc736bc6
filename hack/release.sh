#!/usr/bin/env bash
# Builds the artifacts of a release into a directory:
#
#   VERSION=v1.2.3 hack/release.sh dist
#
# Two runs at the same commit are identical byte for byte: timestamps are taken from
# the commit (SOURCE_DATE_EPOCH), archives are sorted, and no local paths are
# included. Tests set fewer PLATFORMS. Needs bin/helm and bin/k8s/kubectl.
set -euo pipefail
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
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
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

# archive FILE DIRECTORY NAME... packs the named entries of the directory.
archive() {
  tar --create --directory "$2" --sort=name --format=gnu --mtime="@$SOURCE_DATE_EPOCH" \
    --owner=0 --group=0 --numeric-owner --mode='u+rw,go=rX' "${@:3}" | gzip -9 -n >"$1"
}

build() {
  local os=$1 arch=$2 directory=$staging/$1-$2
  mkdir -p "$directory"
  GOOS=$os GOARCH=$arch go build -ldflags "-s -w -X main.version=$VERSION" -o "$directory/meshwork" ./cmd/meshwork
  GOOS=$os GOARCH=$arch go build -C cmd/kubectl-meshwork -ldflags "-s -w -X main.version=$VERSION" -o "$directory/kubectl-meshwork" .
  GOOS=$os GOARCH=$arch go build -C cmd/meshwork-xds -ldflags "-s -w -X main.version=$VERSION" -o "$directory/meshwork-xds" .
  cp LICENSE cmd/kubectl-meshwork/kubectl_complete-meshwork "$directory"
  archive "$output/meshwork_${os}_${arch}.tar.gz" "$directory" meshwork LICENSE
  archive "$output/meshwork-xds_${os}_${arch}.tar.gz" "$directory" meshwork-xds LICENSE
  archive "$output/kubectl-meshwork_${os}_${arch}.tar.gz" "$directory" kubectl-meshwork kubectl_complete-meshwork LICENSE
}

# install_manifests DIRECTORY FILE FROM TO renders a kustomization with the image TO of
# the release instead of FROM:latest.
install_manifests() {
  bin/k8s/kubectl kustomize "config/$1" |
    sed "s|image: $3:latest|image: $4:$VERSION|" >"$output/$2"
  if ! grep -q "image: $4:$VERSION\$" "$output/$2"; then
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
  sed -i.orig "s|^\(  *repository:\) meshwork\$|\1 $IMAGE|; s|^\(  *repository:\) meshwork-xds\$|\1 $XDS_IMAGE|" "$values"
  rm "$values.orig"
  bin/helm package "$staging/source" --version "${VERSION#v}" --app-version "$VERSION" --destination "$staging" >/dev/null
  tar --extract --touch --gzip --file "$staging/meshwork-${VERSION#v}.tgz" --directory "$staging/chart"
  archive "$output/meshwork-${VERSION#v}.tgz" "$staging/chart" meshwork
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

for platform in $PLATFORMS; do
  echo "building for $platform"
  build "${platform%/*}" "${platform#*/}"
done
install_manifests default install.yaml meshwork "$IMAGE"
install_manifests release release.yaml meshwork "$IMAGE"
install_manifests signer signer.yaml meshwork "$IMAGE"
install_manifests xds xds.yaml meshwork-xds "$XDS_IMAGE"
bin/k8s/kubectl kustomize config/admission >"$output/admission.yaml"
bin/k8s/kubectl kustomize config/xds-injection >"$output/xds-injection.yaml"
chart
krew
(cd "$output" && sha256sum -- * >checksums.txt)
