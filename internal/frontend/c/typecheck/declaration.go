package typecheck

import (
	"strings"

	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/tree"
)

// declarations reads declarations in a block or a file, with their initializers.
type declarations struct {
	declarators
}

// declaration reads a declaration in a block and returns its statements.
func (c *declarations) declaration() []tree.Stmt {
	if c.is("_Static_assert") {
		c.staticAssert()
		return nil
	}
	from := len(c.lengths)
	s := c.specifiers(inDeclaration)
	var out []tree.Stmt
	if c.is(";") {
		c.next()
	} else {
		d := c.declarator(s.typ, named)
		if d.typ.Kind == tree.Function && c.is("{") {
			out = append(out, c.nestedFunction(d))
		} else {
			out = c.initDeclarators(s, d, from)
		}
	}
	return append(c.takeLengths(from), out...)
}

// nestedFunction skips GNU's nested function.
func (c *declarations) nestedFunction(d *declarator) tree.Stmt {
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

func (c *declarators) staticAssert() {
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

// initDeclarators reads the rest of a declaration after its first declarator; from is how many lengths there were
// before it.
func (c *declarations) initDeclarators(s *specifiers, d *declarator, from int) []tree.Stmt {
	var out []tree.Stmt
	for {
		d.attrs.merge(s.attrs)
		out = append(out, c.takeLengths(from)...)
		out = append(out, c.declare(s, d)...)
		if !c.accept(",") {
			break
		}
		d = c.declarator(s.typ, named)
	}
	c.expect(";")
	return out
}

func (c *declarations) declare(s *specifiers, d *declarator) []tree.Stmt {
	t := c.modeType(d.typ, d.attrs)
	switch {
	case s.storage == "typedef":
		if d.attrs.constant && t.Kind == tree.Function {
			c.errorf(d.pos, CodeUnsupported, "the attribute const of a type of functions: compilers leave calls through pointers to such out")
		}
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

func (c *declarations) declareGlobal(s *specifiers, d *declarator, t *tree.Type) {
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

func (c *declarations) declareLocal(s *specifiers, d *declarator, t *tree.Type) []tree.Stmt {
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
	o.Zeroed = c.zeroLocals && !d.attrs.uninitialized && !(o.Register && d.attrs.symbol != "")
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

// declareAuto declares a variable whose type is its initializer's.
func (c *declarations) declareAuto(s *specifiers, d *declarator) []tree.Stmt {
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
