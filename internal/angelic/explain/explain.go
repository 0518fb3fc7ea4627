// Package explain finds, for a path to an error, a short condition on what is unknown that excludes the
// path: ANGELIC's ExplainError (Algorithm 2).
//
// It works on the dual. pre is the condition under which the path fails, the negation of wlp(path,
// true). The atoms of a specification are harvested from pre: each is the negation of a literal of it
// that the vocabulary admits. A specification is a conjunction of clauses over atoms that contradicts
// pre; none is invented, and none is returned that the solver has not shown to exclude the path.
package explain

import (
	"context"
	"slices"
	"time"

	"yogi/internal/report/lvalue"
	"yogi/internal/solver"
	"yogi/internal/term"
)

// Shape bounds the Boolean structure of specifications (Vocab.Bool).
type Shape string

// The shapes.
const (
	Clause Shape = "clause" // a disjunction of atoms: the option MONOMIAL
	Cube   Shape = "cube"   // a conjunction of atoms
	CNF    Shape = "cnf"    // a clause if there is one, else a conjunction of clauses: ProjectAtoms
)

// Question is a path and what may be said about it.
type Question struct {
	// Given are facts that hold anyway: what is known of addresses, assertions that held, specifications
	// assumed before.
	Given []*term.Term
	// Guards are the branches that the error depends on; Failing is the condition of the error itself.
	Guards  []*term.Term
	Failing *term.Term
	// Admits is the vocabulary (Vocab.Atoms).
	Admits func(atom *term.Term) bool
	Shape  Shape
	// UseGuards lets atoms be harvested from the guards too; otherwise they are only hypotheses.
	UseGuards bool
	MaxClause int // literals of a clause; 0: 3
	MaxCNF    int // clauses of a conjunction; 0: 4
	// PointerBytes is the size of a pointer where memory is read byte by byte; 0: 8.
	PointerBytes int
	// Apart is the atom that says that what is written at one address and read at another are
	// different objects, or nil if the vocabulary has none; nil: it never has. The atom implies
	// that the addresses differ where the condition holds.
	Apart func(written, read *term.Term) (atom, condition *term.Term)
}

// Reason says why there is no specification.
type Reason string

// The reasons.
const (
	NoAtoms    Reason = "no atom of the vocabulary occurs in the condition of the failure"
	NoCover    Reason = "no combination of the atoms of the vocabulary excludes the failure"
	TooLarge   Reason = "the condition of the failure is too large to explain"
	NotConcise Reason = "the specification that excludes the failure is too long to be read"
	GaveUp     Reason = "the solver gave up, or time was short"
)

// Answer is a specification, or the reason why there is none.
type Answer struct {
	// Clauses is the specification: each inner list is a disjunction.
	Clauses [][]*term.Term
	Reason  Reason
	// Definite: no atom at all, of any vocabulary, was in the condition; nothing unknown can exclude the
	// failure.
	Definite bool
	Queries  int
}

// Found reports whether there is a specification.
func (a Answer) Found() bool { return len(a.Clauses) > 0 }

// Formula is the specification as a term.
func (a Answer) Formula(terms *term.Builder) *term.Term {
	clauses := make([]*term.Term, len(a.Clauses))
	for i, c := range a.Clauses {
		clauses[i] = terms.Or(c...)
	}
	return terms.And(clauses...)
}

// The bounds of one question.
const (
	maxLiterals  = 400
	maxCubes     = 64
	queryTimeout = 2 * time.Second
)

type explainer struct {
	ctx     context.Context
	terms   *term.Builder
	solver  solver.Solver
	q       Question
	queries int
	gaveUp  bool
}

// Explain answers a question.
func Explain(ctx context.Context, terms *term.Builder, s solver.Solver, q Question) Answer {
	if q.MaxClause == 0 {
		q.MaxClause = 3
	}
	if q.MaxCNF == 0 {
		q.MaxCNF = 4
	}
	e := &explainer{ctx: ctx, terms: terms, solver: s, q: q}
	out := e.explain()
	out.Queries = e.queries
	if !out.Found() && e.gaveUp {
		out.Reason = GaveUp
	}
	return out
}

func (e *explainer) explain() Answer {
	if !e.q.UseGuards {
		e.q.Given = slices.Concat(e.q.Given, e.q.Guards)
	}
	if e.q.Apart != nil && e.q.Shape != Clause {
		if answer := e.separated(); answer.Found() {
			return answer
		}
	}
	n := e.normalizer()
	pre := e.condition(n) // line 2 of Algorithm 2, dual
	if n.budget < 0 {
		return e.large()
	}
	return e.search(pre)
}

func (e *explainer) normalizer() *normalizer {
	n := newNormalizer(e.terms, maxLiterals)
	if e.q.PointerBytes > 0 {
		n.wordBytes = e.q.PointerBytes
	}
	return n
}

// condition is that of the failure, with the branches that lead there if they count.
func (e *explainer) condition(n *normalizer) *node {
	pre := &node{kind: isAnd}
	if e.q.UseGuards {
		for _, g := range e.q.Guards {
			pre.add(n.formula(g))
		}
	}
	pre.add(n.formula(e.q.Failing))
	return pre
}

