#!/usr/bin/env bash
# Fetches Debian's package of Prometheus, with promtool, and unpacks it without
# installing it. It needs no root:
#
#   hack/prometheus.sh DIRECTORY
set -euo pipefail

if (($# != 1)); then
  echo "usage: $0 DIRECTORY" >&2
  exit 2
fi
directory=$1

if [[ -x $directory/prometheus && -x $directory/promtool ]]; then
  exit 0
fi
for program in apt-get dpkg-deb; do
  if ! command -v "$program" >/dev/null; then
    echo "$program is missing: this needs Debian or Ubuntu. Elsewhere put prometheus and promtool (2.42 or newer) into $directory." >&2
    exit 1
  fi
done

temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
# apt fetches as a user of its own, who has to get in.
chmod 755 "$temporary"

if ! (cd "$temporary" && apt-get -qq download prometheus) 2>"$temporary/errors"; then
  cat "$temporary/errors" >&2
  echo "The package prometheus could not be fetched: run \`apt-get update\` as root, so that apt knows where it is." >&2
  exit 1
fi
dpkg-deb -x "$temporary"/prometheus_*.deb "$temporary/unpacked"
mkdir -p "$directory"
cp "$temporary"/unpacked/usr/bin/{prometheus,promtool} "$directory"
