package c

import (
	"cmp"
	"context"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// Symbols are the names by which files are linked: functions and objects with external linkage.
type Symbols struct {
	// Defines has the names that are defined here; true: for all files, false: other definitions go before (weak).
	Defines map[string]bool
	// Needs are the names that are used here and not defined but to be inlined, in the order of their first use.
	Needs []string
	// Optional are those of them that may stay undefined (weak), for which a linker takes nothing from an archive.
	Optional map[string]bool
}

// SymbolsOf are those of the options' files, linked with one another. The options' entry does not matter. Diagnostics
// and the error are as for Load.
func SymbolsOf(ctx context.Context, options Options) (Symbols, source.Diagnostics, error) {
	s := Symbols{Defines: map[string]bool{}, Optional: map[string]bool{}}
	unit, _, diagnostics, err := options.read(ctx)
	if err != nil || len(diagnostics) > 0 {
		return s, diagnostics, err
	}
	needed := map[string]bool{}
	need := func(name string, isWeak bool) {
		if isWeak {
			s.Optional[name] = true
		}
		if !needed[name] {
			needed[name] = true
			s.Needs = append(s.Needs, name)
		}
	}
	use := func(e tree.Expr) {
		switch e := e.(type) {
		case *tree.FunctionRef:
			f := e.Function
			isDefined := f.Body != nil && f.Exported || f.Target != nil // another definition serves only to be inlined
			if !isDefined && f.Linkage == tree.ExternalLinkage && f.Builtin == "" {
				need(cmp.Or(f.Symbol, f.Name), f.Weak)
			}
		case *tree.ObjectRef:
			if o := e.Object; o.Extern && o.IsShared() {
				need(cmp.Or(o.Symbol, o.Name), o.Weak)
			}
		}
	}
	for _, f := range unit.Functions {
		if f.Body == nil && f.Target == nil {
			continue
		}
		if f.Linkage == tree.ExternalLinkage && (f.Exported || f.Target != nil) {
			s.Defines[cmp.Or(f.Symbol, f.Name)] = !f.Weak
		}
		if f.Body != nil {
			tree.EachExprOf(f.Body, use)
		}
	}
	for _, o := range unit.Objects {
		if o.IsShared() && !o.Extern {
			s.Defines[cmp.Or(o.Symbol, o.Name)] = !o.Weak
		}
		if o.Init != nil {
			o.Init.EachValue(func(e tree.Expr) { tree.EachExpr(e, use) })
		}
	}
	return s, nil, nil
}
