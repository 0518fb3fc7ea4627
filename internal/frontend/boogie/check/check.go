// Package check resolves the names and finds the types of a Boogie file.
//
// It fills the slots of the tree in place. Everything in the file is checked, reachable or not: what Boogie
// would reject is a diagnostic. What is well-formed but not modelled is no diagnostic: it has the type
// Unsupported, which fits everywhere, and is refused by the lowering where a reachable procedure uses it.
//
// The phases, in order: types and synonyms; constants, globals, functions and procedures (signatures);
// then bodies, where clauses, axioms and specifications.
package check

import (
	"context"
	"fmt"

	"yogi/internal/frontend/boogie/syntax"
	"yogi/internal/source"
)

// The codes of the diagnostics.
const (
	CodeName source.Code = "boogie-name"
	CodeType source.Code = "boogie-type"
)

// maxDiagnostics bounds the list: the rest of a file that is wrong from top to bottom teaches nothing.
const maxDiagnostics = 50

// Program is a checked file with its names.
type Program struct {
	File       *syntax.File
	Functions  map[string]*syntax.FunctionDecl
	Procedures map[string]*syntax.ProcedureDecl
	Variables  map[string]*syntax.Object // globals and constants
}

// File checks a file. The Program is of use only when there are no diagnostics.
func File(ctx context.Context, file *syntax.File) (*Program, source.Diagnostics) {
	c := &checker{
		ctx: ctx,
		program: &Program{
			File:       file,
			Functions:  map[string]*syntax.FunctionDecl{},
			Procedures: map[string]*syntax.ProcedureDecl{},
			Variables:  make(map[string]*syntax.Object, len(file.Constants)+len(file.Globals)),
		},
		types: newTypes(),
	}
	c.declareTypes()
	c.declareVariables()
	c.declareFunctions()
	c.declareProcedures()
	c.globalBodies()
	for _, i := range file.Implementations {
		if c.ended() || len(c.diagnostics) >= maxDiagnostics {
			break
		}
		c.implementation(i)
	}
	c.findRecursiveFunctions()
	c.diagnostics.Sort()
	return c.program, c.diagnostics
}

type checker struct {
	ctx         context.Context
	program     *Program
	types       *types
	diagnostics source.Diagnostics
	locals      map[string]*syntax.Object // of the procedure or implementation at hand
	bound       []*syntax.Object          // innermost last
	typeParams  []string                  // of the enclosing quantifiers
	oldAllowed  bool
	polls       int
	stopped     bool
	calls       map[*syntax.FunctionDecl][]*syntax.FunctionDecl // of function bodies
	function    *syntax.FunctionDecl                            // whose body is at hand
	stateless   string                                          // what is at hand, if it must not read variables
}

// ended reports whether to stop: the context has ended. It looks now and then.
func (c *checker) ended() bool {
	if c.polls++; c.polls%1024 == 0 && c.ctx.Err() != nil {
		c.stopped = true
	}
	return c.stopped
}

func (c *checker) errorf(pos syntax.Pos, code source.Code, format string, args ...any) {
	if len(c.diagnostics) < maxDiagnostics {
		c.diagnostics.Add(c.program.File.At(pos), code, format, args...)
	}
}

func (c *checker) redeclared(pos syntax.Pos, what, name string, before syntax.Pos) {
	c.errorf(pos, CodeName, "%s %s is declared twice (first at line %d)", what, name, before.Line)
}

func (c *checker) declareVariables() {
	for _, d := range c.program.File.Constants {
		o := c.declareGlobal(&d.VariableDecl, syntax.ConstantObject)
		o.Unique = d.Unique
	}
	for _, d := range c.program.File.Globals {
		c.declareGlobal(d, syntax.GlobalObject)
	}
}

func (c *checker) declareGlobal(d *syntax.VariableDecl, kind syntax.ObjectKind) *syntax.Object {
	o := c.object(d, kind, 0)
	if before := c.program.Variables[d.Name]; before != nil {
		c.redeclared(d.Pos, "variable", d.Name, before.Pos)
		return o
	}
	c.program.Variables[d.Name] = o
	return o
}

