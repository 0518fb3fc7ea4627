package angelic

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"yogi/internal/angelic/explain"
	"yogi/internal/angelic/trace"
	"yogi/internal/bug"
	"yogi/internal/ir"
	"yogi/internal/refine"
	"yogi/internal/sem/concrete"
	"yogi/internal/solver"
	"yogi/internal/solver/chain"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// maxIterations bounds the failing tests looked at from one entry.
const maxIterations = 200

// maxForOne is how many specifications one assertion may need from one entry before it is reported as
// unexplained: an assertion in a loop may fail in a new way for ever.
const maxForOne = 6

// analysis is the loop for one entry.
type analysis struct {
	name       string
	ctx        context.Context
	options    Options
	program    *ir.Program
	terms      *term.Builder
	solver     solver.Solver
	unknowns   *unknowns
	suppressed map[string]bool
	out        *Entry
	specs      []*accepted
	sites      []*place
	sitesIn    map[*ir.Function][]*place // by function, as far as asked
	checks     map[*ir.Error]*place      // by error, as far as asked
	original   map[*ir.Block][]ir.Instruction
	seeds      []refine.Seed // tests of the last question
	started    time.Time
}

// accepted is a specification with the test that it was made for, in case that it has to be taken back.
type accepted struct {
	spec *Specification
	test *verdict.Test
	path *trace.Path
}

func newAnalysis(ctx context.Context, o Options, p *ir.Program, entry string, suppressed map[string]bool) (*analysis, error) {
	a := &analysis{
		name: entry, sitesIn: map[*ir.Function][]*place{}, checks: map[*ir.Error]*place{}, options: o, program: p, terms: p.Terms, suppressed: suppressed,
		unknowns: newUnknowns(p, o.Monitors, o.Watched), out: &Entry{Name: entry},
	}
	if err := a.open(ctx); err != nil {
		return nil, err
	}
	a.ignoreQuantified()
	a.keepOriginal()
	a.findSites(entry)
	return a, nil
}

// open gives the analysis time and a solver, at the start and when it goes on after its time was up.
func (a *analysis) open(ctx context.Context) error {
	s, err := chain.New(a.terms, solver.Config{})
	if err != nil {
		return err
	}
	out := *a.out // what was found before has been handed out
	out.Undecided = ""
	a.ctx, a.solver, a.started, a.out = ctx, s, time.Now(), &out
	return nil
}

func (a *analysis) close() { a.solver.Close() }

// cutOff says that time is up in the middle of a failure: nothing is concluded of it.
func (a *analysis) cutOff() bool {
	if a.ctx.Err() == nil {
		return false
	}
	a.reinstall(a.specifications())
	a.out.Undecided = timeIsUp
	return true
}

// timeIsUp is why an entry is undecided whose time did not suffice.
const timeIsUp = "timeout"

// ignoreQuantified drops quantified assumptions in the code: with one, a test cannot be built but by luck.
// Without, more runs are runs.
func (a *analysis) ignoreQuantified() {
	for _, f := range a.program.Functions {
		for _, b := range f.Blocks {
			kept := make([]ir.Instruction, 0, len(b.Instructions))
			for _, i := range b.Instructions {
				if as, ok := i.(*ir.Assume); ok && as.Cond.HasQuantifier() {
					a.out.Ignored = append(a.out.Ignored, fmt.Sprintf("the quantified assumption at %s is left out", as.Pos))
					continue
				}
				kept = append(kept, i)
			}
			b.Instructions = kept
		}
	}
}

// key identifies an assertion, also across the programs of different entries.
func key(e *ir.Error) string { return keyOf(e.Pos, e.What) }

func (a *analysis) run() (out *Entry) {
	out = a.out
	defer func() {
		if b := bug.Recovered(recover()); b != nil {
			a.out.Undecided = "internal: " + b.Message
		}
		a.finish()
	}()
	a.suppressAll()
	for a.out.Iterations < maxIterations {
		a.out.Iterations++
		answer := a.ask() // line 4
		switch answer.Kind {
		case verdict.Pass:
			a.certify(answer)
			return out
		case verdict.Fail:
			if !a.treat(answer.Test) {
				return out
			}
			continue
		}
		if answer.Reason == verdict.Unsupported && a.leaveOut(answer) {
			continue
		}
		a.out.Undecided = undecided(answer)
		return out
	}
	a.out.Undecided = "too many failures"
	return out
}

