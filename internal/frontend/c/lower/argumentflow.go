package lower

import (
	"slices"

	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/lower/format"
	"yogi/internal/frontend/c/tree"
)

// What main is called with stays as it was if nobody writes to it. So the pointers behind argv are followed through
// the program: which variables, parameters and results of functions may lead to them, and which to the texts. Where
// one gets to a place that is not followed (memory, a function of which nothing is known, a number) anybody may write
// there.

// leading says what a value may lead to.
type leading uint8

const (
	leadsToTexts   leading = 1 << iota // a pointer among the characters of a text
	leadsToPointer                     // a pointer among the pointers to texts
)

// argumentFlow holds where the arguments of main get to.
type argumentFlow struct {
	argv *tree.Object
	// argcs and argvs are the parameters, of main and of others, that hold argc and argv as main got them.
	argcs, argvs map[*tree.Object]bool
	// counts are the arguments of calls of getopt and its like that are argc as main got it.
	counts  map[tree.Expr]bool
	objects map[*tree.Object]leading
	results map[*tree.FunctionDef]leading
	// ordersTexts: getopt puts the pointers behind argv in another order, and is handed no others. optarg is its
	// object of that name if nobody else writes to it; nil: there is none.
	ordersTexts bool
	optarg      *tree.Object
	held        heldTexts
	stepped     map[*tree.Object]bool // those of held that are given addresses behind a character
	// lost is what somebody may write through a pointer that is not followed, or through one that is.
	lost    leading
	reach   *reach
	current *tree.FunctionDef
	changed bool
}

// followArguments finds where the arguments of main get to.
func followArguments(argv *tree.Object, reach *reach) *argumentFlow {
	w := &argumentFlow{
		argv: argv, objects: map[*tree.Object]leading{}, results: map[*tree.FunctionDef]leading{}, reach: reach,
	}
	w.followOptions()
	w.into(argv, leadsToPointer)
	for w.changed = true; w.changed && !w.isLost(leadsToPointer); {
		w.changed = false
		for _, f := range reach.functions {
			w.current = f
			w.statement(f.Body)
		}
	}
	return w
}

// isLost says that what is led to may be written.
func (w *argumentFlow) isLost(what leading) bool { return w.lost&what != 0 }

// lose notes that what a value leads to may be written by anybody; the pointers to texts give the texts, too.
func (w *argumentFlow) lose(what leading) {
	if what&leadsToPointer != 0 {
		what |= leadsToTexts
	}
	w.lost |= what
}

// into notes that an object may have a value.
func (w *argumentFlow) into(o *tree.Object, what leading) {
	switch {
	case what == 0:
	case w.reach.inMemory[o] || o.Type.Kind != tree.Pointer:
		w.lose(what)
	case w.objects[o]|what != w.objects[o]:
		w.objects[o] |= what
		w.changed = true
	}
}

func (w *argumentFlow) statement(s tree.Stmt) {
	switch s := s.(type) {
	case *tree.Declare:
		if s.Object.Type.Kind == tree.Pointer && s.Init != nil && s.Cleanup == nil && len(s.Init.Entries) == 1 {
			w.into(s.Object, w.value(s.Init.Entries[0].Value))
			return
		}
	case *tree.Return:
		if s.X != nil {
			what := w.value(s.X)
			if w.results[w.current]|what != w.results[w.current] {
				w.results[w.current] |= what
				w.changed = true
			}
			return
		}
	}
	tree.Parts(s, func(e tree.Expr) {
		what := w.value(e)
		if _, ok := s.(*tree.Declare); ok { // a part of an object with several
			w.lose(what)
		}
	}, w.statement)
}

// value follows what an expression does, and returns what its value may lead to.
func (w *argumentFlow) value(e tree.Expr) leading {
	switch e := e.(type) {
	case *tree.ObjectRef:
		return w.objects[e.Object]
	case *tree.FunctionRef:
		return 0
	case *tree.Deref, *tree.Member:
		what := w.place(e)
		if e.ExprType().Kind == tree.Pointer && what&leadsToTexts != 0 {
			w.lose(leadsToTexts) // an address that is made of characters may be anywhere
		}
		return w.behind(what)
	case *tree.Decay:
		return w.place(e.Array)
	case *tree.AddressOf:
		if object, ok := e.Operand.(*tree.ObjectRef); ok {
			w.lose(w.objects[object.Object])
		}
		return w.place(e.Operand)
	case *tree.Convert:
		what := w.value(e.Operand)
		switch e.Type.Kind {
		case tree.Pointer:
			return what
		case tree.Bool, tree.Void:
			return 0
		}
		w.lose(what)
		return 0
	case *tree.PointerAdd:
		w.value(e.Index)
		if e.SizeExpr != nil {
			w.value(e.SizeExpr)
		}
		return w.value(e.Pointer)
	case *tree.Unary, *tree.Binary, *tree.PointerDiff:
		tree.Operands(e, func(part tree.Expr) { w.value(part) }, w.statement)
		return 0
	case *tree.Assign:
		what := w.value(e.Value)
		w.write(e.Target, what)
		return what
	case *tree.AssignOp:
		w.value(e.Operand)
		return w.update(e.Target)
	case *tree.IncDec:
		return w.update(e.Target)
	case *tree.Conditional:
		what := w.value(e.Cond)
		if e.Then != nil {
			what = w.value(e.Then)
		}
		return what | w.value(e.Else)
	case *tree.Comma:
		w.value(e.Left)
		return w.value(e.Right)
	case *tree.StatementExpr:
		w.statement(e.Body)
		if e.Value != nil {
			return w.value(e.Value)
		}
		return 0
	case *tree.Call:
		return w.call(e)
	case *tree.Asm:
		if e.Memory {
			w.lose(leadsToPointer)
		}
	}
	// Whatever else takes such a value is not followed.
	tree.Operands(e, func(part tree.Expr) { w.lose(w.value(part)) }, w.statement)
	return 0
}

