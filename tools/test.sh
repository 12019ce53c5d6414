#!/bin/sh
# Tests every module of the tree. Arguments go to go test: sh tools/test.sh -race
set -eu
cd "$(dirname "$0")/.."

. tools/modules.sh
status=0
for module in $(modules); do
	go -C "$module" test "$@" ./... || status=1
done
exit $status
