package pipeline

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"yogi/internal/bug"
	"yogi/internal/deadline"
	"yogi/internal/feature"
	"yogi/internal/interproc"
	"yogi/internal/ir"
	"yogi/internal/load"
	"yogi/internal/portfolio"
	"yogi/internal/sem/concrete"
	"yogi/internal/solver"
	"yogi/internal/solver/chain"
	"yogi/internal/source"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// Goals names the places that tests are to get to.
type Goals string

// The goals.
const (
	Branches Goals = "branches" // each way out of each condition
	Errors   Goals = "errors"   // each place where a check can fail
)

// Suite is a set of tests, each of which gets to a goal that none before it does.
type Suite struct {
	Tests []SuiteTest
	// Goals is how many there are in what the entry reaches, Reached how many some test gets to, and Excluded of how
	// many the search found that no run does. Nothing else than the search has checked that.
	Goals, Reached, Excluded int
	Open                     []source.Pos // the places of the rest
	// Faults say what went wrong in the checker itself; the goals at hand are open.
	Faults []string
}

// SuiteTest has the values that a run of the program asks for, in the order in which it does.
type SuiteTest struct {
	Values  []SuiteValue
	Reaches int  // goals that no earlier test gets to
	Fails   bool // a check fails at its end
}

// SuiteValue is a result of a function that returns any value, as C writes it.
type SuiteValue struct{ Function, Type, Text string }

// goal is a way out of a block: number index of those that its goto has, or its error if index is -1. A place that
// passes made several blocks of is one goal.
type goal struct {
	pos    source.Pos
	branch string
	index  int
}

// way is the block of a goal, and under which condition behind the block's instructions it is taken.
type way struct {
	goal
	block *ir.Block
	when  *term.Term
}

// MakeTests makes tests of a C program that get to goals. Each comes of a search for a run to a goal that no test was
// at, and is run in the program as it was written, which says what else it gets to. The error is as for Load.
func MakeTests(ctx context.Context, job Job, goals Goals) (suite *Suite, err error) {
	if job.Timeout > 0 {
		limited, cancel := context.WithTimeout(ctx, job.Timeout)
		defer cancel()
		ctx = limited
	}
	// Each operand of && and || is a branch, and the bodies of functions are where they stand.
	job = job.AsWritten().SwitchedOff(feature.Conditions, feature.Constants)
	job = job.SwitchedOff(slices.DeleteFunc(slices.Clone(feature.Passes), func(pass feature.Feature) bool { return pass == feature.MemoryMaps })...)
	made, err := load.Read(ctx, job)
	if err != nil {
		return nil, err
	}
	program, err := load.Prepare(made, job)
	if program == nil {
		return nil, err
	}
	s, err := chain.New(program.Terms, solver.Config{})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	m := &suiteMaker{program: program, solver: s, ways: map[goal][]way{}, from: map[*ir.Block][]way{}, reached: map[goal]bool{}, excluded: map[goal]bool{}, suite: &Suite{}}
	m.collect(goals)
	m.suite.Goals = len(m.order)
	m.keep(ctx, &verdict.Test{})         // all values zero
	for round := 0; round < 2; round++ { // what was put off has a second turn, with what is left of the time
		open := slices.DeleteFunc(slices.Clone(m.order), func(g goal) bool { return m.reached[g] || m.excluded[g] })
		for i, g := range open {
			if ctx.Err() != nil {
				break
			}
			if !m.reached[g] {
				m.search(ctx, g, shareOfGoal(ctx, len(open)-i))
			}
		}
	}
	for _, g := range m.order {
		switch {
		case m.reached[g]:
			m.suite.Reached++
		case m.excluded[g]:
			m.suite.Excluded++
		default:
			m.suite.Open = append(m.suite.Open, g.pos)
		}
	}
	return m.suite, nil
}

// shareOfGoal is the time for a goal of so many that are left.
func shareOfGoal(ctx context.Context, left int) time.Duration {
	share, limited := deadline.Left(ctx, 1/float64(left))
	if !limited {
		return goalMost
	}
	return max(leastForQuestion, share)
}

// suiteMaker makes a suite.
type suiteMaker struct {
	program  *ir.Program
	solver   solver.Solver
	order    []goal
	ways     map[goal][]way
	from     map[*ir.Block][]way
	reached  map[goal]bool
	excluded map[goal]bool
	suite    *Suite
}

// collect finds the goals.
func (m *suiteMaker) collect(goals Goals) {
	yes := m.program.Terms.True()
	for _, f := range m.program.Functions {
		for _, b := range f.Blocks {
			if !b.Terminator.Position().IsWritten() {
				continue
			}
			switch t := b.Terminator.(type) {
			case *ir.Error:
				if goals == Errors {
					m.add(b, goal{pos: t.Pos, index: -1}, yes)
				}
			case *ir.Goto:
				if goals == Branches {
					for i, when := range m.branches(t) {
						m.add(b, goal{t.Pos, t.Branch, i}, when)
					}
				}
			}
		}
	}
}

// branches are the conditions of the ways out of a goto of the text. The operands of && and || are branches of their
// own, also where a goto has them in one condition.
func (m *suiteMaker) branches(t *ir.Goto) []*term.Term {
	if len(t.Targets) < 2 || t.Choice != nil || t.Targets[0].Guard.IsConst() {
		return nil
	}
	for _, target := range t.Targets {
		if isFailing(target.Block) {
			return nil
		}
	}
	var out []*term.Term
	if len(t.Targets) > 2 {
		for _, target := range t.Targets {
			out = append(out, target.Guard)
		}
		return out
	}
	terms := m.program.Terms
	var walk func(condition, at *term.Term)
	walk = func(condition, at *term.Term) {
		switch condition.Op() {
		case term.OpNot:
			walk(condition.Args()[0], at)
		case term.OpAnd, term.OpOr:
			for _, operand := range condition.Args() {
				walk(operand, at)
				if condition.Op() == term.OpOr {
					operand = terms.Not(operand)
				}
				at = terms.And(at, operand)
			}
		default:
			out = append(out, terms.And(at, condition), terms.And(at, terms.Not(condition)))
		}
	}
	walk(t.Targets[0].Guard, terms.True())
	return out
}

