package syntax

// declaration reads one declaration into the file.
func (p *parser) declaration() {
	switch p.token.Kind {
	case KeyType:
		p.typeDecl()
	case KeyConst:
		p.constantDecl()
	case KeyFunction:
		p.functionDecl()
	case KeyAxiom:
		p.axiomDecl()
	case KeyVar:
		p.advance()
		p.file.Globals = append(p.file.Globals, p.variables(p.attributes())...)
		p.expect(Semicolon)
	case KeyProcedure:
		p.procedureDecl()
	case KeyImplementation:
		p.implementationDecl()
	case Identifier:
		p.otherDecl()
	case Semicolon:
		p.advance()
	default:
		p.failExpected("a declaration")
	}
}

// otherDecl reads the declarations of newer Boogie that start with a word that is no keyword.
func (p *parser) otherDecl() {
	switch {
	case p.token.Text == "datatype":
		p.advance()
		d := &TypeDecl{Attributes: p.attributes(), Datatype: true}
		t := p.expect(Identifier)
		d.Name, d.Pos = t.Text, t.Pos
		d.Params = p.typeParams()
		p.skipBraces()
		p.file.Types = append(p.file.Types, d)
	case p.token.Text == "pure" || p.token.Text == "revealed" || p.token.Text == "hideable":
		p.advance()
	default:
		p.failExpected("a declaration")
	}
}

// skipBraces skips a balanced block.
func (p *parser) skipBraces() {
	p.expect(LBrace)
	for depth := 1; depth > 0 && p.err == nil; {
		switch p.advance().Kind {
		case LBrace, CodeOpen:
			depth++
		case RBrace, CodeClose:
			depth--
		case EndOfFile:
			p.failExpected(`"}"`)
		}
	}
}

func (p *parser) typeDecl() {
	p.advance()
	attributes := p.attributes()
	if p.is(Identifier) && p.token.Text == "finite" && p.peek.Kind == Identifier {
		p.advance()
	}
	for {
		t := p.expect(Identifier)
		d := &TypeDecl{Name: t.Text, Pos: t.Pos, Attributes: attributes, Datatype: attributes.Find("datatype") != nil}
		for p.is(Identifier) {
			d.Params = append(d.Params, p.advance().Text)
		}
		if p.accept(Define) {
			d.Synonym = p.typeExpr()
		}
		p.file.Types = append(p.file.Types, d)
		if !p.accept(Comma) {
			break
		}
	}
	p.expect(Semicolon)
}

func (p *parser) constantDecl() {
	p.advance()
	attributes := p.attributes()
	unique := p.accept(KeyUnique)
	attributes = append(attributes, p.attributes()...)
	names := p.names()
	p.expect(Colon)
	t := p.typeExpr()
	ordered := p.orderClause()
	for _, n := range names {
		p.file.Constants = append(p.file.Constants, &ConstantDecl{
			VariableDecl: VariableDecl{Name: n.Name, Pos: n.Pos, Attributes: attributes, Type: t},
			Unique:       unique, Ordered: ordered,
		})
	}
	if p.is(KeyUses) {
		p.usesBlock()
		return
	}
	p.expect(Semicolon)
}

// orderClause skips extends and complete.
func (p *parser) orderClause() bool {
	ordered := false
	for p.is(KeyExtends) || p.is(KeyComplete) || p.is(Subtype) {
		ordered = true
		p.advance()
		for p.is(Identifier) || p.is(KeyUnique) || p.is(Comma) {
			p.advance()
		}
	}
	return ordered
}

// usesBlock reads declarations that belong to the one before.
func (p *parser) usesBlock() {
	p.advance()
	p.expect(LBrace)
	for !p.is(RBrace) && p.err == nil {
		p.declaration()
	}
	p.expect(RBrace)
}

func (p *parser) axiomDecl() {
	pos := p.advance().Pos
	a := &AxiomDecl{Pos: pos, Attributes: p.attributes()}
	a.Condition = p.expression()
	p.expect(Semicolon)
	p.file.Axioms = append(p.file.Axioms, a)
}

func (p *parser) functionDecl() {
	p.advance()
	attributes := p.attributes()
	t := p.expect(Identifier)
	f := &FunctionDecl{Name: t.Text, Pos: t.Pos, Attributes: attributes, TypeParams: p.typeParams()}
	p.expect(LParen)
	f.Params = p.functionParams()
	p.expect(RParen)
	if p.accept(KeyReturns) {
		p.expect(LParen)
		if results := p.functionParams(); len(results) == 1 {
			f.Result = results[0]
		} else {
			p.failExpected("one result")
		}
		p.expect(RParen)
	} else {
		p.expect(Colon)
		at := p.token.Pos
		f.Result = &VariableDecl{Pos: at, Type: p.typeExpr()}
	}
	p.file.Functions = append(p.file.Functions, f)
	switch {
	case p.accept(LBrace):
		f.Body = p.expression()
		p.expect(RBrace)
		p.accept(Semicolon)
		if p.is(KeyUses) {
			p.usesBlock()
		}
	case p.is(KeyUses):
		p.usesBlock()
	default:
		p.expect(Semicolon)
	}
}

