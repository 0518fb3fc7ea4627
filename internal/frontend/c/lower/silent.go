package lower

import (
	"math/big"
	"slices"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
)

// This file is about programs in which a rule cannot be broken, since what it takes does not occur: a rule about
// chroot in a program that opens files and never calls chroot. There no state of the rule has a value with which a
// handler would abort, so aborts are left out, and what the models of the program do not cover, a call of a function
// without a model for instance, may end the run: it goes on in some way or other, but any events behind it are those
// of functions that the program names.

// findKept decides whether the rule can be broken at all.
func (l *watching) findKept() {
	l.keepsRule = l.options.RuleOnly && l.options.Undefined != UndefinedError && l.keepsRuleAnyhow()
	l.program.KeepsRule = l.keepsRule
}

// endSilently makes what is not modelled the end of a run where nothing behind it can break the rule.
func (l *watching) endSilently() {
	if !l.keepsRule {
		return
	}
	for _, f := range l.program.Functions {
		for _, b := range f.Blocks {
			if u, ok := b.Terminator.(*ir.Unsupported); ok && goesOn[u.Diagnostic.Code] {
				b.Terminator = &ir.Halt{At: u.At, What: u.Diagnostic.Message}
			}
		}
	}
}

// goesOn are the codes of what models leave out. Constructs of the language and assembly have another one: they may
// be what the rule looks at.
var goesOn = map[source.Code]bool{CodeUnmodelled: true, CodeBeyond: true, CodePattern: true}

// keepsRuleAnyhow says that no order of the events of functions that the program names, with whatever arguments and
// results, breaks the rule.
func (l *watching) keepsRuleAnyhow() bool {
	s := &ruleStates{values: map[*tree.Object][]int64{}, unknown: map[*tree.Object]bool{}}
	handlers := l.handlersNamed()
	for changed := true; changed; {
		before := s.size()
		for _, h := range handlers {
			s.stmt(h.Def.Body)
		}
		changed = s.size() != before
	}
	return !s.aborts
}

// handlersNamed are the handlers of the program's start and end, and those of functions that some function of the
// program, or some initial value names, or whose bodies the program has. What a kernel calls of a driver it was given
// by its address, so on the platforms that are kernels only what the entry leads to counts; the other functions there
// are those of models that the driver does not use. Elsewhere a function counts whether it is reached or not: what has
// no body here may call it by its name.
func (l *watching) handlersNamed() []*tree.Handler {
	named, bodies := l.named()
	var out []*tree.Handler
	for _, h := range l.unit.Handlers {
		isOfBody := h.Event == "entry" || h.Event == "exit"
		if h.Observed == nil || l.reach.called[h.Def] || isAmong(named, h.Observed) || isOfBody && isAmong(bodies, h.Observed) {
			out = append(out, h)
		}
	}
	return out
}

func isAmong(defs map[*tree.FunctionDef]bool, observed *tree.FunctionDef) bool {
	for def := range defs {
		if sameFunction(def, observed) {
			return true
		}
	}
	return false
}

// named are the functions that count, those that are named and those that have a body.
func (l *watching) named() (named, bodies map[*tree.FunctionDef]bool) {
	named, bodies = map[*tree.FunctionDef]bool{}, map[*tree.FunctionDef]bool{}
	var open []*tree.FunctionDef
	visit := func(e tree.Expr) {
		if r, ok := e.(*tree.FunctionRef); ok && !named[r.Function] {
			named[r.Function] = true
			open = append(open, r.Function)
		}
	}
	for _, o := range l.unit.Objects {
		o.Init.EachValue(func(e tree.Expr) { tree.EachExpr(e, visit) })
	}
	bodiesOf := l.bodiesByName()
	if l.options.TypedCalls && l.entry != nil {
		open = append(append(open, l.entry), l.atStart()...)
	} else {
		open = append(open, l.unit.Functions...)
	}
	for len(open) > 0 {
		f := open[len(open)-1]
		open = open[:len(open)-1]
		for _, def := range bodiesOf(f) {
			if !bodies[def] {
				bodies[def] = true
				tree.EachExprOf(def.Body, visit)
			}
		}
	}
	return named, bodies
}

// bodiesByName finds the definitions that a call of a function may run: its own, those of its name, and the one that it
// is another name of.
func (l *watching) bodiesByName() func(*tree.FunctionDef) []*tree.FunctionDef {
	linked := map[string][]*tree.FunctionDef{}
	for _, f := range l.unit.Functions {
		if name, ok := linkedName(f); ok {
			linked[name] = append(linked[name], f)
		}
	}
	return func(f *tree.FunctionDef) []*tree.FunctionDef {
		same := []*tree.FunctionDef{f}
		if name, ok := linkedName(f); ok {
			same = append(same, linked[name]...)
		}
		var out []*tree.FunctionDef
		for _, g := range same {
			for _, def := range append([]*tree.FunctionDef{g, g.Target}, g.Inlines...) {
				if def != nil && def.Body != nil {
					out = append(out, def)
				}
			}
		}
		return out
	}
}

// ruleStates are the values that the states of a rule may have, whatever happens in whichever order.
type ruleStates struct {
	values  map[*tree.Object][]int64
	unknown map[*tree.Object]bool // those that may have any
	aborts  bool                  // the rule may be broken
}

// mostValues is how many values of one state are told apart.
const mostValues = 64

// size grows whenever something is found.
func (s *ruleStates) size() int {
	n := len(s.unknown)
	for _, values := range s.values {
		n += len(values)
	}
	if s.aborts {
		n++
	}
	return n
}

