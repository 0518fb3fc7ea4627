package pipeline

import (
	"context"
	"errors"
	"maps"
	"strings"
	"sync"

	"yogi/internal/bug"
	"yogi/internal/certify/split"
	"yogi/internal/concolic"
	"yogi/internal/confirm"
	"yogi/internal/coverage"
	"yogi/internal/ir"
	"yogi/internal/load"
	"yogi/internal/sem/concrete"
	"yogi/internal/source"
	"yogi/internal/verdict"
)

// This file says of each line what a check found out about it. The tests of a search are of the program as the engine
// reads it, in which a block may be what several lines came to. So each is run again, in a program that has the lines
// apart, and one that is no run of that program counts for nothing.

// coverSteps is how many blocks a test is run for.
const coverSteps = 1_000_000

// tests are those that searches told of.
type tests struct {
	lock sync.Mutex
	all  []testOf
}

type testOf struct {
	program *ir.Program
	test    *verdict.Test
}

func (t *tests) add(p *ir.Program, all []*verdict.Test) {
	t.lock.Lock()
	defer t.lock.Unlock()
	for _, test := range all {
		t.all = append(t.all, testOf{p, test})
	}
}

func (t *tests) list() []testOf {
	t.lock.Lock()
	defer t.lock.Unlock()
	return t.all
}

func testsIn(seeds []concolic.Seed) []*verdict.Test {
	var out []*verdict.Test
	for _, s := range seeds {
		out = append(out, s.Test)
	}
	return out
}

// covered is the coverage of a check; nil: the program cannot be made again for it. The verdict does not rest on
// anything here.
func (r *run) covered(ctx context.Context, v verdict.Verdict) (out *coverage.Report) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), coverMost)
	defer cancel()
	defer func() {
		if bug.Recovered(recover()) != nil {
			out = nil
		}
	}()
	form := confirm.Form{AsWritten: true, Machine: r.job.IsLinear()}
	job := maker{r.job}.telling(form, confirm.Telling{Told: true})
	made, err := load.Read(ctx, job)
	if err != nil {
		return nil
	}
	known := coverage.Of(made)
	if v.Kind == verdict.Pass {
		known.Prove()
	}
	told, err := load.Prepare(made, job)
	if err != nil && !errors.As(err, new(*split.Rejection)) {
		return known.Report()
	}
	ctx, cancelRuns := context.WithTimeout(ctx, coverRunsMost)
	defer cancelRuns()
	var failing map[source.Pos]int
	if v.Kind == verdict.Fail {
		if failing = ranThrough(ctx, told, testOf{told, v.Test}); failing == nil {
			return nil // the numbers of the runs would be those of others
		}
		known.Ran(failing)
	}
	for _, t := range r.tests.list() {
		if ctx.Err() != nil || r.job.IsLinear() { // a run over numbers without bounds is none of the program
			break
		}
		if times := ranThrough(ctx, told, t); times != nil && !maps.Equal(times, failing) {
			known.Ran(times)
		}
	}
	return known.Report()
}

// ranThrough says how often a run of a test was at each place; nil: the test is none of the program.
func ranThrough(ctx context.Context, p *ir.Program, of testOf) map[source.Pos]int {
	test, err := confirm.CarriedOver(of.program, p, of.test)
	if err != nil {
		return nil
	}
	seen := &visits{blocks: map[*ir.Block]int{}, entered: map[*ir.Function]int{}}
	if !strings.HasPrefix(p.Entry.Name, "@") {
		seen.entered[p.Entry] = 1
	}
	stop := func() bool { return ctx.Err() != nil }
	if _, err := concrete.Run(p, test, concrete.Limits{Steps: coverSteps, Stop: stop, Observer: seen}); err != nil {
		return nil
	}
	return seen.places()
}

// visits counts how often a run was in each block, and entered each function.
type visits struct {
	blocks  map[*ir.Block]int
	entered map[*ir.Function]int
}

// places says how often the run was at each place. A pass may make several blocks of one, so of those of a function
// that have a place that counts which was met most. The place of a function is met when it is entered.
func (v *visits) places() map[source.Pos]int {
	type at struct {
		place    source.Pos
		function *ir.Function
	}
	most := map[at]int{}
	for b, n := range v.blocks {
		note := func(p source.Pos) {
			if p.IsWritten() && p != b.Function.Pos {
				most[at{p, b.Function}] = max(most[at{p, b.Function}], n)
			}
		}
		note(b.Terminator.Position())
		for _, i := range b.Instructions {
			note(i.Position())
		}
	}
	out := map[source.Pos]int{}
	for where, n := range most {
		if !strings.HasPrefix(where.function.Name, "@") {
			out[where.place] += n
		}
	}
	for where, n := range most { // what the front end adds has places of the text too
		if strings.HasPrefix(where.function.Name, "@") {
			out[where.place] = max(out[where.place], n)
		}
	}
	for f, n := range v.entered {
		if f.Pos.IsWritten() {
			out[f.Pos] += n
		}
	}
	return out
}

// Step implements concrete.Observer.
func (v *visits) Step(_ *concrete.Machine, from *ir.Block, _ int) { v.blocks[from]++ }

// Enter implements concrete.Observer.
func (v *visits) Enter(_ *concrete.Machine, call *ir.Block) {
	v.blocks[call]++
	v.entered[call.Call().Callee]++
}

// Exit implements concrete.Observer.
func (v *visits) Exit(_ *concrete.Machine, from *ir.Block) { v.blocks[from]++ }

// Leave implements concrete.Observer.
func (v *visits) Leave(*concrete.Machine, *ir.Block) {}
