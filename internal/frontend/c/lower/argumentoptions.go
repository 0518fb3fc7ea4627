package lower

import (
	"slices"
	"strings"

	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/lower/libcall"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// getopt puts main's arguments in another order, and no other function need write there. Its model exchanges the
// pointers behind argv, so that each still leads to the start of some text, and the last one is null still. That is
// known where getopt is handed main's arguments alone, at each call with the null pointer behind the last one; what it
// writes to optarg then leads into one of the texts.

// optionReaders are the functions of the library that put main's arguments in another order.
var optionReaders = makeSet("getopt", "getopt_long", "getopt_long_only")

// The models say by these words what they take main's arguments for. They change nothing.
const (
	// endArguments(texts, count): the null pointer behind main's texts is texts[count].
	endArguments = "__yogi_arguments_end"
	// holdArgument(argument, text): a pointer leads into the text of main's that another one leads to.
	holdArgument = "__yogi_arguments_hold"
	// listArguments(options): what getopt returns for a list of options is said where it is called (knownOption).
	listArguments = "__yogi_arguments_list"
	// countNames(longs): so many names are in a table of long options whose results are said, too; 0: they are not.
	countNames = "__yogi_arguments_names"
	// markArguments(longs): a row of such a table, or of one that is not known, may have a flag.
	markArguments = "__yogi_arguments_marked"
)

// argumentWords are these words with the number of their arguments.
var argumentWords = map[string]int{endArguments: 2, holdArgument: 2, listArguments: 1, countNames: 1, markArguments: 1}

// isArgumentWord says that a function is one of these words, in a model.
func isArgumentWord(def *tree.FunctionDef) bool {
	return argumentWords[def.Name] > 0 && libcall.IsModelFile(def.Pos.File)
}

// isOptionReader says that a function is the model of one of optionReaders.
func isOptionReader(def *tree.FunctionDef) bool {
	return optionReaders[def.Name] && def.Body != nil && libcall.IsModelFile(def.Pos.File)
}

// optionObject is the object optarg or optind of the model of getopt; nil: the program has no such model.
func optionObject(reach *reach, name string) *tree.Object {
	at := slices.IndexFunc(reach.objects, func(o *tree.Object) bool { return o.Name == name && libcall.IsModelFile(o.Pos.File) })
	if at < 0 {
		return nil
	}
	return reach.objects[at]
}

// followOptions finds whether the program hands main's arguments alone to the functions that change their order. Then
// what these write is followed.
func (w *argumentFlow) followOptions() {
	vectors := w.vectors()
	isCalled := false
	for _, f := range w.reach.functions {
		if w.reach.isPointed[f] && isOptionReader(f) {
			return
		}
		areVectors := true
		tree.EachExprOf(f.Body, func(e tree.Expr) {
			call, ok := e.(*tree.Call)
			if !ok {
				return
			}
			if def := directCallee(call.Callee); def != nil && optionReaders[def.Name] {
				isCalled = true
				areVectors = areVectors && isOptionReader(def) && len(call.Args) > 1 && isVector(vectors, call.Args[1])
			}
		})
		if !areVectors {
			return
		}
	}
	if w.ordersTexts = isCalled; isCalled {
		w.optarg = w.onlyOptions(optionObject(w.reach, "optarg"))
	}
}

// onlyOptions is an object if nothing but the models of optionReaders writes to it, else nil.
func (w *argumentFlow) onlyOptions(o *tree.Object) *tree.Object {
	if o == nil || w.reach.inMemory[o] {
		return nil
	}
	for _, f := range w.reach.functions {
		isWritten := false
		tree.EachExprOf(f.Body, func(e tree.Expr) {
			for _, written := range tree.Written(e) {
				ref, ok := written.(*tree.ObjectRef)
				isWritten = isWritten || ok && ref.Object == o
			}
		})
		if isWritten && !isOptionReader(f) {
			return nil
		}
	}
	return o
}

// vectors are argv and the parameters that get nothing but addresses computed from it.
func (w *argumentFlow) vectors() map[*tree.Object]bool {
	vectors := map[*tree.Object]bool{w.argv: !w.reach.inMemory[w.argv]}
	for _, f := range w.reach.functions {
		for _, p := range f.Params {
			if p != w.argv && w.reach.seesCalls(f) && !w.reach.inMemory[p] && isOfPointers(p.Type) {
				vectors[p] = true
			}
		}
	}
	for changed := true; changed; {
		changed = false
		drop := func(o *tree.Object) {
			changed = changed || vectors[o]
			vectors[o] = false
		}
		for _, f := range w.reach.functions {
			tree.EachExprOf(f.Body, func(e tree.Expr) {
				switch e := e.(type) {
				case *tree.Assign:
					if o, ok := e.Target.(*tree.ObjectRef); ok && !isVector(vectors, e.Value) {
						drop(o.Object)
					}
				case *tree.AssignOp, *tree.IncDec: // which compute an address from the one that is there
				case *tree.Call:
					def := directCallee(e.Callee)
					if def == nil {
						break
					}
					for _, taken := range takenBy(def) {
						for i, p := range taken.Params {
							if i >= len(e.Args) || !isVector(vectors, e.Args[i]) {
								drop(p)
							}
						}
					}
				default:
					for _, written := range tree.Written(e) {
						if o, ok := written.(*tree.ObjectRef); ok {
							drop(o.Object)
						}
					}
				}
			})
		}
	}
	return vectors
}

// isOfPointers says that a type is one of pointers to pointers, so that steps of it are those from one to the next.
func isOfPointers(t *tree.Type) bool {
	return t.Kind == tree.Pointer && t.Elem != nil && t.Elem.Kind == tree.Pointer
}

// isVector says that an expression computes an address from one of some objects, by steps of whole pointers.
func isVector(vectors map[*tree.Object]bool, e tree.Expr) bool {
	switch of := e.(type) {
	case *tree.ObjectRef:
		return vectors[of.Object]
	case *tree.Convert:
		return isOfPointers(of.Type) && isOfPointers(of.Operand.ExprType()) && isVector(vectors, of.Operand)
	case *tree.IncDec:
		return isVector(vectors, of.Target)
	case *tree.PointerAdd:
		return isVector(vectors, of.Pointer)
	}
	return false
}

// argumentWord lowers a word of the models about main's arguments.
func (b *frame) argumentWord(pos source.Pos, def *tree.FunctionDef, args []argument) value {
	if def.Name == listArguments {
		_, isKnown := b.optionLetters()
		return value{scalar: b.terms.BoolConst(isKnown)}
	}
	if def.Name == countNames || def.Name == markArguments {
		table, isKnown := b.longOptions()
		if def.Name == countNames {
			return value{scalar: b.terms.BVConst(int(8*def.Type.Result.Size), uint64(len(table)))}
		}
		isMarked := !isKnown || slices.ContainsFunc(table, func(o longOption) bool { return o.isMarked })
		return value{scalar: b.terms.BoolConst(isMarked)}
	}
	if b.arguments == nil || !b.arguments.ordersTexts || len(args) != 2 {
		return value{}
	}
	start := b.programStart()
	switch def.Name {
	case endArguments:
		is := start.endsArguments(args[0], args[1])
		if is.IsTrue() {
			break
		}
		wrong := b.unless(pos, is)
		right := b.block
		b.block = wrong
		b.refuse(pos, CodeBeyond, "beyond the models: getopt is called with another number of arguments than main's")
		b.block = right
	case holdArgument:
		isInside := start.isInText(pos, args[0].scalar)
		sameText := b.terms.Eq(b.granuleOf(args[0].scalar), b.granuleOf(args[1].scalar))
		b.emit(&ir.Assume{At: ir.At{Pos: pos}, Cond: b.terms.And(b.terms.Ne(args[0].scalar, b.addr(0)), sameText, isInside)})
	}
	return value{}
}

// optionLetters is the list of options that the program hands to each call of getopt and its like, if it is a literal.
func (b *frame) optionLetters() (letters string, ok bool) {
	isFirst := true
	isKnown := b.eachOptionCall(func(_ *tree.FunctionDef, call *tree.Call) bool {
		if len(call.Args) < 3 {
			return false
		}
		list, isLiteral := emit.LiteralText(call.Args[2])
		isSame := isFirst || list == letters
		letters, isFirst = list, false
		return isLiteral && isSame
	})
	isPlain := !strings.ContainsFunc(letters, func(c rune) bool { return c >= 0x80 }) // no character is negative
	return letters, isKnown && !isFirst && isPlain
}

// eachOptionCall says that something holds of each call of getopt and its like, and that all calls are seen.
func (b *frame) eachOptionCall(holds func(def *tree.FunctionDef, call *tree.Call) bool) bool {
	all := true
	for _, f := range b.reach.functions {
		if isOptionReader(f) {
			all = all && !b.reach.isPointed[f]
			continue
		}
		tree.EachExprOf(f.Body, func(e tree.Expr) {
			if call, ok := e.(*tree.Call); ok && all {
				def := directCallee(call.Callee)
				all = def == nil || !isOptionReader(def) || holds(def, call)
			}
		})
	}
	return all
}

// endsArguments says that the null pointer behind main's texts is the one behind count others.
func (b programStart) endsArguments(texts, count argument) *term.Term {
	isArgv, isArgc := holdsCopy(b.arguments.argvs, texts.expr), holdsCopy(b.arguments.argcs, count.expr)
	if isArgv && isArgc {
		return b.terms.True()
	}
	t := b.terms
	n := b.signExtended(count.scalar, b.pointerWidth())
	size := b.addr(uint64(b.arguments.argv.Type.Elem.Size))
	all := b.argumentCount()
	end := t.BVAdd(b.argumentVariable("argv").Sym, t.BVMul(all, size))
	return t.And(t.Eq(t.BVAdd(texts.scalar, t.BVMul(n, size)), end), t.BVUle(n, all), b.fewArguments())
}

// isInText says what is so of every pointer into a text of main's: a character is there, and, if nobody writes to
// texts, a zero is the last one.
func (b programStart) isInText(pos source.Pos, pointer *term.Term) *term.Term {
	if b.arguments.isLost(leadsToTexts) {
		return b.isInside(pointer)
	}
	return b.terms.And(b.isInside(pointer), b.endsInZero(pos, pointer))
}

// isInside says that a pointer leads to a character of an object that is no larger than the texts are.
func (b programStart) isInside(pointer *term.Term) *term.Term {
	extent := b.shadow().extentAt(pointer)
	return b.terms.And(
		b.terms.BVUlt(b.terms.BVAdd(b.offsetOf(pointer), b.addr(liveExtent)), extent),
		b.terms.BVUle(extent, b.addr(othersSize+liveExtent)),
	)
}

// endsInZero says that the last character of a text is the zero that is noted of it.
func (b programStart) endsInZero(pos source.Pos, pointer *term.Term) *term.Term {
	t := b.terms
	end := t.Select(b.shadowMaps.textEnd.Sym, b.granuleOf(pointer))
	last := b.newTemp(t.BV(8))
	b.emit(&ir.Load{At: ir.At{Pos: pos}, Dst: last, Addr: t.Concat(b.granuleOf(pointer), end), Access: ir.Access{Type: "char"}})
	length := t.BVAdd(b.textEnds().textEndAt(pointer), b.addr(liveExtent+1))
	return t.And(t.Eq(length, b.shadow().extentAt(pointer)), t.Eq(last.Sym, b.zero(last.Sort)))
}

// knownOption says what getopt returns if the list of options is known: one of these, or what says that there is none;
// and that optarg is not null where the option takes an argument.
func (b programStart) knownOption(pos source.Pos, def *tree.FunctionDef, v value) {
	if !isOptionReader(def) || v.scalar == nil {
		return
	}
	letters, ok := b.optionLetters()
	var longs []longOption
	if ok && def.Name != "getopt" {
		longs, ok = b.longOptions()
	}
	if !ok {
		return
	}
	is := func(n int64) *term.Term {
		return b.terms.Eq(v.scalar, b.terms.BVConst(v.scalar.Sort().Width, uint64(n)))
	}
	isTaken := b.terms.True() // unless optarg is in memory
	if optarg := optionObject(b.reach, "optarg"); optarg != nil && !b.reach.inMemory[optarg] {
		isTaken = b.terms.Ne(b.read(b.register(b.objectPlace(optarg, optarg.Type), cellKey{})), b.addr(0))
	}
	results := []int64{-1, '?', ':'}
	takes := map[int64]bool{-1: false, '?': false, ':': false}
	add := func(n int64, always bool) {
		if before, isIn := takes[n]; isIn {
			always = always && before
		} else {
			results = append(results, n)
		}
		takes[n] = always
	}
	if strings.HasPrefix(letters, "-") { // what is no option is the argument of option 1
		takesText := true
		add(1, takesText)
	}
	for _, letter := range []byte(letters) {
		add(int64(letter), alwaysTakes(letters, letter))
	}
	for _, o := range longs {
		n := o.value
		if o.isMarked {
			n = 0
		}
		add(n, o.argument == requiredArgument)
	}
	any, taken := []*term.Term{}, []*term.Term{}
	for _, n := range results {
		any = append(any, is(n))
		if takes[n] {
			taken = append(taken, b.terms.Or(b.terms.Not(is(n)), isTaken))
		}
	}
	b.emit(&ir.Assume{At: ir.At{Pos: pos}, Cond: b.terms.And(append(taken, b.terms.Or(any...))...)})
}

// knownCount says behind a call of getopt and its like that is handed argc as main got it what is so in every run: that
// optind is the index of one of main's arguments or of the null pointer behind them. So what is known of argc -= optind
// needs nothing of what getopt does.
func (b programStart) knownCount(pos source.Pos, def *tree.FunctionDef, args []argument) {
	if b.arguments == nil || !isOptionReader(def) || len(args) < 2 || !b.arguments.counts[args[0].expr] {
		return
	}
	t := b.terms
	count, all := args[0].scalar, b.argumentVariable("argc").Sym
	// There is a first one wherever accesses behind the end of a text are errors (leastArguments).
	inRange := t.And(t.BVUle(b.addr(1), all), t.BVUle(all, b.addr(ir.MostTexts)))
	known := []*term.Term{t.Eq(all, b.signExtended(count, b.pointerWidth())), inRange}
	if optind := optionObject(b.reach, "optind"); optind != nil && !b.reach.inMemory[optind] {
		at := b.read(b.register(b.objectPlace(optind, optind.Type), cellKey{}))
		one := t.BVConst(at.Sort().Width, 1)
		known = append(known, t.BVSle(one, at), t.BVSle(at, count))
	}
	b.emit(&ir.Assume{At: ir.At{Pos: pos}, Known: true, Cond: t.And(known...)})
}

// alwaysTakes says that an option takes an argument wherever a list has it.
func alwaysTakes(letters string, letter byte) bool {
	for i := range len(letters) {
		rest := letters[i+1:]
		if letters[i] == letter && (!strings.HasPrefix(rest, ":") || strings.HasPrefix(rest, "::")) {
			return false
		}
	}
	return true
}
