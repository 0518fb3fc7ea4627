#!/bin/sh
# Measures what an edit costs: seeded edits of ten programs of the Static Driver Verifier (a folder) and of ten drivers
# of examples/wdm, the last commits of three libraries (a folder with clones of inih, jsmn and cJSON), and those of two
# kernel modules (clones of acpi_call and v4l2loopback in the same folder), which are read with the headers of a kernel
# where there are some (Debian's linux-headers-amd64, or the folder KERNEL). The limits are such that it takes half an
# hour at most. Run it at the root of the sources, behind `make build`.
set -eu
[ $# = 2 ] || [ $# = 3 ] || { echo "usage: $0 SDV CLONES [KERNEL]" >&2; exit 2; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
go build -o "$scratch/editcost" ./tools/editcost
status=0
measure() { echo; echo "$*"; "$scratch/editcost" "$@" || status=1; }
measure -folder "$1" -edits 2 -timeout 40s -list tools/editcost/lists/sdv
measure -folder examples/wdm -edits 1 -timeout 40s -list tools/editcost/lists/wdm
measure -repository "$2/inih" -edits 4 -timeout 5s -- --check memory,-leak --entry all ini.c
# The file is gone from the last revisions.
git clone -q "$2/jsmn" "$scratch/jsmn"
git -C "$scratch/jsmn" checkout -q "$(git -C "$scratch/jsmn" rev-list -1 HEAD -- jsmn.c)^"
measure -repository "$scratch/jsmn" -edits 4 -timeout 10s -- --check memory,-leak --entry all jsmn.c
measure -repository "$2/cJSON" -edits 4 -timeout 20s -- --check memory,-leak --entry cJSON_CreateNumber cJSON.c
kernel=${3:-$(ls -d /usr/src/linux-headers-*-amd64 2>/dev/null | tail -n 1)}
if [ -z "$kernel" ]; then
  echo "no headers of a kernel: its modules are left out" >&2
  exit 1
fi
# What a module's build tells the compiler is that of its last revision; each revision is read where that one was built.
module() {
  work=$scratch/module database=$scratch/$1
  mkdir "$database"
  git clone -q "$clones/$1" "$work"
  [ -f "$work/Kbuild" ] || echo "obj-m := $1.o" > "$work/Kbuild"
  bin/yogi capture --to "$database" -- make -s -C "$kernel" M="$work" modules > /dev/null
  measure -work "$work" -repository "$clones/$1" -edits 4 -timeout 30s -- \
    --platform linux --rule "linux/$2" --compile-commands "$database/compile_commands.json" "$1.c"
  rm -rf "$work"
}
clones=$2
module acpi_call AtomicAlloc
module v4l2loopback ModuleRef
exit $status
