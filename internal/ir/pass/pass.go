// Package pass runs passes over programs as a table says, and checks the table.
//
// A Pass is a function that changes a program. It says which properties of the program it needs,
// which it makes use of, which it establishes and which it may destroy. A Row of a Table is what is
// switched on and off as one: a few passes, one behind the other. Check finds a pass that stands
// where what it needs has not been established, whichever rows are left out; Run runs the table.
// What the rows of the product's table are is package prepare's.
package pass

import (
	"fmt"

	"yogi/internal/bug"
	"yogi/internal/feature"
	"yogi/internal/ir"
)

// Pass changes a program in place, so it must be given one that nobody else has: prepare gives it copies.
type Pass struct {
	Name string
	// Needs must hold before the pass, or what it does is wrong. Uses should: without, it finds
	// less.
	Needs, Uses Property
	// Gives holds behind the pass. Breaks may not hold behind it any more, unless it is given too.
	Gives, Breaks Property
	Run           func(p *ir.Program) error
}

// Row is a part of a table that is there as a whole or not at all.
type Row struct {
	Name string // unique in the table
	Does string // in words, for docs/architecture.md
	// Of are the features of the search, and the row itself if it is one of feature.Passes, to which the row belongs:
	// it is left out unless there are all.
	Of []feature.Feature
	// When says which programs the row is for; nil: all.
	When   func(p *ir.Program) bool
	Passes []Pass // none: the row is what its absence would change
	// Instead are the passes that run where the row is left out.
	Instead []Pass
}

// Optional reports whether there are programs or settings for which the row does not run.
func (r Row) Optional() bool { return len(r.Of) > 0 || r.When != nil }

// Table is rows in the order in which they run.
type Table []Row

// CutBehind is the table in two parts: the rows up to the one called name, and those behind it.
func (t Table) CutBehind(name string) (first, rest Table) {
	for i, r := range t {
		if r.Name == name {
			return t[: i+1 : i+1], t[i+1:]
		}
	}
	bug.Errorf("the table has no row %s", name)
	return nil, nil
}

// Options say how a table is run.
type Options struct {
	Features feature.Set
	// Tolerated says that a pass has done its work in spite of its error: the rows behind it run,
	// and Run returns the error in the end. nil: none is.
	Tolerated func(err error) bool
	// Check: what is said of a program is checked before the first pass and after every one.
	Check bool
}

// LeavesOut says that a row is left out.
func (o Options) LeavesOut(r Row) bool {
	return !o.Features.HasAll(r.Of...)
}

// Run runs the rows of a table on a program of which some properties hold. The first error of a
// pass ends it, unless it is tolerated.
func (t Table) Run(p *ir.Program, holds Property, options Options) error {
	_, err := t.RunPart(p, holds, options)
	return err
}

// RunPart is Run for a part of a table. It returns what holds behind the last row, for the part behind it.
func (t Table) RunPart(p *ir.Program, holds Property, options Options) (behind Property, err error) {
	r := &runner{program: p, holds: holds, options: options}
	if err := r.check(); err != nil {
		return 0, fmt.Errorf("before the passes: %w", err)
	}
	for _, row := range t {
		if row.When != nil && !row.When(p) {
			continue
		}
		passes := row.Passes
		if options.LeavesOut(row) {
			passes = row.Instead
		}
		for _, pass := range passes {
			if err := r.run(pass); err != nil {
				return 0, fmt.Errorf("%s, pass %s: %w", row.Name, pass.Name, err)
			}
		}
	}
	return r.holds, r.doubt
}

// runner is a run of a table.
type runner struct {
	program *ir.Program
	options Options
	holds   Property
	doubt   error // the first that was tolerated
}

func (r *runner) run(pass Pass) error {
	if err := pass.Run(r.program); err != nil {
		if r.options.Tolerated == nil || !r.options.Tolerated(err) {
			return err
		}
		if r.doubt == nil {
			r.doubt = err
		}
	}
	r.holds = pass.after(r.holds)
	return r.check()
}

func (r *runner) check() error {
	if !r.options.Check {
		return nil
	}
	return r.holds.hold(r.program)
}

// after are the properties behind the pass of a program that has those of before.
func (p Pass) after(before Property) Property { return before&^p.Breaks | p.Gives }
