package lower

import (
	"slices"

	"yogi/internal/frontend/c/tree"
)

// atStart are the functions that run before the entry, in their order: by priority, then by place in the program.
func (l *lowerer) atStart() []*tree.FunctionDef {
	var out []*tree.FunctionDef
	for _, f := range l.unit.Functions {
		if f.Startup > 0 && f.Body != nil {
			out = append(out, f)
		}
	}
	slices.SortStableFunc(out, func(x, y *tree.FunctionDef) int { return x.Startup - y.Startup })
	return out
}

// startup calls what runs before the entry. A function that runs when the program ends is not modelled, since
// a run may end in many places.
func (b *body) startup() {
	for _, f := range b.unit.Functions {
		if f.Shutdown && f.Body != nil {
			b.unsupported(f.Pos, "the attribute destructor of "+f.Name+", which runs when the program ends")
			return
		}
	}
	for _, def := range b.atStart() {
		b.callEntry(def)
	}
}

// assumeFirstCall notes that an entry other than main is taken to be called first, when that can matter.
func (l *lowerer) assumeFirstCall(entry *tree.FunctionDef) {
	if entry == nil || entry.Name == "main" {
		return
	}
	for _, o := range l.reach.objects {
		if o.String == nil && !o.Extern && !o.Type.Const {
			l.assume(entry.Name + " is called first: objects with static storage have their initial values")
			return
		}
	}
}
