// Package simulation proves that a program keeps a rule by following the states of the rule through it (property
// simulation: ESP, Das, Lerner and Seigle, PLDI 2002).
//
// Whether a driver keeps a rule depends on few values: in which state the rule is, and what the driver keeps of it in
// between, as the interrupt level that a spin lock is released with. A search finds these facts one failing path after
// the other. Here each function is executed with constants for what is known, once for each state of the rule in which
// it is entered, and paths that meet in a state of the rule are joined: what they do not agree on is forgotten. So the
// time grows with the size of the program times the number of states, and nothing is asked of a solver.
//
// What is known at a point is, for each valuation of the rule's variables, a conjunction of facts: a variable, or a
// cell of a map, has a value, has one of several, or has none of several. A value is a constant, or a term over
// parameters that are never assigned. What cells start as is known of those that were found to be read, so a program is
// simulated again where a cell was read of which nothing was known. Of the object that the rule is about, which is
// chosen where the program starts, it is known what it is and is not. Of a map of which the program assumes something
// for all cells it is also known which constants no cell holds; that is a part of the state, as a driver that has set a
// routine to cancel a request by is in another state than before. Of a callee that changes no variable of the rule, and
// no such map, nothing is known but what it cannot change, unless the simulation is in depth (Run).
//
// If no error is reached, what is known at the points is inductive, and is written down as a certificate, which is
// checked as any other: nobody has to believe this package. If one is reached nothing is said: it may be that
// something was forgotten.
//
// Read Run first, then context.go, step.go, conditions.go, wholes.go, facts.go and certificate.go.
package simulation

import (
	"context"
	"maps"
	"slices"

	"yogi/internal/ir"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// Outcome is the result of Run.
type Outcome struct {
	// Certificate is the proof that no error is reached; nil: there is none.
	Certificate *verdict.Certificate
	// Contexts is the number of contexts in which functions were entered, Variables that of the rule's.
	Contexts, Variables int
}

// Answer is that of a proof; nil: there is none.
func (o Outcome) Answer() *verdict.Answer {
	if o.Certificate == nil {
		return nil
	}
	answer := &verdict.Answer{Kind: verdict.Pass, Certificate: o.Certificate}
	answer.Certificate.Refuters = []string{verdict.NoSolver}
	answer.Statistics.Set("contexts simulated", o.Contexts)
	return answer
}

// mostRounds bounds how often a program is simulated, each time with more of what its memory starts as: what was read
// in the round before, as an address that is handed over is known only when it is. A round ends where an error is
// reached, so each may find one more cell.
const mostRounds = 40

// depth says how a program is simulated (Run).
type depth uint8

const (
	plain depth = iota
	inDepth
)

// Run simulates a program whose memory is lowered and whose calls are alone in their blocks. If that proves nothing it
// does so once more in depth, which takes more contexts, and of which too many are no longer told apart: callees that
// change nothing of the state are entered as well, what calls returned is told apart, and more cells are followed. That
// is for programs in C, whose objects are at addresses that are known: of drivers in Boogie it proves some sooner, and
// costs others the answer.
func Run(ctx context.Context, p *ir.Program) Outcome {
	p.MustBeNumbered()
	asked := map[*term.Term]bool{}
	out := rounds(ctx, p, asked, plain)
	if out.Certificate == nil && out.Variables > 0 && p.Model != nil && ctx.Err() == nil {
		out = rounds(ctx, p, asked, inDepth)
	}
	return out
}

// rounds simulates a program until no more is found that would have to be known of its start.
func rounds(ctx context.Context, p *ir.Program, asked map[*term.Term]bool, how depth) Outcome {
	for round := 1; ; round++ {
		before := len(asked)
		out := run(ctx, p, asked, how)
		if out.Certificate != nil || len(asked) == before || round == mostRounds || ctx.Err() != nil {
			return out
		}
	}
}

// run is one round. It adds to asked which cells it would have to know.
func run(ctx context.Context, p *ir.Program, asked map[*term.Term]bool, how depth) Outcome {
	s := &simulator{
		ctx: ctx, program: p, terms: p.Terms, rule: ruleVariables(p), assigned: assignedVariables(p), matters: p.Mattering(),
		chosen: chosenVariables(p), condition: &ir.Variable{Name: "condition", Kind: ir.Local, Sort: p.Terms.True().Sort()},
		numbers: map[subject]int{}, functions: map[*ir.Function]*function{},
		asked: asked, how: how,
	}
	if len(s.rule) == 0 || !s.understands() {
		return Outcome{}
	}
	s.cells = mostCells
	if how == inDepth {
		s.results, s.cells = resultVariables(p), mostCellsInDepth
	}
	s.kept = s.keptVariables()
	s.findWholes()
	main := s.enter(s.function(p.Entry), s.start())
	for len(s.queue) > 0 && !s.isOver() {
		c := s.queue[len(s.queue)-1]
		s.queue = s.queue[:len(s.queue)-1]
		s.follow(c)
	}
	out := Outcome{Contexts: s.contexts, Variables: len(s.rule)}
	if !s.isOver() {
		out.Certificate = s.certificate(main)
	}
	return out
}

// simulator is one simulation of a program.
type simulator struct {
	ctx      context.Context
	program  *ir.Program
	terms    *term.Builder
	rule     map[*ir.Variable]bool // the variables that make the state of the rule
	assigned map[*ir.Variable]bool // anywhere, behind the entry of their function
	matters  map[*ir.Variable]bool
	results  map[*ir.Variable]bool // in depth: what calls return, and copies of it
	chosen   map[*ir.Variable]bool // inputs, such as the object that the rule is about
	kept     map[*ir.Variable]bool // of functions: what variables of the rule are given, and copies of it
	// condition is the variable of subjects that are conditions: these are their indices.
	condition *ir.Variable
	wholes    map[*ir.Variable]*whole
	telling   map[*ir.Function]bool // they assume something of all cells of a map, or call one that does
	cells     int                   // the most of which something is known at a time
	// numbers are those of subjects.
	numbers   map[subject]int
	subjects  []subject
	functions map[*ir.Function]*function
	queue     []*summary // to be followed again
	contexts  int
	// asked are reads of cells at constant addresses of which nothing was known, in this round and those before.
	asked map[*term.Term]bool
	how   depth
	over  bool // an error was reached, or the context has ended
	steps int
}

// isOver says that there is nothing to be found any more.
func (s *simulator) isOver() bool {
	s.steps++
	s.over = s.over || s.steps%64 == 0 && s.ctx.Err() != nil
	return s.over
}

// ruleVariables are the scalars that decide about errors, or whether a run gets to what is not supported, and those of
// which they get their values.
func ruleVariables(p *ir.Program) map[*ir.Variable]bool {
	out := map[*ir.Variable]bool{}
	var work []*ir.Variable
	add := func(v *ir.Variable) {
		if v != nil && v.Kind == ir.Global && !v.Constant && v != p.AllocCounter && v.Sort.Kind != term.KindArray && !out[v] {
			out[v] = true
			work = append(work, v)
		}
	}
	for v := range ir.FindStateOfEnds(p).Variables {
		add(v)
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for _, f := range p.Functions {
			for _, b := range f.Blocks {
				for _, i := range b.Instructions {
					if a, ok := i.(*ir.Assign); ok && a.Dst == v {
						for _, sym := range a.Src.Vars() {
							add(p.VariableOf(sym))
						}
					}
				}
			}
		}
	}
	return out
}

func assignedVariables(p *ir.Program) map[*ir.Variable]bool {
	out := map[*ir.Variable]bool{}
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				for _, v := range ir.Defined(i) {
					out[v] = true
				}
			}
		}
	}
	return out
}

