package c

import (
	"context"
	"slices"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// Definition is a function with a body, and who calls whom.
type Definition struct {
	Name string
	File string // "" of none of the options' files: a header defines it
	Line int    // of the definition
	// Calls are the functions that it calls by name, each once, in the order of the first calls.
	Calls []string
	// Hidden: it is static and used only as the callee of calls, so all its callers are in the program.
	Hidden bool
	// Results say how it uses the results of functions without a body.
	Results []ResultUse
}

// Definitions are the functions that have a body, in their order. The options' entry does not
// matter. Diagnostics and the error are as for Load.
func Definitions(ctx context.Context, options Options) ([]Definition, source.Diagnostics, error) {
	unit, _, diagnostics, err := options.read(ctx)
	if err != nil || len(diagnostics) > 0 {
		return nil, diagnostics, err
	}
	aliased := map[*tree.FunctionDef]bool{}
	for _, f := range unit.Functions {
		aliased[f.Target] = true
	}
	var out []Definition
	for _, f := range unit.Functions {
		if f.Body == nil {
			continue
		}
		d := Definition{Name: f.Name, Line: f.Pos.Line, Calls: callsIn(f), Results: resultsIn(f)}
		if slices.ContainsFunc(options.Units, func(u Unit) bool { return u.File == f.Pos.File }) {
			d.File = f.Pos.File
		}
		d.Hidden = f.Linkage == tree.InternalLinkage && !f.AddressTaken && !aliased[f] && f.Startup == 0 && f.Shutdown == 0
		out = append(out, d)
	}
	return out, nil, nil
}

// callsIn lists the functions that a function calls by name.
func callsIn(f *tree.FunctionDef) []string {
	var out []string
	tree.EachExprOf(f.Body, func(e tree.Expr) {
		if call, ok := e.(*tree.Call); ok {
			if callee := call.Function(); callee != nil {
				if callee.Target != nil {
					callee = callee.Target
				}
				if !slices.Contains(out, callee.Name) {
					out = append(out, callee.Name)
				}
			}
		}
	})
	return out
}
