package lower

import (
	"slices"

	"yogi/internal/assumption"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
)

// What main is called with (C11 5.1.2.2.1): a count that is not negative, that many texts, and a
// null pointer behind them. The environment is given likewise, with a count of its own. Each text
// is an object of its own whose last byte is zero, so it is any text that Linux passes on; of those behind the
// first few nothing is known unless it is seen that nobody changes argv (laterTexts), but that null follows the
// last one. A text is as large as Linux passes on, or, where that matters, of any size up to that.

// textSize is the size of the longest text that Linux passes on.
const textSize = 1 << 17

// mainArguments are argc, argv and envp; those that main does not use are null.
func (b programStart) mainArguments(entry *tree.FunctionDef) []*term.Term {
	pos := entry.Pos
	args := make([]*term.Term, len(entry.Params))
	for i, p := range entry.Params {
		switch {
		case p.Type.Kind != tree.Pointer:
			args[i] = b.input(pos, p.Type, ir.EntryParameter, p.Name)
			if i == 0 && args[i].Sort().Kind == term.KindBV {
				b.assumeTrue(pos, b.compareSigned(b.leastArguments(pos), b.zero(args[i].Sort()), args[i]))
			}
		case !b.reach.seen[p]:
			args[i] = b.addr(0)
		case p.Type.Elem == nil || p.Type.Elem.Kind != tree.Pointer || args[0].Sort().Kind != term.KindBV:
			args[i] = b.freshBytes(pos, unknownObjectSize, p.Type.Name, p.Name, objectName{}, writtenByNobody)
			b.assumeOf(assumption.MainObject, p.Name, pos)
			b.shadow().hide(pos, b.terms.BoolConst(b.reach.hiding.inText || b.reach.hiding.asOthers))
		default:
			args[i] = b.texts(pos, p, b.countOf(pos, args[0], i, p))
			b.shadow().hide(pos, b.terms.BoolConst(b.reach.hiding.inText || b.reach.hiding.asOthers))
		}
	}
	return args
}

// leastArguments is how 0 compares with argc: with the first pointer of argv null, a program that
// looks at its own name goes wrong, which Linux has kept from happening since its version 5.18.
func (b programStart) leastArguments(pos source.Pos) tree.Operator {
	if !b.checks(property.Null | memoryChecks) {
		return tree.LessEqual
	}
	b.assume(assumption.MainName, pos)
	return tree.Less
}

// countOf is the number of texts that parameter i of main leads to: argc or an input of its own.
func (b programStart) countOf(pos source.Pos, argc *term.Term, i int, p *tree.Object) *term.Term {
	count := b.signExtended(argc, b.pointerWidth())
	if i > 1 {
		v := b.newTemp(b.terms.BV(b.pointerWidth()))
		b.havoc(pos, v, ir.EntryParameter, ir.CountOfTexts(p.Name), "unsigned long")
		count = v.Sym
	}
	most := uint64(ir.MostTexts)
	if b.options.FewTexts {
		most = ir.KnownTexts
	}
	b.assumeTrue(pos, b.terms.BVUle(count, b.addr(most)))
	b.assumeOf(assumption.MainArguments, p.Name, pos)
	return count
}

