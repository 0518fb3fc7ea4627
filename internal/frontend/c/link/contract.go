package link

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/frontend/c/typecheck"
	"yogi/internal/source"
)

// EnforceContracts has the calls of functions in the file of the entry go to the functions that enforce
// their contracts. It returns the names of those that nothing there calls, or that have no contract.
func EnforceContracts(units []*tree.Unit, names []string, entry string) []string {
	var missing []string
	for _, name := range names {
		wrapper := typecheck.WrapperPrefix + name
		var definition *tree.FunctionDef
		for _, u := range units {
			definition = cmp.Or(definition, defined(u, wrapper))
		}
		called := false
		for _, u := range units {
			if definition == nil || defined(u, entry) == nil {
				continue
			}
			target := defined(u, wrapper)
			if target == nil {
				copied := *definition
				target = &copied
				target.Body, target.Exported = nil, false
				u.Functions = append(u.Functions, target)
			}
			for _, f := range u.Functions {
				if f.Body == nil || f.Name == name || f.Name == wrapper {
					continue
				}
				tree.EachExprOf(f.Body, func(e tree.Expr) {
					if ref, ok := e.(*tree.FunctionRef); ok && ref.Function.Name == name {
						ref.Function, called = target, true
					}
				})
			}
		}
		if !called && !slices.Contains(missing, name) {
			missing = append(missing, name)
		}
	}
	return missing
}

// defined is the function of a name that a unit defines, or nil.
func defined(u *tree.Unit, name string) *tree.FunctionDef {
	for _, f := range u.Functions {
		if f.Name == name && f.Body != nil {
			return f
		}
	}
	return nil
}

// AvoidsFresh finds a place where a condition can hold although a pointer in it is not fresh: the word
// stands before the other side of a disjunction, or its value decides about something else. What is
// passed by there would have to be looked at.
func AvoidsFresh(units []*tree.Unit) (source.Pos, bool) {
	speaks := map[string]bool{typecheck.IsFresh: true} // functions by name
	within := func(e tree.Expr) bool {
		found := false
		tree.EachExpr(e, func(part tree.Expr) {
			if ref, ok := part.(*tree.FunctionRef); ok {
				found = found || speaks[ref.Function.Name]
			}
		})
		return found
	}
	for more := true; more; {
		more = false
		for f := range bodies(units) {
			if speaks[f.Name] || strings.HasPrefix(f.Name, typecheck.WrapperPrefix) {
				continue
			}
			tree.EachExprOf(f.Body, func(e tree.Expr) {
				if !speaks[f.Name] && within(e) {
					speaks[f.Name], more = true, true
				}
			})
		}
	}
	var at source.Pos
	found := false
	avoids := func(e tree.Expr, is bool) {
		if is && !found {
			at, found = e.Position(), true
		}
	}
	for f := range bodies(units) {
		tree.EachExprOf(f.Body, func(e tree.Expr) {
			switch e := e.(type) {
			case *tree.Binary:
				switch e.Op {
				case tree.LogicalOr:
					avoids(e, within(e.Left))
				case tree.LogicalAnd, tree.BitAnd:
				default:
					avoids(e, within(e.Left) || within(e.Right))
				}
			case *tree.Unary:
				avoids(e, within(e.Operand))
			case *tree.Conditional:
				avoids(e, within(e.Cond))
			}
		})
		tree.EachStmt(f.Body, func(s tree.Stmt) {
			switch s := s.(type) {
			case *tree.If:
				avoids(s.Cond, within(s.Cond))
			case *tree.Switch:
				avoids(s.Cond, within(s.Cond))
			}
		})
	}
	return at, found
}

// bodies are the functions of units that have one.
func bodies(units []*tree.Unit) iter.Seq[*tree.FunctionDef] {
	return func(yield func(*tree.FunctionDef) bool) {
		for _, u := range units {
			for _, f := range u.Functions {
				if f.Body != nil && f.Name != typecheck.IsFresh && !yield(f) {
					return
				}
			}
		}
	}
}
