#!/usr/bin/env bash
# Builds the artifacts of a release into a directory:
#
#   VERSION=v1.2.3 hack/release.sh dist
#
# Two runs at one commit are equal byte for byte: times are those of the commit
# (SOURCE_DATE_EPOCH), archives are sorted, and no path of this machine gets in.
# PLATFORMS can be fewer, for a test. Needs bin/helm and bin/k8s/kubectl.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if (($# != 1)); then
  echo "usage: VERSION=v1.2.3 $0 DIRECTORY" >&2
  exit 2
fi
output=$1
: "${VERSION:?is the version to build, such as v1.2.3}"
: "${IMAGE:=meshwork}"
: "${PLATFORMS:=linux/amd64 linux/arm64 darwin/amd64 darwin/arm64}"
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export CGO_ENABLED=0 GOFLAGS="-trimpath -buildvcs=false"

if [[ ! $VERSION =~ ^v[0-9]+\.[0-9]+\.[0-9]+(-.*)?$ ]]; then
  echo "VERSION=$VERSION is no semantic version with a v before it: the chart needs one" >&2
  exit 2
fi

staging=$(mktemp -d)
trap 'rm -rf "$staging"' EXIT
if [[ -e $output && ! -e $output/checksums.txt ]]; then
  echo "$output is there and holds no release: remove it, or name another directory" >&2
  exit 1
fi
rm -rf "$output"
mkdir -p "$output"

# archive FILE DIRECTORY NAME...: what stands under these names in the directory.
archive() {
  tar --create --directory "$2" --sort=name --format=gnu --mtime="@$SOURCE_DATE_EPOCH" \
    --owner=0 --group=0 --numeric-owner --mode='u+rw,go=rX' "${@:3}" | gzip -9 -n >"$1"
}

build() {
  local os=$1 arch=$2 directory=$staging/$1-$2
  mkdir -p "$directory"
  GOOS=$os GOARCH=$arch go build -ldflags "-s -w -X main.version=$VERSION" -o "$directory/meshwork" ./cmd/meshwork
  GOOS=$os GOARCH=$arch go build -C cmd/kubectl-meshwork -ldflags "-s -w" -o "$directory/kubectl-meshwork" .
  cp LICENSE cmd/kubectl-meshwork/kubectl_complete-meshwork "$directory"
  archive "$output/meshwork_${os}_${arch}.tar.gz" "$directory" meshwork LICENSE
  archive "$output/kubectl-meshwork_${os}_${arch}.tar.gz" "$directory" kubectl-meshwork kubectl_complete-meshwork LICENSE
}

# The image of the release in place of the one that is built here.
install_manifests() {
  bin/k8s/kubectl kustomize "config/$1" |
    sed "s|image: meshwork:latest|image: $IMAGE:$VERSION|" >"$output/$2"
  if ! grep -q "image: $IMAGE:$VERSION\$" "$output/$2"; then
    echo "config/$1 has no image meshwork:latest to replace" >&2
    exit 1
  fi
}

# helm stamps the versions, but also the time: so the chart is packed anew.
chart() {
  mkdir -p "$staging/chart"
  bin/helm package charts/meshwork --version "${VERSION#v}" --app-version "$VERSION" --destination "$staging" >/dev/null
  tar --extract --touch --gzip --file "$staging/meshwork-${VERSION#v}.tgz" --directory "$staging/chart"
  archive "$output/meshwork-${VERSION#v}.tgz" "$staging/chart" meshwork
}

# The plugin's manifest for krew, with the checksums of its archives.
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
install_manifests default install.yaml
install_manifests release release.yaml
bin/k8s/kubectl kustomize config/admission >"$output/admission.yaml"
chart
krew
(cd "$output" && sha256sum -- * >checksums.txt)
