package syntax

// statements reads up to the closing brace.
func (p *parser) statements() []Stmt {
	if !p.enter() {
		return nil
	}
	defer p.leave()
	var list []Stmt
	for !p.is(RBrace) && p.err == nil {
		if p.is(EndOfFile) {
			p.failExpected("a statement")
			break
		}
		list = append(list, p.statement())
	}
	return list
}

func (p *parser) statement() Stmt {
	at := At{p.token.Pos}
	switch p.token.Kind {
	case Identifier:
		return p.identifierStatement()
	case KeyAssert:
		p.advance()
		s := &Assert{At: at, Attributes: p.attributes(), Condition: p.expression()}
		p.expect(Semicolon)
		return s
	case KeyAssume:
		p.advance()
		s := &Assume{At: at, Attributes: p.attributes(), Condition: p.expression()}
		p.expect(Semicolon)
		return s
	case KeyHavoc:
		p.advance()
		s := &Havoc{At: at, Variables: p.names()}
		p.expect(Semicolon)
		return s
	case KeyCall:
		return p.call()
	case KeyGoto:
		p.advance()
		s := &Goto{At: at}
		for _, n := range p.names() {
			s.Labels = append(s.Labels, &Label{At: n.At, Name: n.Name})
		}
		p.expect(Semicolon)
		return s
	case KeyReturn:
		p.advance()
		if !p.is(Semicolon) {
			p.expression()
			p.expect(Semicolon)
			return &UnsupportedStmt{At: at, What: "return with a value"}
		}
		p.advance()
		return &Return{At: at}
	case KeyIf:
		return p.ifStatement()
	case KeyWhile:
		return p.whileStatement()
	case KeyBreak:
		p.advance()
		s := &Break{At: at}
		if p.is(Identifier) {
			s.Label = p.advance().Text
		}
		p.expect(Semicolon)
		return s
	case KeyAsync, KeyPar:
		return p.unsupportedStatement(p.token.Text + " call")
	case KeyYield:
		return p.unsupportedStatement("yield")
	}
	p.failExpected("a statement")
	return &Return{At: at}
}

func (p *parser) identifierStatement() Stmt {
	at := At{p.token.Pos}
	switch p.peek.Kind {
	case Colon:
		name := p.advance().Text
		p.advance()
		return &Label{At: at, Name: name}
	case Becomes, LBracket, Comma:
		return p.assignment()
	}
	switch p.token.Text {
	case "fork", "join", "atomic", "push", "pop", "hide", "reveal":
		return p.unsupportedStatement(p.token.Text + " statement")
	}
	if p.peek.Kind == Arrow || p.peek.Kind == Not {
		return p.unsupportedStatement("assignment to a field of a structure")
	}
	p.advance()
	p.failExpected(`":" or ":=" after the name`)
	return &Return{At: at}
}

// unsupportedStatement skips to the semicolon, or over a block.
func (p *parser) unsupportedStatement(what string) Stmt {
	s := &UnsupportedStmt{At: At{p.token.Pos}, What: what}
	for p.err == nil {
		switch p.token.Kind {
		case LBrace:
			attribute := p.startsAttribute()
			p.skipBraces()
			if !attribute {
				return s
			}
		case Semicolon:
			p.advance()
			return s
		case EndOfFile, RBrace:
			p.failExpected(`";"`)
		default:
			p.advance()
		}
	}
	return s
}

func (p *parser) assignment() Stmt {
	s := &Assign{At: At{p.token.Pos}}
	for {
		t := &Target{At: At{p.token.Pos}, Variable: p.name()}
		for p.accept(LBracket) {
			t.Indices = append(t.Indices, p.expressions(RBracket))
			p.expect(RBracket)
		}
		s.Targets = append(s.Targets, t)
		if !p.accept(Comma) {
			break
		}
	}
	p.expect(Becomes)
	s.Values = p.expressions(Semicolon)
	p.expect(Semicolon)
	return s
}

// call reads "call {:a} x, y := p(args);". "call forall" and a call of a map cell do not exist in the
// language that is modelled.
func (p *parser) call() Stmt {
	s := &Call{At: At{p.advance().Pos}, Attributes: p.attributes()}
	if p.is(KeyForall) {
		return p.unsupportedStatement("call forall")
	}
	first := p.name()
	if p.is(Comma) || p.is(Becomes) {
		s.Results = []*Name{first}
		for p.accept(Comma) {
			s.Results = append(s.Results, p.name())
		}
		p.expect(Becomes)
		first = p.name()
	}
	if p.is(Or) {
		return p.unsupportedStatement("parallel call")
	}
	s.Callee = first.Name
	p.expect(LParen)
	for !p.is(RParen) && p.err == nil {
		if p.is(Times) {
			p.advance()
			s.Args = append(s.Args, nil)
		} else {
			s.Args = append(s.Args, p.expression())
		}
		if !p.accept(Comma) {
			break
		}
	}
	p.expect(RParen)
	p.expect(Semicolon)
	return s
}

// guard reads "(e)" or "(*)", for which it returns nil.
func (p *parser) guard() Expr {
	p.expect(LParen)
	var e Expr
	if p.is(Times) {
		p.advance()
	} else {
		e = p.expression()
	}
	p.expect(RParen)
	return e
}

func (p *parser) ifStatement() Stmt {
	if !p.enter() {
		return &Return{}
	}
	defer p.leave()
	s := &If{At: At{p.advance().Pos}}
	p.attributes()
	s.Condition = p.guard()
	s.Then = p.block()
	if p.accept(KeyElse) {
		if p.is(KeyIf) {
			s.Else = []Stmt{p.ifStatement()}
		} else {
			s.Else = p.block()
		}
	}
	return s
}

func (p *parser) block() []Stmt {
	p.expect(LBrace)
	list := p.statements()
	p.expect(RBrace)
	return list
}

func (p *parser) whileStatement() Stmt {
	s := &While{At: At{p.advance().Pos}}
	p.attributes()
	s.Condition = p.guard()
	for p.err == nil && (p.is(KeyFree) || p.is(KeyInvariant)) {
		i := &Spec{Pos: p.token.Pos, Free: p.accept(KeyFree)}
		p.expect(KeyInvariant)
		i.Attributes = p.attributes()
		i.Condition = p.expression()
		p.expect(Semicolon)
		s.Invariants = append(s.Invariants, i)
	}
	s.Body = p.block()
	return s
}