// object makes the object of a declaration; the where clause is checked later, when all names are known.
func (c *checker) object(d *syntax.VariableDecl, kind syntax.ObjectKind, index int) *syntax.Object {
	d.Object = &syntax.Object{
		Kind: kind, Name: d.Name, Pos: d.Pos, Type: c.types.resolve(c, d.Type, c.typeParams), Where: d.Where, Index: index,
	}
	return d.Object
}

func (c *checker) declareFunctions() {
	for _, f := range c.program.File.Functions {
		if before := c.program.Functions[f.Name]; before != nil {
			c.redeclared(f.Pos, "function", f.Name, before.Pos)
			continue
		}
		c.program.Functions[f.Name] = f
		if len(f.TypeParams) > 0 {
			f.ResultType = c.types.unsupported("polymorphic function")
			continue
		}
		for i, v := range f.Params {
			c.object(v, syntax.ParameterObject, i)
		}
		f.ResultType = c.types.resolve(c, f.Result.Type, nil)
	}
}

func (c *checker) declareProcedures() {
	for _, p := range c.program.File.Procedures {
		if before := c.program.Procedures[p.Name]; before != nil {
			c.redeclared(p.Pos, "procedure", p.Name, before.Pos)
		} else {
			c.program.Procedures[p.Name] = p
		}
		if len(p.TypeParams) > 0 {
			p.Unsupported = "polymorphic procedure"
			continue
		}
		c.declareFormals(p.Params, syntax.ParameterObject)
		c.declareFormals(p.Results, syntax.ResultObject)
	}
	for _, i := range c.program.File.Implementations {
		c.declareImplementation(i)
	}
}

func (c *checker) declareFormals(list []*syntax.VariableDecl, kind syntax.ObjectKind) {
	for i, v := range list {
		c.object(v, kind, i)
	}
}

func (c *checker) declareImplementation(i *syntax.Implementation) {
	p := c.program.Procedures[i.Name]
	if p == nil {
		c.errorf(i.Pos, CodeName, "implementation %s has no procedure declaration", i.Name)
		return
	}
	if len(i.TypeParams) != len(p.TypeParams) {
		c.errorf(i.Pos, CodeType, "implementation %s has %d type parameters, its procedure has %d", i.Name, len(i.TypeParams), len(p.TypeParams))
		return
	}
	i.Procedure = p
	p.Implementations = append(p.Implementations, i)
	if p.Unsupported != "" {
		return
	}
	if i.Separate {
		c.declareFormals(i.Params, syntax.ParameterObject)
		c.declareFormals(i.Results, syntax.ResultObject)
	}
	c.sameFormals(i, "parameter", i.Params, p.Params)
	c.sameFormals(i, "result", i.Results, p.Results)
}

func (c *checker) sameFormals(i *syntax.Implementation, what string, list, declared []*syntax.VariableDecl) {
	if len(list) != len(declared) {
		c.errorf(i.Pos, CodeType, "implementation %s has %d %ss, its procedure has %d", i.Name, len(list), what, len(declared))
		return
	}
	for n, v := range list {
		if !compatible(v.Object.Type, declared[n].Object.Type) {
			c.errorf(v.Pos, CodeType, "%s %s of implementation %s has type %s, its procedure has %s",
				what, v.Name, i.Name, v.Object.Type, declared[n].Object.Type)
		}
	}
}

// globalBodies checks what refers to globals but is not inside an implementation.
func (c *checker) globalBodies() {
	for _, d := range c.program.File.Globals {
		c.where(d)
	}
	c.calls = map[*syntax.FunctionDecl][]*syntax.FunctionDecl{}
	for _, f := range c.program.File.Functions {
		if c.program.Functions[f.Name] == f && len(f.TypeParams) == 0 {
			c.functionBody(f)
		}
	}
	c.stateless = "an axiom"
	for _, a := range c.program.File.Axioms {
		c.condition(a.Condition, "axiom")
	}
	c.stateless = ""
	for _, p := range c.program.File.Procedures {
		if c.program.Procedures[p.Name] == p && p.Unsupported == "" {
			c.procedure(p)
		}
	}
}

