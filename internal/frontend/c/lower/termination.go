package lower

import (
	"slices"

	"yogi/internal/assumption"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// A program that ends by exit, or by returning from main, first runs the functions that it registered with atexit, the
// last one first, then those with the attribute destructor (C11 7.22.4.4p3). A function of the program's IR does so,
// which is called in both places. One that ends otherwise (abort, _exit, a trap) does not.

// terminationName is the name of that function.
const terminationName = "@exit"

// registeredName is the name of the function of the library's model of atexit that runs what is registered.
const registeredName = "__yogi_run_registered"

// atEnd are the functions with the attribute destructor in the order in which they run: the reverse of constructors'.
// A kernel runs none.
func (l *functionFacts) atEnd() []*tree.FunctionDef {
	if l.options.TypedCalls {
		return nil
	}
	out := l.inOrder(func(f *tree.FunctionDef) int { return f.Shutdown })
	slices.Reverse(out)
	return out
}

// registered is the function that runs what the program registered with atexit; nil if it registers nothing.
func (l *functionFacts) registered() *tree.FunctionDef {
	reached := func(name string) (def *tree.FunctionDef, found bool) {
		i := slices.IndexFunc(l.unit.Functions, func(f *tree.FunctionDef) bool {
			return f.Name == name && f.Body != nil && f.Linkage == tree.ExternalLinkage // a file may have a static one of its own
		})
		if i < 0 {
			return nil, false
		}
		return l.unit.Functions[i], l.reach.called[l.unit.Functions[i]]
	}
	if _, found := reached("atexit"); !found {
		return nil
	}
	def, _ := reached(registeredName)
	return def
}

// declareTermination makes the function, so that calls of exit find it.
func (l *lowerer) declareTermination(entry *tree.FunctionDef) {
	if entry == nil || l.registered() == nil && len(l.atEnd()) == 0 {
		return
	}
	l.termination = l.program.NewFunction(terminationName, entry.Pos)
	if entry.Name != "main" {
		l.assumeOf(assumption.TerminationAtExit, entry.Name, entry.Pos)
	}
}

func (l *lowerer) lowerTermination() {
	if l.termination == nil {
		return
	}
	f := l.termination
	b := l.newBody(f, &tree.FunctionDef{Name: terminationName, Type: &tree.Type{Kind: tree.Function, Result: &tree.Type{Kind: tree.Void}}, Pos: f.Pos})
	if def := l.registered(); def != nil {
		b.programStart().callEntry(def)
	}
	if destructors := l.atEnd(); len(destructors) > 0 {
		b.programStart().refuseSecond(f.Pos)
		for _, def := range destructors {
			b.programStart().callEntry(def)
		}
	}
	b.end(&ir.Return{At: ir.At{Pos: f.Pos}})
	b.finish()
}

// refuseSecond ends the path where destructors run already: one of them has called exit, which C leaves undefined.
func (b programStart) refuseSecond(pos source.Pos) {
	const name = "destructors run"
	b.names[name] = true
	running := b.program.NewGlobal(name, b.terms.Bool())
	b.running = running
	b.where(pos, running.Sym, func() { b.unsupported(pos, "exit is called in a function with the attribute destructor") })
	b.assign(pos, running, b.terms.True())
}

// terminate does what the end of the program brings.
func (b programStart) terminate(pos source.Pos) {
	if b.termination != nil {
		b.emit(&ir.Call{At: ir.At{Pos: pos}, Callee: b.termination, Args: []*term.Term{}, Results: []*ir.Variable{}})
	}
}
