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
	"yogi/internal/concolic"
	"yogi/internal/ir"
	"yogi/internal/sem/concrete"
	"yogi/internal/solver"
	"yogi/internal/solver/chain"
	"yogi/internal/source"
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
	base       *ir.Program      // of the entry; see variant
	assumed    []*Specification // in program
	program    *ir.Program      // the variant at hand
	terms      *term.Builder
	solver     solver.Solver
	unknowns   *unknowns
	suppressed map[string]bool // assertions that are taken to hold, by their keys
	leftOut    map[*source.Diagnostic]bool
	out        *Entry
	specs      []*accepted
	sites      []*place
	sitesIn    map[*ir.Function][]*place // by function, as far as asked
	checks     map[*ir.Error]*place      // by error, as far as asked
	seeds      []concolic.Seed           // tests of the last question
	tried      map[member]bool           // of which clauses about every object were proposed
	limited    string                    // a limit of a number that the code limits, of the failure at hand
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
		name: entry, sitesIn: map[*ir.Function][]*place{}, checks: map[*ir.Error]*place{}, options: o, base: p.CopyBlocks(), terms: p.Terms, suppressed: suppressed,
		leftOut: map[*source.Diagnostic]bool{}, tried: map[member]bool{}, out: &Entry{Name: entry},
	}
	a.unknowns = newUnknowns(a.base, o.Monitors, o.Watched)
	if err := a.open(ctx); err != nil {
		return nil, err
	}
	a.ignoreQuantified()
	a.findSites(entry)
	a.assume(nil)
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
	a.assume(a.specifications())
	a.out.Undecided = timeIsUp
	return true
}

// timeIsUp is why an entry is undecided whose time did not suffice.
const timeIsUp = "timeout"

// ignoreQuantified drops quantified assumptions in the code of the base: with one, a test cannot be built but by luck.
// Without, more runs are runs.
func (a *analysis) ignoreQuantified() {
	for _, f := range a.base.Functions {
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
	for a.out.Iterations < maxIterations {
		a.out.Iterations++
		answer := a.ask() // line 4
		switch answer.Kind {
		case verdict.Pass:
			a.noteUnkept()
			a.certify(answer)
			return out
		case verdict.Fail:
			if !a.explainOrWarn(answer.Test) {
				return out
			}
			continue
		}
		if answer.Reason == verdict.Unsupported && a.leaveOut(answer.Diagnostic) {
			continue
		}
		a.out.Undecided = undecided(answer)
		return out
	}
	a.out.Undecided = "too many failures"
	return out
}

// certify has the proof that nothing else fails checked. It is one about the program as it is now:
// with the specifications and the suppressed assertions as assumptions.
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

func (a *analysis) note(text string) {
	if !slices.Contains(a.out.Notes, text) {
		a.out.Notes = append(a.out.Notes, text)
	}
}

// explainOrWarn explains a failing test, or warns (Algorithm 1, lines 8 to 15). It reports whether to go on.
func (a *analysis) explainOrWarn(test *verdict.Test) bool {
	path, err := trace.Of(a.program, test, func() bool { return a.ctx.Err() != nil })
	if err != nil {
		a.out.Undecided = "the failing test cannot be replayed: " + err.Error()
		return false
	}
	a.unknowns.note(path)
	if a.explainEarlier(path) {
		return true
	}
	if a.cutOff() {
		return false
	}
	w := &Warning{Entry: a.out.Name, Function: a.functionOf(path), Pos: path.Error.Pos, Place: path.Place(), What: path.Error.What, Property: path.Error.Property, Test: test}
	w.Trace, w.Stack = a.traceOf(test), a.stackOf(path)
	if a.count(path.Error) >= maxForOne {
		w.Class, w.Reason = Unexplained, fmt.Sprintf("%d specifications did not suffice", maxForOne)
		a.warn(w, path)
		return true
	}
	unexplained := "" // why a search was given up: there may be a specification that was not found
	for _, at := range a.stages() {
		if len(path.Conditions) > maxConditions {
			if w.Class, w.Reason = Inexplicable, string(explain.NoAtoms); !a.isWordless(path) {
				unexplained = "the path is too long"
			}
			break
		}
		answer := a.explain(path, at)
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
		if clause, instead := a.generalised(spec, path, at); clause != nil && a.acceptInstead(clause, instead) {
			a.specs = append(a.specs, &accepted{clause, test, path})
			return true
		}
		a.guarded(spec, path, at)
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
		if class == TestedElsewhere {
			break // that the branches on the way are not taken is no reason to leave the test out
		}
	}
	if a.cutOff() {
		return false
	}
	if len(w.Tried) > 0 && w.Class != NotPermissive && w.Class != Inconsistent && w.Class != TestedElsewhere {
		w.Class, w.Reason = NotPermissive, w.Tried[0].Why
	}
	switch {
	case unexplained != "":
		w.Class, w.Reason = Unexplained, unexplained
	case w.Class == Inexplicable && a.limited != "":
		w.Reason = fmt.Sprintf("%s is not assumed, since the code limits the number itself", a.limited)
	}
	a.warn(w, path)
	return true
}

// functionOf is the function that a failure is in: the entry if it is one of the end of the entry.
func (a *analysis) functionOf(path *trace.Path) string {
	if path.Function == a.program.Entry && a.base.Function(a.name) != nil {
		return a.name
	}
	return path.Function.SourceName()
}

// explainEarlier explains failures at assertions that held on the way, the first first: what is assumed does
// then depend less on which failing test was found, and one test gives many specifications. It reports
// whether it has assumed one. What it cannot explain is left for a test that fails there.
func (a *analysis) explainEarlier(path *trace.Path) bool {
	some := false
	for _, e := range path.Earlier() {
		if a.ctx.Err() != nil {
			break
		}
		if len(e.Conditions) > maxConditions || a.count(e.Error) >= maxForOne || !a.fails(e) {
			continue
		}
		for _, at := range a.stages() {
			answer := a.explain(e, at)
			if !answer.Found() {
				continue
			}
			spec := a.specification(e, answer)
			if clause, instead := a.generalised(spec, e, at); clause != nil && a.acceptInstead(clause, instead) {
				a.specs = append(a.specs, &accepted{clause, nil, e})
				some = true
				break
			}
			a.guarded(spec, e, at)
			why, class := a.accept(spec)
			if a.cutOff() {
				return some
			}
			if why == "" {
				a.specs = append(a.specs, &accepted{spec, nil, e})
				some = true
			}
			if why == "" || class == TestedElsewhere {
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

// warn reports a warning and assumes the assertion from then on.
func (a *analysis) warn(w *Warning, path *trace.Path) {
	if w.Class == Unexplained {
		a.out.Unexplained = append(a.out.Unexplained, w)
	} else {
		a.out.Warnings = append(a.out.Warnings, w)
	}
	a.suppressed[key(path.Error)] = true
	a.assume(a.assumed)
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
