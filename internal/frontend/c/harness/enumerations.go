package harness

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"yogi/internal/frontend/c/tree"
)

// An argument of an enumerated type is one of its constants: a value that none of them has indexes
// tables where no caller does. Where they are flags it is any of them, joined.

// enumerator makes a value of an enumerated type, and says what it is.
func (w *writer) enumerator(p *tree.Object) (value, what string) {
	v, sorted := w.variable(p.Name), sortedByValue(p.Type.Enumerators)
	w.line("%s = %s;", w.declared(plain(p.Type), v), w.any(p.Type))
	w.leaveOut(strings.Join(others(v, p.Type, sorted), " || "))
	if areFlags(sorted) {
		return v, "constants of " + w.spelled(plain(p.Type)) + ", joined"
	}
	return v, "a constant of " + w.spelled(plain(p.Type))
}

// sortedByValue lists the constants with different values, the lowest first.
func sortedByValue(constants []tree.Enumerator) []tree.Enumerator {
	sorted := slices.Clone(constants)
	slices.SortStableFunc(sorted, func(x, y tree.Enumerator) int { return x.Value.Cmp(y.Value) })
	return slices.CompactFunc(sorted, func(x, y tree.Enumerator) bool { return x.Value.Cmp(y.Value) == 0 })
}

// others are the conditions one of which holds of a value that the constants do not give.
func others(v string, t *tree.Type, sorted []tree.Enumerator) []string {
	if areFlags(sorted) {
		names := make([]string, len(sorted))
		for i, c := range sorted {
			names[i] = c.Name
		}
		return []string{fmt.Sprintf("%s & ~(%s)", v, strings.Join(names, " | "))}
	}
	first, last := sorted[0], sorted[len(sorted)-1]
	out := []string{fmt.Sprintf("%s > %s", v, last.Name)}
	if t.Signed || first.Value.Sign() > 0 {
		out = append([]string{fmt.Sprintf("%s < %s", v, first.Name)}, out...)
	}
	for i, c := range sorted[1:] {
		before := sorted[i]
		if next := new(big.Int).Add(before.Value, big.NewInt(1)); next.Cmp(c.Value) < 0 {
			out = append(out, fmt.Sprintf("%s > %s && %s < %s", v, before.Name, v, c.Name))
		}
	}
	return out
}

// areFlags says that each constant but 0 is a bit of its own, and that they are no numbers that
// follow one another.
func areFlags(sorted []tree.Enumerator) bool {
	largest := sorted[len(sorted)-1].Value
	for _, c := range sorted {
		if c.Value.Sign() < 0 || c.Value.Sign() > 0 && c.Value.TrailingZeroBits() != uint(c.Value.BitLen()-1) {
			return false
		}
	}
	return largest.Cmp(big.NewInt(2)) > 0
}
