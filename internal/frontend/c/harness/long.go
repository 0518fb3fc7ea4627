package harness

import (
	"fmt"
	"slices"

	"yogi/internal/frontend/c/tree"
)

// A text as long as its writer likes is put into an array of a fixed size, where nothing says how much of it may be
// written: a text of a few characters never fills that. In a filled harness all texts are short, of any characters, or
// all are as long as the largest such array of the function, of one letter.

// unbounded are functions of the C library that write a text, however long, to where their first argument leads.
var unbounded = map[string]bool{"strcpy": true, "strcat": true, "stpcpy": true, "sprintf": true, "vsprintf": true}

// mostLong is how many characters a long text has at most.
const mostLong = 4 * outputRoom

// longText is how long a text has to be to fill every array into which a function, or one that it calls, writes texts
// of any length; 0: there is none, or it is larger than texts are.
func (l *library) longText(f *tree.FunctionDef) int64 {
	most := int64(0)
	l.eachExprBelow(f, func(e tree.Expr) {
		call, ok := e.(*tree.Call)
		if !ok || len(call.Args) == 0 {
			return
		}
		callee := call.Function()
		if callee == nil || !unbounded[callee.Name] || l.defined(callee).Body != nil {
			return
		}
		if d, isArray := tree.WithoutConversions(call.Args[0]).(*tree.Decay); isArray {
			if t := d.Array.ExprType(); t.Size <= mostLong {
				most = max(most, t.Size)
			}
		}
	})
	return most
}

// fillText fills a text, with any characters or with one letter.
func (w *writer) fillText(v string, length int) {
	short := func() {
		w.fill(v, fmt.Sprint(length), charType)
		w.line("%s[%d] = 0;", v, length)
	}
	if w.long <= int64(length) {
		short()
		return
	}
	if !w.hasLong {
		w.hasLong = true
		w.declarations = append(w.declarations, "static int texts_are_long;")
		w.body = slices.Insert(w.body, 0, "texts_are_long = "+w.any(intType)+";")
		w.assume("all texts are short, or all are %d times the letter a", w.long)
	}
	w.line("if (texts_are_long) {")
	w.line("  __builtin_memset(%s, 'a', %d);", v, w.long)
	w.line("  %s[%d] = 0;", v, w.long)
	w.line("} else {")
	w.indented(short)
	w.line("}")
}

// roomOfText is how many bytes a variable for a text of so many characters has.
func (w *writer) roomOfText(length int) string { return fmt.Sprint(max(int64(length), w.long) + 1) }
