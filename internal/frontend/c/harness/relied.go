package harness

import (
	"fmt"
	"strings"

	"yogi/internal/frontend/c/tree"
)

// What the members of an object lead to that the program relies on: it reads through the pointer, and nowhere compares
// it with null, so that its callers hand it over. And what a void pointer leads to that lists and tables of anything
// have for their elements: what the function converts it to.

// follow carries what is known of variables and members back to the places whose values they are given.
func (h *held) follow() {
	for changed := true; changed; {
		changed = false
		for _, s := range h.flows {
			for _, known := range []map[string]bool{h.asked, h.read} {
				if known[s.to] && !known[s.from] {
					known[s.from], changed = true, true
				}
			}
		}
	}
}

// flow gives a variable or a member the value of another one.
type flow struct{ from, to string }

func (h *held) addFlow(value tree.Expr, to string) {
	if from := place(value); from != "" && to != "" {
		h.flows = append(h.flows, flow{from, to})
	}
}

// addContents notes what an expression takes a void pointer to lead to, or has it lead to.
func (h *held) addContents(e tree.Expr) {
	switch e := e.(type) {
	case *tree.Convert:
		if isVoidPointer(e.Operand.ExprType()) {
			h.addContent(place(e.Operand), e.Type)
		}
	case *tree.Assign:
		if isVoidPointer(e.Target.ExprType()) && !tree.IsNull(e.Value) {
			h.addContent(place(e.Target), tree.WithoutConversions(e.Value).ExprType())
		}
	}
}

func isVoidPointer(t *tree.Type) bool { return t.Kind == tree.Pointer && t.Elem.Kind == tree.Void }

func (h *held) addContent(key string, t *tree.Type) {
	if key == "" || isVoidPointer(t) {
		return
	}
	if t.Kind == tree.Pointer {
		t = plain(t.Elem)
	}
	if h.contents[key] == nil {
		h.contents[key] = map[string]*tree.Type{}
	}
	h.contents[key][fmt.Sprint(t.Kind, t.Name)] = t
}

// lookAtPointers adds what an expression tells of the pointers in it.
func (l *library) lookAtPointers(h *held, e tree.Expr) {
	switch e := e.(type) {
	case *tree.Deref:
		h.read[place(e.Pointer)] = true
	case *tree.PointerAdd:
		h.read[place(e.Pointer)] = true
	case *tree.Assign:
		h.addFlow(e.Value, place(e.Target))
	case *tree.Call:
		callee := e.Function()
		for i, arg := range e.Args {
			if callee != nil {
				if defined := l.defined(callee); defined.Body != nil && i < len(defined.Params) {
					h.addFlow(arg, objectKey(defined.Params[i]))
					continue
				}
			}
			h.asked[place(arg)] = true // what is done there is not known
		}
	}
}

// contentsOf is the structure that a pointer leads to: of a void pointer the only one that the function, and those that
// it calls, take it for; nil: it leads to something else.
func (w *writer) contentsOf(h *held, t *tree.Type, key string) *tree.Type {
	elem := t.Elem
	if elem.Kind == tree.Void {
		if elem = nil; len(h.contents[key]) == 1 {
			for _, elem = range h.contents[key] {
			}
		}
	}
	if elem == nil || elem.Kind != tree.Struct || elem.Size <= 0 || w.spelled(elem) == "" {
		return nil
	}
	return elem
}

// fillRelied has the members of an object that the program relies on lead to objects of zeros. It returns their names.
func (w *writer) fillRelied(lvalue string, t *tree.Type, f *tree.FunctionDef, h *held, depth int) []string {
	if t.Kind != tree.Struct || depth > mostNested {
		return nil
	}
	var names []string
	for _, m := range t.Fields {
		part := lvalue
		if m.Name != "" {
			part += "." + m.Name
		}
		key := fieldKey(t, m)
		switch {
		case m.Type.Kind == tree.Struct:
			names = append(names, w.fillRelied(part, m.Type, f, h, depth)...)
		case m.Name == "" || m.Type.Const || m.Type.Kind != tree.Pointer || sameRecord(m.Type.Elem, t):
		case !h.used[key] || !h.read[key] || h.asked[key] || h.released[key] || h.tied[key]:
		default:
			elem := w.contentsOf(h, m.Type, key)
			if elem == nil {
				continue
			}
			v := w.variable(m.Name)
			w.line("static %s;", w.declared(plain(elem), v))
			inner := w.fillRelied(v, elem, f, h, depth+1)
			w.line("%s = &%s;", part, v)
			names = append(append(names, m.Name), inner...)
		}
	}
	return names
}

// reliedWords tells what fillRelied made.
func reliedWords(names []string) string {
	if len(names) == 0 {
		return "an object of zeros"
	}
	return "an object of zeros, and so are those behind its " + strings.Join(names, ", ") + ", which nothing compares with null"
}
