package lower

import (
	"math/big"

	"yogi/internal/frontend/c/lower/libcall"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// programStart lowers what happens before the entry begins and behind its end: objects get their contents,
// the entry its arguments.
type programStart struct{ *frame }

func (b *frame) programStart() programStart { return programStart{b} }

// StartName is the name of the function that every run begins in.
const StartName = "@start"

// unknownObjectSize is the size of an object behind a pointer to something of unknown size: larger than
// what a program is likely to put there.
const unknownObjectSize = 1 << 16

// lowerStart makes the function that gives static objects their initial values and calls the entry, if there
// is one.
func (l *lowerer) lowerStart(entry *tree.FunctionDef) {
	var pos source.Pos
	if entry != nil {
		pos = entry.Pos
	}
	f := l.program.NewFunction(StartName, pos)
	l.program.Entry = f
	b := l.newBody(f, &tree.FunctionDef{Name: StartName, Type: &tree.Type{Kind: tree.Function, Result: &tree.Type{Kind: tree.Void}}, Pos: pos})
	if l.running != nil {
		b.assign(pos, l.running, l.terms.False())
	}
	l.noteExported()
	b.starting = true
	for _, o := range l.reach.objects {
		b.initializers().initializeStatic(o)
	}
	b.starting = false
	b.fromOutside().showStatics(pos)
	if entry == nil {
		b.end(&ir.Return{})
	} else {
		b.programStart().environmentVariables(pos)
		if !b.startsAnyhow() {
			b.programStart().startup()
		}
		b.ruleEvents().handle(entry.Pos, nil, "start", nil, nil)
		results, object := b.programStart().callEntry(entry)
		if entry.Name == "main" && b.shadowMaps.live == nil { // else main has done it
			b.programStart().terminate(entry.End)
		}
		if entry.Name != "main" {
			// The caller may keep what is left.
			b.shadow().requireNoLeak(entry.End, runIsAborted)
			b.shadow().requireKept(entry.End, results, object)
		}
		b.ruleEvents().handle(entry.End, nil, "end", nil, nil)
		b.end(&ir.Return{At: ir.At{Pos: entry.End}})
	}
	b.finish()
}

func (b initializers) initializeStatic(o *tree.Object) {
	s, init := b.statics[o], o.Init
	if init == nil {
		init = b.reach.literals[o]
	}
	switch {
	case o.Assembled:
		b.unsupported(o.Pos, o.Name+" is defined by assembly")
	case isOfLinker(o):
		b.unsupported(o.Pos, o.Name+" is defined by the linker, which says where parts of the program lie")
	case o.String != nil:
		if b.reach.read[o] {
			b.programStart().initializeLiteral(o, s)
		}
	case b.leavesAnything(o):
		b.fromOutside().initializeAnyhow(o, s)
	case b.isUnknown(o):
		b.fromOutside().initializeUnknown(o, s)
	case isStandardStream(o):
		stream := b.programStart().freshObject(o.Pos, o.Type.Elem, o.Name, writtenByLibrary)
		b.shadow().writeEntry(o.Pos, b.shadowMaps.heap, stream, b.terms.BVConst(8, openStream))
		if s.address == nil {
			b.assign(o.Pos, s.registers[0], stream)
		} else {
			b.storeScalar(o.Pos, place{typ: o.Type, address: s.address}, stream)
		}
	case o.Extern && b.isOutsideVariable(o):
		b.fromOutside().initializeOutside(o, s)
	case o.Extern && s.address == nil:
		for i, c := range s.cells {
			b.havocScalar(o.Pos, s.registers[i], c.typ, ir.EntryParameter, o.Name+c.path)
		}
	case o.Extern:
	case s.address == nil:
		if init == nil {
			init = &tree.Initializer{}
		}
		b.initializeRegisters(o.Pos, o, s, init)
	case init != nil:
		b.initializeStaticMemory(o, s, init)
	}
}

// isStandardStream says that an object is one of the C library's three streams, which the program
// only declares. Each is an object of its own.
func isStandardStream(o *tree.Object) bool {
	return o.Extern && o.Type.Kind == tree.Pointer && (o.Name == "stdin" || o.Name == "stdout" || o.Name == "stderr")
}

// initializeStaticMemory stores what is not zero; the rest of a static object starts as zero.
func (b initializers) initializeStaticMemory(o *tree.Object, s *storage, init *tree.Initializer) {
	end := int64(0)
	for _, e := range init.Entries {
		c, ok := e.Value.(*tree.Constant)
		untouched := e.Offset >= end
		if e.BitWidth == 0 {
			end = max(end, e.Offset+e.Type.Size)
		} else {
			end = max(end, e.Offset+(e.BitOffset+e.BitWidth+7)/8)
		}
		if ok && untouched && isZero(c) {
			continue
		}
		b.initEntry(place{typ: o.Type, address: s.address}, e, s.size)
	}
}

func isZero(c *tree.Constant) bool {
	if c.Type.IsFloating() {
		return c.Float == 0 && (c.Wide == nil || c.Wide.Sign() == 0)
	}
	return c.Int == nil || c.Int.Cmp(new(big.Int)) == 0
}

func (b programStart) initializeLiteral(o *tree.Object, s *storage) {
	elem := o.Type.Elem
	if elem == nil || elem.Size <= 0 {
		elem = &tree.Type{Kind: tree.Integer, Name: "char", Size: 1, Signed: b.unit.Char}
	}
	for i := int64(0); i+elem.Size <= int64(len(o.String)); i += elem.Size {
		t := b.littleEndian(o.String[i : i+elem.Size])
		if t != b.zero(t.Sort()) {
			b.storeScalar(o.Pos, place{typ: elem, address: b.offset(s.address, i)}, t)
		}
	}
}

// callEntry calls the entry function with inputs: scalars are any value, pointers null or a fresh object. Where leaks
// of an open program are looked for, it returns the results, and the object that a structure is returned in.
func (b programStart) callEntry(entry *tree.FunctionDef) (results []*ir.Variable, object *term.Term) {
	f := b.funcs[entry]
	isMain := entry.Name == "main" && len(entry.Params) > 0
	var args []*term.Term
	if b.shapeOf(entry.Type.Result).byAddress {
		object = b.freshObject(entry.Pos, entry.Type.Result, entry.Type.Result.Name, writtenByNobody)
		args = append(args, object)
	}
	if isMain {
		args = append(args, b.mainArguments(entry)...)
	} else {
		if entry == b.entry {
			args = append(args, b.fromOutside().callerArguments(entry)...)
		}
		for _, p := range entry.Params {
			if entry == b.entry {
				break
			}
			args = append(args, b.entryArgument(entry.Pos, p.Name, p.Type)...)
		}
	}
	if b.takesArguments(entry) {
		args = append(args, b.freshBytes(entry.Pos, unknownObjectSize, "", variadicName, objectName{}, writtenByCaller))
	}
	call := &ir.Call{At: ir.At{Pos: entry.Pos}, Callee: f, Args: b.passed(f, args), Results: make([]*ir.Variable, len(f.Results))}
	if b.openLeaks != nil {
		for i, r := range f.Results {
			call.Results[i] = b.newTemp(r.Sort)
			results = append(results, call.Results[i])
		}
	}
	b.emit(call)
	return results, object
}

func (b programStart) entryArgument(pos source.Pos, name string, t *tree.Type) []*term.Term {
	s := b.shapeOf(t)
	if s.byAddress {
		return []*term.Term{b.freshObject(pos, t, name, writtenByCaller)}
	}
	args := make([]*term.Term, len(s.cells))
	for i, c := range s.cells {
		args[i] = b.outsideValue(pos, c, ir.EntryParameter, name+c.path)
	}
	return args
}

// outsideValue is a value that comes from outside the program: any scalar; for a pointer null or a
// fresh object of its type.
func (b programStart) outsideValue(pos source.Pos, c cell, kind ir.InputKind, name string) *term.Term {
	if c.bitWidth > 0 {
		v := b.newTemp(b.cellSort(c))
		b.havocScalar(pos, v, c.typ, kind, name)
		return v.Sym
	}
	if c.typ.Kind == tree.Pointer && b.options.Open && kind != ir.NondetCall {
		if kind == ir.UndefinedCall {
			name += "()"
		}
		return b.fromOutside().outsidePointer(pos, c.typ, name)
	}
	if c.typ.Kind == tree.Pointer {
		return b.nullOrFresh(pos, c.typ, name, writtenByCaller)
	}
	return b.input(pos, c.typ, kind, name)
}

// nullOrFresh is null or the address of a fresh object with unknown contents.
func (b programStart) nullOrFresh(pos source.Pos, t *tree.Type, name string, by writer) *term.Term {
	isNull := b.newTemp(b.terms.Bool())
	b.havoc(pos, isNull, ir.AllocationChoice, name, t.Name)
	object := b.freshElements(pos, t.Elem, max(t.Least, 1), name, by)
	b.shadow().hide(pos, b.terms.Not(isNull.Sym))
	return b.terms.Ite(isNull.Sym, b.addr(0), object)
}

// writer says who wrote the unknown contents of a fresh object.
type writer uint8

const (
	writtenByNobody writer = iota
	writtenByLibrary
	writtenByCaller // or by another function without a body, which knows objects of the program
)

// freshObject allocates an object for a value of type t with unknown contents.
func (b programStart) freshObject(pos source.Pos, t *tree.Type, name string, by writer) *term.Term {
	return b.freshElements(pos, t, 1, name, by)
}

// freshElements allocates an object for count values of type t with unknown contents.
func (b programStart) freshElements(pos source.Pos, t *tree.Type, count int64, name string, by writer) *term.Term {
	size := int64(unknownObjectSize)
	typ := ""
	if t != nil && t.Size > 0 && t.Kind != tree.Void && t.Kind != tree.Function {
		size, typ = t.Size*count, t.Name
		if t.Kind == tree.Integer && t.Size == 1 {
			// A pointer to char is as a rule a string or a buffer.
			size = unknownObjectSize
		}
	}
	object := b.freshBytes(pos, size, typ, name, objectName{}, by)
	b.fromOutside().isTheirs(pos, object)
	entry := b.terms.BVConst(8, foreignObject)
	if libcall.IsModelFile(pos.File) {
		entry = b.terms.BVConst(8, 0) // a text of the C library, which no program frees
	}
	b.writeEntry(pos, b.shadowMaps.heap, object, entry)
	return object
}

func (b programStart) freshBytes(pos source.Pos, size int64, typ, name string, told objectName, by writer) *term.Term {
	if b.refuseNarrow(pos, "an object that comes from outside, "+name+",") {
		return b.addr(0)
	}
	v := b.newTemp(b.terms.BV(b.pointerWidth()))
	alloc := b.alloc(pos, v, b.addr(uint64(size)), ir.HeapObject, typ, name)
	alloc.Outside = by == writtenByCaller
	b.emit(alloc)
	b.addressing().allocated(pos, v.Sym, 1)
	b.shadow().begin(pos, v.Sym, b.addr(uint64(size)), told)
	b.writeEntry(pos, b.shadowMaps.assumed, v.Sym, b.terms.BVConst(8, 1))
	return v.Sym
}
