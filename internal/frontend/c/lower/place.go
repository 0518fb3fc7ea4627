package lower

import (
	"slices"

	"yogi/internal/bug"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
)

// place is an lvalue that has been evaluated: a part of an object in registers (storage and key), or an
// address. A bit-field in memory is bits [bit, bit+bitWidth) of the unitBytes bytes at address.
type place struct {
	typ       *tree.Type
	storage   *storage
	key       cellKey
	address   *term.Term
	pointer   *term.Term // the pointer that address was reached through; nil for named objects
	root      *storage   // the named object in memory that the place is a part of, or nil
	base      *term.Term // the address of the struct that the place is a member of, delta bytes from its start
	delta     int64
	bitWidth  int64
	bit       int64
	unitBytes int64
	isText    bool           // it may be one of the pointers behind argv, which nobody writes
	index     *term.Term     // of such a pointer, where argv is as main got it; nil: it is not known
	text      *term.Term     // the distance from the start of argv that is only read, see arguments.go; nil: another place
	array     *ir.ArrayBytes // the member of a struct, an array, that an index into it is in; nil: none
	indices   []indexed      // for told programs: of the arrays that it is an element of
	// pointerText is the pointer in words of the source, for told programs.
	pointerText string
	inside      *term.Term // where bounds are checked: that the indices stay in their arrays; nil: nothing is to be checked
	isMember    bool       // it is a member of a struct or a union
	isPart      bool       // it is an element with a constant index of an array that is a part of a larger object
	isRead      bool       // what is accessed is only read
	isFresh     bool       // nothing was written to its words before
}

func (p place) inMemory() bool { return p.storage == nil }

// value is the value of an expression: a scalar, or an aggregate as its cells, or as the address of an
// object that holds it until the next effect.
type value struct {
	scalar  *term.Term
	cells   []*term.Term
	address *term.Term
}

// place evaluates an lvalue.
func (b *expressions) place(e tree.Expr) place {
	switch e := e.(type) {
	case *tree.ObjectRef:
		return b.objectPlace(e.Object, e.Type)
	case *tree.StringRef:
		return b.objectPlace(e.Object, e.Type)
	case *tree.CompoundLiteral:
		if !e.Object.Static {
			b.initializers().declare(e.Pos, e.Object, e.Init)
		}
		return b.objectPlace(e.Object, e.Type)
	case *tree.Member:
		p := b.memberPlace(b.place(e.Base), e.Field, e.Base.ExprType(), e.Type)
		p.isMember = true
		return p
	case *tree.Deref:
		return b.derefPlace(e)
	}
	// An rvalue of aggregate type whose member is used as an object: it lives in a temporary.
	t := e.ExprType()
	address := b.materialize(e.Position(), b.value(e), t)
	if v := b.program.VariableOf(address); b.localLives().tracksScopes() {
		b.temporaries = append(b.temporaries, v)
	}
	return place{typ: t, address: address, root: &storage{address: address, size: t.Size}}
}

func (b *frame) objectPlace(o *tree.Object, t *tree.Type) place {
	s := b.storageOf(o)
	if o.Weak && o.Extern {
		b.checkPointer(o.Pos, place{pointer: b.terms.Ite(b.isDefined(o.Name), b.addr(1), b.addr(0))})
	}
	if s.address == nil {
		return place{typ: t, storage: s}
	}
	p := place{typ: t, address: s.address, root: s}
	if o.Type.Size < 0 && o.String == nil {
		p.root = &storage{address: s.address, size: -1, object: o}
	}
	return p
}

// storageOf returns where an object lives; locals that a jump reaches before their declaration are made
// here.
func (b *frame) storageOf(o *tree.Object) *storage {
	if s := b.locals[o]; s != nil {
		return s
	}
	if s := b.statics[o]; s != nil {
		return s
	}
	if o.Static || o.Extern || o.Linkage != tree.NoLinkage || o.String != nil {
		bug.Errorf("static object %s at %s was not reached", o.Name, o.Pos)
	}
	b.locals[o] = b.newLocalStorage(o)
	b.localLives().shadowLocal(o, b.locals[o])
	b.initialization().addFlags(o, b.locals[o])
	b.programStart().addTextFlag(o, b.locals[o])
	return b.locals[o]
}

func (b *frame) newLocalStorage(o *tree.Object) *storage {
	if b.reach.inMemory[o] {
		return b.allocateLocal(o)
	}
	cells, _ := b.cellsOf(o.Type)
	registers := make([]*ir.Variable, len(cells))
	for i, c := range cells {
		registers[i] = b.registerOf(b.function.NewLocal(o.Name+c.path, b.registerSort(c)), c)
		describe(registers[i], o, c)
	}
	return newStorage(cells, registers)
}

