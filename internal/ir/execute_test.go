package ir_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// execution runs a program for tests of passes; inputs are a fixed sequence.
type execution struct {
	t      *testing.T
	eval   *term.Evaluator
	values map[*term.Term]term.Value
	inputs *rand.Rand
	log    strings.Builder
	steps  int
	end    string
}

const maxSteps = 3000

// execute describes a run of the entry function, or is "" if the run takes too long.
func execute(t *testing.T, p *ir.Program, seed int64) string {
	e := &execution{t: t, eval: term.NewEvaluator(), values: map[*term.Term]term.Value{}, inputs: rand.New(rand.NewSource(seed))}
	for _, v := range p.Globals {
		e.values[v.Sym] = v.Sort.Zero()
	}
	args := make([]term.Value, len(p.Entry.Params))
	for i, v := range p.Entry.Params {
		args[i] = v.Sort.Zero()
	}
	e.call(p.Entry, args)
	if e.steps >= maxSteps {
		return ""
	}
	for _, v := range p.Globals {
		fmt.Fprintf(&e.log, " %s=%s", v.Name, e.values[v.Sym])
	}
	return e.end + e.log.String()
}

func (e *execution) Lookup(v *term.Term) (term.Value, bool) {
	value, ok := e.values[v]
	return value, ok
}

func (e *execution) Apply(*term.Func, []term.Value) (term.Value, bool) { return term.Value{}, false }

func (e *execution) value(t *term.Term) term.Value {
	v, err := e.eval.Eval(t, e)
	if err != nil {
		e.t.Fatalf("%s: %v", t, err)
	}
	return v
}

// call runs a function and returns its results; e.end is set when the run ended in it.
func (e *execution) call(f *ir.Function, args []term.Value) []term.Value {
	saved := map[*term.Term]term.Value{}
	for _, v := range f.Variables() {
		saved[v.Sym] = e.values[v.Sym]
		delete(e.values, v.Sym)
	}
	for i, v := range f.Params {
		e.values[v.Sym] = args[i]
	}
	for b := f.Entry(); b != nil && e.end == ""; {
		if e.steps++; e.steps >= maxSteps {
			e.end = "too long"
			return nil
		}
		b = e.block(b)
	}
	results := make([]term.Value, len(f.Results))
	for i, v := range f.Results {
		results[i] = e.values[v.Sym]
	}
	for sym, value := range saved {
		e.values[sym] = value
	}
	return results
}

// block runs b and returns the next block, nil at a Return or at the end of the run.
func (e *execution) block(b *ir.Block) *ir.Block {
	for _, i := range b.Instructions {
		e.instruction(i)
		if e.end != "" {
			return nil
		}
	}
	switch t := b.Terminator.(type) {
	case *ir.Goto:
		for _, target := range t.Targets {
			if e.value(target.Guard).Bool() {
				return target.Block
			}
		}
		e.end = "stuck"
	case *ir.Error:
		e.end = "error"
	case *ir.Halt:
		e.end = "halt"
	case *ir.Unsupported:
		e.end = "unsupported"
	}
	return nil
}

func (e *execution) instruction(i ir.Instruction) {
	switch i := i.(type) {
	case *ir.Assign:
		e.values[i.Dst.Sym] = e.value(i.Src)
	case *ir.Assume:
		if !e.value(i.Cond).Bool() {
			e.end = "blocked"
		}
	case *ir.Havoc:
		fmt.Fprintf(&e.log, " %d", i.Input.ID)
		e.values[i.Dst.Sym] = i.Dst.Sort.Zero()
		if n := uint64(e.inputs.Intn(3)); i.Dst.Sort.Kind == term.KindBV {
			e.values[i.Dst.Sym] = term.BVValue(i.Dst.Sort.Width, n)
		} else {
			e.values[i.Dst.Sym] = term.BoolValue(n == 1)
		}
	case *ir.Call:
		args := make([]term.Value, len(i.Args))
		for n, a := range i.Args {
			args[n] = e.value(a)
		}
		results := e.call(i.Callee, args)
		for n, r := range i.Results {
			if r != nil && e.end == "" {
				e.values[r.Sym] = results[n]
			}
		}
	}
}
