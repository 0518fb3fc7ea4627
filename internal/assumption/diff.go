package assumption

import (
	"fmt"
	"slices"

	"yogi/internal/source"
)

// Change is a difference of two manifests in one assumption; Before or After is nil where it is missing.
type Change struct {
	Before, After *Assumption
}

// Diff compares two manifests: what is lost or changed in the order of the first, then what is
// added in the order of the second.
func Diff(before, after List) []Change {
	var out []Change
	for i, a := range before {
		n := slices.IndexFunc(after, a.Same)
		switch {
		case n < 0:
			out = append(out, Change{Before: &before[i]})
		case !slices.Equal(a.Places, after[n].Places) || a.Use != after[n].Use:
			out = append(out, Change{&before[i], &after[n]})
		}
	}
	for i, a := range after {
		if !slices.ContainsFunc(before, a.Same) {
			out = append(out, Change{After: &after[i]})
		}
	}
	return out
}

// String is a line for a person: + for one that is added, - for one that is lost, ~ for one that changed.
func (c Change) String() string {
	switch {
	case c.Before == nil:
		return fmt.Sprintf("+ %s: %s", c.After.Kind.Name, c.After)
	case c.After == nil:
		return fmt.Sprintf("- %s: %s", c.Before.Kind.Name, c.Before)
	}
	text := "~ " + c.After.Kind.Name
	if c.After.Of != "" {
		text += " (" + c.After.Of + ")"
	}
	text += ":"
	for _, p := range missingIn(c.Before.Places, c.After.Places) {
		text += " -" + p.String()
	}
	for _, p := range missingIn(c.After.Places, c.Before.Places) {
		text += " +" + p.String()
	}
	if c.Before.Use != c.After.Use {
		text += fmt.Sprintf(" used: %s -> %s", c.Before.Use, c.After.Use)
	}
	return text
}

// missingIn are the places that others lack.
func missingIn(places, others []source.Pos) []source.Pos {
	return slices.DeleteFunc(slices.Clone(places), func(p source.Pos) bool { return slices.Contains(others, p) })
}