// allocateLocal gives a local object its memory when the function starts. Objects of variable length get
// theirs at the declaration.
func (b *frame) allocateLocal(o *tree.Object) *storage {
	v := b.function.NewLocal("&"+o.Name, b.terms.BV(b.pointerWidth()))
	v.Pos, v.Source = o.Pos, ""
	b.temps[v] = true
	size := o.Size()
	if size >= 0 {
		name := nameOfObject(o)
		b.inFirst(func() {
			b.emit(b.alloc(o.Pos, v, b.addr(uint64(size)), ir.StackObject, o.Type.Name, o.Name))
			b.addressing().allocated(o.Pos, v.Sym, o.Type.Align)
			b.runNotes().tellLife(o.Pos, detail{kind: ir.NoteBegins, text: "declared", typ: name.name, unit: name.unit, value: v.Sym}, b.addr(uint64(size)))
		})
	}
	return &storage{address: v.Sym, size: size, object: o}
}

// inFirst emits to the block of the function's allocations.
func (b *builder) inFirst(emit func()) {
	here := b.block
	b.block = b.first
	emit()
	b.first, b.block = b.block, here
}

func (b *builder) alloc(pos source.Pos, dst *ir.Variable, size *term.Term, kind ir.ObjectKind, typ, name string) *ir.Alloc {
	b.counter()
	b.sites++
	return &ir.Alloc{At: ir.At{Pos: pos}, Dst: dst, Size: size, Kind: kind, Site: b.sites, Type: typ, Name: name}
}

func (b *frame) memberPlace(base place, f *tree.Field, owner, t *tree.Type) place {
	if f.BitWidth == 0 {
		return b.partOf(base, f.Offset, t)
	}
	if !base.inMemory() {
		p := b.partOf(base, f.Offset, t)
		p.key.bit, p.bitWidth = f.BitOffset, f.BitWidth
		return p
	}
	p := b.bitFieldPlace(base.address, f.Offset, f.BitOffset, f.BitWidth, t, owner.Size)
	p.pointer, p.root, p.base, p.inside = base.pointer, base.root, base.base, base.inside
	p.delta = base.delta + (f.Offset*8+f.BitOffset-p.bit)/8
	return p
}

// bitFieldPlace finds the bytes through which a bit-field is accessed: the unit of its declared type where
// that holds the field and lies inside the struct, otherwise the fewest bytes.
func (b *frame) bitFieldPlace(base *term.Term, offset, bit, width int64, t *tree.Type, limit int64) place {
	first := offset*8 + bit
	unit := t.Size
	start := first / 8 / unit * unit
	if first+width > (start+unit)*8 || start+unit > limit {
		start = first / 8
		unit = (first+width+7)/8 - start
	}
	return place{typ: t, address: b.offset(base, start), bitWidth: width, bit: first - start*8, unitBytes: unit}
}

// partOf is the part of type t at a byte offset inside p.
func (b *frame) partOf(p place, offset int64, t *tree.Type) place {
	if p.inMemory() {
		part := place{typ: t, address: b.offset(p.address, offset), pointer: p.pointer, root: p.root, base: p.base, delta: p.delta + offset, array: p.array, inside: p.inside, indices: p.indices, pointerText: p.pointerText}
		if part.base != nil && part.delta < 0 {
			part.base, part.delta = part.address, 0
		}
		return part
	}
	key := p.key
	key.offset += offset
	return place{typ: t, storage: p.storage, key: key}
}

func (b *builder) offset(address *term.Term, n int64) *term.Term {
	if n == 0 {
		return address
	}
	return b.terms.BVAdd(address, b.addr(uint64(n)))
}

func (b *expressions) derefPlace(e *tree.Deref) place {
	b.endWhereOperandsCollide(e)
	if inner := directPlace(e); inner != nil {
		p := b.place(inner)
		offset := int64(0)
		if add, ok := e.Pointer.(*tree.PointerAdd); ok {
			_, index, _ := constantElement(add)
			offset = index * add.ElemSize
		}
		part := b.partOf(p, offset, e.Type)
		part.isPart = true
		return part
	}
	if p, ok := b.elementPlace(e); ok {
		return p
	}
	address, pointer, root := b.pointerValue(e.Pointer)
	p := place{typ: e.Type, address: address, pointer: pointer, root: root}
	if b.isTold() {
		p.pointerText = branchText(rootPointer(e.Pointer))
	}
	if root == nil {
		p.base = address
	}
	if b.programStart().isArgument(e) {
		p.text = b.terms.BVSub(address, pointer)
	}
	if p.isText = b.programStart().mayBeArgument(e); p.isText {
		p.index = b.programStart().indexOfArgument(e, b.terms.BVSub(address, pointer))
	}
	return p
}