// texts is the address of the first of count pointers to texts, with a null pointer behind them.
func (b programStart) texts(pos source.Pos, p *tree.Object, count *term.Term) *term.Term {
	if b.refuseNarrow(pos, "the arguments of main") {
		return b.addr(0)
	}
	elem := p.Type.Elem
	v := b.newTemp(b.terms.BV(b.pointerWidth()))
	b.emit(b.alloc(pos, v, b.addr(uint64((ir.MostTexts+2)*elem.Size)), ir.HeapObject, p.Type.Name, p.Name))
	size := b.addr(uint64(elem.Size))
	b.shadow().begin(pos, v.Sym, b.terms.BVMul(b.terms.BVAdd(count, b.addr(1)), size), objectName{"main's " + p.Name, elem.Size})
	for i := int64(0); i < ir.KnownTexts; i++ {
		text := b.text(pos, textSize, elem.Name, ir.NameOfText(p.Name, int(i)), ir.SizeOfText(p.Name, int(i)))
		given := b.terms.BVUlt(b.addr(uint64(i)), count)
		b.storeScalar(pos, place{typ: elem, address: b.offset(v.Sym, i*elem.Size)}, b.terms.Ite(given, text, b.addr(0)))
	}
	if b.arguments != nil && p == b.arguments.argv {
		b.laterTexts(pos, p, v.Sym)
	}
	b.where(pos, b.terms.BVUle(b.addr(ir.KnownTexts), count), func() {
		b.storeScalar(pos, place{typ: elem, address: b.terms.BVAdd(v.Sym, b.terms.BVMul(count, size))}, b.addr(0))
	})
	return v.Sym
}

// Of the texts behind the first few any one is an object of its own, with any contents and of any size, so whatever
// goes wrong in one of them does so in that one. The others lie one behind the other in an object that ends with a
// zero: what a program reads of them are any texts, and that an access leaves one of these for the next is seen where
// it is the one that is an object of its own. As the pointers to them are as many as there are arguments, none but
// that one is stored: what a read gives, if nobody writes to argv, is said where it is (knownArgument).

// othersSize is the size of the object with the texts that are not objects of their own.
const othersSize = 1 << 23

// argumentVariable is a variable with some of what main was called with.
func (b programStart) argumentVariable(name string) *ir.Variable {
	return b.buffer("main's "+name, b.terms.BV(b.pointerWidth()))
}

// laterTexts makes the texts behind the first few.
func (b programStart) laterTexts(pos source.Pos, p *tree.Object, argv *term.Term) {
	elem := p.Type.Elem
	which := b.newTemp(b.terms.BV(b.pointerWidth()))
	b.havoc(pos, which, ir.EntryParameter, ir.PlaceOfLater(p.Name), "unsigned long")
	b.assumeTrue(pos, b.terms.And(b.terms.BVUle(b.addr(ir.KnownTexts), which.Sym), b.terms.BVUlt(which.Sym, b.addr(ir.MostTexts))))
	own, others := ir.LaterTexts(p.Name), ir.OtherTexts(p.Name)
	text := b.text(pos, textSize, elem.Name, own, ir.SizeOfObject(own))
	rest := b.text(pos, othersSize, elem.Name, others, ir.SizeOfObject(others))
	at := b.terms.BVMul(which.Sym, b.addr(uint64(elem.Size)))
	b.storeScalar(pos, place{typ: elem, address: b.terms.BVAdd(argv, at)}, text)
	// Behind all pointers there is one to the others, so that a read of argv is known to lead there.
	b.storeScalar(pos, place{typ: elem, address: b.offset(argv, (ir.MostTexts+1)*elem.Size)}, rest)
	b.assign(pos, b.argumentVariable("later text"), text)
	b.assign(pos, b.argumentVariable("place of the later text"), at)
	b.assign(pos, b.argumentVariable("other texts"), rest)
}

// keepArguments notes, where main begins, what it was called with.
func (b programStart) keepArguments() {
	if b.arguments == nil {
		return
	}
	argc, argv := b.def.Params[0], b.def.Params[1]
	pos := b.def.Pos
	count := b.signExtended(b.loadScalar(pos, b.objectPlace(argc, argc.Type)), b.pointerWidth())
	b.assign(pos, b.argumentVariable("argc"), count)
	b.assign(pos, b.argumentVariable("argv"), b.loadScalar(pos, b.objectPlace(argv, argv.Type)))
}

// mayBeArgument says that an lvalue may be one of the pointers behind argv.
func (b programStart) mayBeArgument(e *tree.Deref) bool {
	return b.arguments != nil && b.arguments.value(e.Pointer)&leadsToPointer != 0
}

