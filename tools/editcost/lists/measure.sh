#!/bin/sh
# Measures what an edit costs: seeded edits of ten programs of the Static Driver Verifier (a folder) and of ten drivers
# of examples/wdm, and the last commits of three libraries (a folder with clones of inih, jsmn and cJSON). The limits
# are such that it takes a quarter of an hour at most. Run it at the root of the sources, behind `make build`.
set -eu
[ $# = 2 ] || { echo "usage: $0 SDV CLONES" >&2; exit 2; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
go build -o "$scratch/editcost" ./tools/editcost
status=0
measure() { echo; echo "$*"; "$scratch/editcost" "$@" || status=1; }
measure -folder "$1" -edits 1 -timeout 40s -list tools/editcost/lists/sdv
measure -folder examples/wdm -edits 1 -timeout 6s -list tools/editcost/lists/wdm
measure -repository "$2/inih" -edits 4 -timeout 20s -- --check memory,-leak tests/unittest_string.c ini.c
# The file is gone from the last revisions.
git clone -q "$2/jsmn" "$scratch/jsmn"
git -C "$scratch/jsmn" checkout -q "$(git -C "$scratch/jsmn" rev-list -1 HEAD -- jsmn.c)^"
measure -repository "$scratch/jsmn" -edits 4 -timeout 10s -- --entry all jsmn.c
measure -repository "$2/cJSON" -edits 4 -timeout 20s -- --entry cJSON_DetachItemViaPointer cJSON.c
exit $status
