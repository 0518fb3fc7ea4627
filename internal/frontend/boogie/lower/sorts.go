package lower

import (
	"yogi/internal/bug"
	"yogi/internal/frontend/boogie/syntax"
	"yogi/internal/term"
)

// sort returns the sort of a supported type. A map of several indices is a nest of arrays, the first index
// outermost; so [a, b]c and [a][b]c have the same sort, which is harmless once types are checked.
func (l *lowering) sort(t *syntax.Type) *term.Sort {
	if s := l.sorts[t]; s != nil {
		return s
	}
	var s *term.Sort
	switch t.Kind {
	case syntax.BoolType:
		s = l.terms.Bool()
	case syntax.IntType:
		s = l.terms.Int()
	case syntax.RealType:
		s = l.terms.Real()
	case syntax.BVType:
		s = l.terms.BV(t.Width)
	case syntax.UserType:
		l.uses[t] = true
		s = l.terms.Uninterpreted(t.Name)
	case syntax.MapType:
		s = l.sort(t.Result)
		for i := len(t.Indices) - 1; i >= 0; i-- {
			s = l.terms.Array(l.sort(t.Indices[i]), s)
		}
	default:
		bug.Errorf("type %s has no sort", t)
	}
	l.sorts[t] = s
	return s
}
