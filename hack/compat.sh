#!/usr/bin/env bash
# Builds the control plane of another version of Kubernetes from its Go modules, into a directory
# that the suites take as KUBEBUILDER_ASSETS:
#
#   hack/compat.sh v1.33.5 bin/k8s-v1.33.5
#
# The programs are those of hack/controlplane; kwok and CoreDNS are those of bin/k8s. The checksum
# database verifies what is downloaded, because there is no go.sum for other versions.
set -euo pipefail
shopt -s inherit_errexit
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if (($# != 2)) || [[ ! $1 =~ ^v1\.[0-9]+\.[0-9]+$ ]]; then
  echo "usage: $0 VERSION DIRECTORY, with a VERSION such as v1.33.5" >&2
  exit 2
fi
version=$1
output=$PWD/$2
shared=$PWD/bin/k8s
mkdir -p "$output"
module=$(mktemp -d)
trap 'rm -rf "$module"' EXIT
export CGO_ENABLED=0 GOFLAGS="-trimpath -buildvcs=false -gcflags=all=-dwarf=false"

# staging_modules prints the parts of Kubernetes that are modules of their own. Kubernetes'
# go.mod replaces them by directories, which its module does not contain.
staging_modules() {
  local manifest
  manifest=$(go mod download -json "k8s.io/kubernetes@$version" | sed -n 's/^\t"GoMod": "\(.*\)",$/\1/p')
  sed -nE 's|^\t*(replace )?(k8s\.io/[a-z0-9-]+) => \./staging/.*|\2|p' "$manifest"
}

cp hack/controlplane/main.go "$module"
cd "$module"
go mod init example.com/compat
go mod edit -require="k8s.io/kubernetes@$version"
modules=$(staging_modules)
for name in $modules; do
  go mod edit -replace="$name=$name@v0${version#v1}"
done
go mod edit -tool=k8s.io/kubernetes/cmd/kubectl
go mod tidy
IFS=. read -r major minor _ <<<"${version#v}"
flags="-s -w -X k8s.io/component-base/version.gitVersion=$version
  -X k8s.io/component-base/version.gitMajor=$major -X k8s.io/component-base/version.gitMinor=$minor"
rm -f "$output/kubectl"
go build -ldflags "$flags" -o "$output/kubectl" k8s.io/kubernetes/cmd/kubectl
go build -ldflags "$flags" -o "$output/controlplane" .
for program in etcd kube-apiserver kube-controller-manager kube-proxy kube-scheduler; do
  ln -sf controlplane "$output/$program"
done
ln -sf "$shared"/{coredns,kwok,kwok-stages.yaml} "$output"
