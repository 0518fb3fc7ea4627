package lower

import (
	"strings"

	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/lower/intrinsic"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
)

// haltFunctions end the run. They have this meaning only without a body.
var haltFunctions = makeSet(
	"abort", "exit", "_exit", "_Exit", "quick_exit", "__VERIFIER_exit", "__builtin_abort", "__builtin_exit",
	"__builtin_trap", unreachable,
)

// unreachable ends the run only where what is before it does not come back: behindasm.go.
const unreachable = "__builtin_unreachable"

// exitFunctions end the program without a failure: what leaks is looked at. Not all of them run
// what its end brings.
var exitFunctions = makeSet("exit", "_exit", "_Exit", "quick_exit")

// orderlyFunctions end it with all that its end brings: see termination.go.
var orderlyFunctions = makeSet("exit", "error", "error_at_line", "err", "errx", "verr", "verrx")

// haltingCall lowers a call of a function that ends the run.
func (b calls) haltingCall(pos source.Pos, def *tree.FunctionDef, args []argument, want resultUse) (value, bool) {
	name := def.Name
	switch {
	case haltFunctions[name] || intrinsic.IsError(name):
		b.halt(pos, name)
		return b.anyValue(want.typ), true
	case orderlyFunctions[name] && def.NoReturn && IsStandardHeader(def.Pos.File): // err and its relatives
		b.halt(pos, name)
		return b.anyValue(want.typ), true
	case isStatusError(def) && len(args) > 0 && args[0].scalar != nil:
		emit.FailWithErrno(emitter{b: b.frame}, pos, b.terms.True())
		b.fromOutside().changeLibrarys(pos, def, args) // error_message_count
		b.where(pos, b.isTrue(args[0].scalar), func() { b.halt(pos, name) })
		return b.anyValue(want.typ), true
	}
	return value{}, false
}

// isStatusError says that a function is error or error_at_line of the GNU library, which exit if
// their first argument, the status, is not 0.
func isStatusError(def *tree.FunctionDef) bool {
	return (def.Name == "error" || def.Name == "error_at_line") && IsStandardHeader(def.Pos.File)
}

// halt ends the run in one of the functions that do.
func (b calls) halt(pos source.Pos, name string) {
	name = strings.TrimPrefix(name, "__builtin_")
	how := runIsAborted
	switch {
	case orderlyFunctions[name]:
		b.programStart().terminate(pos)
	case name == "__VERIFIER_exit" && b.termination != nil:
		b.refuse(pos, CodeUnmodelled, "call of "+name+" in a program with functions of atexit or destructors")
		return
	}
	if exitFunctions[name] || orderlyFunctions[name] {
		b.within.ruleEvents().handle(pos, nil, "end", nil, nil)
		how = exitIsCalled
	}
	b.shadow().requireNoLeak(pos, how)
	b.end(&ir.Halt{At: ir.At{Pos: pos}, What: name + ir.IsCalled})
}
