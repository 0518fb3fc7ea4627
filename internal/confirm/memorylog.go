package confirm

import (
	"context"
	"fmt"
	"slices"

	"yogi/internal/bug"
	"yogi/internal/ir"
	"yogi/internal/report/ctest"
	"yogi/internal/report/evidence"
	"yogi/internal/sem/concrete"
	"yogi/internal/source"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// memoryLog records what a run of a test did with memory and no input of the test tells: the
// objects that it made, in their order, and whether it wrote to one that C does not let it write
// to. It is found by running the test on the program with globals that nothing of the program
// reads.
type memoryLog struct {
	fresh []ctest.Fresh
	// literal is the first place where the run writes to a string literal or a constant object
	// (6.4.5p7, 6.7.3p6), if it does.
	literal *source.Pos
}

// Widths of the logs' numbers.
const (
	siteWidth  = 24
	countWidth = 32
)

// logging is a program that is given logs.
type logging struct {
	program *ir.Program
	count   *ir.Variable // of objects made so far
	sites   *ir.Variable // from their numbers to where they were made
	at      *ir.Variable // and to their addresses
	sizes   *ir.Variable
	wrote   *ir.Variable // where the first forbidden write is: 0 if none was
	allocs  []*ir.Alloc
	writes  []source.Pos
}

// logMemory runs a test of a C program and tells what it did with memory; nil if the run does not
// come to an end with the logs.
func (r *confirmation) logMemory(ctx context.Context, test *verdict.Test) (*memoryLog, error) {
	var l *logging
	program, err := r.MakeTelling(ctx, r.form, Telling{Add: func(p *ir.Program) *ir.Program {
		l = withLogs(p)
		return l.program
	}})
	if err != nil {
		return nil, err
	}
	l.in(program)
	decoded, err := evidence.EncodeTest(test).Decode(program)
	if err != nil {
		return nil, nil // the passes left out kept something apart: there is no log
	}
	end := &lastState{}
	out, err := concrete.Run(program, decoded, concrete.Limits{Observer: end, Stop: func() bool { return ctx.Err() != nil }})
	if err != nil || out.Kind != concrete.ReachedError {
		return nil, ctx.Err()
	}
	return l.read(end.globals), nil
}

// lastState keeps the globals of the state in which a run ends.
type lastState struct{ globals []term.Value }

func (*lastState) Step(*concrete.Machine, *ir.Block, int)     {}
func (*lastState) Enter(*concrete.Machine, *ir.Block)         {}
func (*lastState) Leave(*concrete.Machine, *ir.Block)         {}
func (s *lastState) Exit(m *concrete.Machine, from *ir.Block) { s.globals = slices.Clone(m.Globals()) }

// withLogs makes a program of a copy of p that keeps logs.
func withLogs(p *ir.Program) *logging {
	p = p.Copy()
	t, pointer := p.Terms, p.Terms.BV(p.Model.PointerWidth)
	number, site := t.BV(countWidth), t.BV(siteWidth)
	l := &logging{
		program: p,
		count:   p.NewGlobal("@objects", number), sites: p.NewGlobal("@sites", t.Array(number, site)),
		at: p.NewGlobal("@addresses", t.Array(number, pointer)), sizes: p.NewGlobal("@sizes", t.Array(number, pointer)),
		wrote: p.NewGlobal("@forbidden", site),
	}
	for _, v := range []*ir.Variable{l.count, l.sites, l.at, l.sizes, l.wrote} {
		v.Log = true
	}
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			var logged []ir.Instruction
			for _, i := range b.Instructions {
				if f != p.Entry { // which gives literals their contents
					logged = append(logged, l.write(i)...)
				}
				logged = append(logged, i)
				if a, ok := i.(*ir.Alloc); ok {
					logged = append(logged, l.alloc(a)...)
				}
			}
			b.Instructions = logged
		}
	}
	p.Number()
	return l
}

// in makes the logs those of a program that passes made of the one that was given them.
func (l *logging) in(p *ir.Program) {
	l.program = p
	for _, v := range []**ir.Variable{&l.count, &l.sites, &l.at, &l.sizes, &l.wrote} {
		*v = sameIn(p, *v)
	}
}

// sameIn is the variable of p that v is in the program of which p was made.
func sameIn(p *ir.Program, v *ir.Variable) *ir.Variable {
	now := p.VariableOf(v.Sym)
	if now == nil {
		bug.Errorf("the passes took the log %s away", v.Name)
	}
	return now
}