// functionParams reads parameters, each "x: T" or "T"; "x, y: T" declares two.
func (p *parser) functionParams() []*VariableDecl {
	var list []*VariableDecl
	var pending []*VariableDecl // a name that may still turn out to be a type or to share the next type
	for !p.is(RParen) && p.err == nil {
		attributes := p.attributes()
		pos := p.token.Pos
		switch {
		case p.is(Identifier) && p.peek.Kind == Colon:
			name := p.advance().Text
			p.advance()
			t := p.typeExpr()
			for _, v := range pending {
				v.Name, v.Type = v.Type.(*NamedType).Name, t
			}
			pending = nil
			list = append(list, &VariableDecl{Name: name, Pos: pos, Attributes: attributes, Type: t})
		default:
			mayBeName := p.is(Identifier)
			t := p.typeExpr()
			v := &VariableDecl{Pos: pos, Attributes: attributes, Type: t}
			list = append(list, v)
			if named, ok := t.(*NamedType); ok && mayBeName && len(named.Args) == 0 {
				pending = append(pending, v)
			} else {
				pending = nil
			}
		}
		if !p.accept(Comma) {
			break
		}
	}
	return list
}

// variables reads "x, y: T where e, {:a} z: U".
func (p *parser) variables(attributes Attributes) []*VariableDecl {
	var list []*VariableDecl
	for {
		attributes = append(attributes, p.attributes()...)
		names := p.namesBeforeColon()
		p.expect(Colon)
		t := p.typeExpr()
		var where Expr
		if p.accept(KeyWhere) {
			where = p.expression()
		}
		for _, n := range names {
			list = append(list, &VariableDecl{Name: n.Name, Pos: n.Pos, Attributes: attributes, Type: t, Where: where})
		}
		if !p.accept(Comma) {
			return list
		}
		attributes = nil
	}
}

func (p *parser) namesBeforeColon() []*Name {
	list := []*Name{p.name()}
	for p.accept(Comma) {
		p.attributes()
		list = append(list, p.name())
	}
	return list
}

// signature reads <a>(params) returns (results).
func (p *parser) signature() (typeParams []string, params, results []*VariableDecl) {
	typeParams = p.typeParams()
	p.expect(LParen)
	if !p.is(RParen) {
		params = p.variables(nil)
	}
	p.expect(RParen)
	if p.accept(KeyReturns) {
		p.expect(LParen)
		if !p.is(RParen) {
			results = p.variables(nil)
		}
		p.expect(RParen)
	}
	return typeParams, params, results
}

func (p *parser) procedureDecl() {
	p.advance()
	attributes := p.attributes()
	t := p.expect(Identifier)
	d := &ProcedureDecl{Name: t.Text, Pos: t.Pos, Attributes: attributes}
	d.TypeParams, d.Params, d.Results = p.signature()
	semicolon := p.accept(Semicolon)
	p.specs(d)
	p.file.Procedures = append(p.file.Procedures, d)
	if semicolon && !p.is(LBrace) {
		return
	}
	if !p.is(LBrace) {
		p.failExpected(`";" or a body`)
		return
	}
	body := &Implementation{
		Name: d.Name, Pos: d.Pos, Attributes: d.Attributes, TypeParams: d.TypeParams, Params: d.Params, Results: d.Results,
	}
	p.body(body)
	p.file.Implementations = append(p.file.Implementations, body)
}

// specs reads the clauses of a procedure, which may follow its semicolon or stand before its body.
func (p *parser) specs(d *ProcedureDecl) {
	for p.err == nil {
		pos := p.token.Pos
		free := p.accept(KeyFree)
		switch {
		case p.is(KeyModifies) && !free:
			p.advance()
			p.attributes()
			if !p.is(Semicolon) {
				d.Modifies = append(d.Modifies, p.names()...)
			}
			p.expect(Semicolon)
		case p.is(KeyRequires), p.is(KeyEnsures):
			s := &Spec{Pos: pos, Free: free}
			ensures := p.advance().Kind == KeyEnsures
			s.Attributes = p.attributes()
			s.Condition = p.expression()
			p.expect(Semicolon)
			if ensures {
				d.Ensures = append(d.Ensures, s)
			} else {
				d.Requires = append(d.Requires, s)
			}
		case free:
			p.failExpected(`"requires" or "ensures"`)
		default:
			return
		}
	}
}

func (p *parser) implementationDecl() {
	p.advance()
	attributes := p.attributes()
	t := p.expect(Identifier)
	i := &Implementation{Name: t.Text, Pos: t.Pos, Attributes: attributes, Separate: true}
	i.TypeParams, i.Params, i.Results = p.signature()
	p.body(i)
	p.file.Implementations = append(p.file.Implementations, i)
}

func (p *parser) body(i *Implementation) {
	p.expect(LBrace)
	for p.is(KeyVar) {
		p.advance()
		i.Locals = append(i.Locals, p.variables(p.attributes())...)
		p.expect(Semicolon)
	}
	i.Body = p.statements()
	i.End = p.expect(RBrace).Pos
}
