package analyze

import (
	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// externalDeclaration reads a function definition or a declaration at file scope.
func (c *checker) externalDeclaration() {
	switch {
	case c.accept(";"):
		return
	case c.is("_Static_assert"):
		c.staticAssert()
		return
	case c.is("asm"), c.is("__asm__"), c.is("__asm"):
		c.advance()
		c.skipBalanced()
		c.accept(";")
		return
	}
	s := c.declarationSpecifiers()
	if c.accept(";") {
		return
	}
	for first := true; ; first = false {
		d := c.declarator(s.typ, true)
		if d.name == "" {
			c.fail(c.tok().pos, CodeSyntax, "expected a name before %q", c.tok().text)
		}
		if first && d.typ.Kind == tree.Function && s.storage != "typedef" && (c.is("{") || c.startsDeclaration()) {
			c.functionDefinition(&s, d)
			return
		}
		c.declareOne(&s, d, nil)
		if !c.accept(",") {
			break
		}
	}
	c.expect(";")
}

func (c *checker) staticAssert() {
	pos := c.advance().pos
	c.expect("(")
	v := c.constantValue()
	message := ""
	if c.accept(",") {
		for c.tok().kind == stringToken {
			message += string(c.advance().value)
		}
	}
	c.expect(")")
	c.accept(";")
	if v.Sign() == 0 {
		c.report(pos, CodeType, "static assertion failed: %s", message)
	}
}

// declareOne declares a name. At block scope it appends to the statements; nil is file scope.
func (c *checker) declareOne(s *specifiers, d *declared, block *[]tree.Stmt) {
	c.asmLabel(d)
	attrs := s.attrs
	attrs.merge(d.attrs)
	t := c.applyAttributes(d.typ, attrs, false)
	switch {
	case s.storage == "typedef":
		c.declareTypedef(d, t, block)
	case t.Kind == tree.Function:
		c.declareFunction(s, d, t, attrs)
	default:
		c.declareObject(s, d, t, block)
	}
}

// asmLabel skips an asm name for the linker and attributes after it.
func (c *checker) asmLabel(d *declared) {
	for c.is("asm") || c.is("__asm__") || c.is("__asm") {
		c.advance()
		c.skipBalanced()
	}
	d.attrs.merge(c.attributes())
}

func (c *checker) declareTypedef(d *declared, t *tree.Type, block *[]tree.Stmt) {
	c.scope.names[d.name] = &symbol{kind: typedefSymbol, typ: t}
	c.noteLength(t, d.pos, block)
}

// noteLength evaluates the length of a variable-length array where it is declared.
func (c *checker) noteLength(t *tree.Type, pos source.Pos, block *[]tree.Stmt) {
	if block == nil {
		return
	}
	for x := t; x != nil; x = x.Elem {
		if x.Kind == tree.Array && x.LengthExpr != nil {
			*block = append(*block, &tree.DeclareLength{StmtNode: tree.StmtNode{Pos: pos}, Type: t})
			return
		}
		if x.Kind == tree.Function {
			return
		}
	}
}

func (c *checker) declareFunction(s *specifiers, d *declared, t *tree.Type, attrs attributes) *tree.FunctionDef {
	sym := c.externals[d.name]
	if sym != nil && sym.kind != functionSymbol {
		c.fail(d.pos, CodeName, "%q is declared as a function and as something else", d.name)
	}
	if sym == nil {
		f := &tree.FunctionDef{Name: d.name, Type: t, Linkage: tree.ExternalLinkage, Pos: d.pos}
		if builtinName(d.name) != "" {
			f.Builtin = builtinName(d.name)
		}
		sym = &symbol{kind: functionSymbol, function: f}
		c.externals[d.name] = sym
		c.out.Functions = append(c.out.Functions, f)
	} else {
		sym.function.Type = composite(sym.function.Type, t)
	}
	f := sym.function
	if s.storage == "static" {
		f.Linkage = tree.InternalLinkage
	}
	f.NoReturn = f.NoReturn || s.noreturn || attrs.noreturn
	c.scope.names[d.name] = sym
	return f
}

// composite keeps the more informative of two types of one function or object.
func composite(a, b *tree.Type) *tree.Type {
	switch {
	case a.Kind == tree.Function && b.Kind == tree.Function:
		if a.Unspecified {
			return b
		}
		return a
	case a.Kind == tree.Array && b.Kind == tree.Array && a.Length < 0:
		return b
	}
	return a
}

// implicitFunction declares int name() at its first call (C90).
func (c *checker) implicitFunction(t *token) *symbol {
	if sym := c.externals[t.text]; sym != nil {
		return sym
	}
	typ := builtinType(c.types, t.text)
	if typ == nil {
		typ = c.types.functionOf(c.types.integer, nil, false, true)
	}
	f := &tree.FunctionDef{Name: t.text, Type: typ, Linkage: tree.ExternalLinkage, Pos: t.pos, Builtin: builtinName(t.text)}
	sym := &symbol{kind: functionSymbol, function: f}
	c.externals[t.text] = sym
	c.out.Functions = append(c.out.Functions, f)
	return sym
}

func (c *checker) declareObject(s *specifiers, d *declared, t *tree.Type, block *[]tree.Stmt) {
	if t.Kind == tree.Void {
		c.fail(d.pos, CodeType, "%q has the type void", d.name)
	}
	local := block != nil
	switch {
	case !local, s.storage == "extern":
		c.declareExternal(s, d, t, local)
	default:
		c.declareLocal(s, d, t, block)
	}
}

// declareExternal declares an object with linkage; all declarations share one Object.
func (c *checker) declareExternal(s *specifiers, d *declared, t *tree.Type, local bool) {
	sym := c.externals[d.name]
	if sym != nil && sym.kind != objectSymbol {
		c.fail(d.pos, CodeName, "%q is declared as an object and as something else", d.name)
	}
	if sym == nil {
		o := &tree.Object{Name: d.name, Type: t, Linkage: tree.ExternalLinkage, Static: true, Pos: d.pos, Extern: true, Thread: s.thread}
		sym = &symbol{kind: objectSymbol, object: o}
		c.externals[d.name] = sym
		c.out.Objects = append(c.out.Objects, o)
	} else {
		sym.object.Type = composite(sym.object.Type, t)
	}
	o := sym.object
	if s.storage == "static" {
		o.Linkage = tree.InternalLinkage
	}
	c.scope.names[d.name] = sym
	if s.storage != "extern" {
		o.Extern = false
	}
	if c.accept("=") {
		o.Extern = false
		o.Init, o.Type = c.initializer(o.Type, d.pos)
	}
}

func (c *checker) declareLocal(s *specifiers, d *declared, t *tree.Type, block *[]tree.Stmt) {
	o := &tree.Object{Name: d.name, Type: t, Function: c.function.definition, Pos: d.pos, Register: s.storage == "register", Thread: s.thread}
	if s.auto {
		c.expect("=")
		value := c.rvalue(c.assignment())
		o.Type = unqualified(value.ExprType())
		c.scope.names[d.name] = &symbol{kind: objectSymbol, object: o}
		init := &tree.Initializer{Entries: []tree.InitEntry{{Type: o.Type, Value: value, Pos: d.pos}}}
		*block = append(*block, &tree.Declare{StmtNode: tree.StmtNode{Pos: d.pos}, Object: o, Init: init})
		return
	}
	c.noteLength(t, d.pos, block)
	c.scope.names[d.name] = &symbol{kind: objectSymbol, object: o}
	if s.storage == "static" {
		o.Static = true
		c.out.Objects = append(c.out.Objects, o)
		if c.accept("=") {
			o.Init, o.Type = c.initializer(o.Type, d.pos)
		}
		return
	}
	declare := &tree.Declare{StmtNode: tree.StmtNode{Pos: d.pos}, Object: o}
	if c.accept("=") {
		declare.Init, o.Type = c.initializer(o.Type, d.pos)
	}
	if o.Type.Size < 0 && o.Type.LengthExpr == nil {
		c.fail(d.pos, CodeType, "%q has the incomplete type %s", d.name, o.Type)
	}
	*block = append(*block, declare)
}

// functionDefinition reads the rest of a definition, K&R declarations included.
func (c *checker) functionDefinition(s *specifiers, d *declared) {
	c.push()
	defer c.pop()
	params := d.params
	if d.scope != nil {
		for name, sym := range d.scope.names {
			c.scope.names[name] = sym
		}
		for name, t := range d.scope.tags {
			c.scope.tags[name] = t
		}
	}
	t := d.typ
	if d.names != nil || c.startsDeclaration() {
		params = c.oldStyleParameters(d)
		types := make([]*tree.Type, len(params))
		for i, p := range params {
			types[i] = unqualified(p.Type)
		}
		t = c.types.functionOf(t.Result, types, false, false)
	} else if t.Unspecified {
		t = c.types.functionOf(t.Result, nil, false, false)
	}
	outer := c.scope
	c.scope = outer.parent
	f := c.declareFunction(s, d, t, s.attrs)
	f.NoReturn = f.NoReturn || d.attrs.noreturn
	c.scope = outer
	if f.Body != nil {
		c.fail(d.pos, CodeName, "%q is defined twice", d.name)
	}
	f.Type, f.Params, f.Pos = t, params, d.pos
	for _, p := range params {
		p.Function = f
		if p.Type.Size < 0 {
			c.fail(p.Pos, CodeType, "parameter %q has the incomplete type %s", p.Name, p.Type)
		}
	}
	saved := c.function
	c.function = &functionState{definition: f, labels: map[string]*tree.Label{}, defined: map[string]bool{}}
	f.Body = c.blockInScope()
	f.End = c.tokens[c.at-1].pos
	for name, l := range c.function.labels {
		if !c.function.defined[name] {
			c.report(l.Pos, CodeName, "label %q is not defined", name)
		}
	}
	c.function = saved
}

// oldStyleParameters reads the declarations of a K&R definition.
func (c *checker) oldStyleParameters(d *declared) []*tree.Object {
	byName := map[string]*tree.Object{}
	params := make([]*tree.Object, len(d.names))
	for i, name := range d.names {
		params[i] = &tree.Object{Name: name, Type: c.types.integer, Parameter: true, Pos: d.pos}
		byName[name] = params[i]
		c.scope.names[name] = &symbol{kind: objectSymbol, object: params[i]}
	}
	for !c.is("{") {
		s := c.declarationSpecifiers()
		for {
			p := c.declarator(s.typ, true)
			o := byName[p.name]
			if o == nil {
				c.fail(p.pos, CodeName, "%q is not a parameter", p.name)
			}
			o.Type, o.Pos = c.adjustParameter(p.typ), p.pos
			if !c.accept(",") {
				break
			}
		}
		c.expect(";")
	}
	return params
}

// finish completes tentative definitions: an array without a length has one element.
func (c *checker) finish() {
	for _, o := range c.out.Objects {
		if o.Type.Kind == tree.Array && o.Type.Length < 0 && o.Type.LengthExpr == nil && !o.Extern {
			o.Type = c.types.arrayOf(o.Type.Elem, 1)
		}
		if o.Type.Kind == tree.Array && o.Type.Size < 0 && o.Type.Length >= 0 && o.Type.Elem.Size >= 0 {
			o.Type = c.types.arrayOf(o.Type.Elem, o.Type.Length)
		}
		if o.Type.Size < 0 && !o.Extern {
			c.report(o.Pos, CodeType, "%q has the incomplete type %s", o.Name, o.Type)
		}
	}
}