// alloc logs an object that was made.
func (l *logging) alloc(a *ir.Alloc) []ir.Instruction {
	t := l.program.Terms
	l.allocs = append(l.allocs, a)
	size := a.Size
	if size.DependsOn(a.Dst.Sym) {
		size = t.BVConst(size.Sort().Width, 0)
	}
	set := func(v *ir.Variable, to *term.Term) ir.Instruction { return &ir.Assign{At: a.At, Dst: v, Src: to} }
	return []ir.Instruction{
		set(l.sites, t.Store(l.sites.Sym, l.count.Sym, t.BVConst(siteWidth, uint64(len(l.allocs)-1)))),
		set(l.at, t.Store(l.at.Sym, l.count.Sym, a.Dst.Sym)),
		set(l.sizes, t.Store(l.sizes.Sym, l.count.Sym, size)),
		set(l.count, t.BVAdd(l.count.Sym, t.BVConst(countWidth, 1))),
	}
}

// write logs a write that is about to be made to an object that must not be written.
func (l *logging) write(i ir.Instruction) []ir.Instruction {
	var address *term.Term
	switch i := i.(type) {
	case *ir.Store:
		address = i.Addr
	case *ir.Copy:
		address = i.To
	case *ir.Fill:
		address = i.Addr
	default:
		return nil
	}
	t := l.program.Terms
	forbidden := t.False()
	for _, o := range l.program.Objects {
		if o.ReadOnly && o.Size > 0 && (o.Kind == ir.StringObject || o.Kind == ir.StaticObject) {
			width := address.Sort().Width
			first, last := t.BVConst(width, o.Address), t.BVConst(width, o.Address+o.Size-1)
			forbidden = t.Or(forbidden, t.And(t.BVUle(first, address), t.BVUle(address, last)))
		}
	}
	if forbidden.IsFalse() {
		return nil
	}
	l.writes = append(l.writes, i.Position())
	none := t.Eq(l.wrote.Sym, t.BVConst(siteWidth, 0))
	here := t.Ite(t.And(none, forbidden), t.BVConst(siteWidth, uint64(len(l.writes))), l.wrote.Sym)
	return []ir.Instruction{&ir.Assign{At: ir.At{Pos: i.Position()}, Dst: l.wrote, Src: here}}
}

// read reads the logs.
func (l *logging) read(globals []term.Value) *memoryLog {
	out := &memoryLog{}
	if n := globals[l.wrote.Index].Uint64(); n > 0 {
		out.literal = &l.writes[n-1]
	}
	sites, at, sizes := globals[l.sites.Index].Array(), globals[l.at.Index].Array(), globals[l.sizes.Index].Array()
	made := map[*ir.Alloc]int{}
	for n := uint64(0); n < globals[l.count.Index].Uint64(); n++ {
		number := term.BVValue(countWidth, n)
		a := l.allocs[sites.Select(number).Uint64()]
		made[a]++
		out.fresh = append(out.fresh, ctest.Fresh{
			Address: at.Select(number).Uint64(), Size: sizes.Select(number).Uint64(),
			Heap: a.Kind == ir.HeapObject, Name: a.Name, Pos: a.Pos, Pass: made[a],
		})
	}
	return out
}

// withoutForbidden is a fail, or one whose evidence did not check, of a test that was not seen to
// reach the error on the machine: what the program does behind a write that C forbids is open, and
// no answer.
func (r *confirmation) withoutForbidden(ctx context.Context, v verdict.Verdict) (verdict.Verdict, error) {
	if v.Kind != verdict.Fail && v.Reason != verdict.EvidenceRejected {
		return v, nil
	}
	log, err := r.logMemory(ctx, v.Test)
	if err != nil || log == nil || log.literal == nil {
		return v, err
	}
	v.Kind, v.Reason = verdict.Unknown, verdict.UndefinedReason
	v.Detail = fmt.Sprintf("the test found writes to a string literal or a constant object at %s, which C leaves undefined; the compiled program does not get to the error", log.literal)
	return v, nil
}

// fresh are the objects that a test's run makes, if their contents are the test's.
func (r *confirmation) fresh(ctx context.Context, program *ir.Program, test *verdict.Test) ([]ctest.Fresh, error) {
	if r.Source.Open || !ctest.GivesContents(test) && !ctest.ReadsOwnObjects(program) {
		return nil, nil
	}
	log, err := r.logMemory(ctx, test)
	if log == nil {
		return nil, err
	}
	return log.fresh, nil
}
