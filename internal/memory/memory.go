package memory

import (
	"fmt"
	"slices"

	"yogi/internal/assumption"
	"yogi/internal/ir"
	"yogi/internal/pointsto"
	"yogi/internal/term"
)

// Options are the settings of Lower.
type Options struct {
	// Split cuts memory into several maps. Otherwise there is one map of bytes: slower, and what the
	// split form is checked against.
	Split bool
	// Points holds what TakeNumbers found of the program as it is; nil: it is to be found.
	Points *Points
}

// Points says where the addresses of a program point, as long as nobody changes it.
type Points struct{ solved *analysis }

// Lower replaces the memory instructions of p, which is normalized and simplified before, so that an
// address which was computed in several steps is seen as a whole. The error says what in the program has
// no meaning in memory.
func Lower(p *ir.Program, o Options) error {
	if p.Model == nil {
		return nil
	}
	ir.Normalize(p)
	ir.Simplify(p)
	_, err := LowerNormal(p, o)
	return err
}

// TakeNumbers gives the loads of p that take addresses for numbers, or numbers for addresses, the
// machine's meaning (numbers.go). The program is normalized and simplified, and is again
// afterwards. Where memory is not cut, and in an open program, the loads stay as they are, and that
// is an assumption. If nothing had to be changed, it says where the addresses point, so that
// LowerNormal does not find that once more.
func TakeNumbers(p *ir.Program) (*Points, error) {
	if p.Model == nil {
		return nil, nil
	}
	if err := checkSorts(p); err != nil {
		return nil, err
	}
	if clobbers(p) {
		assumeBytes(p, nil)
		return nil, nil
	}
	a := solved(p)
	switch {
	case a.whole():
		assumeBytes(p, nil)
	case p.Open:
		assumeBytes(p, a)
	case takesNumbers(p, a):
		ir.Normalize(p)
		ir.Simplify(p)
		return nil, nil
	}
	return &Points{a}, nil
}

// assumeBytes says that a load of what may be bytes of an address takes them as memory has them, if there is one, and
// so a load of an address of which a part may have been written over.
func assumeBytes(p *ir.Program, cut *analysis) {
	if at, looks := looksAtAddresses(p, cut); looks {
		p.Assumptions.Add(assumption.BytesOfAddress, "", at)
	}
	if at, mixes := readsParts(p, cut); mixes {
		p.Assumptions.Add(assumption.PartsOfAddress, "", at)
	}
}

// LowerNormal is Lower for a program that is normalized and simplified, with the claim about where
// addresses point that the new form rests on. A program without a data model has no memory instructions
// and stays as it is; there is no claim then.
func LowerNormal(p *ir.Program, o Options) (*pointsto.Claim, error) {
	if p.Model == nil {
		return nil, nil
	}
	if err := checkSorts(p); err != nil {
		return nil, err
	}
	plan := onePlan(p)
	if o.Split && !clobbers(p) {
		plan = splitPlan(p, o.Points)
	}
	p.ResolveAddresses()
	l := newLowerer(p, plan)
	for _, f := range p.Functions {
		l.lowerFunction(f)
	}
	l.finish()
	return plan.claim(), nil
}

// checkSorts refuses accesses to values that are not whole bytes, and allocations without a counter.
func checkSorts(p *ir.Program) error {
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				var sort *term.Sort
				switch i := i.(type) {
				case *ir.Load:
					sort = i.Dst.Sort
				case *ir.Store:
					sort = i.Value.Sort()
				case *ir.Alloc:
					if p.AllocCounter == nil {
						return fmt.Errorf("%s: allocation in a program without an allocation counter", i.Pos)
					}
					continue
				default:
					continue
				}
				if w := bitWidth(sort); w == 0 || w%8 != 0 {
					return fmt.Errorf("%s: access to memory of sort %s", i.Position(), sort)
				}
			}
		}
	}
	return nil
}

// bitWidth is the size of a storable value in bits, 0 for other sorts.
func bitWidth(s *term.Sort) int {
	switch s.Kind {
	case term.KindBV:
		return s.Width
	case term.KindFloat:
		return s.Exp + s.Sig
	}
	return 0
}

// class is a part of memory with a map of its own: all cells that some set of accesses may touch.
type class struct {
	cellBytes int
	note      string
	read      bool         // some Load reads a cell; what is written to any other class nobody sees
	variable  *ir.Variable // made when an instruction first needs it
}

// span is a row of cells of a class at start+offset, start+offset+step, ..., count of them, where start
// is the address in an instruction.
//
// Of a zeroed Alloc whose size is no constant the count is not known and 0.
type span struct {
	class  *class
	offset uint64
	step   uint64
	count  uint64
}

// plan says which cells each memory instruction touches. Invariant: whenever two instructions may touch
// a common byte of memory, their cells are of one class and equal or disjoint.
type plan struct {
	access      func(ir.Instruction) *class // of a Load or Store
	spans       func(ir.Instruction) []span // of a Copy, Fill or zeroed Alloc of constant size
	ranges      []zeroRange
	assumptions assumption.List
	claim       func() *pointsto.Claim // what the plan rests on, once maps have variables
}

// zeroRange is a row of adjacent cells that start as zero.
type zeroRange struct {
	class    *class
	from, to uint64
}

// onePlan is one map of bytes.
func onePlan(p *ir.Program) *plan {
	all := &class{cellBytes: 1, note: "all memory"}
	out := &plan{
		access: func(ir.Instruction) *class { return all },
		spans: func(i ir.Instruction) []span {
			return []span{{class: all, step: 1, count: touchedSize(i)}}
		},
		claim: func() *pointsto.Claim { return &pointsto.Claim{Whole: &pointsto.Cell{Map: all.variable}} },
	}
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			all.read = all.read || slices.ContainsFunc(b.Instructions, isLoad)
		}
	}
	for _, o := range p.Objects {
		if o.Zero && o.Size > 0 {
			out.ranges = append(out.ranges, zeroRange{all, o.Address, o.Address + o.Size})
		}
	}
	return out
}

func isLoad(i ir.Instruction) bool {
	_, ok := i.(*ir.Load)
	return ok
}

// touchedSize is the number of bytes that a Copy, Fill or zeroed Alloc of constant size writes.
func touchedSize(i ir.Instruction) uint64 {
	switch i := i.(type) {
	case *ir.Copy:
		return i.Size
	case *ir.Fill:
		return i.Size
	case *ir.Alloc:
		if size, ok := i.Size.Value(); ok && i.Zero {
			return size.Uint64()
		}
	}
	return 0
}