// rootPointer is the pointer that another one is computed from by adding to it.
func rootPointer(e tree.Expr) tree.Expr {
	if add, ok := e.(*tree.PointerAdd); ok {
		return rootPointer(add.Pointer)
	}
	return e
}

// elementPlace is the place of a[i] where a is an array that is a member of a struct, with more than one
// element: what is declared with one or none may stand for a row of elements behind the struct. Of
// arrays in such an array the outermost counts. Where bounds are checked it may have one or none, too, as
// it has no element before its first all the same.
func (b *expressions) elementPlace(e *tree.Deref) (place, bool) {
	add, ok := e.Pointer.(*tree.PointerAdd)
	if !ok {
		return place{}, false
	}
	decay, ok := add.Pointer.(*tree.Decay)
	if !ok {
		return place{}, false
	}
	array := decay.Array.ExprType()
	isOne := array.Size < 2*array.Elem.Size && !b.checks(property.Bounds)
	_, isMember := decay.Array.(*tree.Member)
	isFlexible := isMember && array.Size <= 0 && b.checks(property.Bounds)
	size := b.rowSize(add.Pos, decay.Array)
	if array.Kind != tree.Array || size == nil && (array.Size <= 0 && !isFlexible || array.Elem.Size <= 0 || isOne) {
		return place{}, false
	}
	p := b.place(decay.Array)
	base := b.stable(add.Pos, b.inMemoryAddress(decay.Pos, p), add.Index)
	pointer := p.pointer
	if pointer != nil {
		pointer = b.stable(add.Pos, pointer, add.Index)
	}
	out := place{typ: e.Type, address: b.moved(add, base), pointer: pointer, root: p.root, array: p.array, inside: p.inside, pointerText: p.pointerText}
	out.indices = append(slices.Clone(p.indices), b.indexOf(decay.Array, base, out.address)...)
	if out.root == nil {
		out.base = out.address
	}
	hasEnd := !isFlexible && isBounded(decay.Array)
	if b.checks(property.Bounds) && (hasEnd || isMember) {
		distance := b.terms.BVSub(out.address, base)
		inside := b.terms.BVSle(b.addr(0), distance) // it has no elements before the first
		switch {
		case size != nil:
			inside = b.terms.BVUlt(distance, size)
		case hasEnd:
			inside = b.terms.BVUle(distance, b.addr(uint64(array.Size-array.Elem.Size)))
		}
		if out.inside != nil {
			inside = b.terms.And(out.inside, inside)
		}
		out.inside = inside
	}
	if isMember && out.array == nil {
		out.array = b.memberArray(array, base, out.address, hasEnd)
	}
	return out, true
}

// rowSize is the size of an array of variable length that is an element of another, what a pointer to arrays leads
// to or a member (GNU), where bounds are checked; nil: array is no such one.
func (b *expressions) rowSize(pos source.Pos, array tree.Expr) *term.Term {
	t := array.ExprType()
	if !isBounded(array) || t.Kind != tree.Array || t.Size >= 0 || !b.checks(property.Bounds) {
		return nil
	}
	for elem := t; elem.Size < 0; elem = elem.Elem {
		if elem.Kind != tree.Array || elem.Length < 0 && b.lengths[elem] == nil {
			return nil
		}
	}
	return b.sizeOf(pos, t)
}

// memberArray are the bytes of an array, a member at base, in which the element at an address is said to be; nil: none.
// Where accesses outside of objects are looked for, what they would change counts: an index that is not checked, as the
// array at the end of a struct may stand for more, has to be one that can be no other.
func (b *expressions) memberArray(array *tree.Type, base, address *term.Term, isChecked bool) *ir.ArrayBytes {
	if array.Size <= 0 {
		return nil
	}
	if b.checks(property.Bounds) && !isChecked {
		inside := b.terms.BVUle(b.terms.BVSub(address, base), b.addr(uint64(array.Size-array.Elem.Size)))
		isChecked = b.terms.NewScalarSubstitution(nil, term.NewRanges(nil)).Apply(inside).IsTrue()
		if !isChecked {
			return nil
		}
	}
	return &ir.ArrayBytes{Base: base, Size: uint64(array.Size), Checked: isChecked && b.checks(property.Bounds)}
}

// isBounded says that an array is a part of an object and has no more elements than it is declared
// with. An array at the end of what a pointer points at may stand for more, as compilers read it.
func isBounded(array tree.Expr) bool {
	m, ok := array.(*tree.Member)
	if !ok {
		_, isRow := array.(*tree.Deref)
		return isRow
	}
	for {
		owner := m.Base.ExprType()
		last := owner.Fields[len(owner.Fields)-1]
		if owner.Kind == tree.Struct && (m.Field.Offset != last.Offset || m.Field.OffsetExpr != last.OffsetExpr) {
			return true
		}
		switch base := m.Base.(type) {
		case *tree.Member:
			m = base
		case *tree.ObjectRef:
			return true
		default:
			return false
		}
	}
}

