package lower

import (
	"encoding/binary"

	"yogi/internal/frontend/boogie/syntax"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// expansion names the application of a function with a body, so that nested applications do not expand
// exponentially often.
type expansion struct {
	function *syntax.FunctionDecl
	depth    int
	args     [3]*term.Term
	more     string // the further arguments
}

func (s *scope) expansion(f *syntax.FunctionDecl, args []*term.Term) expansion {
	key := expansion{function: f, depth: s.depth}
	if n := copy(key.args[:], args); n < len(args) {
		var more []byte
		for _, a := range args[n:] {
			more = binary.LittleEndian.AppendUint32(more, a.ID())
		}
		key.more = string(more)
	}
	return key
}

// apply lowers the application of a function: a builtin, a body that is expanded, or an uninterpreted
// function. The body of a recursive function becomes an axiom.
func (s *scope) apply(f *syntax.FunctionDecl, args []*term.Term) *term.Term {
	if name, ok := builtinName(f); ok {
		build, _ := findBuiltin(name, f)
		return build(s.lowering, args)
	}
	if f.Body != nil && !f.Recursive {
		return s.expand(f, args)
	}
	s.uses[f] = true
	if len(args) == 0 {
		return s.nullaryFunction(f).Sym
	}
	return s.terms.Apply(s.uninterpreted(f), args...)
}

func (s *scope) expand(f *syntax.FunctionDecl, args []*term.Term) *term.Term {
	key := s.expansion(f, args)
	if t := s.expansions[key]; t != nil {
		return t
	}
	inner := s.newScope()
	inner.depth = s.depth
	for i, v := range f.Params {
		inner.names[v.Object] = args[i]
	}
	t := inner.term(f.Body)
	s.expansions[key] = t
	return t
}

func (l *lowering) uninterpreted(f *syntax.FunctionDecl) *term.Func {
	params := make([]*term.Sort, len(f.Params))
	for i, v := range f.Params {
		params[i] = l.sort(v.Object.Type)
	}
	return l.terms.Func(f.Name, params, l.sort(f.ResultType))
}

// nullaryFunction returns the constant that stands for a function without parameters.
func (l *lowering) nullaryFunction(f *syntax.FunctionDecl) *ir.Variable {
	v := l.nullary[f]
	if v == nil {
		v = l.program.NewGlobal(f.Name+"()", l.sort(f.ResultType))
		v.Constant, v.Pos, v.Source, v.Type = true, l.pos(f.Pos), f.Name, f.ResultType.String()
		l.nullary[f] = v
	}
	return v
}

// global returns the variable of a global, made when first named.
func (l *lowering) global(o *syntax.Object) *ir.Variable {
	v := l.globals[o]
	if v == nil {
		v = l.program.NewGlobal(o.Name, l.sort(o.Type))
		l.describe(v, o)
		l.globals[o] = v
	}
	return v
}

func (l *lowering) describe(v *ir.Variable, o *syntax.Object) {
	v.Pos, v.Source, v.Type = l.pos(o.Pos), o.Name, o.Type.String()
	v.Constant = o.Kind == syntax.ConstantObject
	v.Signed = o.Type.Kind == syntax.IntType
}

// constant returns the value of a constant: a literal where an axiom says so.
func (l *lowering) constant(o *syntax.Object) *term.Term {
	if e := l.literals[o]; e != nil {
		return l.newScope().term(e)
	}
	l.uses[o] = true
	if l.unique[o] {
		l.uses[unique{o.Type}] = true
	}
	return l.global(o).Sym
}
