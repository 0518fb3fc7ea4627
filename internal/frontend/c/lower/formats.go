package lower

import (
	"slices"

	"yogi/internal/assumption"
	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/tree"
)

// oneOfFormats is a call whose format is one of two texts, as in printf(n == 1 ? "%d file\n" : "%d files\n", n), as a
// choice between two calls each of which has one of them: what a format makes a function read, and how long its output
// is, is known of a literal. nil: e is no such call, or something in it has to be evaluated before the choice.
func (b calls) oneOfFormats(e *tree.Call, def *tree.FunctionDef) *tree.Conditional {
	at := formatOf(def)
	if at < 0 || at >= len(e.Args) || b.evaluated[e] != noOrder {
		return nil
	}
	for i, a := range e.Args {
		if i != at && b.hasEffects(a) {
			return nil
		}
	}
	choice := choiceOfTexts(e.Args[at])
	if choice == nil || !b.isPure(choice.Cond) {
		return nil
	}
	if format := e.Args[at]; emit.Original(format) != format || emit.SingularOrPlural(format) != nil {
		b.assume(assumption.Untranslated, e.Pos) // of a call that is not made
	}
	with := func(text tree.Expr) tree.Expr {
		args := slices.Clone(e.Args)
		args[at] = text
		return &tree.Call{Node: e.Node, Callee: e.Callee, Args: args}
	}
	return &tree.Conditional{Node: e.Node, Cond: choice.Cond, Then: with(choice.Then), Else: with(choice.Else)}
}

// formatOf is the number of the parameter of a function of the C library that is a format of what is printed, or -1.
func formatOf(def *tree.FunctionDef) int {
	known, ok := clib.Lookup(modelName(def))
	if !ok {
		return -1
	}
	return slices.IndexFunc(known.Params, func(p clib.Parameter) bool { return p.Format.Is && !p.Format.Scans })
}

// choiceOfTexts is the choice between two literals that an expression is, translated or not; nil: it is none.
func choiceOfTexts(e tree.Expr) *tree.Conditional {
	e = tree.WithoutConversions(emit.Original(e))
	choice, _ := e.(*tree.Conditional)
	if choice == nil {
		choice = emit.SingularOrPlural(e)
	}
	if choice != nil && choice.Then != nil && isText(choice.Then) && isText(choice.Else) {
		return choice
	}
	return nil
}

// isText says that an expression is a literal or a choice between literals.
func isText(e tree.Expr) bool {
	return emit.Text(e) != nil || choiceOfTexts(e) != nil
}
