package typecheck

import (
	"strings"
	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/tree"
)

// externalDeclaration reads a declaration or definition of the file's level.
func (c *checker) externalDeclaration() {
	switch {
	case c.accept(";"):
		return
	case c.is("__yogi_handler"):
		c.handler()
		return
	case c.is("__yogi_macro"):
		c.macroEvent()
		return
	case c.is("_Static_assert"):
		c.staticAssert()
		return
	case c.is("asm") || c.is("__asm__") || c.is("__asm"):
		c.fileAssembly()
		return
	}
	start := c.at
	s := c.specifiers(inDeclaration)
	if c.is(";") {
		c.next()
		return
	}
	if c.at == start && c.tok.Kind != preprocess.Identifier && !c.is("*") && !c.is("(") {
		c.syntaxError("expected a declaration")
	}
	d := c.declarator(s.typ, named)
	c.contractClauses(start, d)
	if len(d.parts) > 0 && d.parts[0].kind == tree.Function && !c.is(",") && !c.is(";") && !c.is("=") {
		if c.is("{") || c.isDeclaration() {
			c.functionDefinition(s, d)
			return
		}
	}
	if start == c.at-1 && !s.sawType && s.storage == "" {
		c.syntaxError("expected = , ; or {")
	}
	c.initDeclarators(s, d)
}

// declaration reads a declaration in a block and returns its statements.
func (c *checker) declaration() []tree.Stmt {
	if c.is("_Static_assert") {
		c.staticAssert()
		return nil
	}
	saved := c.lengths
	c.lengths = nil
	s := c.specifiers(inDeclaration)
	var out []tree.Stmt
	if c.is(";") {
		c.next()
	} else {
		d := c.declarator(s.typ, named)
		if d.typ.Kind == tree.Function && c.is("{") {
			out = append(out, c.nestedFunction(d))
		} else {
			out = c.initDeclarators(s, d)
		}
	}
	out = append(c.takeLengths(), out...)
	c.lengths = saved
	return out
}

// length is an expression that a type evaluates where it is read: the length of a variable-length
// array, or the operand of typeof, whose type has one.
type length struct {
	of      *tree.Type
	operand tree.Expr // where of is nil
}

// takeLengths evaluates the lengths of the variable-length arrays read since the last call. An array's
// statement also evaluates the lengths of its elements' types.
func (c *checker) takeLengths() []tree.Stmt {
	var out []tree.Stmt
	inner := map[*tree.Type]bool{}
	for _, l := range c.lengths {
		t := l.of
		switch {
		case t == nil:
			node := tree.StmtNode{Pos: l.operand.Position()}
			out = append(out, &tree.ExprStmt{StmtNode: node, X: l.operand})
			continue
		case inner[t]:
			continue
		}
		for elem := t.Elem; elem != nil; elem = elem.Elem {
			inner[elem] = true
		}
		out = append(out, &tree.DeclareLength{StmtNode: tree.StmtNode{Pos: t.LengthExpr.Position()}, Type: t})
	}
	c.lengths = nil
	return out
}

// nestedFunction skips GNU's nested function.
func (c *checker) nestedFunction(d *declarator) tree.Stmt {
	depth := 0
	for {
		switch {
		case c.tok.Kind == preprocess.EOF:
			c.syntaxError("expected }")
		case c.is("{"):
			depth++
		case c.is("}"):
			depth--
		}
		c.next()
		if depth == 0 {
			break
		}
	}
	f := &tree.FunctionDef{Name: d.name, Type: d.typ, Pos: d.pos}
	c.scope.declare(d.name, &entity{pos: d.pos, function: f, typ: d.typ})
	return &tree.UnsupportedStmt{StmtNode: tree.StmtNode{Pos: d.pos}, Diagnostic: c.unsupportedDiagnostic(d.pos, "nested function %s", d.name)}
}

func (c *checker) staticAssert() {
	pos := c.tok.Pos
	c.next()
	c.expect("(")
	v := c.constantInteger("the condition of _Static_assert")
	message := ""
	if c.accept(",") {
		message = ": " + c.tok.Text
		for c.tok.Kind == preprocess.String {
			c.next()
		}
	}
	c.expect(")")
	c.accept(";")
	if v.Sign() == 0 {
		c.errorf(pos, CodeConstant, "static assertion failed%s", message)
	}
}

// initDeclarators reads the rest of a declaration after its first declarator.
func (c *checker) initDeclarators(s *specifiers, d *declarator) []tree.Stmt {
	var out []tree.Stmt
	for {
		d.attrs.merge(s.attrs)
		before := c.takeLengths()
		out = append(out, before...)
		out = append(out, c.declare(s, d)...)
		if !c.accept(",") {
			break
		}
		d = c.declarator(s.typ, named)
	}
	c.expect(";")
	return out
}