// behind is what the value behind a pointer leads to.
func (w *argumentFlow) behind(what leading) leading {
	if what&leadsToPointer != 0 {
		return leadsToTexts
	}
	return 0
}

// write follows an assignment of a value that leads to what.
func (w *argumentFlow) write(target tree.Expr, what leading) {
	if object, ok := target.(*tree.ObjectRef); ok {
		w.into(object.Object, what)
		return
	}
	to := w.place(target)
	if w.ordersTexts && isOptionReader(w.current) && to == leadsToPointer && what == leadsToTexts {
		return
	}
	w.lose(to | what)
}

// place is what a pointer to an lvalue leads to.
func (w *argumentFlow) place(e tree.Expr) leading {
	switch e := e.(type) {
	case *tree.ObjectRef:
		return 0
	case *tree.Member:
		return w.place(e.Base)
	case *tree.Deref:
		return w.value(e.Pointer)
	}
	w.lose(w.value(e)) // a temporary, whose parts are not followed
	return 0
}

// update follows a compound assignment.
func (w *argumentFlow) update(target tree.Expr) leading {
	if o, ok := target.(*tree.ObjectRef); ok {
		return w.objects[o.Object]
	}
	what := w.value(target)
	w.write(target, 0)
	return what
}

// call follows what is passed and returned.
func (w *argumentFlow) call(e *tree.Call) leading {
	def := directCallee(e.Callee)
	if def == nil {
		w.lose(w.value(e.Callee))
		for _, a := range e.Args {
			w.lose(w.value(a))
		}
		var any leading // a function of the program, whose address was taken
		for _, what := range w.results {
			any |= what
		}
		return any
	}
	if isArgumentWord(def) || isOnlyNotesWord(def) {
		tree.Operands(e, func(part tree.Expr) { w.value(part) }, w.statement)
		return 0
	}
	var results leading
	for _, taken := range takenBy(def) {
		if taken.Body == nil {
			results |= w.callOutside(e, taken)
			continue
		}
		for i, a := range e.Args {
			what := w.value(a)
			if i < len(taken.Params) {
				w.into(taken.Params[i], what)
			} else {
				w.lose(what)
			}
		}
		results |= w.results[taken]
	}
	return results
}

// callOutside follows a call of a function without a body.
func (w *argumentFlow) callOutside(e *tree.Call, def *tree.FunctionDef) leading {
	known, ok := clib.Lookup(modelName(def))
	ok = ok && isOfSystem(def)
	var result leading
	onlyPrints := ok && printsAlone(known, e.Args)
	for i, a := range e.Args {
		what := w.value(a)
		switch {
		case what == 0 || ok && i > 0 && executes[known.Name]:
		case what&leadsToPointer != 0 || !ok:
			w.lose(what)
		case i >= len(known.Params):
			if !onlyPrints {
				w.lose(what)
			}
		case !isOnlyRead(known.Params[i]) || givesPlaceIn(known, i):
			w.lose(what)
		default:
			if isInResult(known, i) {
				result |= what
			}
		}
	}
	if def.Type.Result.Kind == tree.Pointer {
		return result
	}
	return 0
}

// executes are the functions of the library that hand a list of texts, and that of the environment, to another program:
// one that returns has failed, and has changed none of them.
var executes = makeSet("execv", "execvp", "execve", "execvpe")

// isInResult says that what a function of the library returns may lead into what a parameter leads to.
func isInResult(f *clib.Function, parameter int) bool {
	switch r := f.Result; r.Kind {
	case clib.Fresh, clib.OpenStream:
		return false
	case clib.Argument, clib.Inside:
		return r.OrOwn || r.Param == parameter+1
	}
	return !openers[f.Name]
}

// printsAlone says that a function of the library prints its variable arguments by a literal, and writes to none.
func printsAlone(known *clib.Function, args []tree.Expr) bool {
	at := slices.IndexFunc(known.Params, func(p clib.Parameter) bool { return p.Format.Is })
	if at < 0 || at >= len(args) || known.Params[at].Format.Scans || known.Params[at].Format.Wide {
		return false
	}
	text, ok := emit.LiteralText(args[at])
	if !ok {
		return false
	}
	list, ok := format.ParsePrint(text)
	return ok && !slices.ContainsFunc(list, func(p format.Printed) bool { return p.Specifier == 'n' })
}

// isOnlyRead says that a function of the library reads what a parameter leads to, and does not keep it.
func isOnlyRead(p clib.Parameter) bool {
	return p.Role == clib.Ordinary && p.Write.Unit == clib.Nothing && p.Points == 0 && p.IsPointer()
}

// givesPlaceIn says that a function writes a pointer into what a parameter leads to.
func givesPlaceIn(f *clib.Function, parameter int) bool {
	return slices.ContainsFunc(f.Params, func(p clib.Parameter) bool { return p.Points == parameter+1 })
}
