package lower

import (
	"fmt"
	"slices"

	"yogi/internal/frontend/boogie/syntax"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// call lowers a call statement.
func (p *procedure) call(s *syntax.Call) {
	callee := s.Procedure
	if callee.Name == p.options.PropertyError || slices.Contains(p.options.ErrorProcedures, callee.Name) {
		p.block.Terminator = &ir.Error{At: p.at(s.Pos), What: callee.Name + " is called"}
		p.block = nil
		return
	}
	if d := p.refuseProcedure(callee, s.Pos); d != nil {
		p.giveUp(s.Pos, d)
		return
	}
	if p.refused(s.Pos, s.Args...) {
		return
	}
	results := make([]*ir.Variable, len(s.Results))
	for i, r := range s.Results {
		if p.refused(s.Pos, r) {
			return
		}
		results[i] = p.variable(r.Object)
	}
	args := p.arguments(s)
	p.checkRequires(s, args)
	if p.block == nil {
		return
	}
	if len(callee.Implementations) == 0 {
		c := &contract{procedure: p, call: s, callee: callee, args: args, results: results}
		c.apply()
	} else {
		p.emit(&ir.Call{At: p.at(s.Pos), Callee: p.called(callee), Args: args, Results: results})
	}
}

// arguments lowers the arguments; an argument * is any value.
func (p *procedure) arguments(s *syntax.Call) []*term.Term {
	args := make([]*term.Term, len(s.Args))
	for i, a := range s.Args {
		if a != nil {
			args[i] = p.scope.term(a)
			continue
		}
		o := s.Procedure.Params[i].Object
		v := p.temporary(p.sort(o.Type), o.Type.String())
		p.emit(&ir.Havoc{At: p.at(s.Pos), Dst: v, Input: p.input(ir.Choice, o.Name, v.Type, p.pos(s.Pos))})
		args[i] = v.Sym
	}
	return args
}

// atCall is the scope of the callee's contract at a call.
func (p *procedure) atCall(callee *syntax.ProcedureDecl, args []*term.Term) *scope {
	s := p.newScope()
	for i, v := range callee.Params {
		s.names[v.Object] = args[i]
	}
	return s
}

func (p *procedure) checkRequires(s *syntax.Call, args []*term.Term) {
	scope := p.atCall(s.Procedure, args)
	for _, r := range s.Procedure.Requires {
		if r.Free {
			continue
		}
		if p.refused(s.Pos, r.Condition) {
			return
		}
		text := syntax.ExpressionString(r.Condition)
		p.check(s.Pos, scope.term(r.Condition), fmt.Sprintf("precondition %s of %s (line %d) fails", text, s.Callee, r.Pos.Line), text)
	}
}

// contract is a call of a procedure without a body: its contract is all there is. The results and the
// globals of the modifies clause get any value that the ensures clauses allow.
type contract struct {
	*procedure
	call    *syntax.Call
	callee  *syntax.ProcedureDecl
	args    []*term.Term
	results []*ir.Variable

	clauses []*clause // of ensures
	changed []changed
	// definitions are the changed variables that an ensures clause equates with a term over the state before
	// the call: assigning them is the same as any value with the equation assumed, and no test gets stuck.
	definitions []assignment
	defined     map[*ir.Variable]bool
}

// clause is a conjunct of an ensures clause.
type clause struct {
	pos        syntax.Pos
	condition  syntax.Expr
	definition bool // has become a definition
}

// split appends the conjuncts of a condition.
func split(list []*clause, pos syntax.Pos, e syntax.Expr) []*clause {
	if b, ok := e.(*syntax.Binary); ok && b.Op == syntax.And {
		return split(split(list, pos, b.Left), pos, b.Right)
	}
	return append(list, &clause{pos: pos, condition: e})
}

// changed is a variable that the call gives a value.
type changed struct {
	variable *ir.Variable
	object   *syntax.Object // the callee's result, or the global
	kind     ir.InputKind
}

func (c *contract) apply() {
	c.note()
	// The contract may speak about a global that receives a result: it means the value before.
	var receivers []assignment
	for i, v := range c.results {
		if v.Kind == ir.Global {
			t := c.temporary(v.Sort, v.Type)
			receivers = append(receivers, assignment{v, t.Sym})
			c.results[i] = t
		}
	}
	for _, r := range c.callee.Requires {
		if r.Free && !c.assume(r.Pos, r.Condition, c.atCall(c.callee, c.args)) {
			return
		}
	}
	c.collectChanged()
	for _, e := range c.callee.Ensures {
		if c.refused(c.call.Pos, e.Condition) {
			return
		}
		c.clauses = split(c.clauses, e.Pos, e.Condition)
	}
	c.findDefinitions()
	after := c.emitChanges()
	for _, e := range c.clauses {
		if !e.definition {
			c.assume(e.pos, e.condition, after)
		}
	}
	for _, ch := range c.changed {
		if w := ch.object.Where; w != nil && !c.assume(ch.object.Pos, w, after) {
			return
		}
	}
	c.assignAll(c.call.Pos, receivers)
}

// note lists the procedure as called without a body.
func (c *contract) note() {
	u := c.undefined[c.callee]
	if u == nil {
		u = &ir.Undefined{Name: c.callee.Name, Pos: c.pos(c.call.Pos)}
		c.undefined[c.callee] = u
	}
	u.Calls++
}

func (c *contract) assume(pos syntax.Pos, e syntax.Expr, s *scope) bool {
	if c.refused(pos, e) {
		return false
	}
	emitAssume(c.block, c.pos(pos), s.term(e))
	return true
}

func (c *contract) collectChanged() {
	taken := map[*ir.Variable]bool{}
	for i, v := range c.results {
		c.changed = append(c.changed, changed{v, c.callee.Results[i].Object, ir.UndefinedCall})
	}
	for _, n := range c.callee.Modifies {
		if n.Object.Type.Kind == syntax.UnsupportedType {
			continue // no supported expression reads it
		}
		if g := c.global(n.Object); !taken[g] {
			taken[g] = true
			c.changed = append(c.changed, changed{g, n.Object, ir.UndefinedCall})
		}
	}
}

// findDefinitions looks for ensures clauses "x == e" where x is changed and e speaks about the state before
// the call only.
func (c *contract) findDefinitions() {
	c.defined = map[*ir.Variable]bool{}
	for _, e := range c.clauses {
		b, ok := e.condition.(*syntax.Binary)
		if !ok || b.Op != syntax.Equal && b.Op != syntax.Iff {
			continue
		}
		if c.define(b.Left, b.Right) || c.define(b.Right, b.Left) {
			e.definition = true
		}
	}
}

func (c *contract) define(name, value syntax.Expr) bool {
	n, ok := name.(*syntax.Name)
	if !ok || !c.speaksOfBefore(value) {
		return false
	}
	for _, ch := range c.changed {
		if ch.object == n.Object && !c.defined[ch.variable] {
			c.defined[ch.variable] = true
			c.definitions = append(c.definitions, assignment{ch.variable, c.atCall(c.callee, c.args).term(value)})
			return true
		}
	}
	return false
}

// state is one of the two that a postcondition speaks of.
type state int

const (
	beforeCall state = iota + 1
	behindCall
)

// speaksOfBefore reports whether an expression has the same value in the state before the call.
func (c *contract) speaksOfBefore(e syntax.Expr) bool {
	same := true
	var visit func(e syntax.Expr, in state)
	visit = func(e syntax.Expr, in state) {
		switch e := e.(type) {
		case *syntax.Old:
			visit(e.Operand, beforeCall)
		case *syntax.Name:
			if e.Object.Kind == syntax.ResultObject || e.Object.Kind == syntax.GlobalObject && in == behindCall && c.changes(e.Object) {
				same = false
			}
		case *syntax.Binary:
			visit(e.Left, in)
			visit(e.Right, in)
		case *syntax.Unary:
			visit(e.Operand, in)
		case *syntax.NumberLit, *syntax.BoolLit:
		case *syntax.Select:
			visit(e.Map, in)
			for _, i := range e.Indices {
				visit(i, in)
			}
		case *syntax.Apply:
			for _, a := range e.Args {
				visit(a, in)
			}
		default:
			same = false
		}
	}
	visit(e, behindCall)
	return same
}

func (c *contract) changes(o *syntax.Object) bool {
	for _, ch := range c.changed {
		if ch.object == o {
			return true
		}
	}
	return false
}

// emitChanges gives the changed variables their values and returns the scope after the call.
func (c *contract) emitChanges() *scope {
	parallel := c.definitions
	after := c.newScope()
	keep := func(value *term.Term, typ string) *term.Term {
		// The value is needed after the call but may change: hold it, in a variable defined as it if there is one.
		for _, d := range parallel {
			if d.value == value {
				return d.to.Sym
			}
		}
		t := c.temporary(value.Sort(), typ)
		parallel = append(parallel, assignment{t, value})
		return t.Sym
	}
	for i, v := range c.callee.Params {
		after.names[v.Object] = c.args[i]
		if c.mayChange(c.args[i]) && c.contractNames(v.Object) {
			after.names[v.Object] = keep(c.args[i], v.Object.Type.String())
		}
	}
	for i, v := range c.callee.Results {
		after.names[v.Object] = c.results[i].Sym
	}
	before := map[*ir.Variable]*term.Term{}
	for _, o := range c.oldGlobals() {
		if g := c.global(o); c.mayChange(g.Sym) {
			before[g] = keep(g.Sym, g.Type)
		}
	}
	after.old = func(g *ir.Variable) *term.Term {
		if t := before[g]; t != nil {
			return t
		}
		return g.Sym
	}
	c.assignAll(c.call.Pos, parallel)
	for _, ch := range c.changed {
		if !c.defined[ch.variable] {
			in := c.input(ch.kind, c.callee.Name, ch.object.Type.String(), c.pos(c.call.Pos))
			c.emit(&ir.Havoc{At: c.at(c.call.Pos), Dst: ch.variable, Input: in})
		}
	}
	return after
}

func (c *contract) mayChange(t *term.Term) bool {
	for _, ch := range c.changed {
		if t.DependsOn(ch.variable.Sym) {
			return true
		}
	}
	return false
}

// contractNames reports whether an ensures clause that is still to be assumed names a parameter.
func (c *contract) contractNames(o *syntax.Object) bool {
	found := false
	c.eachRemaining(func(e syntax.Expr) {
		if n, ok := e.(*syntax.Name); ok && n.Object == o {
			found = true
		}
	})
	return found
}

// oldGlobals lists the globals inside old in the clauses that are still to be assumed.
func (c *contract) oldGlobals() []*syntax.Object {
	var list []*syntax.Object
	seen := map[*syntax.Object]bool{}
	c.eachRemaining(func(e syntax.Expr) {
		old, ok := e.(*syntax.Old)
		if !ok {
			return
		}
		syntax.Each(old.Operand, func(e syntax.Expr) {
			if n, ok := e.(*syntax.Name); ok && n.Object.Kind == syntax.GlobalObject && !seen[n.Object] {
				seen[n.Object] = true
				list = append(list, n.Object)
			}
		})
	})
	return list
}

func (c *contract) eachRemaining(visit func(syntax.Expr)) {
	for _, e := range c.clauses {
		if !e.definition {
			syntax.Each(e.condition, visit)
		}
	}
	for _, v := range c.callee.Results {
		syntax.Each(v.Where, visit)
	}
}