func (c *checker) declare(s *specifiers, d *declarator) []tree.Stmt {
	t := c.modeType(d.typ, d.attrs)
	switch {
	case s.storage == "typedef":
		c.declareTypedef(d, c.alignedType(t, d.attrs.aligned))
		return nil
	case t.Kind == tree.Function:
		c.declareFunction(d, c.plainParameters(t), s)
		if c.is("=") {
			c.errorf(d.pos, CodeType, "function %s is initialized like a variable", d.name)
			c.next()
			c.initializer()
		}
		return nil
	case isVoid(t) && s.storage == "extern" && !c.is("="):
		// Only its address is of use: what a linker's script defines is declared so.
	case isVoid(t):
		c.errorf(d.pos, CodeType, "variable %s has type void", d.name)
		t = c.intType
	}
	if s.autoType && c.is("=") {
		return c.declareAuto(s, d)
	}
	t = c.alignedType(t, d.attrs.aligned)
	if c.fn == nil {
		c.declareGlobal(s, d, t)
		return nil
	}
	return c.declareLocal(s, d, t)
}

func (c *checker) declareTypedef(d *declarator, t *tree.Type) {
	if old := c.scope.names[d.name]; old != nil && (old.typedef == nil || !c.compatible(old.typedef, t)) {
		c.errorf(d.pos, CodeName, "conflicting declarations of %s, declared at %s", d.name, old.pos)
	}
	if r := c.records[t]; r != nil && d.attrs.transparent {
		r.transparent = true
	}
	if r := c.records[t]; r != nil && t.Tag == "" && r.typ == t && len(t.Name) > 0 && t.Name[len(t.Name)-1] == '>' {
		// An anonymous type goes by its typedef's name.
		t.Name = d.name
	}
	c.scope.declare(d.name, &entity{pos: d.pos, typedef: t})
}

func (c *checker) declareGlobal(s *specifiers, d *declarator, t *tree.Type) {
	if d.attrs.alias != "" {
		c.declareAlias(s, d, t)
		return
	}
	o := c.linked(d, t, s)
	isExtern := s.storage == "extern" && !c.is("=")
	if !isExtern && o.Extern {
		o.Extern, o.Pos = false, d.pos
	}
	o.Thread = o.Thread || s.thread
	// The weaver's names have the sign: a program's own objects are no rule's, whatever they say.
	o.OfRule = o.OfRule || d.attrs.ofRule && strings.Contains(o.Name, "$")
	o.Weak = o.Weak || d.attrs.weak || c.weak[d.name]
	c.placeInSection(o, d.attrs)
	if c.accept("=") {
		if o.Init != nil {
			c.errorf(d.pos, CodeName, "redefinition of %s", d.name)
		}
		c.initializeStatic(o)
	}
}

// declareAlias declares another name of an object that the file has declared before (attribute alias).
// With external linkage it is the name that other files know a static object by. An object that they
// know by a name already would have two; that is not modelled, nor is a name that was used before.
func (c *checker) declareAlias(s *specifiers, d *declarator, t *tree.Type) {
	target, outside := c.objects[d.attrs.alias], s.storage != "static"
	switch {
	case target == nil || c.scope.names[d.name] != nil || c.objects[d.name] != nil || d.attrs.isReference || d.attrs.weak,
		outside && (target.Linkage == tree.ExternalLinkage || target.Symbol != ""):
		c.errorf(d.pos, CodeUnsupported, "%s is another name of an object (attribute alias)", d.name)
		return
	case !c.compatible(target.Type, t):
		c.errorf(d.pos, CodeType, "%s is another name of %s, which has type %s and not %s", d.name, d.attrs.alias, target.Type.Name, t.Name)
	}
	if outside {
		target.Linkage, target.Symbol = tree.ExternalLinkage, d.name
	}
	c.aliased = append(c.aliased, target)
	c.objects[d.name] = target
	c.scope.declare(d.name, &entity{pos: d.pos, object: target, typ: t})
}