// certify has the proof that nothing else fails checked. It is one about the program as it is now: with the specifications and
// the suppressed assertions as assumptions.
func (a *analysis) certify(answer *verdict.Answer) {
	a.out.Complete = true
	if a.options.Certify == nil {
		return
	}
	unchecked, err := a.options.Certify(a.ctx, a.program, answer.Certificate)
	switch {
	case err != nil:
		a.out.Complete, a.out.Undecided = false, "the proof that nothing else fails was rejected: "+err.Error()
	case unchecked != "":
		a.out.Unchecked = unchecked
	default:
		a.out.Certified = true
	}
}

// undecided says why an answer is unknown.
func undecided(answer *verdict.Answer) string {
	line, _, _ := strings.Cut(answer.Detail, "\n")
	if line == "" {
		return string(answer.Reason)
	}
	return string(answer.Reason) + ": " + line
}

func (a *analysis) finish() {
	a.out.Specifications = nil
	for _, s := range a.specs {
		a.out.Specifications = append(a.out.Specifications, s.spec)
	}
	// In the order of the source: that in which the search met them is its own.
	slices.SortStableFunc(a.out.Specifications, func(x, y *Specification) int { return comparePlaces(x.For, y.For) })
	a.out.assumed = maps.Clone(a.suppressed)
	a.out.Seconds += time.Since(a.started).Seconds()
}

// suppressAll turns assertions for which a warning was given into assumptions.
func (a *analysis) suppressAll() {
	for _, f := range a.program.Functions {
		for _, b := range f.Blocks {
			if e, ok := b.Terminator.(*ir.Error); ok && a.suppressed[key(e)] {
				trace.Suppress(b)
			}
		}
	}
}

// leaveOut ends the runs at a construct that is not modelled; that nothing fails behind it is not shown.
func (a *analysis) leaveOut(answer *verdict.Answer) bool {
	if answer.Diagnostic == nil {
		return false
	}
	found := false
	for _, f := range a.program.Functions {
		for _, b := range f.Blocks {
			if u, ok := b.Terminator.(*ir.Unsupported); ok && u.Diagnostic == answer.Diagnostic {
				b.Terminator = &ir.Halt{At: u.At, What: "not modelled"}
				found = true
			}
		}
	}
	if found {
		a.out.cut = true
		a.note("not modelled, runs end there: " + answer.Diagnostic.String())
	}
	return found
}

func (a *analysis) note(text string) {
	if !slices.Contains(a.out.Notes, text) {
		a.out.Notes = append(a.out.Notes, text)
	}
}

// treat explains a failing test, or warns (Algorithm 1, lines 8 to 15). It reports whether to go on.
func (a *analysis) treat(test *verdict.Test) bool {
	path, err := trace.Of(a.program, test, func() bool { return a.ctx.Err() != nil })
	if err != nil {
		a.out.Undecided = "the failing test cannot be replayed: " + err.Error()
		return false
	}
	a.unknowns.note(path)
	if a.treatEarlier(path) {
		return true
	}
	if a.cutOff() {
		return false
	}
	w := &Warning{Entry: a.out.Name, Function: path.Function.Name, Pos: path.Error.Pos, What: path.Error.What, Property: path.Error.Property, Test: test, Program: a.program}
	w.Trace, w.Stack = a.traceOf(test), a.stackOf(path)
	if a.count(path.Error) >= maxForOne {
		w.Class, w.Reason = Unexplained, fmt.Sprintf("%d specifications did not suffice", maxForOne)
		a.warn(w, path)
		return true
	}
	unexplained := "" // why a search was given up: there may be a specification that was not found
	for _, useGuards := range a.stages() {
		if len(path.Conditions) > maxConditions {
			unexplained = "the path is too long"
			break
		}
		answer := a.explain(path, useGuards)
		if !answer.Found() {
			w.Class, w.Reason = classOf(answer)
			if w.Class == Unexplained {
				unexplained = w.Reason
			}
			continue
		}
		spec := a.specification(path, answer)
		if slices.ContainsFunc(w.Tried, func(r Rejected) bool { return r.Text == spec.Text }) {
			continue
		}
		a.guarded(spec, path, useGuards)
		why, class := a.accept(spec)
		if a.cutOff() {
			return false
		}
		if why == "" {
			a.specs = append(a.specs, &accepted{spec, test, path})
			return true
		}
		w.Tried = append(w.Tried, Rejected{spec.Text, why})
		w.Class, w.Reason = class, why
	}
	if a.cutOff() {
		return false
	}
	if len(w.Tried) > 0 && w.Class != NotPermissive && w.Class != Inconsistent {
		w.Class, w.Reason = NotPermissive, w.Tried[0].Why
	}
	if unexplained != "" {
		w.Class, w.Reason = Unexplained, unexplained
	}
	a.warn(w, path)
	return true
}

