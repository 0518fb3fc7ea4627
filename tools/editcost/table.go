package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// table prints what was measured as it comes, and sums it up.
type table struct {
	out              io.Writer
	cold, fresh      float64 // seconds of first checks, without a store and with an empty one
	unchanged        float64 // of the same ones again
	bytes            int64
	ratios           []float64 // warm by cold, of edits
	allCold, allWarm float64   // seconds of edits
	reading          float64   // of allWarm, on the clock
	differ           int
}

func (t *table) head() {
	fmt.Fprintln(t.out, "| check | version | cold s | wall | warm s | wall | reading | warm/cold | queries cold | warm | verdict cold | warm |")
	fmt.Fprintln(t.out, "|---|---|---|---|---|---|---|---|---|---|---|---|")
}

// row prints a line, and counts verdicts that are not the same.
func (t *table) row(check, version string, cold, warm *ran) {
	was, is := cold.summary(), warm.summary()
	if different := cold.differences(warm); len(different) > 0 {
		is += " **differs: " + strings.Join(different, ", ") + "**"
		t.differ++
	}
	fmt.Fprintf(t.out, "| %s | %s | %.2f | %.1f | %.2f | %.1f | %.1f | %.2f | %d | %d | %s | %s |\n", check, version,
		cold.processor.Seconds(), cold.wall.Seconds(), warm.processor.Seconds(), warm.wall.Seconds(), warm.reading.Seconds(),
		warm.processor.Seconds()/cold.processor.Seconds(), cold.queries, warm.queries, was, is)
}

// first takes the checks of a first version.
func (t *table) first(check, version string, cold, fresh, again *ran, bytes int64) {
	t.row(check, version+", empty store", cold, fresh)
	t.row(check, version+", unchanged", cold, again)
	t.cold, t.fresh, t.unchanged = t.cold+cold.processor.Seconds(), t.fresh+fresh.processor.Seconds(), t.unchanged+again.processor.Seconds()
	t.bytes += bytes
}

// edit takes the checks of a version behind the first.
func (t *table) edit(check, version string, cold, warm *ran) {
	t.row(check, version, cold, warm)
	t.ratios = append(t.ratios, warm.processor.Seconds()/cold.processor.Seconds())
	t.allCold, t.allWarm = t.allCold+cold.processor.Seconds(), t.allWarm+warm.processor.Seconds()
	t.reading += warm.reading.Seconds()
}

func (t *table) sum() {
	fmt.Fprintf(t.out, "\nFirst checks: %.1f s without a store, %.1f s with an empty one (%+.1f %%, %.1f MB), %.1f s again (%.1f times faster).\n",
		t.cold, t.fresh, 100*(t.fresh/t.cold-1), float64(t.bytes)/1e6, t.unchanged, t.cold/t.unchanged)
	if len(t.ratios) > 0 {
		slices.Sort(t.ratios)
		fmt.Fprintf(t.out, "%d edits: %.1f s cold, %.1f s warm, %.1f s of which are reading; warm by cold is %.2f in the median, %.2f at worst.\n",
			len(t.ratios), t.allCold, t.allWarm, t.reading, median(t.ratios), t.ratios[len(t.ratios)-1])
	}
	fmt.Fprintf(t.out, "Rows with a verdict that differs: %d.\n", t.differ)
}

// median is that of sorted numbers: the mean of the two in the middle where there are two.
func median(sorted []float64) float64 {
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// kind is a verdict without its reason.
func kind(verdict string) string {
	kind, _, _ := strings.Cut(verdict, "(")
	return kind
}

// summary is the verdict, or how many entries have which.
func (r *ran) summary() string {
	if len(r.verdicts) == 1 {
		for _, verdict := range r.verdicts {
			return verdict
		}
	}
	counts := map[string]int{}
	for _, verdict := range r.verdicts {
		counts[kind(verdict)]++
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprint(counts[name], " ", name))
	}
	return strings.Join(parts, ", ")
}

// differences are the entries with verdicts of two kinds.
func (r *ran) differences(other *ran) []string {
	var out []string
	for _, entry := range slices.Sorted(maps.Keys(r.verdicts)) {
		if was, is := kind(r.verdicts[entry]), kind(other.verdicts[entry]); was != is {
			out = append(out, strings.TrimSpace(fmt.Sprintf("%s %s, then %s", entry, was, is)))
		}
	}
	return out
}
