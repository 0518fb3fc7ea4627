package pipeline

import (
	"slices"

	"yogi/internal/load"
	"yogi/internal/property"
	"yogi/internal/report"
)

// checkWords are the names of checks in the scope: the words of --check, which has one for memory.
var checkWords = []struct {
	checks property.Checks
	word   string
}{
	{property.Reach, "assertions"}, {property.MemorySafety, "memory"}, {property.Overflow, "overflow"},
	{property.Division, "div"}, {property.Shift, "shift"}, {property.Uninitialized, "uninit"},
}

// ScopeOf says what a job checks and what it does not; nil: nothing is checked.
func ScopeOf(job Job) *report.Scope {
	switch {
	case job.Rule != nil:
		return &report.Scope{Checked: []string{"the rule " + job.Rule.Name}, NotChecked: []string{"everything else"}}
	case job.Property != nil && job.Property.Kind == property.Other: // and nothing is checked
		return nil
	case !slices.ContainsFunc(job.Files, load.IsC):
		return &report.Scope{Checked: []string{"assertions", "specifications that are not free"}}
	}
	s := &report.Scope{}
	checks := job.Checks
	if checks == 0 {
		checks = property.Reach
	}
	for _, group := range checkWords {
		some, left := checks&group.checks, group.checks&^checks
		switch {
		case left == 0:
			s.Checked = append(s.Checked, group.word)
		case some == 0:
			s.NotChecked = append(s.NotChecked, group.word)
		default:
			s.Checked, s.NotChecked = append(s.Checked, some.Names()...), append(s.NotChecked, left.Names()...)
		}
	}
	// That a program frees all at its end is no question unless somebody asks.
	if checks.Has(property.Cleanup) {
		s.Checked = append(s.Checked, property.Cleanup.Names()...)
	}
	if len(s.NotChecked) > 0 && job.Property == nil { // which decides
		s.Flag = "--check NAMES"
	}
	return s
}
