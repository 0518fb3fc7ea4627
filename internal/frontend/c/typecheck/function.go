package typecheck

import (
	"yogi/internal/frontend/c/tree"
)

// resolveAliases gives functions that are other names the bodies of what they name.
func (c *checker) resolveAliases() {
	for _, a := range c.aliases {
		target := c.functions[a.target]
		if target == nil || target.Body == nil {
			if a.isReference {
				// What another file may define or leave out is known when the program is loaded.
				c.errorf(a.pos, CodeUnsupported, "%s is another name of %s, which this file does not define (attribute weakref)", a.function.Name, a.target)
				continue
			}
			c.errorf(a.pos, CodeName, "%s is another name of %s, which is not defined", a.function.Name, a.target)
			continue
		}
		f := a.function
		f.Type, f.Params, f.Body, f.Labels, f.End, f.Exported = target.Type, target.Params, target.Body, target.Labels, target.End, true
		f.Target = target
	}
}

// functionDefinition reads the declarations of old-style parameters and the body.
func (c *checker) functionDefinition(s *specifiers, d *declarator) {
	if s.storage == "typedef" {
		c.errorf(d.pos, CodeSyntax, "a function definition is declared typedef")
	}
	params := d.parts[0].params
	d.attrs.merge(s.attrs)
	c.scope = params.scope
	params.scope.parent = c.file
	if params.identifiers != nil {
		c.oldParameters(params, d)
	}
	c.scope = c.file
	f := c.declareFunction(d, d.typ, s)
	if f.Body != nil && !c.replaceable[f] {
		c.errorf(d.pos, CodeName, "redefinition of function %s, defined at %s", d.name, f.Pos)
	}
	// What is only there to be inlined may be defined again, and is no definition for other files.
	c.replaceable[f] = s.storage == "extern" && !c.exports(s, d)
	f.Exported = !c.replaceable[f] && (f.Exported || c.exports(s, d))
	if f.Builtin != "" {
		f.Builtin = ""
		c.unit.Functions = append(c.unit.Functions, f)
	}
	if !d.typ.Unspecified || f.Type.Unspecified || len(f.Type.Params) != len(params.objects) {
		// An old-style definition keeps the prototype that was declared before.
		f.Type = d.typ
	}
	f.Params, f.ResultTypedef, f.Pos = params.objects, typedefOf(s, d.parts[1:]), d.pos
	c.checkParameters(f)
	if d.attrs.refused == "" && c.fused != "" {
		d.attrs.refused = "target (#pragma GCC) with " + c.fused + ", by which an addition and a multiplication are rounded once"
	}
	c.functionBody(newFunction(f), params)
	if d.attrs.refused != "" {
		what := c.unsupportedDiagnostic(d.pos, "%s has the attribute %s", f.Name, d.attrs.refused)
		f.Body.Stmts = []tree.Stmt{&tree.UnsupportedStmt{StmtNode: tree.StmtNode{Pos: d.pos}, Diagnostic: what}}
	}
	if name := runsByItself(d.attrs.section); name != "" {
		c.errorf(d.pos, CodeUnsupported, "the function %s in the section %s, which the loader runs", f.Name, d.attrs.section)
	}
}

// oldParameters reads K&R declarations of parameters; those that are not declared are int. Arguments come
// promoted, so that is what the function's type says.
func (c *checker) oldParameters(params *parameters, d *declarator) {
	for _, name := range params.identifiers {
		o := &tree.Object{Name: name, Type: c.intType, Parameter: true, Pos: d.pos}
		params.objects = append(params.objects, o)
		params.scope.declare(name, &entity{pos: d.pos, object: o, typ: o.Type})
	}
	for !c.is("{") {
		s := c.specifiers(inDeclaration)
		for !c.is(";") {
			p := c.declarator(s.typ, named)
			e := params.scope.names[p.name]
			if e == nil || e.object == nil {
				c.errorf(p.pos, CodeName, "%s is no parameter of %s", p.name, d.name)
			} else {
				e.object.Type, e.object.Pos = c.adjusted(p.typ), p.pos
				e.typ, e.pos = e.object.Type, p.pos
			}
			if !c.accept(",") {
				break
			}
		}
		c.expect(";")
	}
	t := *d.typ
	t.Params = nil
	for _, o := range params.objects {
		t.Params = append(t.Params, c.promotedType(o.Type))
	}
	d.typ = &t
}

func (c *checker) checkParameters(f *tree.FunctionDef) {
	for i, o := range f.Params {
		o.Function = f
		if o.Type.Size < 0 {
			c.errorf(o.Pos, CodeType, "parameter %d of %s has the incomplete type %s", i+1, f.Name, o.Type.Name)
			o.Type = c.intType
		}
	}
	if r := f.Type.Result; isRecord(r) && r.Size < 0 {
		c.errorf(f.Pos, CodeType, "function %s returns the incomplete type %s", f.Name, r.Name)
	}
}

func (c *checker) functionBody(fn *function, params *parameters) {
	c.fn = fn
	f := fn.def
	c.scope = params.scope
	f.Labels = nil
	body := &tree.Block{StmtNode: tree.StmtNode{Pos: c.tok.Pos}}
	// A use of the function in its own body is a call of a function with a body.
	f.Body = body
	c.places++
	f.Place = c.places
	body.Stmts = evaluating(params.lengths)
	c.expect("{")
	c.push()
	c.blockItems(body)
	body.End = c.tok.Pos
	f.End = body.End
	c.expect("}")
	for _, l := range f.Labels {
		if !c.fn.defined[l] {
			c.errorf(l.Pos, CodeName, "label %s is not defined", l.Name)
		}
	}
	c.scope, c.fn = c.file, nil
}
