package lower

import (
	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/tree"
)

// Which local objects a pointer may lead to that lives longer than their block is found by following the addresses
// through the program: what each object, and the result of each function, may be made of. Where one gets to a place
// that is not followed (memory that no name leads to, the library, a function of which nothing is known) it may be
// kept there.

// leads are the objects that a value may lead to; nil stands for those that are not followed.
type leads map[*tree.Object]bool

var notFollowed = leads{nil: true}

// home is the block that a local object lives in.
type home struct {
	def   *tree.FunctionDef
	depth int // how many blocks of the function are around it; 0: it is a parameter
}

// keeping follows addresses until nothing new is found.
type keeping struct {
	reach   *reach
	homes   map[*tree.Object]home
	holds   map[*tree.Object]leads
	results map[*tree.FunctionDef]leads
	kept    map[*tree.Object]bool // leads to the objects that are looked for
	given   map[*tree.Object]bool // somebody who is not followed may read them
	current *tree.FunctionDef
	changed bool
	work    int // objects looked at
}

// mostWork bounds what is looked at, of a program in which many addresses get everywhere.
const mostWork = 1 << 20

// keptBeyond are the objects of inner blocks whose address may be kept in something that lives longer.
func keptBeyond(reach *reach) map[*tree.Object]bool {
	k := &keeping{
		reach: reach, homes: map[*tree.Object]home{}, holds: map[*tree.Object]leads{},
		results: map[*tree.FunctionDef]leads{}, kept: map[*tree.Object]bool{}, given: map[*tree.Object]bool{},
	}
	if !k.findHomes() {
		return k.kept
	}
	for k.changed = true; k.changed && k.work < mostWork; {
		k.changed = false
		for _, f := range reach.functions {
			k.current = f
			k.statement(f.Body)
		}
	}
	if k.work >= mostWork {
		for o := range k.homes {
			k.kept[o] = true
		}
	}
	return k.kept
}

// findHomes finds the blocks of all local objects, and says whether a pointer may lead to one of a block that is
// entered again. Parameters of functions that others than the program call, or through pointers, hold anything.
func (k *keeping) findHomes() bool {
	found, depth, called := false, 0, map[*tree.FunctionDef]bool{}
	var statement func(tree.Stmt)
	var expression func(tree.Expr)
	add := func(o *tree.Object) {
		if !o.Static && !o.Extern {
			k.homes[o] = home{k.current, depth}
			found = found || depth > 1 && k.reach.escaping[o]
		}
	}
	expression = func(e tree.Expr) {
		switch e := e.(type) {
		case *tree.CompoundLiteral:
			add(e.Object)
		case *tree.Call:
			if def := directCallee(e.Callee); def != nil {
				for _, taken := range takenBy(def) {
					called[taken] = true
				}
			}
		}
		tree.Operands(e, expression, statement)
	}
	statement = func(s tree.Stmt) {
		switch s := s.(type) {
		case *tree.Block, *tree.For:
			depth++
			defer func() { depth-- }()
		case *tree.Declare:
			add(s.Object)
		}
		tree.Parts(s, expression, statement)
	}
	for _, f := range k.reach.functions {
		k.current = f
		for _, p := range f.Params {
			add(p)
		}
		statement(f.Body)
	}
	pointed := map[*tree.FunctionDef]bool{}
	for _, f := range k.reach.addressed {
		pointed[f] = true
	}
	for _, f := range k.reach.functions {
		for _, p := range f.Params {
			if pointed[f] || !called[f] {
				k.holds[p] = leads{nil: true}
			}
		}
	}
	return found
}

// join adds to leads what others lead to, and says whether that is more. The first may be nil.
func join(to, from leads) (leads, bool) {
	more := false
	for o := range from {
		if !to[o] {
			if to == nil {
				to = leads{}
			}
			to[o] = true
			more = true
		}
	}
	return to, more
}

// united is what either of two values may lead to.
func united(x, y leads) leads {
	if len(x) == 0 {
		return y
	}
	both, _ := join(nil, x)
	both, _ = join(both, y)
	return both
}

// keep notes that something which lives longer leads to an object.
func (k *keeping) keep(o *tree.Object) {
	if _, local := k.homes[o]; local && !k.kept[o] {
		k.kept[o] = true
		k.changed = true
	}
}