// linked finds or makes the one object of all declarations with linkage.
func (c *checker) linked(d *declarator, t *tree.Type, s *specifiers) *tree.Object {
	if old := c.scope.names[d.name]; old != nil && old.object == nil {
		c.errorf(d.pos, CodeName, "%s is redeclared as another kind of name, declared at %s", d.name, old.pos)
	}
	o := c.objects[d.name]
	if o == nil {
		o = &tree.Object{Name: d.name, Type: t, Linkage: tree.ExternalLinkage, Static: true, Extern: true, Pos: d.pos}
		if s.storage == "static" {
			o.Linkage = tree.InternalLinkage
		}
		c.objects[d.name] = o
		c.unit.Objects = append(c.unit.Objects, o)
	} else {
		if !c.compatible(o.Type, t) {
			c.errorf(d.pos, CodeType, "conflicting types for %s: %s, declared as %s at %s", d.name, t.Name, o.Type.Name, o.Pos)
		}
		if o.Type.Size < 0 && t.Size >= 0 {
			o.Type = t
		}
	}
	if symbol := c.symbolOf(d, o.Linkage); symbol != "" {
		o.Symbol = symbol
	}
	c.scope.declare(d.name, &entity{pos: d.pos, object: o, typ: t})
	return o
}

func (c *checker) declareLocal(s *specifiers, d *declarator, t *tree.Type) []tree.Stmt {
	if s.storage == "extern" {
		if old := c.scope.names[d.name]; old != nil && old.object != c.objects[d.name] {
			c.errorf(d.pos, CodeName, "redeclaration of %s, declared at %s", d.name, old.pos)
		}
		c.linked(d, t, s)
		return nil
	}
	if old := c.scope.names[d.name]; old != nil || c.scope.parent.parent == c.file && c.isParameter(d.name) {
		c.errorf(d.pos, CodeName, "redefinition of %s", d.name)
	}
	o := &tree.Object{Name: d.name, Type: t, Pos: d.pos, Function: c.fn.def, Register: s.storage == "register"}
	c.scope.declare(d.name, &entity{pos: d.pos, object: o, typ: t})
	if s.storage == "static" || s.thread {
		o.Static, o.Thread = true, s.thread
		c.placeInSection(o, d.attrs)
		c.unit.Objects = append(c.unit.Objects, o)
		if c.accept("=") {
			c.initializeStatic(o)
		}
		return nil
	}
	stmt := &tree.Declare{StmtNode: tree.StmtNode{Pos: d.pos}, Object: o}
	if c.accept("=") {
		stmt.Init = c.initialize(o)
	}
	stmt.Cleanup = c.cleanup(d, o)
	if o.Type.Size < 0 && !isVariable(o.Type) {
		c.errorf(d.pos, CodeType, "the type %s of %s is incomplete", o.Type.Name, d.name)
	}
	if c.isRefused(t) {
		what := c.unsupportedDiagnostic(d.pos, refusedRecord)
		return []tree.Stmt{&tree.UnsupportedStmt{StmtNode: stmt.StmtNode, Diagnostic: what}, stmt}
	}
	return []tree.Stmt{stmt}
}

func (c *checker) isParameter(name string) bool {
	for _, p := range c.fn.def.Params {
		if p.Name == name {
			return true
		}
	}
	return false
}

// declareAuto declares a variable whose type is its initializer's.
func (c *checker) declareAuto(s *specifiers, d *declarator) []tree.Stmt {
	c.next()
	value := c.rvalue(c.assignment())
	t := c.whole(c.unqualified(value.ExprType()))
	value = c.convert(value, t)
	o := &tree.Object{Name: d.name, Type: t, Pos: d.pos}
	entry := tree.InitEntry{Type: t, Value: value, Pos: value.Position()}
	c.scope.declare(d.name, &entity{pos: d.pos, object: o, typ: t})
	if c.fn == nil || s.storage == "static" {
		o.Static = true
		o.Init = &tree.Initializer{Entries: []tree.InitEntry{entry}}
		c.unit.Objects = append(c.unit.Objects, o)
		return nil
	}
	o.Function = c.fn.def
	stmt := &tree.Declare{StmtNode: tree.StmtNode{Pos: d.pos}, Object: o, Init: &tree.Initializer{Entries: []tree.InitEntry{entry}}}
	stmt.Cleanup = c.cleanup(d, o)
	return []tree.Stmt{stmt}
}

// cleanup is the call with the object's address that the attribute asks for; nil without it.
func (c *checker) cleanup(d *declarator, o *tree.Object) tree.Expr {
	if d.attrs.cleanup == "" {
		return nil
	}
	e := c.scope.lookup(d.attrs.cleanup)
	if e == nil || e.function == nil {
		c.errorf(d.pos, CodeName, "the attribute cleanup of %s names %s, which is no function", d.name, d.attrs.cleanup)
		return nil
	}
	object := &tree.ObjectRef{Node: tree.Node{Type: o.Type, Pos: d.pos}, Object: o}
	return c.callWith(c.functionRef(e.function, d.pos), e.function.Type, []tree.Expr{c.addressOf(object, d.pos)}, d.pos)
}