// treatEarlier explains failures at assertions that held on the way, the first first: what is assumed does
// then depend less on which failing test was found, and one test gives many specifications. It reports
// whether it has assumed one. What it cannot explain is left for a test that fails there.
func (a *analysis) treatEarlier(path *trace.Path) bool {
	some := false
	for _, e := range path.Earlier() {
		if a.ctx.Err() != nil {
			break
		}
		if len(e.Conditions) > maxConditions || a.count(e.Error) >= maxForOne || !a.fails(e) {
			continue
		}
		for _, useGuards := range a.stages() {
			answer := a.explain(e, useGuards)
			if !answer.Found() {
				continue
			}
			spec := a.specification(e, answer)
			a.guarded(spec, e, useGuards)
			why, _ := a.accept(spec)
			if a.cutOff() {
				return some
			}
			if why == "" {
				a.specs = append(a.specs, &accepted{spec, nil, e})
				some = true
				break
			}
		}
	}
	return some
}

// maxConditions bounds the conditions of a path that is looked at.
const maxConditions = 2000

// fails says that some outside lets a path fail under what is assumed so far.
func (a *analysis) fails(p *trace.Path) bool {
	conditions := a.facts(p)
	for _, c := range p.Conditions {
		conditions = append(conditions, c.Term)
	}
	conditions = append(conditions, p.Failing)
	return a.solver.Check(a.ctx, solver.Query{Path: conditions, Label: "earlier failure", StatusOnly: true, Timeout: 2 * time.Second}).Status == solver.Sat
}

// stages are the ways to look for a specification: in the condition of the error alone, then with those
// of the branches that lead to it.
func (a *analysis) stages() []bool {
	switch a.options.Guards {
	case GuardsFirst:
		return []bool{true}
	case GuardsNever:
		return []bool{false}
	}
	return []bool{false, true}
}

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

func (a *analysis) explain(path *trace.Path, useGuards bool) explain.Answer {
	q := explain.Question{
		Failing: path.Failing, Shape: a.options.Shape, UseGuards: useGuards,
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
	a.withoutWatched(&q, path)
	return explain.Explain(a.ctx, a.terms, a.solver, q)
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
	s := &Specification{Entry: a.out.Name, Formula: answer.Formula(a.terms), For: path.Error.Pos, What: path.Error.What, Shape: "cnf"}
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
			clause[j] = a.unknowns.reader.Text(atom)
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

// warn reports a warning and assumes the assertion from then on.
func (a *analysis) warn(w *Warning, path *trace.Path) {
	if w.Class == Unexplained {
		a.out.Unexplained = append(a.out.Unexplained, w)
	} else {
		a.out.Warnings = append(a.out.Warnings, w)
	}
	a.suppressed[key(path.Error)] = true
	a.suppressAll()
}

// traceOf is the run of a test in words.
func (a *analysis) traceOf(test *verdict.Test) []verdict.Step {
	const lines = 60
	replayed, err := concrete.Run(a.program, test, concrete.Limits{Trace: lines})
	if err != nil {
		return nil
	}
	return replayed.Trace
}