// lose notes that somebody who is not followed gets a value: he may keep it, and what the objects hold that it leads
// to.
func (k *keeping) lose(what leads) {
	for o := range what {
		if o == nil {
			continue
		}
		k.keep(o)
		if !k.given[o] {
			k.given[o] = true
			k.changed = true
			k.lose(k.holds[o])
		}
	}
}

// into notes that an object is given a value by its name.
func (k *keeping) into(o *tree.Object, what leads) {
	k.work += len(what)
	to, local := k.homes[o]
	if !local || k.given[o] {
		k.lose(what)
	}
	if !local {
		return
	}
	for from := range what {
		if lives, known := k.homes[from]; known && lives.def == to.def && lives.depth > to.depth {
			k.keep(from)
		}
	}
	k.add(o, what)
}

// intoPointed notes that an object is given a value through a pointer: it may be one of a caller, which outlives the
// objects of other functions.
func (k *keeping) intoPointed(o *tree.Object, what leads) {
	if to, local := k.homes[o]; local && to.def != k.current {
		for from := range what {
			if lives, known := k.homes[from]; known && lives.def != to.def {
				k.keep(from)
			}
		}
	}
	k.into(o, what)
}

// add notes what an object may hold.
func (k *keeping) add(o *tree.Object, what leads) {
	k.work += len(what)
	holds, more := join(k.holds[o], what)
	k.holds[o] = holds
	k.changed = k.changed || more
}

// contents is what an object may hold.
func (k *keeping) contents(o *tree.Object) leads {
	if _, local := k.homes[o]; !local {
		return notFollowed
	}
	if k.reach.inMemory[o] {
		return united(notFollowed, k.holds[o])
	}
	return k.holds[o]
}

// behind is what the objects may hold that a pointer leads to.
func (k *keeping) behind(pointer leads) leads {
	all := notFollowed
	for o := range pointer {
		if o != nil {
			k.work += len(all) + len(k.holds[o])
			all = united(all, k.holds[o])
		}
	}
	return all
}

func (k *keeping) statement(s tree.Stmt) {
	if k.work >= mostWork {
		return
	}
	switch s := s.(type) {
	case *tree.Declare:
		k.initialized(s.Object, s.Init)
		if s.Cleanup != nil {
			k.value(s.Cleanup)
		}
		return
	case *tree.Return:
		if s.X != nil {
			results, more := join(k.results[k.current], k.value(s.X))
			k.results[k.current] = results
			k.changed = k.changed || more
		}
		return
	}
	tree.Parts(s, func(e tree.Expr) { k.value(e) }, k.statement)
}

func (k *keeping) initialized(o *tree.Object, init *tree.Initializer) {
	init.EachValue(func(e tree.Expr) { k.into(o, k.value(e)) })
}

// value follows what an expression does, and returns what its value may lead to.
func (k *keeping) value(e tree.Expr) leads {
	switch e := e.(type) {
	case *tree.Constant, *tree.FunctionRef, *tree.StringRef, *tree.StringInit:
		return nil
	case *tree.ObjectRef, *tree.Deref, *tree.Member, *tree.CompoundLiteral:
		return k.read(e)
	case *tree.Decay:
		return k.place(e.Array)
	case *tree.AddressOf:
		return k.place(e.Operand)
	case *tree.Convert:
		what := k.value(e.Operand)
		switch from := e.Operand.ExprType(); {
		case e.Type.Kind == tree.Bool || e.Type.Kind == tree.Void:
			return nil
		case e.Type.Kind == tree.Pointer && from.Kind != tree.Pointer:
			return united(notFollowed, what)
		}
		return what
	case *tree.PointerAdd:
		k.value(e.Index)
		if e.SizeExpr != nil {
			k.value(e.SizeExpr)
		}
		return k.value(e.Pointer)
	case *tree.PointerDiff:
		tree.Operands(e, func(part tree.Expr) { k.value(part) }, k.statement)
		return nil
	case *tree.Unary:
		what := k.value(e.Operand)
		if e.Op.Decides() {
			return nil
		}
		return what
	case *tree.Binary:
		what := united(k.value(e.Left), k.value(e.Right))
		if e.Op.Decides() {
			return nil
		}
		return what
	case *tree.Assign:
		what := k.value(e.Value)
		k.write(e.Target, what)
		return what
	case *tree.AssignOp:
		if e.SizeExpr != nil {
			k.value(e.SizeExpr)
		}
		what := united(k.value(e.Operand), k.read(e.Target))
		k.write(e.Target, what)
		return what
	case *tree.IncDec:
		return k.read(e.Target)
	case *tree.Conditional:
		what := k.value(e.Cond)
		if e.Then != nil {
			what = k.value(e.Then)
		}
		return united(what, k.value(e.Else))
	case *tree.Comma:
		k.value(e.Left)
		return k.value(e.Right)
	case *tree.StatementExpr:
		k.statement(e.Body)
		if e.Value != nil {
			return k.value(e.Value)
		}
		return nil
	case *tree.Call:
		return k.call(e)
	}
	// Whatever else takes such a value is not followed.
	tree.Operands(e, func(part tree.Expr) { k.lose(k.value(part)) }, k.statement)
	return notFollowed
}

