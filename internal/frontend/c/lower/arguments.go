package lower

import (
	"yogi/internal/assumption"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
)

// What main is called with (C11 5.1.2.2.1): a count that is not negative, that many texts, and a
// null pointer behind them. The environment is given likewise, with a count of its own. Each text
// is an object of its own whose last byte is zero, so it is any text that Linux passes on; of the
// pointers behind the first few nothing is known but that null follows the last one. A text is as large
// as Linux passes on, or, where that matters, of any size up to that.

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
			args[i] = b.freshBytes(pos, unknownObjectSize, p.Type.Name, p.Name, objectName{})
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
	b.emit(b.alloc(pos, v, b.addr(uint64((ir.MostTexts+1)*elem.Size)), ir.HeapObject, p.Type.Name, p.Name))
	size := b.addr(uint64(elem.Size))
	b.shadow().begin(pos, v.Sym, b.terms.BVMul(b.terms.BVAdd(count, b.addr(1)), size), objectName{"main's " + p.Name, elem.Size})
	for i := int64(0); i < ir.KnownTexts; i++ {
		text := b.text(pos, textSize, elem.Name, ir.NameOfText(p.Name, int(i)), ir.SizeOfText(p.Name, int(i)))
		given := b.terms.BVUlt(b.addr(uint64(i)), count)
		b.storeScalar(pos, place{typ: elem, address: b.offset(v.Sym, i*elem.Size)}, b.terms.Ite(given, text, b.addr(0)))
	}
	b.where(pos, b.terms.BVUle(b.addr(ir.KnownTexts), count), func() {
		b.storeScalar(pos, place{typ: elem, address: b.terms.BVAdd(v.Sym, b.terms.BVMul(count, size))}, b.addr(0))
	})
	return v.Sym
}

// text is the address of a text of any contents in at most so many bytes; sized names the input that says in how many,
// where that matters.
func (b programStart) text(pos source.Pos, most int64, typ, name, sized string) *term.Term {
	told := objectName{name, 1}
	text := b.freshBytes(pos, most, typ, name, told)
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
		w.onlyRead = w.onlyRead && e.Function != w.entry
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
