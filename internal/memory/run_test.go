package memory_test

import (
	"fmt"
	"hash/fnv"
	"strings"
	"testing"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// floatInMemory ends a run whose float in memory has other bits than the machine chose: those of one map or of several.
const floatInMemory = "a float in memory"

// machine runs lowered programs to compare one form of memory with another. An input is a small number
// that its place, how often it was asked for, and the seed decide. Memory that nothing wrote holds one
// byte everywhere.
type machine struct {
	t       *testing.T
	program *ir.Program
	eval    *term.Evaluator
	values  map[*term.Term]term.Value
	seed    int
	asked   map[int]int // how often, by input number
	steps   int
	depth   int
	log     strings.Builder
	end     string // how the run ended; "" while it goes on
}

const (
	maxSteps = 20000
	maxDepth = 200
)

// run executes the entry function; fill is the byte in memory, eight times.
func run(t *testing.T, p *ir.Program, seed int, fill uint64) *machine {
	m := &machine{t: t, program: p, eval: term.NewEvaluator(), values: map[*term.Term]term.Value{}, seed: seed, asked: map[int]int{}}
	m.start(fill)
	m.call(p.Entry, make([]term.Value, len(p.Entry.Params)))
	return m
}

func (m *machine) Lookup(v *term.Term) (term.Value, bool) {
	value, ok := m.values[v]
	return value, ok
}

func (m *machine) Apply(*term.Func, []term.Value) (term.Value, bool) { return term.Value{}, false }

func (m *machine) start(fill uint64) {
	width := m.program.Model.PointerWidth
	for _, v := range m.program.Globals {
		m.values[v.Sym] = v.Sort.Zero()
		if v.Memory != nil {
			m.values[v.Sym] = term.ArrayVal(term.NewArrayValue(v.Sort, term.BVValue(v.Memory.CellWidth, fill)))
		}
	}
	if m.program.AllocCounter != nil {
		m.values[m.program.AllocCounter.Sym] = term.BVValue(width, m.program.FirstFree)
	}
	for _, r := range m.program.InitialRanges {
		array := m.values[r.Map.Sym].Array()
		for a := r.From; a < r.To; a += uint64(r.CellBytes) {
			array = array.Store(term.BVValue(width, a), term.BVValue(8*r.CellBytes, r.Value))
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

// call runs a function and returns its results. What its variables held comes back for an outer
// activation; those of the entry function keep their last values.
func (m *machine) call(f *ir.Function, args []term.Value) []term.Value {
	saved := map[*term.Term]term.Value{}
	for _, v := range f.Variables() {
		if value, ok := m.values[v.Sym]; ok {
			saved[v.Sym] = value
		}
	}
	for i, v := range f.Params {
		m.values[v.Sym] = args[i]
	}
	if m.depth++; m.depth > maxDepth {
		m.end = "too deep"
	}
	for b := f.Entry(); b != nil && m.end == ""; {
		if m.steps++; m.steps > maxSteps {
			m.end = "too long"
			break
		}
		b = m.block(b)
	}
	m.depth--
	results := make([]term.Value, len(f.Results))
	for i, v := range f.Results {
		results[i] = m.values[v.Sym]
	}
	for sym, value := range saved {
		m.values[sym] = value
	}
	return results
}

// block runs b and returns the next block, nil at a Return or at the end of the run.
func (m *machine) block(b *ir.Block) *ir.Block {
	for _, i := range b.Instructions {
		m.instruction(i)
		if m.end != "" {
			return nil
		}
	}
	switch t := b.Terminator.(type) {
	case *ir.Goto:
		for _, target := range t.Targets {
			if m.value(target.Guard).Bool() {
				return target.Block
			}
		}
		m.end = "stuck"
	case *ir.Error:
		m.end = "error"
	case *ir.Halt:
		m.end = "halt"
	case *ir.Unsupported:
		m.end = "unsupported"
	}
	return nil
}

func (m *machine) instruction(i ir.Instruction) {
	switch i := i.(type) {
	case *ir.Assign:
		m.values[i.Dst.Sym] = m.value(i.Src)
	case *ir.Assume:
		if !m.value(i.Cond).Bool() {
			m.end = "blocked"
		}
	case *ir.Havoc:
		m.havoc(i)
	case *ir.Call:
		args := make([]term.Value, len(i.Args))
		for n, a := range i.Args {
			args[n] = m.value(a)
		}
		results := m.call(i.Callee, args)
		for n, r := range i.Results {
			if r != nil && m.end == "" {
				m.values[r.Sym] = results[n]
			}
		}
	default:
		m.t.Fatalf("%T in a lowered program", i)
	}
}

func (m *machine) havoc(i *ir.Havoc) {
	m.asked[i.Input.ID]++
	hash := fnv.New32()
	fmt.Fprintf(hash, "%d %d %d", i.Input.ID, m.asked[i.Input.ID], m.seed)
	number := uint64(hash.Sum32() % 7)
	sort := i.Dst.Sort
	switch {
	case strings.HasPrefix(i.Input.Name, "bits of"):
		m.end = floatInMemory // its bits are no free choice
	case i.Input.Kind == ir.UninitializedRead:
		m.values[i.Dst.Sym] = sort.Zero()
	case sort.Kind == term.KindBV:
		m.values[i.Dst.Sym] = term.BVValue(sort.Width, number)
	case sort.Kind == term.KindBool:
		m.values[i.Dst.Sym] = term.BoolValue(number%2 == 1)
	default:
		m.values[i.Dst.Sym] = sort.Zero()
	}
	if i.Input.Kind == ir.NondetCall {
		fmt.Fprintf(&m.log, " %d", i.Input.ID)
	}
}

// outcome is how the run ended, the inputs it took, and the global variables at the end; "" if it was
// cut short.
func (m *machine) outcome() string {
	if strings.HasPrefix(m.end, "too ") {
		return ""
	}
	for _, v := range m.program.Globals {
		if v.Memory == nil && v != m.program.AllocCounter {
			fmt.Fprintf(&m.log, " %s=%s", v.Name, m.values[v.Sym])
		}
	}
	return m.end + m.log.String()
}
