package lower

import (
	"slices"
	"strings"

	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/lower/builtin"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
)

// errorFunctions are the functions whose call violates the property, with or without a body.
var errorFunctions = map[string]bool{
	"reach_error":          true,
	"__VERIFIER_error":     true,
	"__assert_fail":        true,
	"__assert_perror_fail": true,
	"__assert_rtn":         true,
	"__assert":             true,
	"__seahorn_fail":       true,
	"__SMACK_error":        true,
}

func (l *lowerer) isErrorFunction(def *tree.FunctionDef) bool {
	return !l.options.RuleOnly && l.checks(property.Reach) && (errorFunctions[def.Name] || l.errors[def.Name])
}

// IsVocabulary says that a name is a word for error, assert, assume or any value, or one of the
// error functions.
func IsVocabulary(name string, errors []string) bool {
	return errorFunctions[name] || assertFunctions[name] || assumeFunctions[name] || isNondet(name) || slices.Contains(errors, name)
}

// assumeFunctions end the run silently unless their first argument is true. They, assertFunctions
// and haltFunctions have this meaning only without a body.
var assumeFunctions = map[string]bool{
	"__VERIFIER_assume":   true,
	"__VERIFIER_assume2":  true,
	"__CPROVER_assume":    true,
	"__ESBMC_assume":      true,
	"__SMACK_assume":      true,
	"__SEAHORN_assume":    true,
	"__seahorn_assume":    true,
	"__builtin_assume":    true,
	"__assume":            true,
	"VERIFIER_assume":     true,
	"verifier_assume":     true,
	"klee_assume":         true,
	"assume":              true,
	"assume_abort_if_not": true,
	"ldv_assume":          true,
	"__SEA_assume":        true,
	"sea_assume":          true,
	"static_assume":       true,
}

// assertFunctions violate the property unless their first argument is true.
var assertFunctions = map[string]bool{
	"assert":                  true,
	"__VERIFIER_assert":       true,
	"__CPROVER_assert":        true,
	"__CPROVER_precondition":  true,
	"__CPROVER_postcondition": true,
	"__ESBMC_assert":          true,
	"__SMACK_assert":          true,
	"__SEAHORN_assert":        true,
	"VERIFIER_assert":         true,
	"verifier_assert":         true,
	"sassert":                 true,
	"sea_assert":              true,
	"ldv_assert":              true,
}

// haltFunctions end the run.
var haltFunctions = map[string]bool{
	"abort":                 true,
	"exit":                  true,
	"_exit":                 true,
	"_Exit":                 true,
	"quick_exit":            true,
	"__VERIFIER_exit":       true,
	"__builtin_abort":       true,
	"__builtin_exit":        true,
	"__builtin_trap":        true,
	"__builtin_unreachable": true,
}

// exitFunctions end the program without a failure: what leaks is looked at. Not all of them run
// what its end brings.
var exitFunctions = makeSet("exit", "_exit", "_Exit", "quick_exit")

// orderlyFunctions end it with all that its end brings: see termination.go.
var orderlyFunctions = makeSet("exit", "error", "error_at_line", "err", "errx", "verr", "verrx")

// beyondFunction is the function that models call where they do not cover what the program does;
// its argument, a string literal, says what that is. It has this meaning with a body too, which is
// there for programs that are compiled with the models.
const beyondFunction = "yogi_unsupported"

// literal is the string literal that is the first argument of a call; empty if there is none.
func literal(args []tree.Expr) string {
	if len(args) == 0 {
		return ""
	}
	e := args[0]
	for {
		switch x := e.(type) {
		case *tree.Convert:
			e = x.Operand
		case *tree.Decay:
			e = x.Array
		case *tree.StringRef:
			return strings.TrimRight(string(x.Object.String), "\x00")
		default:
			return ""
		}
	}
}

// isAnother says that a function is declared with parameters none of which is a pointer, so that it
// is not the library's function of its name that writes memory, and cannot be one that does.
func isAnother(def *tree.FunctionDef) bool {
	t := def.Type
	if t.Unspecified || len(t.Params) == 0 || t.Variadic || t.Result.Kind == tree.Pointer || def.Name == "raise" {
		return false
	}
	for _, p := range t.Params {
		if p.Kind != tree.Integer && p.Kind != tree.Float && p.Kind != tree.Bool {
			return false
		}
	}
	return true
}

func makeSet(names ...string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, n := range names {
		set[n] = true
	}
	return set
}

// isNondet says that a function without a body is one of the dialects' words for "any value".
func isNondet(name string) bool {
	for _, prefix := range []string{
		"__VERIFIER_nondet", "VERIFIER_nondet", "__SMACK_nondet", "nondet", "__nondet", "unknown", "nd_", "__CPROVER_nondet",
		"__ESBMC_nondet", "__BLAST_NONDET", "__undefined_", "ldv_undef_", "sea_nd", "verifier_nondet", "__llbmc_nondet",
	} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return name == "nd" || name == "undef" || name == "__undef_int"
}

