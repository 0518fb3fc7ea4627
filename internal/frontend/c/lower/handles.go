package lower

import "yogi/internal/frontend/c/tree"

// Of a library's objects a program often does no more than hand their addresses about (WINDOW of curses, gzFile_s):
// what a function of the library writes there the program cannot see, so that a call need not be refused for it.

// isHandle says that nothing in the program looks at, makes or copies an object of a record, and that no pointer to
// one becomes one to something else.
func (l *objectFacts) isHandle(t *tree.Type) bool {
	if t.Kind != tree.Struct && t.Kind != tree.Union || t.Tag == "" {
		return false
	}
	if l.opened == nil {
		l.opened = l.openedRecords()
	}
	return !l.opened[t.Tag]
}

// openedRecords are the tags of the records that the functions and objects that a run reaches have to do with. A
// record of the same tag in another file counts for it.
func (l *objectFacts) openedRecords() map[string]bool {
	opened := map[string]bool{}
	var note func(t *tree.Type)
	note = func(t *tree.Type) {
		if t = recordIn(t); t == nil || opened[t.Tag] {
			return
		}
		opened[t.Tag] = true
		for _, f := range t.Fields {
			note(f.Type)
		}
	}
	visit := func(e tree.Expr) {
		note(e.ExprType())
		switch e := e.(type) {
		case *tree.Convert:
			from, fromDepth := innermostPointee(e.Operand.ExprType())
			to, toDepth := innermostPointee(e.ExprType())
			if !tree.IsNull(e.Operand) && (fromDepth != toDepth || from.Kind != to.Kind || from.Tag != to.Tag) {
				note(from)
				note(to)
			}
		case *tree.Member:
			if e.Base.ExprType().Kind == tree.Union { // it may be read as another pointer
				to, _ := innermostPointee(e.ExprType())
				note(to)
			}
		}
	}
	for _, f := range l.reach.functions {
		tree.EachExprOf(f.Body, visit)
	}
	for _, o := range l.reach.objects {
		note(o.Type)
		o.Init.EachValue(func(value tree.Expr) { tree.EachExpr(value, visit) })
	}
	return opened
}

// innermostPointee returns the type that pointers of a type lead to in the end, and over how many of them.
func innermostPointee(t *tree.Type) (to *tree.Type, depth int) {
	for t.Kind == tree.Pointer || t.Kind == tree.Array {
		if t.Kind == tree.Pointer {
			depth++
		}
		t = t.Elem
	}
	return t, depth
}
