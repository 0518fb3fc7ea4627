package lower

import (
	"yogi/internal/frontend/c/lower/libcall"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// A handler of a signal may run between any two steps. One that only gives values to volatile objects of the program,
// stop = 1, changes no run: what is read of such objects is an input anew at each read (volatile.go), and the handler
// itself can do nothing wrong.

// onlyNotesWord(function) says of a function that its calls, whenever they happen, change no run. Models ask for it.
const onlyNotesWord = "__yogi_only_notes"

// isOnlyNotesWord says that a function is this word, in a model.
func isOnlyNotesWord(def *tree.FunctionDef) bool {
	return def.Name == onlyNotesWord && libcall.IsModelFile(def.Pos.File)
}

// onlyNotesCall is the value of the word.
func (b *frame) onlyNotesCall(pos source.Pos, args []argument) value {
	is := b.terms.False()
	if len(args) != 1 || args[0].scalar == nil || b.options.OrdinaryVolatile {
		return value{scalar: is}
	}
	for _, f := range b.reach.functions {
		if b.reach.isPointed[f] && onlyNotes(f) && !b.hasEvents(f, "call", "entry", "exit", "return") {
			is = b.terms.Or(is, b.terms.Eq(args[0].scalar, b.functionAddress(pos, f)))
		}
	}
	return value{scalar: is}
}

// onlyNotes says that a function does nothing but give values to volatile objects.
func onlyNotes(f *tree.FunctionDef) bool {
	return f.Body != nil && f.Startup == 0 && f.Shutdown == 0 && (&noting{f}).statement(f.Body)
}

// noting looks for what a function does besides giving values to volatile objects.
type noting struct{ of *tree.FunctionDef }

func (n *noting) statement(s tree.Stmt) bool {
	switch s := s.(type) {
	case *tree.Block, *tree.If, *tree.Return:
	case *tree.ExprStmt:
		if assign, ok := tree.WithoutConversions(s.X).(*tree.Assign); ok {
			target, ok := assign.Target.(*tree.ObjectRef)
			return ok && isNoted(target.Object) && n.computes(assign.Value)
		}
	default:
		return false
	}
	good := true
	tree.Parts(s, func(e tree.Expr) { good = good && n.computes(e) }, func(part tree.Stmt) { good = good && n.statement(part) })
	return good
}

// computes says that an expression only computes a number, which no run can fail to do.
func (n *noting) computes(e tree.Expr) bool {
	switch e := e.(type) {
	case *tree.Constant:
		return isNumber(e.Type)
	case *tree.ObjectRef:
		return isNoted(e.Object) || parameterOf(n.of, e) != nil && isNumber(e.Type)
	case *tree.Convert:
		if e.Type.Kind == tree.Void && parameterOf(n.of, e.Operand) != nil {
			return true
		}
		return (e.Type.Kind == tree.Void || isNumber(e.Type)) && isNumber(e.Operand.ExprType()) && n.computes(e.Operand)
	case *tree.Binary:
		switch e.Op {
		case tree.Equal, tree.NotEqual, tree.Less, tree.LessEqual, tree.Greater, tree.GreaterEqual:
			return n.computes(e.Left) && n.computes(e.Right)
		}
	}
	return false
}

// isNumber says that a type is one of whole numbers.
func isNumber(t *tree.Type) bool { return t.Kind == tree.Integer || t.Kind == tree.Bool }

// isNoted says that what is read of an object is an input anew at each read, where a handler names it: it is read by
// its name alone.
func isNoted(o *tree.Object) bool {
	isStatic := o.Static || o.Extern || o.Linkage != tree.NoLinkage
	return isStatic && !o.Weak && !o.AddressTaken && o.Type.Volatile && isNumber(o.Type)
}
