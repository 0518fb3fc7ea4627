package memory

import (
	"maps"
	"slices"
	"strings"

	"yogi/internal/ir"
)

// In an open program objects outside are as real as those of the program, and two pointers to them
// may be equal. So those to which pointers of one type lead are one node, which flows to the inputs
// of that type, and to the cells that are read as such pointers: of objects outside and of static
// ones, which start as anything. What the program puts in the same variables and cells is then with
// them. Of void pointers only the inputs are followed: where they lead, nothing says.

// outsideOf is the objects outside to which a pointer of a type may lead.
func (a *analysis) outsideOf(pointer string) *node {
	text := outsideType(pointer)
	if known := a.typed[text]; known != nil {
		return known
	}
	n := newNode()
	n.bearing = true
	a.outside = append(a.outside, n)
	if text != "" {
		a.typed[text] = n
	}
	return n
}

// unqualified is the type of a pointer to what may or may not be const: both lead to the same objects.
var unqualified = strings.NewReplacer("const ", "", "volatile ", "")

// outsideType is a type of pointers that says what is outside, or "".
func outsideType(text string) string {
	text = unqualified.Replace(text)
	if !strings.HasSuffix(text, "*") || text == "void *" {
		return ""
	}
	return text
}

// joinOutside lets objects outside flow to the cells that may start with their addresses, and
// reports whether that changed anything.
func (a *analysis) joinOutside() bool {
	if len(a.outside)+len(a.filled) == 0 {
		return false
	}
	a.changed = false
	for known := -1; known < len(a.outside); {
		known = len(a.outside)
		anything := a.startAsAnything()
		for _, t := range a.transfers {
			if load, ok := t.at.(*ir.Load); ok && anything[a.placeOf(load).node] {
				for _, c := range a.touched(t) {
					a.startsOutside(c.content, load.Access.Type, anything)
				}
			}
		}
	}
	for _, n := range a.outside {
		if root(n).followed() {
			a.joinType(ref{n, 0}, "")
		}
	}
	for _, text := range slices.Sorted(maps.Keys(a.typed)) {
		if n := a.typed[text]; root(n).followed() {
			a.joinType(ref{n, 0}, pointerType(ir.Access{Type: text}))
		}
	}
	return a.changed
}

// startsOutside: the contents of a cell that is read as a pointer may start as the address of an object outside.
func (a *analysis) startsOutside(content ref, pointer string, anything map[*node]bool) {
	switch n := root(content.node); {
	case !n.followed() || !strings.HasSuffix(pointer, "*"):
	case outsideType(pointer) != "":
		a.unify(union{a: content, b: ref{a.outsideOf(pointer), 0}})
	case n.bearing && !anything[n]:
		a.outside = append(a.outside, n)
	}
}

// startAsAnything are the roots with an object outside, one that something outside filled, or a static one that does
// not start as zero.
func (a *analysis) startAsAnything() map[*node]bool {
	out := map[*node]bool{}
	for _, n := range slices.Concat(a.outside, a.filled) {
		out[root(n)] = true
	}
	for o, n := range a.objects {
		if o.Kind == ir.StaticObject && !o.Zero {
			out[root(n)] = true
		}
	}
	return out
}
