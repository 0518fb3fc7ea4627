package interproc_test

import (
	"strings"
	"testing"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// enumeration runs a program from all start states with all inputs: the truth for programs whose
// variables have few values. It shares no code with the engine but the evaluator of terms. Calls are
// functions from entries to outcomes, computed to their least fixed point.
type enumeration struct {
	t         testing.TB
	program   *ir.Program
	evaluator *term.Evaluator
	known     map[string]*activation
	order     []*activation
	changed   bool
}

// activation collects what runs of a function do that was entered in one way.
type activation struct {
	function *ir.Function
	entry    store
	outcomes map[string]store
	fails    bool
}

// store gives the values of variables; what is missing is zero.
type store map[*term.Term]term.Value

func (s store) Lookup(sym *term.Term) (term.Value, bool) {
	if v, ok := s[sym]; ok {
		return v, true
	}
	return term.ZeroValue(sym.Sort()), true
}

func (s store) Apply(f *term.Func, _ []term.Value) (term.Value, bool) {
	return term.ZeroValue(f.Result), true
}

func (s store) with(v *ir.Variable, value term.Value) store {
	out := make(store, len(s)+1)
	for k, w := range s {
		out[k] = w
	}
	out[v.Sym] = value
	return out
}

func (s store) key(variables ...[]*ir.Variable) string {
	var b strings.Builder
	for _, list := range variables {
		for _, v := range list {
			value, _ := s.Lookup(v.Sym)
			b.WriteString(value.String())
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// enumerate decides whether the program, as written, reaches an error.
func enumerate(t testing.TB, text string) bool {
	p := parse(t, text)
	x := &enumeration{t: t, program: p, evaluator: term.NewEvaluator(), known: map[string]*activation{}}
	var starts []*activation
	x.each(p.Globals, store{}, func(s store) {
		for _, fact := range p.Initial {
			if !x.value(fact, s).Bool() {
				return
			}
		}
		starts = append(starts, x.activation(p.Entry, s))
	})
	for x.changed = true; x.changed; {
		x.changed = false
		for i := 0; i < len(x.order); i++ {
			x.explore(x.order[i])
		}
	}
	for _, a := range starts {
		if a.fails {
			return true
		}
	}
	return false
}

func (x *enumeration) value(t *term.Term, s store) term.Value {
	v, err := x.evaluator.Eval(t, s)
	if err != nil {
		x.t.Fatal(err)
	}
	return v
}

// each visits all values of variables.
func (x *enumeration) each(variables []*ir.Variable, s store, visit func(store)) {
	if len(variables) == 0 {
		visit(s)
		return
	}
	for _, v := range x.values(variables[0].Sort) {
		x.each(variables[1:], s.with(variables[0], v), visit)
	}
}

// values lists the values of a sort; of maps one, as programs write them before they read them.
func (x *enumeration) values(s *term.Sort) []term.Value {
	if s.Kind == term.KindArray {
		return []term.Value{term.ZeroValue(s)}
	}
	if s.Kind == term.KindBool {
		return []term.Value{term.BoolValue(false), term.BoolValue(true)}
	}
	if s.Kind != term.KindBV || s.Width > 3 {
		x.t.Fatalf("sort %s has too many values", s)
	}
	out := make([]term.Value, 1<<s.Width)
	for i := range out {
		out[i] = term.BVValue(s.Width, uint64(i))
	}
	return out
}

func (x *enumeration) activation(f *ir.Function, entry store) *activation {
	key := f.Name + " " + entry.key(x.program.Globals, f.Params)
	a := x.known[key]
	if a == nil {
		a = &activation{function: f, entry: entry, outcomes: map[string]store{}}
		x.known[key] = a
		x.order = append(x.order, a)
		x.changed = true
	}
	return a
}

// explore visits what an activation reaches with what is known of its calls.
func (x *enumeration) explore(a *activation) {
	f := a.function
	type place struct {
		block *ir.Block
		s     store
	}
	seen := map[*ir.Block]map[string]bool{}
	var work []place
	add := func(b *ir.Block, s store) {
		if seen[b] == nil {
			seen[b] = map[string]bool{}
		}
		if key := s.key(x.program.Globals, f.Variables()); !seen[b][key] {
			seen[b][key] = true
			work = append(work, place{b, s})
		}
	}
	add(f.Entry(), a.entry)
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		x.block(a, p.block, 0, p.s, func(s store) {
			switch t := p.block.Terminator.(type) {
			case *ir.Goto:
				for _, target := range t.Targets {
					if x.value(target.Guard, s).Bool() {
						add(target.Block, s)
					}
				}
			case *ir.Return:
				if key := s.key(x.program.Globals, f.Results); a.outcomes[key] == nil {
					a.outcomes[key] = s
					x.changed = true
				}
			case *ir.Error:
				x.fail(a)
			}
		})
	}
}

func (x *enumeration) fail(a *activation) {
	if !a.fails {
		a.fails, x.changed = true, true
	}
}

// block runs a block from instruction at on and visits the states at its end.
func (x *enumeration) block(a *activation, b *ir.Block, at int, s store, visit func(store)) {
	if at == len(b.Instructions) {
		visit(s)
		return
	}
	switch i := b.Instructions[at].(type) {
	case *ir.Assign:
		x.block(a, b, at+1, s.with(i.Dst, x.value(i.Src, s)), visit)
	case *ir.Assume:
		if x.value(i.Cond, s).Bool() {
			x.block(a, b, at+1, s, visit)
		}
	case *ir.Havoc:
		for _, v := range x.values(i.Dst.Sort) {
			x.block(a, b, at+1, s.with(i.Dst, v), visit)
		}
	case *ir.Call:
		x.call(a, i, s, func(after store) { x.block(a, b, at+1, after, visit) })
	default:
		x.t.Fatalf("instruction %T", i)
	}
}

func (x *enumeration) call(a *activation, call *ir.Call, s store, visit func(store)) {
	entry := store{}
	for _, v := range x.program.Globals {
		entry[v.Sym], _ = s.Lookup(v.Sym)
	}
	for i, v := range call.Callee.Params {
		entry[v.Sym] = x.value(call.Args[i], s)
	}
	callee := x.activation(call.Callee, entry)
	if callee.fails {
		x.fail(a)
	}
	for _, outcome := range callee.outcomes {
		after := s
		for _, v := range x.program.Globals {
			value, _ := outcome.Lookup(v.Sym)
			after = after.with(v, value)
		}
		for i, v := range call.Results {
			if v != nil {
				value, _ := outcome.Lookup(call.Callee.Results[i].Sym)
				after = after.with(v, value)
			}
		}
		visit(after)
	}
}
