// Package changes says what became of verdicts from one version of a program to another: which still hold since
// nothing changed that they rest on, which were found again, what is broken now, fixed or no longer known, and which
// changed lines may be why. It compares; the checks are others'.
package changes

import (
	"yogi/internal/report"
	"yogi/internal/verdict"
)

// Kind says how a verdict changed.
type Kind string

// The kinds, from what matters least to what matters most.
const (
	Unchanged    Kind = "unchanged"       // what the verdict rests on is the same: the verdict is
	Removed      Kind = "removed"         // the old version alone has the entry
	Added        Kind = "added"           // the new version alone has it
	ProvedAgain  Kind = "proved again"    // TRUE in both
	NewlyProved  Kind = "newly proved"    // UNKNOWN, now TRUE
	Fixed        Kind = "fixed"           // FALSE, now TRUE
	StillUnknown Kind = "still unknown"   // UNKNOWN in both
	StillBroken  Kind = "still broken"    // FALSE in both
	NotFound     Kind = "not found again" // FALSE, now UNKNOWN
	Lost         Kind = "lost"            // TRUE, now UNKNOWN
	FoundBroken  Kind = "found broken"    // UNKNOWN, now FALSE: it may have been broken before
	NewlyBroken  Kind = "newly broken"    // TRUE or no entry, now FALSE
)

// Kinds are all of them, in the order in which a report tells them.
func Kinds() []Kind {
	return []Kind{Unchanged, Removed, Added, ProvedAgain, NewlyProved, Fixed, StillUnknown, StillBroken, NotFound, Lost, FoundBroken, NewlyBroken}
}

// Check is the check of an entry in one of the versions.
type Check struct {
	// Key says what the verdict rests on: of two checks with the same key one verdict is right about both.
	Key string
	// Result is nil where the verdict was not asked for.
	Result *report.Result
	// Finding says which error a FALSE is about, whatever line it is in; "" where that is not known.
	Finding string
}

// Change compares the verdicts about an entry in two versions.
type Change struct {
	Entry    string `json:"entry"`
	Property string `json:"property"`
	Kind     Kind   `json:"change"`
	// SameFinding: the error is the one that the old version has.
	SameFinding bool `json:"same_finding,omitempty"`
	// Because are the changed lines that the entry depends on.
	Because []Line         `json:"because,omitempty"`
	Old     *report.Result `json:"old,omitempty"`
	New     *report.Result `json:"new,omitempty"`

	oldFinding, newFinding string
}

// IsSame reports whether what the verdict about an entry rests on is the same in both versions.
func IsSame(old, now *Check) bool {
	return old != nil && now != nil && old.Key != "" && old.Key == now.Key
}

// Of compares the checks of an entry in two versions; nil: the version does not have the entry. A result may be missing
// only of an entry that is removed or unchanged, and is then the new version's.
func Of(entry string, old, now *Check) Change {
	c := Change{Entry: entry}
	if old != nil {
		c.Old, c.oldFinding = old.Result, old.Finding
	}
	if now != nil {
		c.New, c.newFinding = now.Result, now.Finding
	}
	for _, r := range []*report.Result{c.Old, c.New} {
		if r != nil {
			c.Property = r.Property
		}
	}
	c.Kind = kindOf(old, now)
	c.SameFinding = c.Kind == StillBroken && c.oldFinding != "" && c.oldFinding == c.newFinding
	return c
}

func kindOf(old, now *Check) Kind {
	switch {
	case now == nil:
		return Removed
	case IsSame(old, now):
		return Unchanged
	case old == nil && answerOf(now.Result) == verdict.Fail:
		return NewlyBroken
	case old == nil:
		return Added
	}
	return table[answerOf(old.Result)][answerOf(now.Result)]
}

// table has what became of a verdict by the old and the new one.
var table = map[verdict.Kind]map[verdict.Kind]Kind{
	verdict.Pass:    {verdict.Pass: ProvedAgain, verdict.Fail: NewlyBroken, verdict.Unknown: Lost},
	verdict.Fail:    {verdict.Pass: Fixed, verdict.Fail: StillBroken, verdict.Unknown: NotFound},
	verdict.Unknown: {verdict.Pass: NewlyProved, verdict.Fail: FoundBroken, verdict.Unknown: StillUnknown},
}

// answerOf is the answer of a result; where there is no result it is unknown.
func answerOf(r *report.Result) verdict.Kind {
	if r == nil {
		return verdict.Unknown
	}
	return report.KindOf(r.Verdict)
}
