#!/usr/bin/env bash
# Runs a command that takes long, and shows how long it has been running:
#
#   hack/step.sh "Building the control plane" go build ./...
#
# Shows the output of the command only if it fails, and exits with its exit code.
set -euo pipefail

if (($# < 2)); then
  echo "usage: $0 TITLE COMMAND [ARGUMENT...]" >&2
  exit 2
fi
title=$1
shift

log=$(mktemp)
command=

elapsed() {
  printf '%dm%02ds' $((SECONDS / 60)) $((SECONDS % 60))
}

# progress updates one line on a terminal, and adds a line every 15 s to a log.
shown=-1
progress() {
  if [[ -t 1 ]]; then
    printf '\r  … %s' "$(elapsed)"
  elif ((SECONDS > 0 && SECONDS % 15 == 0 && SECONDS != shown)); then
    shown=$SECONDS
    echo "  … $(elapsed)"
  fi
}

clear_line() {
  if [[ -t 1 ]]; then printf '\r\033[K'; fi
}

interrupt() {
  kill -TERM "$command" 2>/dev/null || true
  wait "$command" 2>/dev/null || true
  clear_line
  echo "  interrupted after $(elapsed)" >&2
  exit "$1"
}

echo "==> $title"
SECONDS=0
trap 'rm -f "$log"' EXIT
"$@" >"$log" 2>&1 &
command=$!
trap 'interrupt 130' INT
trap 'interrupt 143' TERM

while kill -0 "$command" 2>/dev/null; do
  progress
  sleep 0.5
done
code=0
wait "$command" || code=$?

clear_line
if ((code != 0)); then
  cat "$log" >&2
  echo "  failed after $(elapsed): $*" >&2
  exit "$code"
fi
echo "  done in $(elapsed)"
