package lower

import (
	"cmp"
	"slices"
	"strings"

	"yogi/internal/assumption"
	"yogi/internal/frontend/c/lower/libcall"
	"yogi/internal/frontend/c/tree"
)

// atStart are the functions that run before the entry, in their order: by priority, then by place in the program. No
// kernel runs those of a driver or module, but its own headers may make some for the platform's sake.
func (l *functionFacts) atStart() []*tree.FunctionDef {
	return slices.DeleteFunc(l.constructors(), l.isLeftToKernel)
}

func (l *functionFacts) constructors() []*tree.FunctionDef {
	return l.inOrder(func(f *tree.FunctionDef) int { return f.Startup })
}

// isLeftToKernel says that a constructor is one of the program itself, which a kernel loads.
func (l *functionFacts) isLeftToKernel(f *tree.FunctionDef) bool {
	return l.options.TypedCalls && !strings.HasPrefix(f.Name, platformPrefix)
}

// platformPrefix begins the names of what the macros of a platform's headers define.
const platformPrefix = "yogi_"

// kernelConstructs says that the kernel that a module is built for was built to run constructors of modules: then its
// description of a module has a member for them.
func (l *functionFacts) kernelConstructs() bool {
	return slices.ContainsFunc(l.unit.Objects, func(o *tree.Object) bool {
		return o.Name == "__this_module" && slices.ContainsFunc(o.Type.Fields, func(f *tree.Field) bool { return f.Name == "ctors" })
	})
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

// startup calls what runs before the entry. A kernel that runs constructors does so when it has given the module's
// parameters their values, which is no place before the entry.
func (b programStart) startup() {
	if left := b.constructors(); b.kernelConstructs() {
		if i := slices.IndexFunc(left, b.isLeftToKernel); i >= 0 {
			b.unsupported(left[i].Pos, "a constructor of a module, in a kernel that runs them")
		}
	}
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