// indexOfArgument is the index of argv[i], where argv is as main got it; nil: it is not known.
func (b programStart) indexOfArgument(e *tree.Deref, distance *term.Term) *term.Term {
	factor := b.addr(uint64(e.Type.Size))
	switch {
	case !b.arguments.argvs[elementOf(e)]:
		return nil
	case distance.IsConst():
		return b.terms.BVUDiv(distance, factor)
	case distance.Op() != term.OpBVMul || len(distance.Args()) != 2:
		return nil
	}
	for i, a := range distance.Args() {
		other := distance.Arg(1 - i)
		if a == factor && other.Op() == term.OpSignExt {
			return other
		}
	}
	return nil
}

// isAmongArguments says that a place is that of one of the pointers behind argv, or of the null pointer behind them.
func (b programStart) isAmongArguments(p place) *term.Term {
	if p.typ.Size != b.arguments.argv.Type.Elem.Size {
		return b.terms.False()
	}
	inside := b.terms.Not(b.comparedToEnd(p, tree.Greater))
	if p.index != nil {
		return inside
	}
	return b.terms.And(inside, b.isWholePointer(p), b.fewArguments())
}

// fewArguments says what is so in every run: that there are no more texts than Linux passes on. What is claimed of a
// pointer that goes through argv needs it, as the product by a pointer's size says little of the count else.
func (b programStart) fewArguments() *term.Term {
	return b.terms.BVUle(b.argumentCount(), b.addr(ir.MostTexts))
}

// isWholePointer says that the distance of a place from argv is a number of whole pointers.
func (b programStart) isWholePointer(p place) *term.Term {
	last := b.addr(uint64(p.typ.Size - 1))
	at := b.terms.BVSub(p.address, b.argumentVariable("argv").Sym)
	return b.terms.Eq(b.terms.BVAnd(at, last), b.addr(0))
}

// comparedToEnd says how the distance of a place from argv compares with that of the null pointer behind the texts. Of
// argv[i] it says it of i and argc, where argv is as main got it: no product is in the way of a proof then.
func (b programStart) comparedToEnd(p place, op tree.Operator) *term.Term {
	at, end := b.terms.BVSub(p.address, b.argumentVariable("argv").Sym), b.argumentCount()
	if p.index == nil {
		end = b.terms.BVMul(end, b.addr(uint64(p.typ.Size)))
	} else {
		at = p.index
	}
	switch op {
	case tree.Less:
		return b.terms.BVUlt(at, end)
	case tree.Equal:
		return b.terms.Eq(at, end)
	}
	return b.terms.BVUlt(end, at)
}

// argumentCount is what argc was where main began.
func (b programStart) argumentCount() *term.Term {
	if b.def != nil {
		if i := slices.IndexFunc(b.def.Params, func(p *tree.Object) bool { return b.arguments.argcs[p] }); i >= 0 {
			argc := b.def.Params[i]
			return b.signExtended(b.loadScalar(b.def.Pos, b.objectPlace(argc, argc.Type)), b.pointerWidth())
		}
	}
	return b.argumentVariable("argc").Sym
}

