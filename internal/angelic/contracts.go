package angelic

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"yogi/internal/assumption"
	"yogi/internal/ir"
	"yogi/internal/report/lvalue"
)

// WriteContracts writes what is assumed of each entry as ACSL contracts, for C; what is assumed of
// functions without a body, which has no place in a contract of the caller, and what ACSL has no words
// for, as comments. A comment also says what the callers in the files make of it.
func (r *Result) WriteContracts(w io.Writer) {
	for _, e := range r.Entries {
		requires, comments := e.clauses()
		for _, c := range comments {
			fmt.Fprintf(w, "// %s assumes %s\n", e.Name, c)
		}
		if len(requires) > 0 {
			writeContract(w, requires)
			fmt.Fprintf(w, "// %s\n", e.Name)
		}
	}
}

// WriteContractFile writes what is assumed of each entry as a file of contracts, with what its contract
// demanded before, so that the file may take the place of one that was read. What has no place in it
// is a comment there.
func (r *Result) WriteContractFile(w io.Writer) {
	for _, e := range r.Entries {
		requires, comments := e.clauses()
		var all []string
		for _, text := range e.Required {
			all = append(all, text+";")
		}
		all = append(all, requires...)
		if e.Prototype == "" {
			for _, c := range all {
				comments = append(comments, strings.TrimSuffix(c, ";"))
			}
			all = nil
		}
		for _, c := range comments {
			fmt.Fprintf(w, "// %s assumes %s\n", e.Name, c)
		}
		if len(all) > 0 {
			writeContract(w, all)
			fmt.Fprintf(w, "%s;\n\n", e.Prototype)
		}
	}
}

func writeContract(w io.Writer, requires []string) {
	fmt.Fprintln(w, "/*@")
	for _, c := range requires {
		fmt.Fprintf(w, "  requires %s\n", c)
	}
	fmt.Fprintln(w, "*/")
}

// clauses are what is assumed of callers, in ACSL, and the rest.
func (e *Entry) clauses() (requires, comments []string) {
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
	return requires, comments
}

// noteContracts notes what of the entry's contract is not used, and that no call keeps to it.
func (a *analysis) noteContracts(p *ir.Program) {
	a.out.Prototype = p.Prototype
	for _, known := range p.Assumptions.Only(assumption.EntryContract) {
		a.out.Required = append(a.out.Required, known.Of)
	}
	if p.Contradiction != "" {
		a.out.Notes = append(a.out.Notes, p.Contradiction)
	}
	for _, u := range p.UnreadContracts {
		if text, isRequired := strings.CutPrefix(u.Text, "requires "); isRequired {
			a.out.Required = append(a.out.Required, text)
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
