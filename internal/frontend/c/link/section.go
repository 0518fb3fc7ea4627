package link

import (
	"strings"

	"yogi/internal/frontend/c/tree"
)

// This file lets a platform do something with each object that the program puts into a section. What a kernel reads
// between the two ends of a section, a module's parameters for instance, no expression of the program names.

// eachPrefix begins the name of a function without a body and parameters, whose calls are calls of the one that
// sectionPrefix and the same section name, with the address of each object of the section.
const (
	eachPrefix    = "__yogi_each_"
	sectionPrefix = "__yogi_section_"
)

// fillSections gives the functions that speak of each object of a section their bodies.
func fillSections(program *tree.Unit) {
	for _, each := range program.Functions {
		section, ok := strings.CutPrefix(each.Name, eachPrefix)
		if !ok || each.Body != nil {
			continue
		}
		use := defined(program, sectionPrefix+section)
		if use == nil || len(use.Params) != 1 {
			continue
		}
		each.Body = &tree.Block{StmtNode: tree.StmtNode{Pos: each.Pos}, End: each.Pos}
		for _, o := range program.Objects {
			if o.Section == section && !o.Extern {
				each.Body.Stmts = append(each.Body.Stmts, callWith(use, o))
			}
		}
	}
}

// callWith is the statement that calls a function with the address of an object.
func callWith(f *tree.FunctionDef, o *tree.Object) tree.Stmt {
	o.AddressTaken = true
	pointer := *f.Params[0].Type
	pointer.Elem = o.Type
	at := func(t *tree.Type) tree.Node { return tree.Node{Type: t, Pos: o.Pos} }
	address := &tree.AddressOf{Node: at(&pointer), Operand: &tree.ObjectRef{Node: at(o.Type), Object: o}}
	return &tree.ExprStmt{StmtNode: tree.StmtNode{Pos: o.Pos}, X: &tree.Call{
		Node:   at(f.Type.Result),
		Callee: &tree.FunctionRef{Node: at(f.Type), Function: f},
		Args:   []tree.Expr{&tree.Convert{Node: at(f.Params[0].Type), Operand: address}},
	}}
}