// isFailing says that a block is that of a check that fails: no branch of the text leads there.
func isFailing(b *ir.Block) bool {
	e, ok := b.Terminator.(*ir.Error)
	return ok && len(b.Instructions) == 0 && e.Property != ""
}

func (m *suiteMaker) add(b *ir.Block, g goal, when *term.Term) {
	if m.ways[g] == nil {
		m.order = append(m.order, g)
	}
	w := way{g, b, when}
	m.ways[g], m.from[b] = append(m.ways[g], w), append(m.from[b], w)
}

// search looks for a run to a goal, and keeps the test.
func (m *suiteMaker) search(ctx context.Context, g goal, limit time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	defer func() {
		if b := bug.Recovered(recover()); b != nil {
			m.suite.Faults = append(m.suite.Faults, b.Error())
		}
	}()
	answered := 0
	for _, w := range m.ways[g] {
		answer := portfolio.Check(ctx, m.variant(w), interproc.Options{Solver: m.solver})
		switch answer.Kind {
		case verdict.Fail:
			m.keep(ctx, answer.Test)
			return
		case verdict.Pass:
			answered++
		case verdict.Unknown:
			if answer.Reason == verdict.Internal {
				m.suite.Faults = append(m.suite.Faults, answer.Detail)
			}
		}
	}
	m.excluded[g] = answered == len(m.ways[g])
}

// variant is the program in which a way is the only error. Every block stays reachable as far as the graph goes.
func (m *suiteMaker) variant(w way) *ir.Program {
	p := m.program.CopyBlocks()
	at := w.block.Counterpart(p)
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			if t, ok := b.Terminator.(*ir.Error); ok && (b != at || w.index >= 0) {
				b.Terminator = &ir.Halt{At: t.At, What: t.What}
			}
		}
	}
	if w.index >= 0 {
		here := ir.At{Pos: w.pos}
		failure, rest := at.Function.NewBlock("reached", w.pos), at.Function.NewBlock("rest", w.pos)
		failure.Terminator = &ir.Error{At: here, What: "the goal is reached"}
		rest.Terminator = at.Terminator
		at.Terminator = &ir.Goto{At: here, Targets: []ir.Target{{Guard: w.when, Block: failure}, {Guard: p.Terms.Not(w.when), Block: rest}}}
	}
	p.Number()
	ir.ComputeModifies(p)
	return p
}

// keep runs a test in the program, and keeps it if it gets to a goal that none did.
func (m *suiteMaker) keep(ctx context.Context, test *verdict.Test) {
	seen := &taken{m.from, map[goal]bool{}}
	stop := func() bool { return ctx.Err() != nil }
	ran, err := concrete.Run(m.program, test, concrete.Limits{Steps: coverSteps, Stop: stop, Observer: seen, Inputs: true})
	if err != nil || ran.Kind == concrete.Blocked { // what is assumed does not hold: it is no run
		return
	}
	t := SuiteTest{Fails: ran.Kind == concrete.ReachedError}
	for _, g := range m.order {
		if seen.all[g] && !m.reached[g] {
			m.reached[g] = true
			t.Reaches++
		}
	}
	if t.Reaches == 0 {
		return
	}
	for _, v := range ran.Inputs {
		if v.Input.Kind == ir.NondetCall {
			t.Values = append(t.Values, SuiteValue{v.Input.Name, v.Input.Type, literal(v)})
		}
	}
	m.suite.Tests = append(m.suite.Tests, t)
}

// literal is a value as printf of C writes it.
func literal(v verdict.InputValue) string {
	switch v.Value.Kind() {
	case term.KindFloat:
		bits := v.Value.Bits()
		switch v.Value.Width() {
		case 32:
			return floating(float64(math.Float32frombits(uint32(bits.Uint64()))), 32)
		case 64:
			return floating(math.Float64frombits(bits.Uint64()), 64)
		}
	case term.KindBV:
		if strings.Contains(v.Input.Type, "unsigned") || strings.Contains(v.Input.Type, "Bool") || strings.HasSuffix(v.Input.Type, "*") {
			return v.Value.Big().String()
		}
		return v.Value.BigSigned().String()
	}
	return fmt.Sprint(v.Value)
}

// floating is a float as strtod reads it and printf writes it, which is in lower case.
func floating(x float64, bits int) string {
	return strings.TrimPrefix(strings.ToLower(strconv.FormatFloat(x, 'g', -1, bits)), "+")
}

// taken has the goals that a run was at.
type taken struct {
	from map[*ir.Block][]way
	all  map[goal]bool
}

// Step implements concrete.Observer.
func (t *taken) Step(m *concrete.Machine, from *ir.Block, _ int) {
	for _, w := range t.from[from] { // a goto changes nothing, so its conditions are what they were
		if !t.all[w.goal] && m.Eval(w.when).Bool() {
			t.all[w.goal] = true
		}
	}
}

// Enter implements concrete.Observer.
func (t *taken) Enter(*concrete.Machine, *ir.Block) {}

// Exit implements concrete.Observer.
func (t *taken) Exit(_ *concrete.Machine, from *ir.Block) {
	for _, w := range t.from[from] {
		t.all[w.goal] = true
	}
}

// Leave implements concrete.Observer.
func (t *taken) Leave(*concrete.Machine, *ir.Block) {}
