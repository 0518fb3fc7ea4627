//go:build cgo

// This file has the backend and its solver stacks.
//
// A Backend owns one context. Terms are translated once and kept; the path of a query is asserted some
// conjuncts a scope, and the next query keeps the scopes it shares. Each assumption gets a guard
// literal inside a scope of its own, so nothing accumulates. Formulas with quantifiers or floats go to
// a second solver with Z3's own settings; an interrupted or incomplete search is tried again in a
// fresh solver before it becomes Unknown.

package z3

/*
#cgo LDFLAGS: -lz3
#include <stdlib.h>
#include <z3.h>

static void ignore_error(Z3_context c, Z3_error_code e) {}
static Z3_context new_context(void) {
	Z3_config cfg = Z3_mk_config();
	Z3_context c = Z3_mk_context_rc(cfg);
	Z3_del_config(cfg);
	if (c) Z3_set_error_handler(c, ignore_error);
	return c;
}
*/
import "C"

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"yogi/internal/deadline"
	"yogi/internal/solver"
	"yogi/internal/term"
)

// Version is the version of the linked library.
func Version() string {
	var major, minor, build, revision C.uint
	C.Z3_get_version(&major, &minor, &build, &revision)
	return fmt.Sprintf("%d.%d.%d", major, minor, build)
}

const (
	// termsPerContext is when the context and all translations are thrown away.
	termsPerContext = 1 << 19
)

// Backend is a solver.Solver on libz3, for the terms of one builder.
type Backend struct {
	timeout time.Duration
	context C.Z3_context
	terms   map[*term.Term]C.Z3_ast
	sorts   map[*term.Sort]C.Z3_sort
	decls   map[*term.Func]C.Z3_func_decl
	varOf   map[C.uint]*term.Term // by the id of the constant's declaration
	funcOf  map[C.uint]*term.Func
	temps   []C.Z3_ast
	guards  []C.Z3_ast
	plain   stacks // quantifier-free, no floats
	special *stack
	guarded *guardedSolver // integer arrays
	wanted  term.Set       // conjuncts of the path that is aligned to and that are not asserted yet
	guard   sync.Mutex     // held while interrupting and while a check ends
	// cut says that a search was told to stop since the solvers were made. Whatever it answered, parts of it
	// may have returned early and left a solver, and the context, in a state that they would not have come to by
	// themselves.
	cut bool
	// over says that the time of the query that is asked is over.
	over atomic.Bool
}

// guardedSolver holds every conjunct it has seen behind a guard literal of its own and picks by
// assumption. On arrays over integers that is several times faster than scopes, as long as the solver
// does not get old.
type guardedSolver struct {
	solver C.Z3_solver
	guards map[*term.Term]C.Z3_ast
}

// guardedLimit is how many conjuncts a guardedSolver takes before it is replaced.
const guardedLimit = 400

// failure is a panic inside the package: libz3 refused to build something.
type failure struct{ message string }

// New makes a backend. timeout bounds the queries that name none.
func New(timeout time.Duration) (*Backend, error) {
	if timeout == 0 {
		timeout = solver.DefaultTimeout
	}
	b := &Backend{timeout: timeout}
	if err := b.open(); err != nil {
		return nil, err
	}
	return b, nil
}

func (b *Backend) open() error {
	b.context = C.new_context()
	if b.context == nil {
		return errors.New("z3: cannot make a context: out of memory")
	}
	b.terms = map[*term.Term]C.Z3_ast{}
	b.sorts = map[*term.Sort]C.Z3_sort{}
	b.decls = map[*term.Func]C.Z3_func_decl{}
	b.varOf = map[C.uint]*term.Term{}
	b.funcOf = map[C.uint]*term.Func{}
	b.guards, b.temps = nil, nil
	b.plain, b.special, b.guarded = stacks{}, nil, nil
	return nil
}

// Close frees the context with everything in it.
func (b *Backend) Close() error {
	if b.context == nil {
		return nil
	}
	b.dropGuarded()
	b.dropStacks()
	for _, a := range b.terms {
		C.Z3_dec_ref(b.context, a)
	}
	for _, a := range b.guards {
		C.Z3_dec_ref(b.context, a)
	}
	b.releaseTemps()
	for _, s := range b.sorts {
		C.Z3_dec_ref(b.context, C.Z3_sort_to_ast(b.context, s))
	}
	for _, d := range b.decls {
		C.Z3_dec_ref(b.context, C.Z3_func_decl_to_ast(b.context, d))
	}
	C.Z3_del_context(b.context)
	b.context = nil
	return nil
}

