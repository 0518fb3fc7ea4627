package check

import "yogi/internal/frontend/boogie/syntax"

// implementation checks a body.
func (c *checker) implementation(i *syntax.Implementation) {
	if i.Procedure == nil || i.Procedure.Unsupported != "" {
		return
	}
	c.locals = make(map[string]*syntax.Object, len(i.Params)+len(i.Results)+len(i.Locals))
	c.oldAllowed = true
	defer func() { c.locals, c.oldAllowed = nil, false }()
	if i.Separate {
		for _, v := range i.Params {
			c.declareLocal(v, "parameter")
		}
		for _, v := range i.Results {
			c.declareLocal(v, "result")
		}
	} else {
		for _, list := range [][]*syntax.VariableDecl{i.Params, i.Results} {
			for _, v := range list {
				c.locals[v.Name] = v.Object
			}
		}
	}
	for n, v := range i.Locals {
		c.object(v, syntax.LocalObject, n)
		c.declareLocal(v, "local variable")
	}
	if i.Separate {
		for _, v := range i.Params {
			c.where(v)
		}
		for _, v := range i.Results {
			c.where(v)
		}
	}
	for _, v := range i.Locals {
		c.where(v)
	}
	b := &body{checker: c, labels: map[string]syntax.Pos{}}
	b.collectLabels(i.Body)
	b.statements(i.Body)
}

// body is the state for one implementation.
type body struct {
	*checker
	labels map[string]syntax.Pos
	loops  int
	open   []string // labels that stand directly before the enclosing statements
}

func (b *body) collectLabels(list []syntax.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *syntax.Label:
			if before, ok := b.labels[s.Name]; ok {
				b.redeclared(s.Pos, "label", s.Name, before)
			}
			b.labels[s.Name] = s.Pos
		case *syntax.If:
			b.collectLabels(s.Then)
			b.collectLabels(s.Else)
		case *syntax.While:
			b.collectLabels(s.Body)
		}
	}
}

func (b *body) statements(list []syntax.Stmt) {
	var before []string
	for _, s := range list {
		if l, ok := s.(*syntax.Label); ok {
			before = append(before, l.Name)
			continue
		}
		if b.ended() {
			return
		}
		b.open = append(b.open, before...)
		b.statement(s)
		b.open = b.open[:len(b.open)-len(before)]
		before = nil
	}
}

func (b *body) statement(s syntax.Stmt) {
	switch s := s.(type) {
	case *syntax.Assert:
		b.condition(s.Condition, "assert")
	case *syntax.Assume:
		b.condition(s.Condition, "assume")
	case *syntax.Havoc:
		for _, n := range s.Variables {
			b.assignable(n)
		}
	case *syntax.Assign:
		b.assign(s)
	case *syntax.Call:
		b.call(s)
	case *syntax.Goto:
		for _, l := range s.Labels {
			if _, ok := b.labels[l.Name]; !ok {
				b.errorf(l.Pos, CodeName, "undeclared label %s", l.Name)
			}
		}
	case *syntax.If:
		if s.Condition != nil {
			b.condition(s.Condition, "if statement")
		}
		b.statements(s.Then)
		b.statements(s.Else)
	case *syntax.While:
		b.while(s)
	case *syntax.Break:
		b.breakStatement(s)
	}
}

func (b *body) while(s *syntax.While) {
	if s.Condition != nil {
		b.condition(s.Condition, "while statement")
	}
	for _, i := range s.Invariants {
		b.condition(i.Condition, "invariant")
	}
	b.loops++
	b.statements(s.Body)
	b.loops--
}

func (b *body) breakStatement(s *syntax.Break) {
	if s.Label == "" {
		if b.loops == 0 {
			b.errorf(s.Pos, CodeName, "break outside a loop")
		}
		return
	}
	for _, name := range b.open {
		if name == s.Label {
			return
		}
	}
	b.errorf(s.Pos, CodeName, "break: no enclosing statement has the label %s", s.Label)
}

// assignable resolves the target of an assignment and returns its type.
func (c *checker) assignable(n *syntax.Name) *syntax.Type {
	t := c.expression(n)
	if n.Object != nil {
		switch n.Object.Kind {
		case syntax.ConstantObject:
			c.errorf(n.Pos, CodeType, "constant %s cannot be assigned", n.Name)
		case syntax.ParameterObject:
			c.errorf(n.Pos, CodeType, "parameter %s cannot be assigned", n.Name)
		}
	}
	return t
}

func (b *body) assign(s *syntax.Assign) {
	if len(s.Targets) != len(s.Values) {
		b.errorf(s.Pos, CodeType, "%d targets but %d values", len(s.Targets), len(s.Values))
	}
	for i, target := range s.Targets {
		for _, earlier := range s.Targets[:i] {
			if earlier.Variable.Name == target.Variable.Name {
				b.errorf(target.Pos, CodeType, "%s is assigned twice in one statement", target.Variable.Name)
			}
		}
		t := b.assignable(target.Variable)
		for _, indices := range target.Indices {
			t = b.index(target.Pos, t, indices)
		}
		if i >= len(s.Values) {
			continue
		}
		if v := b.expression(s.Values[i]); !compatible(v, t) {
			b.errorf(s.Values[i].Position(), CodeType, "a value of type %s is assigned to %s of type %s", v, target.Variable.Name, t)
		}
	}
	for i := len(s.Targets); i < len(s.Values); i++ {
		b.expression(s.Values[i])
	}
}

func (b *body) call(s *syntax.Call) {
	args := make([]*syntax.Type, len(s.Args))
	for i, a := range s.Args {
		if a != nil {
			args[i] = b.expression(a)
		}
	}
	results := make([]*syntax.Type, len(s.Results))
	for i, r := range s.Results {
		results[i] = b.assignable(r)
		for _, earlier := range s.Results[:i] {
			if earlier.Name == r.Name {
				b.errorf(r.Pos, CodeType, "%s receives two results of one call", r.Name)
			}
		}
	}
	p := b.program.Procedures[s.Callee]
	if p == nil {
		b.errorf(s.Pos, CodeName, "undeclared procedure %s", s.Callee)
		return
	}
	s.Procedure = p
	if p.Unsupported != "" {
		return
	}
	if len(args) != len(p.Params) {
		b.errorf(s.Pos, CodeType, "procedure %s has %d parameters, not %d", p.Name, len(p.Params), len(args))
		return
	}
	for i, t := range args {
		if t != nil && !compatible(t, p.Params[i].Object.Type) {
			b.errorf(s.Args[i].Position(), CodeType, "argument %s of %s has type %s, not %s", p.Params[i].Name, p.Name, t, p.Params[i].Object.Type)
		}
	}
	if len(results) != len(p.Results) {
		b.errorf(s.Pos, CodeType, "procedure %s has %d results, not %d", p.Name, len(p.Results), len(results))
		return
	}
	for i, t := range results {
		if !compatible(p.Results[i].Object.Type, t) {
			b.errorf(s.Results[i].Pos, CodeType, "result %s of %s has type %s, not %s", p.Results[i].Name, p.Name, p.Results[i].Object.Type, t)
		}
	}
}
