package lower

import (
	"cmp"
	"slices"

	"yogi/internal/assumption"
	"yogi/internal/frontend/c/lower/libcall"
	"yogi/internal/frontend/c/tree"
)

// atStart are the functions that run before the entry, in their order: by priority, then by place in the program.
func (l *functionFacts) atStart() []*tree.FunctionDef {
	return l.inOrder(func(f *tree.FunctionDef) int { return f.Startup })
}

// inOrder are the defined functions that have a priority, by it, then by their place in the program.
func (l *functionFacts) inOrder(priority func(*tree.FunctionDef) int) []*tree.FunctionDef {
	var out []*tree.FunctionDef
	for _, f := range l.unit.Functions {
		if priority(f) > 0 && f.Body != nil {
			out = append(out, f)
		}
	}
	slices.SortFunc(out, func(x, y *tree.FunctionDef) int {
		return cmp.Or(cmp.Compare(priority(x), priority(y)), cmp.Compare(x.Place, y.Place))
	})
	return out
}

// startup calls what runs before the entry.
func (b programStart) startup() {
	for _, def := range b.atStart() {
		b.callEntry(def)
	}
}

// assumeFirstCall notes that an entry other than main is taken to be called first, when that can matter.
func (l *functionFacts) assumeFirstCall(entry *tree.FunctionDef) {
	if entry == nil || entry.Name == "main" {
		return
	}
	for _, o := range l.reach.objects {
		if o.String == nil && !o.Extern && !o.Type.Const {
			l.assumeOf(assumption.FirstCall, entry.Name, entry.Pos)
			return
		}
	}
}

// assumeWeakKept notes which definitions are taken though they are weak: where the entry is not main
// the program has other parts, and a definition in one of them would go before.
func (l *functionFacts) assumeWeakKept(entry *tree.FunctionDef) {
	if entry == nil || entry.Name == "main" {
		return
	}
	for _, f := range l.reach.functions {
		if f.Weak && f != entry && f.Linkage == tree.ExternalLinkage && !libcall.IsModelFile(f.Pos.File) {
			l.assumeOf(assumption.WeakKept, f.Name, f.Pos)
		}
	}
	for _, o := range l.reach.objects {
		if o.Weak && !o.Extern && o.IsShared() {
			l.assumeOf(assumption.WeakKept, o.Name, o.Pos)
		}
	}
}