// search finds a specification over the atoms of the condition of a failure.
func (e *explainer) search(pre *node) Answer {
	atoms, any := e.atoms(pre) // line 4
	if len(atoms) == 0 {
		return Answer{Reason: NoAtoms, Definite: !any || e.impossible(e.terms.Not(pre.term(e.terms)))}
	}
	formula := pre.term(e.terms)
	if e.q.Shape == Cube {
		return e.cube(formula, atoms)
	}
	if clause := e.monomial(formula, atoms); len(clause) > 0 { // line 7
		return e.concise([][]*term.Term{clause})
	}
	if e.q.Shape == Clause {
		return Answer{Reason: NoCover}
	}
	return e.project(pre, formula, atoms) // lines 9 and 10
}

// Wordless says that no atom of the vocabulary occurs in what a question is about, without asking a solver: as long as
// the path may be, there is no specification of it then.
func Wordless(terms *term.Builder, q Question) bool {
	_, literals := (&explainer{terms: terms, q: q}).collected()
	return literals != nil && !slices.ContainsFunc(literals, func(t *term.Term) bool { return q.Admits(terms.Not(t)) })
}

// atoms are the negated literals of pre that the vocabulary admits and that the facts leave open,
// and those of its scattered words; any says that some literal speaks of anything unknown at all.
func (e *explainer) atoms(pre *node) (atoms []*term.Term, any bool) {
	seen := map[*term.Term]bool{}
	note := func(literal *term.Term) {
		atom := e.terms.Not(literal)
		if seen[atom] || atom.IsConst() {
			return
		}
		seen[atom] = true
		any = true
		if !e.q.Admits(atom) {
			return
		}
		if e.possible(atom) && e.possible(literal) {
			atoms = append(atoms, atom)
		}
	}
	pre.literals(note)
	for _, word := range e.scattered(literalsOf(pre)) {
		note(e.terms.And(word...))
	}
	return atoms, any
}

// scattered are the words of which each byte is said to be 0 by a literal of its own. Where an
// earlier write may have changed some of the bytes, each is a choice, and the condition that the
// word is null occurs in the choice that no byte was written.
func (e *explainer) scattered(literals []*term.Term) [][]*term.Term {
	return lvalue.NullWords(literals, e.normalizer().wordBytes)
}

// literalsOf are the literals of a node, each once.
func literalsOf(n *node) []*term.Term {
	var out []*term.Term
	seen := map[*term.Term]bool{}
	n.literals(func(literal *term.Term) {
		if !seen[literal] {
			seen[literal] = true
			out = append(out, literal)
		}
	})
	return out
}

// possible says that the given facts and the terms can hold together, as far as is known.
func (e *explainer) possible(more ...*term.Term) bool { return e.check(more...) != solver.Unsat }

// impossible says that they cannot.
func (e *explainer) impossible(more ...*term.Term) bool { return e.check(more...) == solver.Unsat }

func (e *explainer) check(more ...*term.Term) solver.Status {
	e.queries++
	a := e.solver.Check(e.ctx, solver.Query{
		Path: append(append([]*term.Term(nil), e.q.Given...), more...), Label: "explain", Timeout: queryTimeout, StatusOnly: true,
	})
	if a.Status == solver.Unknown {
		e.gaveUp = true
	}
	return a.Status
}

// monomial is the clause of all atoms that exclude the failure alone; the empty clause if there is none.
func (e *explainer) monomial(pre *term.Term, atoms []*term.Term) []*term.Term {
	var clause []*term.Term
	for _, a := range atoms {
		if e.impossible(pre, a) {
			clause = append(clause, a)
		}
	}
	return e.weakest(clause)
}

// weakest leaves out the atoms of a clause that imply another of it.
func (e *explainer) weakest(clause []*term.Term) []*term.Term {
	for i := 0; i < len(clause) && len(clause) > 1; {
		implies := slices.ContainsFunc(clause, func(other *term.Term) bool {
			return other != clause[i] && e.impossible(clause[i], e.terms.Not(other))
		})
		if implies {
			clause = slices.Delete(clause, i, i+1)
		} else {
			i++
		}
	}
	return clause
}

// cube is a smallest conjunction of atoms that excludes the failure, found by leaving out atoms.
func (e *explainer) cube(pre *term.Term, atoms []*term.Term) Answer {
	kept := append([]*term.Term(nil), atoms...)
	if !e.impossible(append([]*term.Term{pre}, kept...)...) {
		return Answer{Reason: NoCover}
	}
	for i := 0; i < len(kept); {
		rest := append(append([]*term.Term(nil), kept[:i]...), kept[i+1:]...)
		if len(rest) > 0 && e.impossible(append([]*term.Term{pre}, rest...)...) {
			kept = rest
		} else {
			i++
		}
	}
	if !e.possible(kept...) {
		return Answer{Reason: NoCover}
	}
	clauses := make([][]*term.Term, len(kept))
	for i, a := range kept {
		clauses[i] = []*term.Term{a}
	}
	return e.concise(clauses)
}

// concise refuses what nobody would read.
func (e *explainer) concise(clauses [][]*term.Term) Answer {
	if len(clauses) > e.q.MaxCNF {
		return Answer{Reason: NotConcise}
	}
	for _, c := range clauses {
		if len(c) > e.q.MaxClause {
			return Answer{Reason: NotConcise}
		}
	}
	return Answer{Clauses: clauses}
}
