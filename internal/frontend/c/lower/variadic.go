package lower

import (
	"yogi/internal/frontend/c/target"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// variadicArguments lowers further arguments of variadic functions, and lists of them.
type variadicArguments struct{ *expressions }

func (b *expressions) variadicArguments() variadicArguments { return variadicArguments{b} }

// A function that reads its arguments with va_arg gets the address of an object that holds them, in slots as the
// System V ABIs lay them out on the stack. On x86-64 the object is the overflow area, and all registers count as
// used up: what va_arg gives is the same, and only a program that looks into its va_list can tell.

const variadicName = "..." // of the hidden parameter

// The fields of x86-64's va_list and what they are when no register argument is left.
const (
	gpOffset, allGeneral      = 0, 48
	fpOffset, allFloating     = 4, 176
	overflowArea, registerEnd = 8, 16
)

// takesArguments says that def starts a va_list, so its callers pass an object with the other arguments.
func (l *functionFacts) takesArguments(def *tree.FunctionDef) bool { return l.reach.startsList[def] }

func (l *layout) slotSize() int64 { return int64(l.pointerWidth() / 8) }

// listIsPlace says that a va_list is an object with a pointer into the arguments: it is one, or a struct whose
// first member is. On x86-64 Linux it is an array of one struct.
func (l *layout) listIsPlace() bool { return l.target.Lists != target.SystemVLists }

// byReference says that a variable argument of type t is passed as a pointer to a copy, as 64-bit Windows does.
func (l *layout) byReference(t *tree.Type) bool {
	size := max(t.Size, 0)
	return l.target.LargeByReference && (size > 8 || size&(size-1) != 0)
}

// slotAlign is the alignment of an argument of type t on the stack.
func (l *layout) slotAlign(t *tree.Type) int64 {
	if l.slotSize() == 8 && t.Align >= 16 && !l.byReference(t) {
		return 16
	}
	return l.slotSize()
}

// slotBytes returns how many bytes an argument of type t takes on the stack, before rounding up.
func (l *layout) slotBytes(t *tree.Type) int64 {
	if l.byReference(t) {
		return l.slotSize()
	}
	return max(t.Size, 0)
}

func roundUp(n, align int64) int64 { return (n + align - 1) / align * align }

// passVariadic puts arguments into a fresh object and returns its address.
func (b *frame) passVariadic(pos source.Pos, args []argument) (address *term.Term, ok bool) {
	offsets := make([]int64, len(args))
	size := int64(0)
	for i, a := range args {
		offsets[i] = roundUp(size, b.slotAlign(a.typ))
		size = roundUp(offsets[i]+b.slotBytes(a.typ), b.slotSize())
	}
	v := b.newTemp(b.terms.BV(b.pointerWidth()))
	b.emit(b.alloc(pos, v, b.addr(uint64(size)), ir.StackObject, "", variadicName))
	b.addressing().allocated(pos, v.Sym, 8)
	for i, a := range args {
		if !isModelled(a.typ) || a.typ.Kind == tree.Void {
			return nil, false
		}
		to := place{typ: a.typ, address: b.offset(v.Sym, offsets[i]), isFresh: true}
		if b.byReference(a.typ) {
			copied := b.materialize(pos, a.value, a.typ)
			b.storeScalar(pos, place{typ: voidPointer(b.slotSize()), address: to.address, isFresh: true}, copied)
			continue
		}
		b.store(pos, to, a.value)
	}
	return v.Sym, true
}

// startList is va_start, whose first argument is not evaluated yet.
func (b variadicArguments) startList(e *tree.Call) (value, bool) {
	if len(e.Args) == 0 || b.variadic == nil {
		return b.unsupportedValue(e.Pos, e.Type, "va_start in a function without variable arguments"), true
	}
	list := e.Args[0]
	if b.listIsPlace() {
		to, ok := b.listPlace(list)
		if !ok {
			return b.unsupportedValue(e.Pos, e.Type, "va_start of what is no va_list"), true
		}
		if b.target.Lists == target.AArch64Lists {
			b.useUpRegisters(e.Pos, tree.WithoutConversions(list))
		}
		b.storeScalar(e.Pos, to, b.variadic)
		return b.anyValue(e.Type), true
	}
	tag := b.scalar(list)
	number := &tree.Type{Kind: tree.Integer, Name: "unsigned int", Size: 4}
	b.storeScalar(e.Pos, place{typ: number, address: b.offset(tag, gpOffset)}, b.terms.BVConst(32, allGeneral))
	b.storeScalar(e.Pos, place{typ: number, address: b.offset(tag, fpOffset)}, b.terms.BVConst(32, allFloating))
	b.storeScalar(e.Pos, place{typ: voidPointer(8), address: b.offset(tag, overflowArea)}, b.variadic)
	b.storeScalar(e.Pos, place{typ: voidPointer(8), address: b.offset(tag, registerEnd)}, b.addr(0))
	return b.anyValue(e.Type), true
}

// copyList is va_copy.
func (b variadicArguments) copyList(e *tree.Call) (value, bool) {
	if len(e.Args) < 2 {
		return value{}, false
	}
	if b.listIsPlace() {
		if isListStruct(e.Args[1].ExprType()) {
			return b.copyStruct(e), true
		}
		from := b.scalar(e.Args[1])
		to, ok := b.listPlace(e.Args[0])
		if !ok || from.Sort() != b.sortOf(to.typ) {
			return b.unsupportedValue(e.Pos, e.Type, "va_copy of what is no va_list"), true
		}
		b.storeScalar(e.Pos, to, from)
		return b.anyValue(e.Type), true
	}
	to := b.stable(e.Pos, b.scalar(e.Args[0]), e.Args[1])
	from := b.scalar(e.Args[1])
	b.emit(&ir.Copy{At: ir.At{Pos: e.Pos}, To: to, From: from, Size: registerEnd + 8, Type: "va_list"})
	return b.anyValue(e.Type), true
}

func voidPointer(size int64) *tree.Type {
	return &tree.Type{Kind: tree.Pointer, Name: "void *", Size: size, Align: size, Elem: &tree.Type{Kind: tree.Void, Name: "void", Size: -1}}
}

// listPlace is where the pointer of a va_list lives; ok is false for what is none.
func (b variadicArguments) listPlace(e tree.Expr) (p place, ok bool) {
	e = tree.WithoutConversions(e)
	t := e.ExprType()
	switch {
	case !isPlace(e):
		return place{}, false
	case t.Kind == tree.Pointer:
		return b.place(e), true
	case isListStruct(t):
		return b.memberPlace(b.place(e), t.Fields[0], t, t.Fields[0].Type), true
	}
	return place{}, false
}

// listTag is the tag of a va_list that is a struct.
const listTag = "__va_list"

func isListStruct(t *tree.Type) bool { return t.Kind == tree.Struct && t.Tag == listTag }

// useUpRegisters has a list of AArch64, whose first member is what the others are set beside, find all arguments on
// the stack: there is nowhere that registers were saved, and their offsets are 0 where none is left.
func (b variadicArguments) useUpRegisters(pos source.Pos, list tree.Expr) {
	t := list.ExprType()
	whole := b.place(list)
	for _, f := range t.Fields[1:] {
		p := b.memberPlace(whole, f, t, f.Type)
		b.storeScalar(pos, p, b.terms.BVConst(b.sortOf(f.Type).Width, 0))
	}
}

// copyStruct is va_copy of a list that is a struct.
func (b variadicArguments) copyStruct(e *tree.Call) value {
	to, from := tree.WithoutConversions(e.Args[0]), tree.WithoutConversions(e.Args[1])
	if !isPlace(to) || !isListStruct(to.ExprType()) || !isListStruct(from.ExprType()) {
		return b.unsupportedValue(e.Pos, e.Type, "va_copy of what is no va_list")
	}
	b.store(e.Pos, b.place(to), b.value(from))
	return b.anyValue(e.Type)
}

// vaArg reads the next argument and moves the list behind it.
func (b variadicArguments) vaArg(e *tree.VaArg) value {
	var list place
	if b.listIsPlace() {
		var ok bool
		if list, ok = b.listPlace(e.List); !ok {
			return b.unsupportedValue(e.Pos, e.Type, "va_arg of what is no va_list")
		}
	} else {
		list = place{typ: voidPointer(8), address: b.offset(b.scalar(e.List), overflowArea)}
	}
	if e.Type.Size < 0 || !isModelled(e.Type) {
		return b.unsupportedValue(e.Pos, e.Type, "va_arg of type "+e.Type.Name)
	}
	at := b.loadScalar(e.Pos, list)
	if align := b.slotAlign(e.Type); align > b.slotSize() {
		at = b.terms.BVAnd(b.terms.BVAdd(at, b.addr(uint64(align-1))), b.terms.BVNot(b.addr(uint64(align-1))))
	}
	at = b.keep(e.Pos, at)
	b.storeScalar(e.Pos, list, b.offset(at, roundUp(b.slotBytes(e.Type), b.slotSize())))
	if b.byReference(e.Type) {
		at = b.loadScalar(e.Pos, place{typ: voidPointer(b.slotSize()), address: at})
	}
	return b.load(e.Pos, place{typ: e.Type, address: at})
}