// isTruth says that a nondeterministic function gives 0 or 1, even where it is declared as int or
// not at all.
func isTruth(name string) bool {
	return strings.HasSuffix(name, "bool") || strings.HasSuffix(name, "_Bool")
}

// vocabularyCall lowers the words for assume, assert, any value and the end of the run.
func (b *body) vocabularyCall(pos source.Pos, def *tree.FunctionDef, args []argument, want resultUse) (value, bool) {
	name := def.Name
	if v, done := b.cproverCall(pos, def, args, want.typ); done {
		return v, true
	}
	switch {
	case assumeFunctions[name] && len(args) > 0 && args[0].scalar != nil:
		b.assumeTrue(pos, b.isTrue(args[0].scalar))
		return b.nothing(want.typ), true
	case assertFunctions[name] && len(args) > 0 && args[0].scalar != nil:
		b.assertTrue(pos, b.isTrue(args[0].scalar), name)
		return b.nothing(want.typ), true
	case name == "__VERIFIER_assert_not" && len(args) > 0 && args[0].scalar != nil:
		b.assertTrue(pos, b.terms.Not(b.isTrue(args[0].scalar)), name)
		return b.nothing(want.typ), true
	case haltFunctions[name] || errorFunctions[name]:
		b.halt(pos, name)
		return b.anyValue(want.typ), true
	case orderlyFunctions[name] && def.NoReturn && IsStandardHeader(def.Pos.File): // err and its relatives
		b.halt(pos, name)
		return b.anyValue(want.typ), true
	case isStatusError(def) && len(args) > 0 && args[0].scalar != nil:
		b.failWithErrno(pos, b.terms.True())
		b.where(pos, b.isTrue(args[0].scalar), func() { b.halt(pos, name) })
		return b.nothing(want.typ), true
	case strings.HasPrefix(name, "__atomic_") && builtin.Family(name) == nil && !hasRow(name), hasCheck(def) && !b.fromOutside().isLeftOut(name):
		return b.unmodelledCall(pos, want.typ, "call of "+name, name), true
	case (clib.Is(modelName(def), clib.Unmodelled) || clib.Is(name, clib.Unmodelled)) && !b.fromOutside().isLeftOut(name) && !isAnother(def):
		return b.unmodelledCall(pos, want.typ, "call of "+name, name), true
	case def.ReturnsTwice:
		return b.unmodelledCall(pos, want.typ, "call of "+name+", which may return twice", name), true
	case name == "fork" && b.reach.sharesMemory && !isAnother(def):
		return b.unmodelledCall(pos, want.typ, "call of fork in a program that may share memory with the other process", name), true
	case isNondet(name):
		v := b.outsideResult(pos, def.Type.Result, ir.NondetCall, outsideCallOf(def, nil, want))
		if isTruth(name) && v.scalar != nil && def.Type.Result.Kind == tree.Integer {
			b.assumeTrue(pos, b.terms.BVUle(v.scalar, b.terms.BVConst(v.scalar.Sort().Width, 1)))
		}
		return b.resultAs(pos, v, def.Type.Result, want.typ), true
	}
	return value{}, false
}

// isStatusError says that a function is error or error_at_line of the GNU library, which exit if
// their first argument, the status, is not 0.
func isStatusError(def *tree.FunctionDef) bool {
	return (def.Name == "error" || def.Name == "error_at_line") && IsStandardHeader(def.Pos.File)
}

// halt ends the run in one of the functions that do.
func (b *body) halt(pos source.Pos, name string) {
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
		b.ruleEvents().handle(pos, nil, "end", nil, nil)
		how = exitIsCalled
	}
	b.shadow().requireNoLeak(pos, how)
	b.end(&ir.Halt{At: ir.At{Pos: pos}, What: name + "() is called"})
}

// nothing is the value of a call whose function is declared with a result that nobody should use.
func (b *body) nothing(want *tree.Type) value {
	if want.Kind == tree.Void {
		return value{}
	}
	return b.anyValue(want)
}

// assertTrue violates the property where cond does not hold.
func (b *body) assertTrue(pos source.Pos, cond *term.Term, name string) {
	b.program.Checked = b.program.Checked || b.checks(property.Reach)
	if cond.IsTrue() {
		return
	}
	if b.options.RuleOnly {
		b.unless(pos, cond).Terminator = &ir.Halt{At: ir.At{Pos: pos}, What: name + " fails"}
		return
	}
	if !b.checks(property.Reach) {
		wrong := b.unless(pos, cond)
		right := b.block
		b.block = wrong
		b.shadow().requireNoLeak(pos, runIsAborted)
		b.block.Terminator = &ir.Halt{At: ir.At{Pos: pos}, What: name + " fails"}
		b.block = right
		return
	}
	b.require(pos, property.Reach, cond, name+" fails")
}
