package boogie

import (
	"context"
	"slices"
	"strings"

	"yogi/internal/frontend/boogie/syntax"
	"yogi/internal/source"
)

// CodeNoNull marks a program that declares no null.
const CodeNoNull source.Code = "no-null"

// Definition is a procedure with a body, and the procedures that it calls.
type Definition struct {
	Name  string
	Calls []string
}

// Definitions are the procedures that have a body, in their order.
func Definitions(ctx context.Context, options Options) ([]Definition, source.Diagnostics, error) {
	checked, diagnostics, err := read(ctx, options)
	if checked == nil {
		return nil, diagnostics, err
	}
	g := &callGraph{callees: map[*syntax.ProcedureDecl][]*syntax.ProcedureDecl{}}
	var order []*syntax.ProcedureDecl
	for _, i := range checked.File.Implementations {
		g.add(i)
		if !slices.Contains(order, i.Procedure) {
			order = append(order, i.Procedure)
		}
	}
	var out []Definition
	for _, p := range order {
		d := Definition{Name: p.Name}
		for _, callee := range g.callees[p] {
			if !slices.Contains(d.Calls, callee.Name) {
				d.Calls = append(d.Calls, callee.Name)
			}
		}
		out = append(out, d)
	}
	return out, nil, nil
}

// Entries are the procedures that an angelic check starts from: those marked {:entrypoint}, else
// all that have a body. A program without a constant called NULL, and in which no variable is
// marked {:pointer} either, says nothing of pointers and is refused.
func Entries(ctx context.Context, options Options) ([]string, source.Diagnostics, error) {
	checked, diagnostics, err := read(ctx, options)
	if checked == nil {
		return nil, diagnostics, err
	}
	file := checked.File
	if !options.NullChecks && !declaresNull(file) && !marksPointers(file) {
		return nil, source.Diagnostics{{
			Pos: source.Pos{File: options.File, Line: 1}, Code: CodeNoNull,
			Message: "no constant NULL is declared: there is no telling pointers from null",
		}}, nil
	}
	var marked, all []string
	seen := map[string]bool{}
	for _, i := range file.Implementations {
		if seen[i.Name] {
			continue
		}
		seen[i.Name] = true
		all = append(all, i.Name)
		if i.Attributes.IsTrue("entrypoint") || i.Procedure.Attributes.IsTrue("entrypoint") {
			marked = append(marked, i.Name)
		}
	}
	if len(marked) > 0 {
		return marked, nil, nil
	}
	return all, nil, nil
}

func declaresNull(file *syntax.File) bool {
	for _, c := range file.Constants {
		if strings.EqualFold(c.Name, "null") {
			return true
		}
	}
	return false
}

// marksPointers says that variables are marked {:pointer}, as in the programs of the Static Driver
// Verifier: null is 0 there.
func marksPointers(file *syntax.File) bool {
	return slices.ContainsFunc(file.Globals, isMarkedPointer) || slices.ContainsFunc(file.Implementations, func(i *syntax.Implementation) bool {
		return slices.ContainsFunc(i.Locals, isMarkedPointer)
	})
}

func isMarkedPointer(v *syntax.VariableDecl) bool { return v.Attributes.IsTrue("pointer") }
