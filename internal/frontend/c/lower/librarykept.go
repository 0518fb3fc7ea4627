package lower

import (
	"maps"
	"slices"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// buffer is a global for what the library keeps.
func (l *lowerer) buffer(name string, sort *term.Sort) *ir.Variable {
	if l.buffers[name] == nil {
		l.names[name] = true
		l.buffers[name] = l.program.NewGlobal(name, sort)
	}
	return l.buffers[name]
}

// closeKept says that the library keeps nothing at the start.
func (l *lowerer) closeKept() {
	for _, name := range slices.Sorted(maps.Keys(l.buffers)) {
		v := l.buffers[name]
		if v.Sort == l.terms.Bool() {
			l.setFirst(v, l.terms.False())
		} else {
			l.setFirst(v, l.zero(v.Sort))
		}
	}
}
