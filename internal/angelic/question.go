package angelic

import (
	"slices"
	"strings"

	"yogi/internal/angelic/explain"
	"yogi/internal/angelic/trace"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// This file asks package explain about the path of a failure, and makes a specification of the answer.

// stages are the ways to look for a specification: in the condition of the error alone, then with those
// of the branches that lead to it.
func (a *analysis) stages() []stage {
	switch a.options.Guards {
	case GuardsFirst:
		return []stage{withGuards}
	case GuardsNever:
		return []stage{errorAlone}
	}
	return []stage{errorAlone, withGuards}
}

type stage uint8

const (
	errorAlone stage = iota + 1
	withGuards
)

func classOf(answer explain.Answer) (Class, string) {
	switch {
	case answer.Definite:
		return Definite, "nothing unknown can prevent the failure"
	case answer.Reason == explain.NoAtoms, answer.Reason == explain.NoCover:
		return Inexplicable, string(answer.Reason)
	}
	return Unexplained, string(answer.Reason)
}

// count is how many specifications were made for an assertion.
func (a *analysis) count(e *ir.Error) int {
	n := 0
	for _, s := range a.specs {
		if s.path.Error != nil && key(s.path.Error) == key(e) {
			n++
		}
	}
	return n
}

func (a *analysis) explain(path *trace.Path, at stage) explain.Answer {
	if at == errorAlone {
		a.limited = ""
		about := a.explainExtent
		if a.isAboutRoom(path.Failing) {
			about = a.explainSize
		}
		if answer := about(path); answer.Found() {
			return answer
		}
	}
	return explain.Explain(a.ctx, a.terms, a.solver, a.question(path, at))
}

// isWordless says that the conditions of a path have no atom of the vocabulary: it has no specification.
func (a *analysis) isWordless(path *trace.Path) bool {
	if isBehindObject(path.Error) && len(path.Failing.Vars()) > 0 {
		return false // that the access stays inside is an atom that is made
	}
	return !slices.ContainsFunc(a.stages(), func(at stage) bool { return !explain.Wordless(a.terms, a.question(path, at)) })
}

// question is what is asked about a path.
func (a *analysis) question(path *trace.Path, at stage) explain.Question {
	q := explain.Question{
		Failing: path.Failing, Shape: a.options.Shape, UseGuards: at == withGuards,
		Given:  a.facts(path),
		Admits: func(atom *term.Term) bool { return a.unknowns.admits(a.options.Vocabulary, atom) },
	}
	if m := a.program.Model; m != nil {
		q.PointerBytes = m.PointerWidth / 8
		if a.options.Alias {
			q.Apart = a.unknowns.apart
		}
	}
	for _, c := range path.Conditions {
		switch {
		case c.Kind == trace.Passed, c.Kind == trace.Known:
			q.Given = append(q.Given, c.Term)
		case c.Kind == trace.Branch && c.Relevant:
			q.Guards = append(q.Guards, c.Term)
		}
	}
	if a.options.Numbers && at == errorAlone && isAboutNumbers(path.Error) {
		q.Admits = func(atom *term.Term) bool {
			switch {
			case a.unknowns.admits(a.options.Vocabulary, atom):
				return true
			case !a.unknowns.isLimit(atom), a.isAboutRoom(atom):
				return false
			case a.checkedByCode(q, atom) || a.isHalfChecked(q, path, atom):
				a.limited = a.text([][]*term.Term{{atom}})
				return false
			}
			return true
		}
	}
	a.withoutWatched(&q, path)
	return q
}

// facts hold of every run: the axioms, what is known of addresses from outside, and the specifications
// assumed so far.
func (a *analysis) facts(path *trace.Path) []*term.Term {
	var out []*term.Term
	for _, t := range slices.Concat(a.program.Axioms, a.program.Initial) {
		if !t.HasQuantifier() {
			out = append(out, t)
		}
	}
	for _, o := range path.Occurrences {
		if o.Input.Kind == ir.OutsidePointer {
			out = append(out, a.program.Model.OutsideStart(a.terms, o.Symbol))
		}
	}
	for _, r := range a.program.InitialRanges {
		if r.Cells() <= maxStartCells {
			out = append(out, r.Facts(a.terms)...)
		}
	}
	for _, s := range a.specs {
		out = append(out, s.spec.Formula)
	}
	return out
}

// maxStartCells bounds the cells of an object that are said to start as zero; more say nothing.
const maxStartCells = 64

// specification is the answer as a specification.
func (a *analysis) specification(path *trace.Path, answer explain.Answer) *Specification {
	s := &Specification{Entry: a.out.Name, Formula: answer.Formula(a.terms), For: path.Error.Pos, Place: path.Place(), What: path.Error.What, Shape: "cnf"}
	if len(answer.Clauses) == 1 {
		s.Shape = "clause"
	}
	s.Text = a.text(answer.Clauses)
	for _, sym := range s.Formula.Vars() {
		if o, ok := a.unknowns.known[sym]; ok {
			s.Unknowns = append(s.Unknowns, o)
		}
	}
	slices.SortFunc(s.Unknowns, func(x, y trace.Occurrence) int {
		if x.Input.ID != y.Input.ID {
			return x.Input.ID - y.Input.ID
		}
		return x.Number - y.Number
	})
	return s
}

// text prints clauses, each once: where memory is read byte by byte, those about the bytes of one value read the same.
func (a *analysis) text(clauses [][]*term.Term) string {
	var out []string
	for _, c := range clauses {
		clause := make([]string, len(c))
		for j, atom := range c {
			clause[j] = a.unknowns.made[atom]
			if clause[j] == "" {
				clause[j] = a.unknowns.limitText(atom)
			}
			switch {
			case clause[j] == "":
				clause[j] = a.unknowns.reader.Text(atom)
			case len(c) > 1 && strings.Contains(clause[j], " && "):
				clause[j] = "(" + clause[j] + ")"
			}
		}
		text := strings.Join(clause, " || ")
		if len(c) > 1 && len(clauses) > 1 {
			text = "(" + text + ")"
		}
		if !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return strings.Join(out, " && ")
}