// startAgain makes the next query start with new solvers, and in a new context if Z3 was interrupted: an interrupt that
// comes when no search goes on stays set in the context, and Z3 may then leave out what is asserted, without a word.
func (b *Backend) startAgain() {
	if !b.cut {
		b.dropGuarded()
		b.dropStacks()
		return
	}
	b.cut = false
	if err := b.reopen(); err != nil {
		panic(failure{err.Error()})
	}
}

func (b *Backend) dropGuarded() {
	if b.guarded == nil {
		return
	}
	for _, g := range b.guarded.guards {
		C.Z3_dec_ref(b.context, g)
	}
	C.Z3_solver_dec_ref(b.context, b.guarded.solver)
	b.guarded = nil
}

// reopen starts again with an empty context.
func (b *Backend) reopen() error {
	b.Close()
	return b.open()
}

// Check answers q.
func (b *Backend) Check(ctx context.Context, q solver.Query) solver.Answer {
	return b.protected(ctx, q, b.check)
}

// Afresh implements solver.Restarter: with a new context, and a solver as Z3 has it.
func (b *Backend) Afresh(ctx context.Context, q solver.Query) solver.Answer {
	if err := b.reopen(); err != nil {
		return solver.UnknownBecause(err.Error())
	}
	return b.protected(ctx, q, func(ctx context.Context, q solver.Query) solver.Answer {
		return b.askFresh(ctx, q, asShipped, b.limitOf(q))
	})
}

// limitOf is the time of a query.
func (b *Backend) limitOf(q solver.Query) time.Duration {
	if q.Timeout == 0 {
		return b.timeout
	}
	return q.Timeout
}

// protected has a query answered by a usable context, and turns a failure of Z3's into an unknown.
func (b *Backend) protected(ctx context.Context, q solver.Query, check func(context.Context, solver.Query) solver.Answer) (answer solver.Answer) {
	if ctx.Err() != nil {
		return solver.UnknownBecause("canceled")
	}
	if b.context == nil || len(b.terms) > termsPerContext {
		if err := b.reopen(); err != nil {
			return solver.UnknownBecause(err.Error())
		}
	}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case failure:
			b.Close() // whatever state it is in, the next query starts clean
			answer = solver.UnknownBecause("z3: " + r.message)
		default:
			panic(r)
		}
	}()
	return check(ctx, q)
}

func (b *Backend) check(ctx context.Context, q solver.Query) solver.Answer {
	timeout := b.limitOf(q)
	thread := deadline.KeepThread()
	defer thread.Release()
	began := thread.Work()
	if b.cut { // solvers that were interrupted are not asked again, whoever asks
		b.startAgain()
	}
	special := solver.Features(q)&(term.HasQuantifiers|term.HasFloats) != 0
	var s *stack
	if special {
		b.special = b.renewed(b.special, asShipped)
		s = b.special
	} else {
		s = b.stackFor(q.Path)
	}
	first := timeout
	if !special {
		first = max(deadline.Of(timeout, firstShare), min(leastFirst, deadline.Of(timeout, mostFirst)))
	}
	var answer solver.Answer
	if !special && len(q.Path)+len(q.Assume) <= guardedLimit/2 && solver.Features(q)&integerArrays == integerArrays && !claimsDistinct(q.Path) {
		answer = b.askGuarded(ctx, q, first)
	} else {
		answer = b.ask(ctx, s, q, first)
	}
	if answer.Status != solver.Unknown {
		return answer
	}
	b.startAgain() // an incomplete search is not continued either
	if special || ctx.Err() != nil {
		return answer
	}
	for i, tuned := range []tuning{asShipped, forPaths} {
		rest := timeout - (thread.Work() - began)
		if rest <= 0 { // Z3 heeded no interrupt for long, and would not heed the next one
			return answer
		}
		if i == 0 {
			rest = deadline.Of(rest, secondShare)
		}
		if answer = b.askFresh(ctx, q, tuned, rest); answer.Status != solver.Unknown || ctx.Err() != nil {
			return answer
		}
		b.startAgain()
	}
	return answer
}