// pointerValue evaluates a pointer and tells which pointer it was computed from, which must not be null
// where the address is accessed: p for p[i] and p->member[i], nil inside named objects. root is the named
// object that the pointer was computed inside of, or nil.
func (b *expressions) pointerValue(e tree.Expr) (address, pointer *term.Term, root *storage) {
	switch e := e.(type) {
	case *tree.PointerAdd:
		address, pointer, root = b.pointerValue(e.Pointer)
		address = b.stable(e.Pos, address, e.Index)
		pointer = b.stable(e.Pos, pointer, e.Index)
		return b.moved(e, address), pointer, root
	case *tree.Convert:
		if e.Type.Kind == tree.Pointer && e.Operand.ExprType().Kind == tree.Pointer {
			return b.pointerValue(e.Operand)
		}
	case *tree.Decay:
		p := b.place(e.Array)
		return b.inMemoryAddress(e.Pos, p), p.pointer, p.root
	case *tree.AddressOf:
		if _, isFunction := e.Operand.(*tree.FunctionRef); !isFunction {
			p := b.place(e.Operand)
			return b.inMemoryAddress(e.Pos, p), p.pointer, p.root
		}
	}
	t := b.scalar(e)
	return t, t, nil
}

func (b *frame) inMemoryAddress(pos source.Pos, p place) *term.Term {
	if !p.inMemory() {
		bug.Errorf("%s: address of an object in registers", pos)
	}
	return p.address
}

// checkPointer ends the run where an access goes through null: the machine traps, as for a division by
// zero. One without a system has memory there.
func (b *builder) checkPointer(pos source.Pos, p place) {
	if p.pointer == nil || b.known.notNull[p.pointer] || b.target.Bare && !b.checks(property.Null) {
		return
	}
	if isKept := p.typ != nil && p.typ.Volatile; b.unneeded && !isKept && !b.checks(property.Null) {
		return // no compiler makes an access for a value that nothing needs
	}
	b.known.notNull[p.pointer] = true
	isPointer := b.terms.Ne(p.pointer, b.zero(p.pointer.Sort()))
	if b.checks(property.Null) {
		b.require(pos, property.Null, isPointer, b.inWords("access through a null pointer"), detail{kind: ir.NoteObject, text: p.pointerText, value: p.pointer})
		return
	}
	b.assumeTrue(pos, isPointer)
}

// stablePlace keeps the address of p as it is now while later expressions are evaluated.
func (b *frame) stablePlace(pos source.Pos, p place, later ...tree.Expr) place {
	if p.array != nil {
		p.array = &ir.ArrayBytes{Base: b.stable(pos, p.array.Base, later...), Size: p.array.Size, Checked: p.array.Checked}
	}
	if p.inside != nil {
		p.inside = b.stable(pos, p.inside, later...)
	}
	for i := range p.indices {
		p.indices[i].distance = b.stable(pos, p.indices[i].distance, later...)
	}
	pointerIsAddress, baseIsAddress := p.pointer == p.address, p.base == p.address
	p.address = b.stable(pos, p.address, later...)
	if pointerIsAddress {
		p.pointer = p.address
	} else {
		p.pointer = b.stable(pos, p.pointer, later...)
	}
	if baseIsAddress {
		p.base = p.address
	} else {
		p.base = b.stable(pos, p.base, later...)
	}
	return p
}

// addressOf is the address of an lvalue that lives in memory.
func (b *expressions) addressOf(e tree.Expr) *term.Term {
	if f, ok := e.(*tree.FunctionRef); ok {
		b.fromOutside().nameFunction(f.Pos, f.Function)
		return b.functionAddress(e.Position(), f.Function)
	}
	if mayBeMissing(e) {
		o := e.(*tree.ObjectRef).Object
		return b.terms.Ite(b.isDefined(o.Name), b.storageOf(o).address, b.addr(0))
	}
	return b.inMemoryAddress(e.Position(), b.place(e))
}

// mayBeMissing says that an object or a function has the address null unless another part of the program defines it.
func mayBeMissing(e tree.Expr) bool {
	switch e := e.(type) {
	case *tree.ObjectRef:
		return e.Object.Weak && e.Object.Extern
	case *tree.FunctionRef:
		return e.Function.Weak && e.Function.Body == nil
	}
	return false
}

func (b *frame) functionAddress(pos source.Pos, def *tree.FunctionDef) *term.Term {
	object := b.address[named(def)]
	if object == nil {
		bug.Errorf("%s: function %s has no address", pos, def.Name)
	}
	if def.Weak && def.Body == nil {
		return b.terms.Ite(b.isDefined(def.Name), b.program.AddressOf(object), b.addr(0))
	}
	return b.program.AddressOf(object)
}
