package link

import (
	"math/big"
	"path/filepath"
	"slices"
	"strings"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// This file lets a platform call what a structure of a system has pointers to, without naming it: which members there
// are depends on the version of the headers and on how the system is set up. The functions that it fills have no body;
// their first parameter points to the structure, and a member is called with the further ones, told by their types, and
// with anything where there is none of a type.

const (
	// callPrefix, with a member's name behind it, calls that member, if there is one of the name and it is not null.
	callPrefix = "__yogi_call_"
	// othersPrefix begins the name of a function that calls one of the members that the platform's files never name.
	othersPrefix = "__yogi_others_"
	// givenName is the platform's function which returns so many bytes of any contents.
	givenName = "__yogi_given"
	// chosenName is any number.
	chosenName = "__VERIFIER_nondet_uint"
)

// fillMembers gives the functions that call members their bodies.
func fillMembers(program *tree.Unit) {
	w := &memberCalls{given: defined(program, givenName)}
	for _, f := range program.Functions {
		if f.Name == chosenName {
			w.chosen = f
		}
		if f.Body != nil && f.AddressTaken {
			w.addressed = append(w.addressed, f)
		}
	}
	if w.given == nil || w.chosen == nil {
		return
	}
	for _, f := range program.Functions {
		if f.Body != nil || len(f.Type.Params) == 0 || f.Type.Params[0].Kind != tree.Pointer {
			continue
		}
		if name, ok := strings.CutPrefix(f.Name, callPrefix); ok {
			w.fill(f, func(member *tree.Field) bool { return member.Name == name })
		} else if strings.HasPrefix(f.Name, othersPrefix) {
			named := namedBeside(program, f)
			w.fill(f, func(member *tree.Field) bool { return !named[member.Name] })
		}
	}
}

// namedBeside are the members of the structure that the files in the folder of a declaration name: in functions, or as
// one to be called.
func namedBeside(program *tree.Unit, f *tree.FunctionDef) map[string]bool {
	names := map[string]bool{}
	tag := f.Type.Params[0].Elem.Tag
	for _, g := range program.Functions {
		if filepath.Dir(g.Pos.File) != filepath.Dir(f.Pos.File) {
			continue
		}
		if name, ok := strings.CutPrefix(g.Name, callPrefix); ok && len(g.Type.Params) > 0 && sameTarget(g.Type.Params[0], f.Type.Params[0]) {
			names[name] = true
		}
		if g.Body == nil {
			continue
		}
		tree.EachExprOf(g.Body, func(e tree.Expr) {
			if m, ok := e.(*tree.Member); ok && m.Base.ExprType().Tag == tag {
				names[m.Field.Name] = true
			}
		})
	}
	return names
}

type memberCalls struct {
	given, chosen *tree.FunctionDef
	addressed     []*tree.FunctionDef // those of the program that a pointer may lead to
	pos           source.Pos
}

// mayLead says that a pointer to a function of a type may lead to one of the program: to one with as many parameters,
// which are numbers and addresses of any size where its own is cast. A table has many members, and most of them none.
func (w *memberCalls) mayLead(to *tree.Type) bool {
	return slices.ContainsFunc(w.addressed, func(f *tree.FunctionDef) bool {
		if f.Type.Unspecified || f.Type.Variadic {
			return true
		}
		return slices.EqualFunc(f.Type.Params, to.Params, func(x, y *tree.Type) bool { return asWord(x) && asWord(y) || alike(x, y) })
	})
}

func (w *memberCalls) at(t *tree.Type) tree.Node { return tree.Node{Type: t, Pos: w.pos} }

func asWord(t *tree.Type) bool { return isWord(t) || t.Kind == tree.Bool }

// fill makes the body: one of the members that are meant is called, or none.
func (w *memberCalls) fill(f *tree.FunctionDef, isMeant func(*tree.Field) bool) {
	w.pos = f.Pos
	f.Params = nil
	for _, t := range f.Type.Params {
		f.Params = append(f.Params, &tree.Object{Name: "of", Type: t, Parameter: true, Function: f, Pos: f.Pos})
	}
	var calls []*tree.If
	for _, field := range f.Params[0].Type.Elem.Fields {
		isFunction := field.Type.Kind == tree.Pointer && field.Type.Elem.Kind == tree.Function
		if isFunction && !field.Type.Elem.Unspecified && isMeant(field) && w.mayLead(field.Type.Elem) {
			calls = append(calls, w.call(f, field))
		}
	}
	f.Body = &tree.Block{StmtNode: tree.StmtNode{Pos: f.Pos}, End: f.Pos}
	switch {
	case len(calls) == 1:
		f.Body.Stmts = []tree.Stmt{calls[0]}
	case len(calls) > 1:
		f.Body.Stmts = []tree.Stmt{w.oneOf(calls)}
	}
}

// oneOf is a choice among statements, or of none.
func (w *memberCalls) oneOf(calls []*tree.If) *tree.Switch {
	node := tree.StmtNode{Pos: w.pos}
	body := &tree.Block{StmtNode: node, End: w.pos}
	number := &tree.Call{Node: w.at(w.chosen.Type.Result), Callee: &tree.FunctionRef{Node: w.at(w.chosen.Type), Function: w.chosen}}
	s := &tree.Switch{StmtNode: node, Cond: number, Body: body}
	for i, call := range calls {
		k := &tree.Case{StmtNode: node, Low: big.NewInt(int64(i)), High: big.NewInt(int64(i)), Body: call}
		s.Cases = append(s.Cases, k)
		body.Stmts = append(body.Stmts, k, &tree.Break{StmtNode: node})
	}
	return s
}

// call is the call of one member, if it is not null.
func (w *memberCalls) call(f *tree.FunctionDef, field *tree.Field) *tree.If {
	node := tree.StmtNode{Pos: w.pos}
	member := func() tree.Expr {
		structure := f.Params[0].Type.Elem
		pointer := &tree.ObjectRef{Node: w.at(f.Params[0].Type), Object: f.Params[0]}
		return &tree.Member{Node: w.at(field.Type), Base: &tree.Deref{Node: w.at(structure), Pointer: pointer}, Field: field}
	}
	called := field.Type.Elem
	call := &tree.Call{Node: w.at(called.Result), Callee: member()}
	taken := map[*tree.Object]bool{f.Params[0]: called.Params != nil && !sameTarget(called.Params[0], f.Params[0].Type)}
	for _, t := range called.Params {
		call.Args = append(call.Args, w.argument(f, t, taken))
	}
	return &tree.If{StmtNode: node, Cond: member(), Then: &tree.ExprStmt{StmtNode: node, X: call}}
}

// argument returns the value for a parameter of a type: what the caller has of the type and did not give yet, or
// anything.
func (w *memberCalls) argument(f *tree.FunctionDef, t *tree.Type, taken map[*tree.Object]bool) tree.Expr {
	for _, p := range f.Params {
		if !taken[p] && sameTarget(t, p.Type) {
			taken[p] = true
			return &tree.Convert{Node: w.at(t), Operand: &tree.ObjectRef{Node: w.at(p.Type), Object: p}}
		}
	}
	if t.Kind == tree.Pointer {
		return &tree.Convert{Node: w.at(t), Operand: w.bytes(room(t.Elem))}
	}
	pointer := *f.Params[0].Type
	pointer.Elem, pointer.Const = t, false
	return &tree.Deref{Node: w.at(t), Pointer: &tree.Convert{Node: w.at(&pointer), Operand: w.bytes(t.Size)}}
}

// anySize is how many bytes there are where a type does not say.
const anySize = 4096

// room is how many bytes a pointer to a type leads to.
func room(t *tree.Type) int64 {
	if t.Size <= 0 || t.Kind == tree.Void || t.Kind == tree.Function || t.Kind == tree.Integer && t.Size == 1 {
		return anySize
	}
	return t.Size
}

// bytes is memory of any contents.
func (w *memberCalls) bytes(size int64) tree.Expr {
	number := &tree.Constant{Node: w.at(w.given.Type.Params[0]), Int: big.NewInt(size)}
	callee := &tree.FunctionRef{Node: w.at(w.given.Type), Function: w.given}
	return &tree.Call{Node: w.at(w.given.Type.Result), Callee: callee, Args: []tree.Expr{number}}
}

// sameTarget says that two types are pointers to one structure.
func sameTarget(x, y *tree.Type) bool {
	return x.Kind == tree.Pointer && y.Kind == tree.Pointer && x.Elem.Kind == y.Elem.Kind && x.Elem.Tag != "" && x.Elem.Tag == y.Elem.Tag
}
