#!/usr/bin/env bash
# Copies the CRDs and the RBAC of MetalLB's speaker from its Go module:
#
#   hack/metallb/manifests.sh DIRECTORY
#
# writes DIRECTORY/crds, DIRECTORY/role.yaml and DIRECTORY/service-accounts.yaml.
set -euo pipefail

if (($# != 1)); then
  echo "usage: $0 DIRECTORY" >&2
  exit 2
fi
mkdir -p "$1"
output=$(cd "$1" && pwd)
module=$(go list -C "$(dirname "${BASH_SOURCE[0]}")" -m -f '{{.Dir}}' go.universe.tf/metallb)

rm -rf "$output/crds"
mkdir "$output/crds"
cp "$module"/config/crd/bases/*.yaml "$output/crds"
cp "$module"/config/rbac/{role,service-accounts}.yaml "$output"
chmod -R u+w "$output"
# Kubernetes 1.37 refuses objects whose schema has an int32 with a larger maximum, such
# as that of an AS number.
sed -i 's/format: int32/format: int64/' "$output/crds/metallb.io_bgppeers.yaml"
