#!/usr/bin/env bash
# Fails if `make sign-release` signs checksums in a way that cosign does not accept, or accepts
# after a change. Signs with a key that it makes, without a transparency log:
#
#   hack/verify-signature.sh bin/cosign-v3.1.3
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if (($# != 1)); then
  echo "usage: $0 COSIGN" >&2
  exit 2
fi
cosign=$PWD/$1
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
export COSIGN_PASSWORD=

sha256sum LICENSE README.md >"$directory/checksums.txt"
"$cosign" generate-key-pair --output-key-prefix "$directory/key"
"$cosign" signing-config create --out "$directory/no-services.json"
make --no-print-directory sign-release RELEASE="$directory" \
  SIGNFLAGS="--key $directory/key.key --signing-config $directory/no-services.json"

# verify fails if the bundle has no signature of the file by the key.
verify() {
  "$cosign" verify-blob --key "$directory/key.pub" --insecure-ignore-tlog \
    --bundle "$directory/checksums.txt.sigstore.json" "$1"
}

verify "$directory/checksums.txt"
sed 's/^./0/' "$directory/checksums.txt" >"$directory/changed.txt"
if verify "$directory/changed.txt"; then
  echo "cosign accepts the signature of other checksums" >&2
  exit 1
fi
echo "the signature is valid for the checksums, and for no others"