// of are the values of a state; ok is false for any.
func (s *ruleStates) of(o *tree.Object) (values []int64, ok bool) {
	if !o.OfRule || o.Type.Kind != tree.Integer || s.unknown[o] {
		return nil, false
	}
	if s.values[o] == nil {
		first := []int64{0}
		if o.Init != nil && len(o.Init.Entries) > 0 {
			first, ok = s.value(o.Init.Entries[0].Value)
			if !ok || len(o.Init.Entries) > 1 {
				s.unknown[o] = true
				return nil, false
			}
		}
		s.values[o] = slices.Clone(first)
	}
	return s.values[o], true
}

// value are the values of an expression; ok is false for any.
func (s *ruleStates) value(e tree.Expr) (values []int64, ok bool) {
	switch e := e.(type) {
	case *tree.Constant:
		if e.Int != nil && isSmall(e.Int) {
			return []int64{e.Int.Int64()}, true
		}
	case *tree.Convert:
		if e.Type.Kind == tree.Integer && e.Type.Size >= 4 && e.Operand.ExprType().Kind == tree.Integer {
			return s.value(e.Operand)
		}
	case *tree.ObjectRef:
		return s.of(e.Object)
	}
	return nil, false
}

// isSmall says that a number is the same in all integer types of at least 32 bits.
func isSmall(n *big.Int) bool { return n.Sign() >= 0 && n.BitLen() < 31 }

// outcomes says whether a condition may hold, and whether it may not.
func (s *ruleStates) outcomes(e tree.Expr) (holds, fails bool) {
	switch e := e.(type) {
	case *tree.Convert:
		if e.Type.Kind == tree.Bool || e.Type.Kind == tree.Integer && e.Type.Size >= 4 {
			return s.outcomes(e.Operand)
		}
	case *tree.Unary:
		if e.Op == tree.LogicalNot {
			fails, holds = s.outcomes(e.Operand)
			return holds, fails
		}
	case *tree.Binary:
		return s.compared(e)
	}
	values, ok := s.value(e)
	if !ok {
		return true, true
	}
	for _, v := range values {
		holds, fails = holds || v != 0, fails || v == 0
	}
	return holds, fails
}

func (s *ruleStates) compared(e *tree.Binary) (holds, fails bool) {
	if e.Op == tree.LogicalAnd || e.Op == tree.LogicalOr {
		h1, f1 := s.outcomes(e.Left)
		h2, f2 := s.outcomes(e.Right)
		if e.Op == tree.LogicalAnd {
			return h1 && h2, f1 || f2
		}
		return h1 || h2, f1 && f2
	}
	compare := comparisons[e.Op]
	left, ok := s.value(e.Left)
	right, known := s.value(e.Right)
	if compare == nil || !ok || !known {
		return true, true
	}
	for _, x := range left {
		for _, y := range right {
			isTrue := compare(x, y)
			holds, fails = holds || isTrue, fails || !isTrue
		}
	}
	return holds, fails
}

var comparisons = map[tree.Operator]func(x, y int64) bool{
	tree.Equal:        func(x, y int64) bool { return x == y },
	tree.NotEqual:     func(x, y int64) bool { return x != y },
	tree.Less:         func(x, y int64) bool { return x < y },
	tree.LessEqual:    func(x, y int64) bool { return x <= y },
	tree.Greater:      func(x, y int64) bool { return x > y },
	tree.GreaterEqual: func(x, y int64) bool { return x >= y },
}

// stmt adds what a statement of a handler may do.
func (s *ruleStates) stmt(st tree.Stmt) {
	switch st := st.(type) {
	case *tree.Block:
		for _, inner := range st.Stmts {
			s.stmt(inner)
		}
	case *tree.If:
		holds, fails := s.outcomes(st.Cond)
		tree.EachExpr(st.Cond, s.effect)
		if holds {
			s.stmt(st.Then)
		}
		if fails && st.Else != nil {
			s.stmt(st.Else)
		}
	case *tree.ExprStmt:
		if a, ok := tree.WithoutConversions(st.X).(*tree.Assign); ok {
			if ref, ok := a.Target.(*tree.ObjectRef); ok && s.assign(ref.Object, a.Value) {
				return
			}
		}
		tree.EachExpr(st.X, s.effect)
	default:
		tree.EachExprOf(st, s.effect)
	}
}

// assign says that a state gets values that are known.
func (s *ruleStates) assign(o *tree.Object, value tree.Expr) bool {
	values, ok := s.value(value)
	old, known := s.of(o)
	if !ok || !known {
		return false
	}
	for _, v := range values {
		if !slices.Contains(old, v) {
			old = append(old, v)
		}
	}
	s.values[o] = old
	return len(old) <= mostValues
}

// effect notes what an expression of a handler may do of which nothing else is known.
func (s *ruleStates) effect(e tree.Expr) {
	for _, written := range tree.Written(e) {
		(&writes{}).root(written, s.unknown)
	}
	switch e := e.(type) {
	case *tree.AddressOf:
		(&writes{}).root(e.Operand, s.unknown)
	case *tree.Decay:
		(&writes{}).root(e.Array, s.unknown)
	case *tree.Call:
		if def := directCallee(e.Callee); def == nil || !harmlessInRules[def.Name] {
			s.aborts = true
		}
	}
}

// harmlessInRules are the functions that handlers call and that neither change a state nor break the rule.
var harmlessInRules = makeSet("__yogi_halt", "__yogi_choose", "__yogi_watched")
