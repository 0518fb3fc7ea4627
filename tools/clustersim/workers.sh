#!/bin/bash
# Measures two workers against one on a machine with two processors and nothing else to do: LIST has lines of known
# answers of drivers in examples/wdm (yogi matrix --expect), all of which are checked without a store. Run it at the
# root of the sources, behind `make build`.
#
# Its runs, each over the same cells:
#   shared1  a worker, client and server, all of them on one processor
#   own1     a worker on one processor, client and server on the other: the client's work is hidden
#   two      a worker on each processor, client and server on both
# Printed are seconds on the clock, the processor seconds that server, workers and client took themselves, and those of
# the checks that workers started and of the validations that the client started. "queue" is the part of server and
# workers themselves in all of them. shared1 by two is what a second processor with a worker brings, at most 2; own1 by
# two what a worker brings on the processor that the client had for itself, at most 2C/(C+V) for C seconds of checks
# and V of the client and validations.
set -u
[ $# = 1 ] || [ $# = 2 ] || { echo "usage: $0 LIST [RUN]" >&2; exit 2; }
yogi=$(realpath bin/yogi)
root=$(mktemp -d)
list=$(mktemp examples/wdm/workers.XXXX); cp "$1" "$list" # programs are named from the list's folder
export YOGI_CACHE=off
trap 'rm -f "$list"; kill $(jobs -p) 2> /dev/null; rm -rf "$root"' EXIT
hz=$(getconf CLK_TCK)
own() { awk -v h="$hz" '{ sub(/.*\) /, ""); print ($12 + $13) / h }' "/proc/$1/stat" 2> /dev/null; }
ended() { awk -v h="$hz" '{ sub(/.*\) /, ""); print ($14 + $15) / h }' "/proc/$1/stat" 2> /dev/null; } # of children

run() { # name, processors of server and client, those of the workers
  local name=$1 at=$2; shift 2
  taskset -c "$at" "$yogi" serve --listen 127.0.0.1:0 --page none --data "$root/$name" > "$root/url" 2> "$root/said" &
  local server=$! workers="" client began core
  until grep -q nats "$root/url"; do sleep 0.1; kill -0 $server || { cat "$root/said"; return; }; done
  for core in "$@"; do
    taskset -c "$core" "$yogi" work --cluster "$(head -1 "$root/url")" --jobs 1 --name "w$core" > "$root/w$core" 2>&1 &
    workers="$workers $!"
  done
  sleep 2
  began=$(date +%s.%N)
  taskset -c "$at" "$yogi" matrix --platform wdm --expect "$list" --timeout 60s --jobs 1 \
    --cluster "$(head -1 "$root/url")" > "$root/out" 2> "$root/err" &
  client=$!
  local mine=0 validated=0 a b w=0 checks=0 p
  while kill -0 $client 2> /dev/null; do # read as long as it is there
    a=$(own $client) b=$(ended $client)
    [ -n "$a" ] && mine=$a validated=$b
    sleep 0.2
  done
  local took; took=$(echo "$(date +%s.%N) - $began" | bc)
  for p in $workers; do w=$(echo "$w + $(own "$p")" | bc); checks=$(echo "$checks + $(ended "$p")" | bc); done
  local s; s=$(own $server)
  kill -INT $workers; sleep 1; kill -INT $server; wait $workers $server 2> /dev/null
  echo "$name: $took s; server $s, workers $w, client $mine, checks $checks, validations $validated; queue" \
    "$(echo "scale=2; 100 * ($s + $w) / ($s + $w + $mine + $checks + $validated)" | bc) %; $(tail -1 "$root/out")"
}
for name in ${2:-shared1 own1 two}; do
  case $name in
  shared1) run shared1 0 0;;
  own1) run own1 1 0;;
  two) run two 0,1 0 1;;
  esac
done
