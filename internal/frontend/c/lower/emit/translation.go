package emit

import (
	"math/big"

	"yogi/internal/frontend/c/tree"
)

// translators are the functions that return a translation of a text: which of their arguments are the text or, in the
// singular and the plural, the two of them. Behind two stands the number of which they speak.
var translators = map[string][]int{
	"gettext": {0}, "dgettext": {1}, "dcgettext": {1}, "ngettext": {0, 1}, "dngettext": {1, 2}, "dcngettext": {1, 2},
}

// Texts are the numbers of the arguments that a function of the C library translates; nil of another function.
func Texts(name string) []int { return translators[name] }

// Original is the text that an expression translates, e itself if it translates none or one of two. Texts are not
// translated, as assumption.Untranslated has it.
func Original(e tree.Expr) tree.Expr {
	if call, texts := translation(e); len(texts) == 1 {
		return Original(call.Args[texts[0]])
	}
	return e
}

// SingularOrPlural is the choice between two texts that an expression translates one of; nil: it does not.
func SingularOrPlural(e tree.Expr) *tree.Conditional {
	call, texts := translation(e)
	if len(texts) != 2 {
		return nil
	}
	number := call.Args[texts[1]+1]
	one := &tree.Constant{Node: tree.Node{Type: number.ExprType(), Pos: call.Pos}, Int: big.NewInt(1)}
	return &tree.Conditional{
		Node: call.Node,
		Cond: &tree.Binary{Node: one.Node, Op: tree.Equal, Left: number, Right: one},
		Then: call.Args[texts[0]], Else: call.Args[texts[1]],
	}
}

// translation is a call of a function of the C library that translates some of its arguments.
func translation(e tree.Expr) (call *tree.Call, texts []int) {
	call, ok := tree.WithoutConversions(e).(*tree.Call)
	if !ok {
		return nil, nil
	}
	f := call.Function()
	if f == nil || f.Body != nil || f.Unknown {
		return nil, nil
	}
	if texts = Texts(f.Name); len(texts) == 0 || len(call.Args) < texts[len(texts)-1]+len(texts) {
		return nil, nil
	}
	return call, texts
}
