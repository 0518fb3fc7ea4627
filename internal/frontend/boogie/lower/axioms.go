package lower

import (
	"sort"

	"yogi/internal/frontend/boogie/syntax"
	"yogi/internal/source"
	"yogi/internal/term"
)

// findLiterals finds the constants that an axiom equates with a literal: they are replaced by it.
func (l *lowering) findLiterals() {
	for _, a := range l.file.Axioms {
		e, ok := a.Condition.(*syntax.Binary)
		if !ok || e.Op != syntax.Equal && e.Op != syntax.Iff {
			continue
		}
		l.noteLiteral(e.Left, e.Right)
		l.noteLiteral(e.Right, e.Left)
	}
}

func (l *lowering) noteLiteral(name, literal syntax.Expr) {
	n, ok := name.(*syntax.Name)
	if !ok || n.Object == nil || n.Object.Kind != syntax.ConstantObject || l.literals[n.Object] != nil {
		return
	}
	if isLiteral(literal) && n.Object.Type == literal.TypeOf() {
		l.literals[n.Object] = literal
	}
}

func isLiteral(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.BoolLit:
		return true
	case *syntax.NumberLit:
		return e.TypeOf().Kind != syntax.UnsupportedType
	case *syntax.Unary:
		n, ok := e.Operand.(*syntax.NumberLit)
		return ok && e.Op == syntax.Minus && n.Width == 0
	}
	return false
}

// fact is an axiom, or the definition of a recursive function, that has not been added yet.
type fact struct {
	symbols []any // constants (*syntax.Object) and functions (*syntax.FunctionDecl) it speaks about
	pos     syntax.Pos
	add     func()
	parts   []syntax.Expr
}

// axioms adds the axioms that speak about a constant or function in use, until there are no more: one
// axiom may bring further symbols into use. The others make no difference, unless they contradict each
// other; then no run would exist, and leaving them out errs to the side of too many runs.
func (l *lowering) axioms() {
	facts := l.facts()
	for again := true; again; {
		again = false
		kept := facts[:0]
		for _, f := range facts {
			if !l.concerns(f) {
				kept = append(kept, f)
				continue
			}
			again = true
			if d := l.refuse(f.parts...); d != nil {
				l.block(d)
				continue
			}
			f.add()
		}
		facts = kept
	}
	l.uniqueConstants()
}

func (l *lowering) concerns(f *fact) bool {
	for _, s := range f.symbols {
		if l.uses[s] {
			return true
		}
	}
	return len(f.symbols) == 0
}

func (l *lowering) facts() []*fact {
	var list []*fact
	for _, a := range l.file.Axioms {
		f := &fact{pos: a.Pos, parts: []syntax.Expr{a.Condition}}
		f.symbols = l.symbols(a.Condition, nil, map[*syntax.FunctionDecl]bool{})
		f.add = func() { l.addAxiom(l.newScope().term(a.Condition)) }
		list = append(list, f)
	}
	for _, d := range l.file.Functions {
		if d.Recursive && d.Body != nil && len(d.TypeParams) == 0 {
			list = append(list, &fact{
				symbols: []any{d}, pos: d.Pos, parts: []syntax.Expr{d.Body}, add: func() { l.defineRecursive(d) },
			})
		}
	}
	return list
}

func (l *lowering) addAxiom(t *term.Term) {
	if !t.IsTrue() {
		l.program.Axioms = append(l.program.Axioms, t)
	}
}

// defineRecursive states that a recursive function equals its body.
func (l *lowering) defineRecursive(f *syntax.FunctionDecl) {
	s := l.newScope()
	s.depth++
	var bound []*term.Term
	for _, v := range f.Params {
		b := l.terms.Var(boundName(v.Name, 1), l.sort(v.Object.Type))
		s.names[v.Object] = b
		bound = append(bound, b)
	}
	application := s.apply(f, bound)
	equation := l.terms.Eq(application, s.term(f.Body))
	if len(bound) == 0 {
		l.addAxiom(equation)
		return
	}
	l.addAxiom(l.terms.Forall(bound, equation, [][]*term.Term{{application}}))
}

// uniqueConstants states that the constants marked unique, as far as they are used, differ.
func (l *lowering) uniqueConstants() {
	byType := map[*syntax.Type][]*term.Term{}
	var order []*syntax.Type
	for _, d := range l.file.Constants {
		o := d.Object
		if !d.Unique || o.Type.Kind == syntax.UnsupportedType || !l.uses[o] && l.literals[o] == nil {
			continue
		}
		if len(byType[o.Type]) == 0 {
			order = append(order, o.Type)
		}
		byType[o.Type] = append(byType[o.Type], l.constant(o))
	}
	for _, t := range order {
		l.addAxiom(l.terms.Distinct(byType[t]...))
	}
}

// symbols appends the constants and uninterpreted functions in e, also those in the bodies of functions
// that are expanded.
func (l *lowering) symbols(e syntax.Expr, found []any, seen map[*syntax.FunctionDecl]bool) []any {
	syntax.Each(e, func(e syntax.Expr) {
		switch e := e.(type) {
		case *syntax.Name:
			if e.Object != nil && e.Object.Kind == syntax.ConstantObject && l.literals[e.Object] == nil {
				found = append(found, e.Object)
			}
		case *syntax.Apply:
			f := e.Function
			if _, builtin := builtinName(f); builtin || seen[f] {
				return
			}
			seen[f] = true
			if f.Body == nil || f.Recursive || len(f.TypeParams) > 0 {
				found = append(found, f)
			} else {
				found = l.symbols(f.Body, found, seen)
			}
		}
	})
	return found
}

// initialFacts states the where clauses of the globals in use: they hold at the start. One clause may bring
// further globals into use.
func (l *lowering) initialFacts() {
	stated := map[*syntax.Object]bool{}
	for again := true; again; {
		again = false
		for _, d := range l.file.Globals {
			o := d.Object
			if o.Where == nil || l.globals[o] == nil || stated[o] {
				continue
			}
			stated[o], again = true, true
			if d := l.refuse(o.Where); d != nil {
				l.block(d)
				continue
			}
			if t := l.newScope().term(o.Where); !t.IsTrue() {
				l.program.Initial = append(l.program.Initial, t)
			}
		}
	}
}

// block makes the whole program unsupported.
func (l *lowering) block(d *source.Diagnostic) {
	if l.blocked == nil {
		l.blocked = d
	}
}

// listUndefined lists the procedures without a body that are called.
func (l *lowering) listUndefined() {
	for _, u := range l.undefined {
		l.program.Undefined = append(l.program.Undefined, u)
	}
	sort.Slice(l.program.Undefined, func(i, j int) bool {
		return l.program.Undefined[i].Name < l.program.Undefined[j].Name
	})
}