// knownArgument says of a pointer that was read, and that may be one behind argv, which text it leads to.
func (b programStart) knownArgument(pos source.Pos, p place, v *ir.Variable) {
	if !p.isText || v.Sort != b.terms.BV(b.pointerWidth()) {
		return
	}
	t := b.terms
	at := t.BVSub(p.address, b.argumentVariable("argv").Sym)
	given := b.comparedToEnd(p, tree.Less)
	if p.index == nil {
		given = t.And(given, b.isWholePointer(p))
	}
	isLater := t.BVUle(b.addr(uint64(ir.KnownTexts*p.typ.Size)), at)
	if p.index != nil {
		isLater = t.BVUle(b.addr(ir.KnownTexts), p.index)
	}
	isOwn := t.Eq(at, b.argumentVariable("place of the later text").Sym)
	text, others := b.argumentVariable("later text").Sym, b.argumentVariable("other texts").Sym
	place := t.Ite(isOwn, t.Eq(v.Sym, text), t.Eq(b.granuleOf(v.Sym), b.granuleOf(others)))
	isInside := t.And(t.Ne(v.Sym, b.addr(0)), b.isInside(v.Sym))
	isStart := t.Or(t.And(isLater, t.Not(isOwn)), t.Eq(b.offsetOf(v.Sym), b.addr(0)))
	isWhich := t.Or(t.Not(isLater), place)
	if b.arguments.ordersTexts {
		isStart = t.Or(t.Eq(b.granuleOf(v.Sym), b.granuleOf(others)), t.Eq(b.offsetOf(v.Sym), b.addr(0)))
		isWhich = t.True()
	}
	b.emit(&ir.Assume{At: ir.At{Pos: pos}, Known: true, Cond: t.Or(t.Not(given), t.And(isWhich, isInside, isStart))})
	isNull := t.Or(t.Not(b.comparedToEnd(p, tree.Equal)), t.Eq(v.Sym, b.addr(0)))
	b.emit(&ir.Assume{At: ir.At{Pos: pos}, Known: true, Cond: t.And(isNull, b.fewArguments())})
	if b.arguments.isLost(leadsToTexts) {
		return
	}
	b.emit(&ir.Assume{At: ir.At{Pos: pos}, Known: true, Cond: t.Or(t.Not(given), b.endsInZero(pos, v.Sym))})
}

// text is the address of a text of any contents in at most so many bytes; sized names the input that says in how many,
// where that matters.
func (b programStart) text(pos source.Pos, most int64, typ, name, sized string) *term.Term {
	told := objectName{name, 1}
	text := b.freshBytes(pos, most, typ, name, told, writtenByNobody)
	last := b.offset(text, most-1)
	if b.checks(property.Bounds) {
		last = b.endText(pos, text, most, sized, told)
	}
	end := place{typ: &tree.Type{Kind: tree.Integer, Name: "char", Size: 1, Signed: true}, address: last}
	b.storeScalar(pos, end, b.terms.BVConst(8, 0))
	b.textEnds().noteTextEnd(pos, text, last, nil)
	return text
}

// endText gives a text any size, where accesses behind its end are errors, and returns the address of its last byte.
func (b programStart) endText(pos source.Pos, text *term.Term, most int64, name string, told objectName) *term.Term {
	size := b.newTemp(b.terms.BV(b.pointerWidth()))
	b.havoc(pos, size, ir.EntryParameter, name, "unsigned long")
	b.assumeTrue(pos, b.terms.And(b.terms.BVUle(b.addr(1), size.Sym), b.terms.BVUle(size.Sym, b.addr(uint64(most)))))
	b.shadow().begin(pos, text, size.Sym, told)
	b.writeEntry(pos, b.shadowMaps.assumed, text, b.terms.BVConst(8, 0))
	return b.terms.BVAdd(text, b.terms.BVSub(size.Sym, b.addr(1)))
}

// noteArguments finds whether argc, argv and the pointers behind it are only read, in main alone,
// so that what is true of them at the start stays true: no text is null.
func (l *lowerer) noteArguments(entry *tree.FunctionDef) {
	if entry == nil || entry.Name != "main" || len(entry.Params) < 2 || entry.Params[0].Type.Kind != tree.Integer {
		return
	}
	argv := entry.Params[1]
	defer l.noteArgumentFlow(entry, argv)
	if argv.Type.Kind != tree.Pointer || argv.Type.Elem == nil || argv.Type.Elem.Kind != tree.Pointer || !l.reach.seen[argv] || l.options.Open {
		return
	}
	w := &argumentUse{params: entry.Params, entry: entry, onlyRead: true}
	for _, f := range l.reach.functions {
		w.statement(f.Body)
	}
	if w.onlyRead && !l.reach.inMemory[entry.Params[0]] {
		l.mainParams = entry.Params[:2]
	}
}

