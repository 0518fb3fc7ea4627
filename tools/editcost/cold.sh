#!/bin/bash
# Measures what a check pays for keeping what it finds: pairs of a check without a store and one with an empty one, for
# twelve programs of the Static Driver Verifier (a folder). Run it at the root of the sources, behind `make build`.
#
# Each pair is in turns without first and with first, so that drift of the machine falls on both. One job, so that
# attempts are in one order. Printed are processor seconds (user and system, with children): for each program the
# medians, the median of the pairs' ratios and the size of its store, and at the end the ratio of the sums of medians
# and the median of all ratios.
set -u
[ $# = 1 ] || [ $# = 2 ] || { echo "usage: $0 SDV [PAIRS]" >&2; exit 2; }
yogi=$(realpath bin/yogi); tasks=$1; pairs=${2:-3}
root=$(mktemp -d); trap 'rm -rf "$root"' EXIT
one() { # file for the seconds, options and program
  local to=$1; shift
  /usr/bin/time -f "%U %S" -o "$root/t" "$yogi" check --quiet --jobs 1 --timeout 60s "$@" > "$root/v" 2> /dev/null
  echo "$(tail -1 "$root/t" | awk '{ print $1 + $2 }') $(tail -1 "$root/v")" >> "$to"
}
measure() {
  local name=$1 program=$tasks/$1.bpl
  one /dev/null --no-store "$program" # reads files into memory
  for i in $(seq "$pairs"); do
    rm -rf "$root/kept"; mkdir -p $(printf "$root/kept/%02x " $(seq 0 255)) # folders that a store has once
    if [ $((i % 2)) = 1 ]; then
      one "$root/$name.without" --no-store "$program"; one "$root/$name.with" --cache "$root/kept" "$program"
    else
      one "$root/$name.with" --cache "$root/kept" "$program"; one "$root/$name.without" --no-store "$program"
    fi
  done
  size=$(find "$root/kept" -type f -printf "%s\n" | awk '{ s += $1 } END { print s + 0 }')
  paste -d' ' "$root/$name.without" "$root/$name.with" | awk -v n="$name" -v size="$size" -v all="$root/all" '
    function median(a, n,   i, j, t) {
      for (i = 2; i <= n; i++) { t = a[i]; for (j = i - 1; j > 0 && a[j] > t; j--) a[j+1] = a[j]; a[j+1] = t }
      return n % 2 ? a[(n+1)/2] : (a[n/2] + a[n/2+1]) / 2
    }
    { w[NR] = $1; v = $2; k[NR] = $3; r[NR] = $3 / $1; print r[NR] >> (all ".ratios"); if ($2 != $4) bad = " DIFFERS: " $4 }
    END {
      mw = median(w, NR); mk = median(k, NR)
      printf "%-40s without %6.2f with %6.2f ratio %.3f store %.2f MB %s%s\n", n, mw, mk, median(r, NR), size / 1e6, v, bad
      print mw, mk, size >> all
    }'
}
for name in serenum_markirppending_0 serenum_markirppending_1 flpydisk_irqlexapclte1_0 1394diag_ioallocatecomplete_0 \
  usbprint_completerequest_0 cyzport_irqlkesetevent_0 daytona_removelockreleasepnp_1 modem_irqlkesetevent_0 \
  mouclass_multremovelock_0 cyzport_irqlreturn_0 daytona_removelockrelease2_0 1394diag_pendedcompletedrequest_0; do
  measure $name
done
sort -n "$root/all.ratios" | awk '{ r[NR] = $1 } END { printf "median of all %d pairs: %.3f\n", NR, (r[int((NR+1)/2)] + r[int((NR+2)/2)]) / 2 }'
awk '{ a += $1; b += $2; s += $3 } END {
  printf "sum of medians: without %.2f, with %.2f: %.3f; stores %.1f MB\n", a, b, b / a, s / 1e6 }' "$root/all"