// askFresh asks a solver that has seen nothing else and has no scopes: in one scope Z3 puts what equations say into all
// that is asserted, but not into what an outer scope has. A long path with reads behind many writes at addresses that
// lie in order may take a tenth of a second so, and minutes with a scope for each few conjuncts.
func (b *Backend) askFresh(ctx context.Context, q solver.Query, tuned tuning, limit time.Duration) solver.Answer {
	fresh := &stack{solver: b.newSolver(tuned), isFlat: true}
	defer b.drop(fresh)
	return b.ask(ctx, fresh, q, limit)
}

const integerArrays = term.HasArrays | term.HasIntegers

// claimsDistinct reports whether many terms are said to be distinct. Z3 has a short form for that, but
// only where nothing guards it.
func claimsDistinct(path []*term.Term) bool {
	for _, t := range path {
		for _, c := range term.Conjuncts(t) {
			if c.Op() == term.OpDistinct {
				return true
			}
		}
	}
	return false
}

// tuning is the kind of queries that a solver is set up for.
type tuning int

const (
	asShipped tuning = iota // whatever Z3 sets up solvers for
	forPaths                // ground path conditions
)

// newSolver makes a simple incremental solver.
func (b *Backend) newSolver(tuned tuning) C.Z3_solver {
	s := C.Z3_mk_simple_solver(b.context)
	if s == nil {
		b.fail("cannot make a solver")
	}
	C.Z3_solver_inc_ref(b.context, s)
	params := C.Z3_mk_params(b.context)
	if params == nil {
		b.fail("cannot make parameters")
	}
	C.Z3_params_inc_ref(b.context, params)
	// Z3's own handler of Ctrl-C would take the place of the Go runtime's, which then ends the process.
	C.Z3_params_set_bool(b.context, params, b.symbol("ctrl_c"), C.bool(false))
	if tuned == forPaths {
		C.Z3_params_set_uint(b.context, params, b.symbol("relevancy"), 0)
		C.Z3_params_set_uint(b.context, params, b.symbol("arith.solver"), 2)
	}
	C.Z3_solver_set_params(b.context, s, params)
	C.Z3_params_dec_ref(b.context, params)
	return s
}

func (b *Backend) symbol(name string) C.Z3_symbol {
	text := C.CString(name)
	defer C.free(unsafe.Pointer(text))
	return C.Z3_mk_string_symbol(b.context, text)
}

// fail stops the query with Z3's own words where it has some.
func (b *Backend) fail(what string) {
	if code := C.Z3_get_error_code(b.context); code != C.Z3_OK {
		what += ": " + C.GoString(C.Z3_get_error_msg(b.context, code))
	}
	panic(failure{what})
}

// ask aligns s with the path, guards the assumptions and searches for as long as limit says.
func (b *Backend) ask(ctx context.Context, s *stack, q solver.Query, limit time.Duration) solver.Answer {
	stop := b.watch(ctx, limit) // Z3 works on what is asserted when a scope begins, which may take longer than a search
	defer stop()
	if !b.align(s, q.Path) {
		b.releaseTemps()
		b.cut = true
		return solver.UnknownBecause("canceled")
	}
	s.queries++
	if len(q.Assume) == 0 {
		return b.search(stop, s, q, nil)
	}
	if !s.isFlat {
		C.Z3_solver_push(b.context, s.solver)
		defer C.Z3_solver_pop(b.context, s.solver, 1)
	}
	guards := b.guardLiterals(len(q.Assume))
	for i, t := range q.Assume {
		implication := b.keep(C.Z3_mk_implies(b.context, guards[i], b.translate(t)))
		C.Z3_solver_assert(b.context, s.solver, implication)
		b.checkError("assert")
	}
	b.releaseTemps()
	return b.search(stop, s, q, guards)
}

