package lower

import (
	"yogi/internal/frontend/boogie/syntax"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// statements lowers a list. Labels that stand before a statement are the names by which break may leave it.
func (p *procedure) statements(list []syntax.Stmt) {
	var labels []string
	for _, s := range list {
		if p.ended() {
			return
		}
		if l, ok := s.(*syntax.Label); ok {
			b := p.label(l)
			p.jump(l.Pos, b)
			p.block = b
			labels = append(labels, l.Name)
			continue
		}
		p.statement(s, labels)
		labels = nil
	}
}

// label returns the block of a label, made when first named.
func (p *procedure) label(l *syntax.Label) *ir.Block {
	b := p.labels[l.Name]
	if b == nil {
		b = p.newBlock(l.Name, l.Pos)
		p.labels[l.Name] = b
	}
	b.Pos = p.pos(l.Pos)
	return b
}

func (p *procedure) statement(s syntax.Stmt, labels []string) {
	if p.block == nil {
		// Labels inside may still be reached by goto.
		if !containsLabel(s) {
			return
		}
		p.block = p.newBlock("", s.Position())
	}
	switch s := s.(type) {
	case *syntax.Assert:
		if !p.refused(s.Pos, s.Condition) {
			text := syntax.ExpressionString(s.Condition)
			p.check(s.Pos, p.scope.term(s.Condition), "assertion "+text+" fails", text)
		}
	case *syntax.Assume:
		if !p.mustReach(s) && !p.refused(s.Pos, s.Condition) {
			p.checkNull(s.Pos, s.Condition)
			emitAssume(p.block, p.pos(s.Pos), p.scope.term(s.Condition))
		}
	case *syntax.Havoc:
		p.havocStatement(s)
	case *syntax.Assign:
		p.checkNull(s.Pos, s.Values...)
		p.assign(s)
	case *syntax.Call:
		p.checkNull(s.Pos, s.Args...)
		p.call(s)
	case *syntax.Goto:
		p.gotoStatement(s)
	case *syntax.Return:
		p.jump(s.Pos, p.exit)
	case *syntax.If:
		p.ifStatement(s, labels)
	case *syntax.While:
		p.whileStatement(s, labels)
	case *syntax.Break:
		p.breakStatement(s)
	case *syntax.UnsupportedStmt:
		p.giveUp(s.Pos, p.unsupported(s.Pos, s.What))
	}
}

func containsLabel(s syntax.Stmt) bool {
	inside := func(list []syntax.Stmt) bool {
		for _, s := range list {
			if _, ok := s.(*syntax.Label); ok || containsLabel(s) {
				return true
			}
		}
		return false
	}
	switch s := s.(type) {
	case *syntax.If:
		return inside(s.Then) || inside(s.Else)
	case *syntax.While:
		return inside(s.Body)
	}
	return false
}

// havoc gives a variable any value; its where clause is the caller's business.
func (p *procedure) havoc(pos syntax.Pos, o *syntax.Object, kind ir.InputKind) {
	v := p.variable(o)
	p.emit(&ir.Havoc{At: p.at(pos), Dst: v, Input: p.input(kind, o.Name, o.Type.String(), p.pos(pos))})
}

// variable returns the variable that an assignable object is.
func (p *procedure) variable(o *syntax.Object) *ir.Variable {
	if sym := p.scope.names[o]; sym != nil {
		return p.program.VariableOf(sym)
	}
	return p.global(o)
}

func (p *procedure) havocStatement(s *syntax.Havoc) {
	for _, n := range s.Variables {
		if p.refused(s.Pos, n) {
			return
		}
		p.havoc(s.Pos, n.Object, ir.Choice)
	}
	for _, n := range s.Variables {
		p.assumeWhere(n.Object)
	}
}

func (p *procedure) assign(s *syntax.Assign) {
	values := make([]assignment, 0, len(s.Targets))
	for i, target := range s.Targets {
		if p.refused(s.Pos, target.Variable, s.Values[i]) {
			return
		}
		for _, indices := range target.Indices {
			if p.refused(s.Pos, indices...) {
				return
			}
		}
		v := p.variable(target.Variable.Object)
		value := p.scope.term(s.Values[i])
		values = append(values, assignment{v, p.updated(v.Sym, target.Indices, value)})
	}
	p.assignAll(s.Pos, values)
}

// updated is the map m with value in the cell that a list of index lists names.
func (p *procedure) updated(m *term.Term, indices [][]syntax.Expr, value *term.Term) *term.Term {
	var flat []*term.Term
	for _, list := range indices {
		flat = append(flat, p.scope.list(list)...)
	}
	if len(flat) == 0 {
		return value
	}
	return p.scope.update(m, flat, value)
}

// assignment is one part of a parallel assignment.
type assignment struct {
	to    *ir.Variable
	value *term.Term
}

// assignAll assigns in parallel: in an order in which no assignment destroys what a later one reads, with
// temporaries where there is no such order.
func (p *procedure) assignAll(pos syntax.Pos, list []assignment) {
	for len(list) > 0 {
		n := firstFree(list)
		if n < 0 {
			a := &list[0]
			t := p.temporary(a.to.Sort, a.to.Type)
			p.emit(&ir.Assign{At: p.at(pos), Dst: t, Src: a.value})
			a.value = t.Sym
			continue
		}
		a := list[n]
		if a.value != a.to.Sym {
			p.emit(&ir.Assign{At: p.at(pos), Dst: a.to, Src: a.value})
		}
		list = append(list[:n:n], list[n+1:]...)
	}
}

// firstFree returns the first assignment whose target no other one reads, -1 if there is none.
func firstFree(list []assignment) int {
	for n, a := range list {
		free := true
		for m, other := range list {
			if m != n && other.value.DependsOn(a.to.Sym) {
				free = false
				break
			}
		}
		if free {
			return n
		}
	}
	return -1
}

// temporary makes a local that the program does not name.
func (p *procedure) temporary(sort *term.Sort, typ string) *ir.Variable {
	v := p.function.NewLocal("tmp", sort)
	v.Source, v.Type = "", typ
	return v
}

func (p *procedure) gotoStatement(s *syntax.Goto) {
	g := &ir.Goto{At: p.at(s.Pos)}
	seen := map[*ir.Block]bool{}
	for _, l := range s.Labels {
		b := p.gotoTarget(l)
		if !seen[b] {
			seen[b] = true
			g.Targets = append(g.Targets, ir.Target{Guard: p.terms.True(), Block: b})
		}
	}
	if len(g.Targets) > 1 {
		g.Choice = p.input(ir.Choice, "goto", "", p.pos(s.Pos))
	}
	p.block.Terminator = g
	p.block = nil
}

// gotoTarget is label without touching the position of the block.
func (p *procedure) gotoTarget(l *syntax.Label) *ir.Block {
	if b := p.labels[l.Name]; b != nil {
		return b
	}
	return p.label(l)
}

// branch ends the current block with a condition; nil chooses freely.
func (p *procedure) branch(pos syntax.Pos, condition syntax.Expr, then, els *ir.Block) {
	if condition != nil {
		if p.refused(pos, condition) {
			return
		}
		p.block.Branch(p.pos(pos), p.scope.term(condition), then, els)
		p.block.Terminator.(*ir.Goto).Branch = syntax.ExpressionString(condition)
	} else {
		yes := p.terms.True()
		p.block.Terminator = &ir.Goto{
			At: p.at(pos), Choice: p.input(ir.Choice, "*", "", p.pos(pos)),
			Targets: []ir.Target{{Guard: yes, Block: then}, {Guard: yes, Block: els}},
		}
	}
	p.block = nil
}

func (p *procedure) ifStatement(s *syntax.If, labels []string) {
	then, after := p.newBlock("then", s.Pos), p.newBlock("endif", s.Pos)
	els := after
	if len(s.Else) > 0 {
		els = p.newBlock("else", s.Pos)
	}
	p.branch(s.Pos, s.Condition, then, els)
	p.loops = append(p.loops, loop{labels: labels, after: after})
	p.block = then
	p.statements(s.Then)
	p.jump(s.Pos, after)
	if els != after {
		p.block = els
		p.statements(s.Else)
		p.jump(s.Pos, after)
	}
	p.loops = p.loops[:len(p.loops)-1]
	p.block = after
}

func (p *procedure) whileStatement(s *syntax.While, labels []string) {
	head, body, after := p.newBlock(ir.LoopLabel, s.Pos), p.newBlock("body", s.Pos), p.newBlock(ir.BehindLabel, s.Pos)
	p.jump(s.Pos, head)
	p.block = head
	for _, i := range s.Invariants {
		p.invariant(i)
	}
	if p.block != nil {
		p.branch(s.Pos, s.Condition, body, after)
	}
	p.loops = append(p.loops, loop{labels: labels, isLoop: true, after: after})
	p.block = body
	p.statements(s.Body)
	p.jump(s.Pos, head)
	p.loops = p.loops[:len(p.loops)-1]
	p.block = after
}

// invariant checks a loop invariant where control passes the head of the loop.
func (p *procedure) invariant(i *syntax.Spec) {
	if i.Free && !p.options.UseFreeSpecs || p.refused(i.Pos, i.Condition) {
		return
	}
	t := p.scope.term(i.Condition)
	if i.Free {
		p.believe(i.Pos, t, "free invariant")
		return
	}
	text := syntax.ExpressionString(i.Condition)
	p.check(i.Pos, t, "loop invariant "+text+" fails", text)
}

func (p *procedure) breakStatement(s *syntax.Break) {
	for n := len(p.loops) - 1; n >= 0; n-- {
		l := p.loops[n]
		if s.Label == "" && l.isLoop || s.Label != "" && contains(l.labels, s.Label) {
			p.jump(s.Pos, l.after)
			return
		}
	}
	p.giveUp(s.Pos, p.unsupported(s.Pos, "this break"))
}

func contains(list []string, name string) bool {
	for _, s := range list {
		if s == name {
			return true
		}
	}
	return false
}
