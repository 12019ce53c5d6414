#!/usr/bin/env bash
# Tests every module of the tree. Arguments go to go test: tools/test.sh -race
set -euo pipefail
cd "$(dirname "$0")/.."

source tools/modules.sh
for module in $(modules); do
	go -C "$module" test "$@" ./...
done