// resultVariables are results of functions, what calls give them to, and locals that are copies of that.
func resultVariables(p *ir.Program) map[*ir.Variable]bool {
	out := map[*ir.Variable]bool{}
	for changed := true; changed; {
		before := len(out)
		for _, f := range p.Functions {
			for _, v := range f.Results {
				out[v] = true
			}
			for _, b := range f.Blocks {
				for _, i := range b.Instructions {
					switch i := i.(type) {
					case *ir.Call:
						for _, r := range i.Results {
							if r != nil && r.Kind == ir.Local {
								out[r] = true
							}
						}
					case *ir.Assign:
						if i.Dst.Kind == ir.Local && out[p.VariableOf(i.Src)] {
							out[i.Dst] = true
						}
					}
				}
			}
		}
		changed = len(out) > before
	}
	return out
}

// understands says that the program has no instruction but those that are followed.
func (s *simulator) understands() bool {
	for _, f := range s.program.Functions {
		if len(f.Blocks) == 0 {
			return false
		}
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				switch i.(type) {
				case *ir.Assign, *ir.Assume, *ir.Havoc, *ir.Call:
				default:
					return false
				}
			}
		}
	}
	return true
}

// start is what is known where the program starts.
func (s *simulator) start() facts {
	var out facts
	for _, t := range s.program.Initial {
		out, _ = s.assume(out, t)
	}
	for _, read := range slices.SortedFunc(maps.Keys(s.asked), byNumber) {
		if n, ok := s.subjectOf(read); ok {
			if v, is := s.startsAs(read); is {
				out = s.bounded(out, fact{subject: n, value: v})
			}
		}
	}
	return out
}

// ask notes a read of a cell at a constant address of which nothing is known where it is read.
func (s *simulator) ask(read *term.Term) {
	if !s.asked[read] {
		if _, ok := s.startsAs(read); ok {
			s.asked[read] = true
		}
	}
}

// startsAs is what a cell at a constant address starts as.
func (s *simulator) startsAs(read *term.Term) (value *term.Term, ok bool) {
	address, _ := read.Arg(1).Value()
	if address.Kind() != term.KindBV || address.Width() > 64 {
		return nil, false
	}
	for _, r := range s.program.InitialRanges {
		if r.Map.Sym == read.Arg(0) && r.Contains(address.Uint64()) {
			return s.terms.BVConst(read.Sort().Width, r.Value), true
		}
	}
	return nil, false
}