func (c *checker) where(d *syntax.VariableDecl) {
	if d.Where != nil {
		c.condition(d.Where, "where clause")
	}
}

func (c *checker) functionBody(f *syntax.FunctionDecl) {
	c.locals = map[string]*syntax.Object{}
	defer func() { c.locals = nil }()
	for _, v := range f.Params {
		if v.Name != "" {
			c.declareLocal(v, "parameter")
		}
	}
	if f.Body == nil {
		return
	}
	c.function, c.stateless = f, "the body of function "+f.Name
	t := c.expression(f.Body)
	c.function, c.stateless = nil, ""
	if !compatible(t, f.ResultType) {
		c.errorf(f.Body.Position(), CodeType, "the body of function %s has type %s, not %s", f.Name, t, f.ResultType)
	}
}

func (c *checker) declareLocal(v *syntax.VariableDecl, what string) {
	if before := c.locals[v.Name]; before != nil {
		c.redeclared(v.Pos, what, v.Name, before.Pos)
		return
	}
	c.locals[v.Name] = v.Object
}

func (c *checker) procedure(p *syntax.ProcedureDecl) {
	c.locals = map[string]*syntax.Object{}
	defer func() { c.locals = nil }()
	for _, v := range p.Params {
		c.declareLocal(v, "parameter")
	}
	for _, s := range p.Requires {
		c.condition(s.Condition, "requires clause")
	}
	for _, v := range p.Results {
		c.declareLocal(v, "result")
	}
	for _, v := range p.Params {
		c.where(v)
	}
	for _, v := range p.Results {
		c.where(v)
	}
	c.oldAllowed = true
	for _, s := range p.Ensures {
		c.condition(s.Condition, "ensures clause")
	}
	c.oldAllowed = false
	for _, n := range p.Modifies {
		n.Object = c.program.Variables[n.Name]
		switch {
		case n.Object == nil:
			c.errorf(n.Pos, CodeName, "undeclared variable %s", n.Name)
		case n.Object.Kind != syntax.GlobalObject:
			c.errorf(n.Pos, CodeName, "%s in a modifies clause is not a global variable", n.Name)
		}
	}
}

// condition checks a Boolean expression.
func (c *checker) condition(e syntax.Expr, what string) {
	if t := c.expression(e); t.Kind != syntax.BoolType && t.Kind != syntax.UnsupportedType {
		c.errorf(e.Position(), CodeType, "the condition of this %s has type %s, not bool", what, t)
	}
}

// findRecursiveFunctions marks the functions with a body on a cycle of calls: they cannot be expanded.
func (c *checker) findRecursiveFunctions() {
	const (
		unseen = iota
		open
		done
	)
	state := map[*syntax.FunctionDecl]int{}
	var stack []*syntax.FunctionDecl
	var visit func(f *syntax.FunctionDecl)
	visit = func(f *syntax.FunctionDecl) {
		state[f] = open
		stack = append(stack, f)
		for _, g := range c.calls[f] {
			switch state[g] {
			case unseen:
				visit(g)
			case open:
				for n := len(stack) - 1; n >= 0; n-- {
					stack[n].Recursive = true
					if stack[n] == g {
						break
					}
				}
			}
		}
		stack = stack[:len(stack)-1]
		state[f] = done
	}
	for _, f := range c.program.File.Functions {
		if state[f] == unseen {
			visit(f)
		}
	}
}

// describe prints the types of arguments for messages.
func describe(list []*syntax.Type) string {
	text := ""
	for i, t := range list {
		if i > 0 {
			text += ", "
		}
		text += t.String()
	}
	return fmt.Sprintf("(%s)", text)
}
