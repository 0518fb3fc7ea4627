package lower

import (
	"sort"

	"yogi/internal/frontend/boogie/syntax"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// findLiterals finds the constants that an axiom equates with a literal: they are replaced by it.
func (l *lowering) findLiterals() {
	for _, d := range l.file.Constants {
		l.unique[d.Object] = d.Unique
	}
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
	symbols []any // what it speaks about: see symbols
	pos     syntax.Pos
	add     func(l *lowering)
	parts   []syntax.Expr
}

// axioms adds the axioms that speak about something in use, until there are no more: one axiom may
// bring further symbols into use. The others share nothing with these and with the program, so a
// proof does not need them; whether a run exists hangs on there being a model of them, and they are
// kept apart for that (unusedAxioms).
func (l *lowering) axioms() {
	unused := l.facts()
	for again := true; again; {
		again = false
		kept := unused[:0]
		for _, f := range unused {
			if !l.concerns(f) {
				kept = append(kept, f)
				continue
			}
			again = true
			if d := l.refuse(f.parts...); d != nil {
				l.block(d)
				continue
			}
			f.add(l)
		}
		unused = kept
	}
	l.uniqueConstants()
	l.unusedAxioms(unused)
}

// unusedAxioms lowers facts about what the program does not use, beside the program.
func (l *lowering) unusedAxioms(facts []*fact) {
	beside := newLowering(l.checked, l.options, l.terms)
	beside.lambdas = l.lambdas
	for _, f := range facts {
		if beside.refuse(f.parts...) != nil {
			l.program.UnusedAxioms = append(l.program.UnusedAxioms, ir.UnusedAxiom{Pos: l.pos(f.pos)})
			continue
		}
		before := len(beside.program.Axioms)
		f.add(beside)
		for _, t := range beside.program.Axioms[before:] {
			l.program.UnusedAxioms = append(l.program.UnusedAxioms, ir.UnusedAxiom{Fact: t, Pos: l.pos(f.pos)})
		}
	}
	for _, f := range l.facts() {
		beside.countedConstants(f)
	}
	if len(facts) == 0 && len(beside.uses) == 0 {
		return
	}
	beside.program.Axioms = nil
	beside.uniqueConstants()
	for _, t := range beside.program.Axioms {
		l.program.UnusedAxioms = append(l.program.UnusedAxioms, ir.UnusedAxiom{Fact: t})
	}
}

// countedConstants uses the unique constants of the types that a fact quantifies over: it may allow
// fewer values than there are of them.
func (l *lowering) countedConstants(f *fact) {
	for _, s := range f.symbols {
		t, ok := s.(*syntax.Type)
		if !ok {
			continue
		}
		for _, d := range l.file.Constants {
			if d.Unique && d.Object.Type == t {
				l.constant(d.Object)
			}
		}
	}
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
		f.add = func(l *lowering) { l.addAxiom(l.newScope().term(a.Condition)) }
		list = append(list, f)
	}
	for _, d := range l.file.Functions {
		if d.Recursive && d.Body != nil && len(d.TypeParams) == 0 {
			list = append(list, &fact{
				symbols: []any{d}, pos: d.Pos, parts: []syntax.Expr{d.Body}, add: func(l *lowering) { l.defineRecursive(d) },
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

// uniqueConstants states that the constants marked unique, as far as they are used, differ. More of
// them than the type has values cannot.
func (l *lowering) uniqueConstants() {
	byType, declared := map[*syntax.Type][]*term.Term{}, map[*syntax.Type]int{}
	var order []*syntax.Type
	for _, d := range l.file.Constants {
		o := d.Object
		if !d.Unique || o.Type.Kind == syntax.UnsupportedType {
			continue
		}
		if declared[o.Type]++; declared[o.Type] == 1 {
			order = append(order, o.Type)
		}
		if l.uses[o] || l.literals[o] != nil {
			byType[o.Type] = append(byType[o.Type], l.constant(o))
		}
	}
	for _, t := range order {
		if n := values(t); n > 0 && declared[t] > n {
			l.addAxiom(l.terms.False())
			continue
		}
		if len(byType[t]) > 0 {
			l.addAxiom(l.terms.Distinct(byType[t]...))
		}
	}
}

// values is the number of values of a type that has few; 0: too many to count, or infinitely many.
func values(t *syntax.Type) int {
	const few = 16
	switch {
	case t.Kind == syntax.BoolType:
		return 2
	case t.Kind == syntax.BVType && t.Width <= few:
		return 1 << t.Width
	}
	return 0
}

// unique stands, among the symbols of an axiom, for the constants of a type that are marked unique:
// what is said of one of them bears on the others.
type unique struct{ of *syntax.Type }

// openDivision stands for the results of divisions by zero.
type openDivision struct{}

// symbols appends what e speaks about: constants (*syntax.Object) and uninterpreted functions
// (*syntax.FunctionDecl), also those in the bodies of functions that are expanded; unique constants
// and divisions; and the types (*syntax.Type) without a meaning that it quantifies over, since that
// may bound how many values they have.
func (l *lowering) symbols(e syntax.Expr, found []any, seen map[*syntax.FunctionDecl]bool) []any {
	syntax.Each(e, func(e syntax.Expr) {
		switch e := e.(type) {
		case *syntax.Name:
			if e.Object != nil && e.Object.Kind == syntax.ConstantObject && l.literals[e.Object] == nil {
				found = append(found, e.Object)
				if l.unique[e.Object] {
					found = append(found, unique{e.Object.Type})
				}
			}
		case *syntax.Binary:
			if e.Op == syntax.KeyDiv || e.Op == syntax.KeyMod || e.Op == syntax.Percent || e.Op == syntax.Slash {
				found = append(found, openDivision{})
			}
		case *syntax.Quantifier:
			for _, v := range e.Bound {
				found = userTypes(v.Object.Type, found)
			}
		case *syntax.Lambda:
			for _, v := range e.Bound {
				found = userTypes(v.Object.Type, found)
			}
		case *syntax.Apply:
			f := e.Function
			if name, builtin := builtinName(f); builtin {
				if division(name, syntax.IntType) != nil || division(name, syntax.RealType) != nil {
					found = append(found, openDivision{})
				}
				return
			}
			if seen[f] {
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

// userTypes appends the types without a meaning that t is made of.
func userTypes(t *syntax.Type, found []any) []any {
	switch t.Kind {
	case syntax.UserType:
		return append(found, t)
	case syntax.MapType:
		for _, index := range t.Indices {
			found = userTypes(index, found)
		}
		return userTypes(t.Result, found)
	}
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