// askGuarded picks the query's conjuncts in the guarded solver and searches for as long as limit says.
func (b *Backend) askGuarded(ctx context.Context, q solver.Query, limit time.Duration) solver.Answer {
	if b.guarded != nil && len(b.guarded.guards) > guardedLimit {
		b.dropGuarded()
	}
	if b.guarded == nil {
		b.guarded = &guardedSolver{solver: b.newSolver(forPaths), guards: map[*term.Term]C.Z3_ast{}}
	}
	stop := b.watch(ctx, limit)
	defer stop()
	literals := make([]C.Z3_ast, 0, len(q.Path)+len(q.Assume))
	for _, t := range q.Assume {
		literals = append(literals, b.guardOf(t))
	}
	for _, t := range q.Path {
		literals = append(literals, b.guardOf(t))
	}
	b.releaseTemps()
	a := b.search(stop, &stack{solver: b.guarded.solver}, q, literals)
	for len(a.Core) > 0 && a.Core[len(a.Core)-1] >= len(q.Assume) {
		a.Core = a.Core[:len(a.Core)-1]
	}
	return a
}

// guardOf is the guard literal of t, with what it guards asserted.
func (b *Backend) guardOf(t *term.Term) C.Z3_ast {
	if g, ok := b.guarded.guards[t]; ok {
		return g
	}
	g := b.newGuard()
	b.guarded.guards[t] = g
	C.Z3_solver_assert(b.context, b.guarded.solver, b.keep(C.Z3_mk_implies(b.context, g, b.translate(t))))
	b.checkError("assert")
	return g
}

func (b *Backend) checkError(what string) {
	if C.Z3_get_error_code(b.context) != C.Z3_OK {
		b.fail(what)
	}
}

// guardLiterals gives n boolean constants that occur in no term.
func (b *Backend) guardLiterals(n int) []C.Z3_ast {
	for len(b.guards) < n {
		b.guards = append(b.guards, b.newGuard())
	}
	return b.guards[:n]
}

// newGuard makes a boolean constant that occurs nowhere, with a reference.
func (b *Backend) newGuard() C.Z3_ast {
	prefix := C.CString("guard")
	defer C.free(unsafe.Pointer(prefix))
	g := C.Z3_mk_fresh_const(b.context, prefix, C.Z3_mk_bool_sort(b.context))
	if g == nil {
		b.fail("cannot make a guard")
	}
	C.Z3_inc_ref(b.context, g)
	return g
}

// search has a solver look for an answer; stop ends the watch over it, and says whether it was interrupted.
func (b *Backend) search(stop func() bool, s *stack, q solver.Query, guards []C.Z3_ast) solver.Answer {
	var pointer *C.Z3_ast
	if len(guards) > 0 {
		pointer = &guards[0]
	}
	result := C.Z3_solver_check_assumptions(b.context, s.solver, C.uint(len(guards)), pointer)
	interrupted := stop()
	b.cut = b.cut || interrupted
	if interrupted && (result == C.Z3_L_FALSE || q.StatusOnly) {
		// Parts of a search that are told to stop return early, and what they leave may look like a conflict, or
		// lack some of what was asserted. A model is evaluated.
		return solver.UnknownBecause("canceled")
	}
	switch result {
	case C.Z3_L_TRUE:
		if q.StatusOnly {
			return solver.Answer{Status: solver.Sat}
		}
		return solver.Answer{Status: solver.Sat, Model: b.model(s.solver)}
	case C.Z3_L_FALSE:
		return solver.Answer{Status: solver.Unsat, Core: b.core(s.solver, guards)}
	}
	if code := C.Z3_get_error_code(b.context); code != C.Z3_OK {
		b.fail("check")
	}
	return solver.UnknownBecause(C.GoString(C.Z3_solver_get_reason_unknown(b.context, s.solver)))
}

// core reads which guards the refutation used.
func (b *Backend) core(s C.Z3_solver, guards []C.Z3_ast) []int {
	core := []int{}
	if len(guards) == 0 {
		return core
	}
	v := C.Z3_solver_get_unsat_core(b.context, s)
	if v == nil {
		b.fail("no unsat core")
	}
	C.Z3_ast_vector_inc_ref(b.context, v)
	defer C.Z3_ast_vector_dec_ref(b.context, v)
	used := map[C.Z3_ast]bool{}
	for i := C.uint(0); i < C.Z3_ast_vector_size(b.context, v); i++ {
		used[C.Z3_ast_vector_get(b.context, v, i)] = true
	}
	for i, g := range guards {
		if used[g] {
			core = append(core, i)
		}
	}
	return core
}