// read is what an lvalue, or a part of a value, may hold.
func (k *keeping) read(e tree.Expr) leads {
	switch e := e.(type) {
	case *tree.ObjectRef:
		return k.contents(e.Object)
	case *tree.CompoundLiteral:
		k.initialized(e.Object, e.Init)
		return k.contents(e.Object)
	case *tree.Member:
		return k.read(e.Base)
	case *tree.Deref:
		return k.behind(k.value(e.Pointer))
	}
	return k.value(e)
}

// place is what a pointer to an lvalue leads to.
func (k *keeping) place(e tree.Expr) leads {
	switch e := e.(type) {
	case *tree.ObjectRef:
		return leads{e.Object: true}
	case *tree.CompoundLiteral:
		k.initialized(e.Object, e.Init)
		return leads{e.Object: true}
	case *tree.Member:
		return k.place(e.Base)
	case *tree.Deref:
		return k.value(e.Pointer)
	case *tree.StringRef, *tree.FunctionRef:
		return nil
	}
	k.lose(k.value(e)) // a temporary, whose parts are not followed
	return notFollowed
}

// write follows an assignment.
func (k *keeping) write(target tree.Expr, what leads) {
	switch e := target.(type) {
	case *tree.ObjectRef:
		k.into(e.Object, what)
	case *tree.Member:
		k.write(e.Base, what)
	default:
		k.writeBehind(k.place(target), what)
	}
}

// writeBehind follows a write through a pointer.
func (k *keeping) writeBehind(pointer, what leads) {
	for o := range pointer {
		if o == nil {
			k.lose(what)
		} else {
			k.intoPointed(o, what)
		}
	}
}

// call follows what is passed and returned.
func (k *keeping) call(e *tree.Call) leads {
	args := make([]leads, len(e.Args))
	for i, a := range e.Args {
		args[i] = k.value(a)
	}
	def := directCallee(e.Callee)
	if def == nil {
		k.lose(k.value(e.Callee))
		for _, what := range args {
			k.lose(what)
		}
		return notFollowed
	}
	var results leads
	for _, taken := range takenBy(def) {
		if taken.Body == nil {
			results = united(results, k.callOutside(taken, args))
			continue
		}
		for i, what := range args {
			switch {
			case i >= len(taken.Params) || k.given[taken.Params[i]]:
				k.lose(what)
			default:
				k.add(taken.Params[i], what)
			}
		}
		results = united(results, k.results[taken])
	}
	return results
}

// callOutside follows a call of a function without a body.
func (k *keeping) callOutside(def *tree.FunctionDef, args []leads) leads {
	known, ok := clib.Lookup(modelName(def))
	if !ok || !isOfSystem(def) {
		for _, what := range args {
			k.lose(what)
		}
		return notFollowed
	}
	reads, writes, hasFormat := false, false, false
	for _, p := range known.Params {
		reads = reads || p.Read.Unit != clib.Nothing
		writes = writes || p.Write.Unit != clib.Nothing
		hasFormat = hasFormat || p.Format.Is
	}
	result := notFollowed
	for i, what := range args {
		switch {
		case i >= len(known.Params):
			if !hasFormat {
				k.lose(what)
			}
			continue
		case !isOnlyRead(known.Params[i]) && known.Params[i].Write.Unit == clib.Nothing && known.Params[i].Points == 0:
			k.lose(what)
		case reads && writes: // it may copy pointers
			for o := range what {
				if o != nil {
					k.lose(k.holds[o])
				}
			}
		}
		if n := known.Params[i].Points; n > 0 && n <= len(args) {
			k.writeBehind(what, args[n-1])
		}
		if isInResult(known, i) {
			result = united(result, what)
		}
	}
	return result
}