// noteArgumentFlow finds where argv gets to, if accesses behind the end of a text are errors and each text is in one
// granule.
func (l *lowerer) noteArgumentFlow(entry *tree.FunctionDef, argv *tree.Object) {
	isTexts := argv.Type.Kind == tree.Pointer && argv.Type.Elem != nil && argv.Type.Elem.Kind == tree.Pointer && l.reach.seen[argv]
	isAsked := l.options.Checks.Has(property.Bounds) && !l.options.Open && !l.options.FewTexts
	isFollowed := !l.reach.entryCalled && len(l.unit.Handlers) == 0 && !l.reach.numbers.made
	if !isTexts || !isAsked || !isFollowed || l.granule() < othersSize {
		return
	}
	flow := followArguments(argv, l.reach)
	if flow.isLost(leadsToPointer) {
		return
	}
	argcs := heldAtStart(entry.Params[0], l.reach)
	flow.counts = countsOf(argcs, l.reach)
	flow.argcs, flow.argvs = unwritten(argcs, l.reach), unwritten(heldAtStart(argv, l.reach), l.reach)
	if !flow.isLost(leadsToTexts) {
		flow.holdTexts()
	}
	l.arguments = flow
}

// argumentUse looks for what main's parameters are used for.
type argumentUse struct {
	params   []*tree.Object
	entry    *tree.FunctionDef
	onlyRead bool
}

func (w *argumentUse) statement(s tree.Stmt) { tree.Parts(s, w.value, w.statement) }

func (w *argumentUse) value(e tree.Expr) {
	for _, written := range tree.Written(e) {
		w.written(written)
	}
	switch e := e.(type) {
	case *tree.ObjectRef:
		w.onlyRead = w.onlyRead && e.Object != w.params[1]
	case *tree.FunctionRef:
		w.onlyRead = w.onlyRead && named(e.Function) != w.entry
	case *tree.Deref:
		if elementOf(e) == w.params[1] {
			if add, ok := e.Pointer.(*tree.PointerAdd); ok {
				w.value(add.Index)
			}
			return
		}
	case *tree.AddressOf:
		w.written(e.Operand)
	case *tree.Asm:
		w.onlyRead = w.onlyRead && !e.Memory
	}
	tree.Operands(e, w.value, w.statement)
}

// written notes an lvalue that is written, or whose address is taken.
func (w *argumentUse) written(e tree.Expr) {
	switch e := e.(type) {
	case *tree.ObjectRef:
		w.onlyRead = w.onlyRead && e.Object != w.params[0]
	case *tree.Deref:
		w.onlyRead = w.onlyRead && elementOf(e) != w.params[1]
	}
}

// elementOf is the object o of *o and o[i]; nil for any other expression.
func elementOf(e *tree.Deref) *tree.Object {
	pointer := e.Pointer
	if add, ok := pointer.(*tree.PointerAdd); ok && add.SizeExpr == nil {
		pointer = add.Pointer
	}
	if ref, ok := pointer.(*tree.ObjectRef); ok {
		return ref.Object
	}
	return nil
}

// isArgument says that an lvalue is one of the pointers behind argv, which are only read.
func (b programStart) isArgument(e *tree.Deref) bool {
	return b.mainParams != nil && elementOf(e) == b.mainParams[1]
}

// knownText says of one of the pointers behind argv, which are only read, that it is not null
// unless it is the last one.
func (b programStart) knownText(pos source.Pos, p place, v *ir.Variable) {
	if p.text == nil {
		return
	}
	argc := b.loadScalar(pos, b.objectPlace(b.mainParams[0], b.mainParams[0].Type))
	count := b.signExtended(argc, b.pointerWidth())
	end := b.terms.BVMul(count, b.addr(uint64(p.typ.Size)))
	b.emit(&ir.Assume{At: ir.At{Pos: pos}, Known: true, Cond: b.terms.And(
		b.terms.BVUle(count, b.addr(ir.MostTexts)), b.terms.Or(b.terms.BVUle(end, p.text), b.terms.Ne(v.Sym, b.addr(0))))})
}
