package angelic

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"yogi/internal/ir"
	"yogi/internal/report/lvalue"
)

// WriteContracts writes what is assumed of each entry as ACSL contracts, for C; what is assumed of
// functions without a body, which has no place in a contract of the caller, and what ACSL has no words
// for, as comments. A comment also says what the callers in the files make of it.
func (r *Result) WriteContracts(w io.Writer) {
	for _, e := range r.Entries {
		var requires, comments []string
		for _, s := range e.Specifications {
			if s.ofResults() || !s.isACSL() {
				comments = append(comments, s.Text)
				continue
			}
			clause := strings.ReplaceAll(s.Text, "NULL", `\null`) + ";"
			if words := s.callersWords(); words != "" {
				clause += " // " + words
			}
			requires = append(requires, clause)
		}
		for _, c := range comments {
			fmt.Fprintf(w, "// %s assumes %s\n", e.Name, c)
		}
		if len(requires) == 0 {
			continue
		}
		fmt.Fprintln(w, "/*@")
		for _, c := range requires {
			fmt.Fprintf(w, "  requires %s\n", c)
		}
		fmt.Fprintf(w, "*/\n// %s\n", e.Name)
	}
}

// noteContracts notes what of the entry's contract is not used, and that no call keeps to it.
func (a *analysis) noteContracts(p *ir.Program) {
	if p.Contradiction != "" {
		a.out.Notes = append(a.out.Notes, p.Contradiction)
	}
	for _, u := range p.UnreadContracts {
		if strings.HasPrefix(u.Text, "requires") {
			a.out.Ignored = append(a.out.Ignored, fmt.Sprintf("%s: this part of the contract is not used: %s", u.Pos, u.Text))
		}
	}
}

// noteUnkept notes that no call keeps to the contract of the entry, unless some run is known that does: nothing is
// found behind it then.
func (a *analysis) noteUnkept() {
	for _, site := range a.sites {
		if !site.contract || len(site.witnesses) > 0 || a.stays(site) && site.reachable || site.open || a.ctx.Err() != nil {
			continue
		}
		a.note(fmt.Sprintf("%s: no call keeps to the contract of %s", site.pos, a.name))
	}
}

// isACSL says that the text is one in ACSL but for how it writes null.
func (s *Specification) isACSL() bool {
	return !slices.ContainsFunc([]string{" overlap", lvalue.ObjectMadeLater, leadsElsewhere}, func(words string) bool { return strings.Contains(s.Text, words) })
}

// ofResults says that a specification speaks of what a function without a body gave.
func (s *Specification) ofResults() bool {
	for _, u := range s.Unknowns {
		if isResult(u.Input) {
			return true
		}
	}
	return false
}
