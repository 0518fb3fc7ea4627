// Package intrinsic has the words by which harnesses of verification tools speak to the tool: here
// is an error, this is assumed, this is claimed, any value. They are functions that the program
// does not define. What the words of assumptions and claims, and those of CBMC about objects, do is
// emitted here, by package lower's leave (Emitter); the others end the run, or return what the
// outside may.
package intrinsic

import (
	"slices"
	"strings"

	"yogi/internal/frontend/c/link"
	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/source"
	"yogi/internal/term"
)

// Emitter does what the words ask for where they are called.
type Emitter interface {
	emit.Emitter
	Objects
	// Assert violates the property where cond does not hold.
	Assert(pos source.Pos, cond *term.Term, name string)
}

// Model emits what a call of a word does, as emit.Model does for functions.
type Model func(e Emitter, c *emit.Call) (result *term.Term, done bool)

// Lookup finds what a word does; nil: it is no word, or one without a model.
func Lookup(name string) Model {
	switch {
	case silent[name], objectWords[name] != nil, name == isFresh:
		return cprover
	case IsAssumption(name):
		return assume
	case IsAssertion(name):
		return assert
	case name == "__VERIFIER_assert_not":
		return assertNot
	case !IsNondet(name) && isOfDialect(name):
		return unread
	}
	return nil
}

// isOfDialect says that a name is a word of a verification tool, whether or not it is understood.
func isOfDialect(name string) bool {
	if strings.HasPrefix(name, link.FileLocalPrefix) { // it names a function of the program
		return false
	}
	return slices.ContainsFunc(dialects, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

// dialects are how names begin that mean something to one tool and are functions of no program.
var dialects = strings.Fields(`__CPROVER_ __ESBMC_ __SMACK_ __SEAHORN_ klee_`)

// IsWord says that a name is a word for error, assert, assume or any value.
func IsWord(name string) bool {
	return IsError(name) || IsAssertion(name) || IsAssumption(name) || IsNondet(name)
}

// IsError says that a call violates the property, with or without a body of the function.
func IsError(name string) bool { return errors[name] }

// IsAssumption says that a function ends the run silently unless its first argument is true. This
// and the next have that meaning only without a body.
func IsAssumption(name string) bool { return assumptions[name] }

// IsAssertion says that a function violates the property unless its first argument is true.
func IsAssertion(name string) bool { return assertions[name] }

// IsNondet says that a function without a body is one of the dialects' words for "any value".
func IsNondet(name string) bool {
	for _, prefix := range nondets {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return name == "nd" || name == "undef" || name == "__undef_int"
}

// IsTruth says that a nondeterministic function gives 0 or 1, even where it is declared as int or
// not at all.
func IsTruth(name string) bool {
	return strings.HasSuffix(name, "bool") || strings.HasSuffix(name, "_Bool")
}

var errors = setOf(`
	reach_error __VERIFIER_error __assert_fail __assert_perror_fail __assert_rtn __assert
	__seahorn_fail __SMACK_error
`)

var assumptions = setOf(`
	__VERIFIER_assume __VERIFIER_assume2 __CPROVER_assume __ESBMC_assume __SMACK_assume
	__SEAHORN_assume __seahorn_assume __builtin_assume __assume VERIFIER_assume verifier_assume
	klee_assume assume assume_abort_if_not ldv_assume __SEA_assume sea_assume static_assume
`)

var assertions = setOf(`
	assert __VERIFIER_assert __CPROVER_assert __CPROVER_precondition __CPROVER_postcondition
	__ESBMC_assert __SMACK_assert __SEAHORN_assert VERIFIER_assert verifier_assert sassert
	sea_assert ldv_assert
`)

// nondets are how names of words for any value begin.
var nondets = strings.Fields(`
	__VERIFIER_nondet VERIFIER_nondet __SMACK_nondet nondet __nondet unknown nd_ __CPROVER_nondet
	__ESBMC_nondet __BLAST_NONDET __undefined_ ldv_undef_ sea_nd verifier_nondet __llbmc_nondet __yogi_arguments_
	__yogi_only_notes klee_int
`)

func setOf(names string) map[string]bool {
	set := map[string]bool{}
	for _, n := range strings.Fields(names) {
		set[n] = true
	}
	return set
}

// first is the condition that the first argument is true; nil if there is none that is a scalar.
func first(e Emitter, c *emit.Call) *term.Term {
	if len(c.Args) == 0 || c.Args[0].Value == nil {
		return nil
	}
	return e.IsTrue(c.Args[0].Value)
}

func assume(e Emitter, c *emit.Call) (*term.Term, bool) {
	cond := first(e, c)
	if cond == nil {
		return nil, false
	}
	e.Assume(c.Pos, cond)
	return nil, true
}

// unread ends the run at a word that is not understood. It may write objects, end the run or promise something of its
// result, so that it is no function that returns anything and does nothing else.
func unread(e Emitter, c *emit.Call) (*term.Term, bool) {
	return e.Unsupported(c, "call of "+c.Function.Name+", a word of a verification tool"), true
}

func assert(e Emitter, c *emit.Call) (*term.Term, bool) {
	cond := first(e, c)
	if cond == nil {
		return nil, false
	}
	e.Assert(c.Pos, cond, c.Function.Name)
	return nil, true
}

func assertNot(e Emitter, c *emit.Call) (*term.Term, bool) {
	cond := first(e, c)
	if cond == nil {
		return nil, false
	}
	e.Assert(c.Pos, e.Terms().Not(cond), c.Function.Name)
	return nil, true
}
