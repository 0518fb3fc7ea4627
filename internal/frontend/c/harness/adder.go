package harness

import (
	"fmt"
	"slices"
	"strings"

	"yogi/internal/frontend/c/tree"
)

// What a function of the library makes of no data is empty: a map without an entry. In a filled harness the function
// of the library that adds something puts one thing into it, or not. Texts of that are those that the called function
// has in it, as names that it looks for: others it would not find.

// adderWords are parts of the names of functions that add something to an object.
var adderWords = []string{"append", "add", "insert", "put", "push", "set"}

// adder is the function that adds data to an object: besides that it takes texts, bytes with how many they are, and
// numbers, which it neither keeps nor frees. Of several it is the one that calls the fewest functions that the user of
// the object does not call, too, then the one with the fewest arguments.
func (l *library) adder(t *tree.Type, typedef string, user *tree.FunctionDef) *tree.FunctionDef {
	var found *tree.FunctionDef
	best := []int{mostCalled + 1}
	known := l.below(user)
	for _, f := range l.functions {
		if f == user || f.Body == nil || f.Type.Variadic || hasList(f) || !hasWord(strings.ToLower(f.Name), adderWords) || !l.addsData(f, t, typedef) {
			continue
		}
		if rank := []int{l.calledBeside(f, known), len(f.Params)}; slices.Compare(rank, best) < 0 {
			found, best = f, rank
		}
	}
	return found
}

// addsData says that a function takes such an object first, and data behind it.
func (l *library) addsData(f *tree.FunctionDef, t *tree.Type, typedef string) bool {
	return len(f.Params) > 1 && sameObject(f.Params[0].Type, f.Params[0].Typedef, t, typedef) && objects(f) == 1 && l.areData(f, 1)
}

// add has an adder put something into an object, or not.
func (w *writer) add(v string, adder, f *tree.FunctionDef) (what string, err error) {
	words := w.words(f)
	before := w.body
	w.body = nil
	call, err := w.callWith(adder, 1, func(p *tree.Object) string {
		switch {
		case p == adder.Params[0]:
			return v
		case isText(p.Type) && len(words) > 0:
			return w.word(p, words)
		}
		return ""
	})
	arguments := w.body
	w.body = before
	if err != nil {
		return "", err
	}
	w.body = append(w.body, arguments...)
	w.line("if (%s)", w.any(intType))
	w.line("  %s;", call)
	return fmt.Sprintf(", with what %s() adds, or nothing", adder.Name), nil
}

// mostWords is how many of its own texts a function is given.
const mostWords = 4

// words are the texts that a function has in it, printable ones.
func (w *writer) words(f *tree.FunctionDef) []string {
	var out []string
	seen := map[*tree.Object]bool{}
	var visit func(e tree.Expr)
	visit = func(e tree.Expr) {
		switch e := e.(type) {
		case *tree.ObjectRef:
			if o := e.Object; o.Static && !seen[o] { // it may be a table of them
				seen[o] = true
				o.Init.EachValue(func(e tree.Expr) { tree.EachExpr(e, visit) })
			}
		case *tree.StringRef:
			text := strings.TrimSuffix(string(e.Object.String), "\x00")
			isPlain := isCharacter(e.Object.Type.Elem) && !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' })
			if text != "" && isPlain && len(out) < mostWords && !slices.Contains(out, text) {
				out = append(out, text)
			}
		}
	}
	tree.EachExprOf(f.Body, visit)
	return out
}

// word makes a text that is one of several.
func (w *writer) word(p *tree.Object, words []string) string {
	room := 0
	for _, text := range words {
		room = max(room, len(text))
	}
	v := w.variable(p.Name)
	w.line("%s[%d] = %q;", w.declared(charType, v), room+1, words[0])
	for _, text := range words[1:] {
		w.line("if (%s)", w.any(intType))
		w.line("  __builtin_strcpy(%s, %q);", v, text)
	}
	w.assume("%s of what is added is a text that the function has in it", p.Name)
	if plain(p.Type.Elem).Name != "char" {
		return "(void *)" + v
	}
	return v
}
