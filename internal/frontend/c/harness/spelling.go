package harness

import (
	"strings"

	"yogi/internal/frontend/c/tree"
)

// This file writes types as declarations have them.

// plain is a type without its qualifiers.
func plain(t *tree.Type) *tree.Type {
	out := *t
	out.Const, out.Volatile = false, false
	out.Name = strings.TrimPrefix(strings.TrimPrefix(out.Name, "const "), "volatile ")
	return &out
}

// declared declares a variable of a type.
func (l *library) declared(t *tree.Type, name string) string {
	spelled := l.spelled(t)
	if strings.HasSuffix(spelled, "*") {
		return spelled + name
	}
	return spelled + " " + name
}

// spelled is a type as a declaration begins with it; "" if it has no name.
func (l *library) spelled(t *tree.Type) string {
	if t.Kind == tree.Pointer {
		elem := l.spelled(t.Elem)
		if elem == "" {
			return ""
		}
		if t.Elem.Const && t.Elem.Kind != tree.Pointer {
			elem = "const " + elem
		}
		return elem + " *"
	}
	switch t.Kind {
	case tree.Struct, tree.Union, tree.Integer, tree.Float, tree.LongDouble, tree.Bool, tree.Void:
	default:
		return ""
	}
	name := plain(t).Name
	if !strings.Contains(name, "<") {
		return name
	}
	for _, named := range l.unit.Types {
		if !strings.Contains(named.Name, " ") && plain(named.Type).Name == name {
			return named.Name
		}
	}
	return ""
}
