package memory_test

import (
	"testing"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// machine runs lowered programs without inputs, to compare one form of memory with another. Memory that
// nothing wrote holds the byte 0xaa everywhere.
type machine struct {
	t       *testing.T
	program *ir.Program
	eval    *term.Evaluator
	values  map[*term.Term]term.Value
	steps   int
}

func (m *machine) Lookup(v *term.Term) (term.Value, bool) {
	value, ok := m.values[v]
	return value, ok
}

func (m *machine) Apply(*term.Func, []term.Value) (term.Value, bool) { return term.Value{}, false }

// run executes the entry function and returns the values of all variables.
func run(t *testing.T, p *ir.Program) map[*term.Term]term.Value {
	m := &machine{t: t, program: p, eval: term.NewEvaluator(), values: map[*term.Term]term.Value{}}
	m.start()
	m.call(p.Entry, nil)
	return m.values
}

func (m *machine) start() {
	for _, v := range m.program.Globals {
		if v.Memory != nil {
			fill := uint64(0xaaaaaaaaaaaaaaaa)
			m.values[v.Sym] = term.ArrayVal(term.NewArrayValue(v.Sort, term.BVValue(v.Memory.CellWidth, fill)))
		}
	}
	m.values[m.program.AllocCounter.Sym] = term.BVValue(m.program.Model.PointerWidth, m.program.FirstFree)
	for _, r := range m.program.InitialRanges {
		array := m.values[r.Map.Sym].Array()
		for a := r.From; a < r.To; a += uint64(r.CellBytes) {
			array = array.Store(term.BVValue(m.program.Model.PointerWidth, a), term.BVValue(8*r.CellBytes, r.Value))
		}
		m.values[r.Map.Sym] = term.ArrayVal(array)
	}
}

func (m *machine) value(t *term.Term) term.Value {
	v, err := m.eval.Eval(t, m)
	if err != nil {
		m.t.Fatalf("%s: %v", t, err)
	}
	return v
}

func (m *machine) call(f *ir.Function, args []term.Value) {
	for i, v := range f.Params {
		m.values[v.Sym] = args[i]
	}
	for b := f.Entry(); b != nil; {
		m.steps++
		if m.steps > 100000 {
			m.t.Fatal("the program does not end")
		}
		for _, i := range b.Instructions {
			m.instruction(i)
		}
		b = m.next(b)
	}
}

func (m *machine) next(b *ir.Block) *ir.Block {
	g, ok := b.Terminator.(*ir.Goto)
	if !ok {
		return nil
	}
	for _, target := range g.Targets {
		if m.value(target.Guard).Bool() {
			return target.Block
		}
	}
	m.t.Fatalf("block %d of %s is stuck", b.Index, b.Function.Name)
	return nil
}

func (m *machine) instruction(i ir.Instruction) {
	switch i := i.(type) {
	case *ir.Assign:
		m.values[i.Dst.Sym] = m.value(i.Src)
	case *ir.Assume:
		if !m.value(i.Cond).Bool() {
			m.t.Fatalf("%s: the run is blocked", i.Cond)
		}
	case *ir.Call:
		args := make([]term.Value, len(i.Args))
		for n, a := range i.Args {
			args[n] = m.value(a)
		}
		m.call(i.Callee, args)
		for n, r := range i.Results {
			if r != nil {
				m.values[r.Sym] = m.values[i.Callee.Results[n].Sym]
			}
		}
	default:
		m.t.Fatalf("%T in a lowered program", i)
	}
}
