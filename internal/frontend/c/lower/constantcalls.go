package lower

import (
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// reusedCalls lowers calls whose result is that of an earlier one, and those of inline definitions.
type reusedCalls struct{ *frame }

func (b *frame) reusedCalls() reusedCalls { return reusedCalls{b} }

// The attribute const is a promise of the program: what the function returns depends on its arguments alone. Compilers
// call it once where the arguments are the same, so two such calls, one after the other, have one result.

// lastCall holds what the last call of a function with the attribute const was given and returned.
type lastCall struct {
	called *ir.Variable
	args   []*ir.Variable
	result *ir.Variable
}

// isConstantCall says that a call is one of a function without a body that keeps the promise, of numbers alone.
func (b reusedCalls) isConstantCall(def *tree.FunctionDef, args []argument) bool {
	isNumber := func(t *tree.Type) bool {
		return (t.Kind == tree.Integer || t.Kind == tree.Bool) && t.Size <= int64(b.pointerWidth()/8)
	}
	if !def.Constant || b.options.Open || b.options.Linear || !isNumber(def.Type.Result) || len(args) != len(def.Type.Params) || def.Type.Variadic {
		return false
	}
	for _, a := range args {
		if !isNumber(a.typ) || a.scalar == nil {
			return false
		}
	}
	return true
}

// constantCall is the result of such a call.
func (b reusedCalls) constantCall(pos source.Pos, def *tree.FunctionDef, args []argument) value {
	last := b.lastCallOf(def, args)
	u := b.missing[def.Name]
	u.Constant, u.Parameters = true, b.fromOutside().parameterKinds(&outsideCall{def: def, args: args})
	same := last.called.Sym
	for i, a := range args {
		same = b.terms.And(same, b.terms.Eq(last.args[i].Sym, a.scalar))
	}
	b.where(pos, b.terms.Not(same), func() {
		for i, a := range args {
			b.assign(pos, last.args[i], a.scalar)
		}
		b.assign(pos, last.called, b.terms.True())
		b.assign(pos, last.result, b.input(pos, def.Type.Result, ir.UndefinedCall, def.Name))
	})
	return value{scalar: b.keep(pos, last.result.Sym)}
}

func (b reusedCalls) lastCallOf(def *tree.FunctionDef, args []argument) *lastCall {
	if known := b.lastCalls[def.Name]; known != nil {
		return known
	}
	global := func(part string, s *term.Sort) *ir.Variable {
		name := def.Name + "():" + part
		b.names[name] = true
		return b.program.NewGlobal(name, s)
	}
	last := &lastCall{called: global("called", b.terms.Bool()), result: global("result", b.sortOf(def.Type.Result))}
	for i, a := range args {
		last.args = append(last.args, global("argument"+itoa(i+1), a.scalar.Sort()))
	}
	b.lastCalls[def.Name] = last
	return last
}

// startCalls makes the first thing that a run does to say that no such function was called, and the
// address of none made.
func (l *lowerer) startCalls() {
	first := l.program.Entry.Blocks[0]
	var start []ir.Instruction
	for _, u := range l.program.Undefined {
		if last := l.lastCalls[u.Name]; last != nil {
			start = append(start, &ir.Assign{At: ir.At{Pos: first.Pos}, Dst: last.called, Src: l.terms.False()})
			for _, v := range append(last.args, last.result) {
				start = append(start, &ir.Assign{At: ir.At{Pos: first.Pos}, Dst: v, Src: l.zero(v.Sort)})
			}
		}
	}
	for _, def := range l.callbacks {
		if v := l.isNamed[def]; v != nil {
			start = append(start, &ir.Assign{At: ir.At{Pos: first.Pos}, Dst: v, Src: l.terms.False()})
		}
	}
	first.Instructions = append(start, first.Instructions...)
}
