package analyze

import (
	"fmt"
	"strings"

	"yogi/internal/frontend/c/tree"
)

// types holds the basic types of a data model.
type types struct {
	pointerSize int64
	longSize    int64
	wideAlign   int64 // of 8-byte integers and doubles

	void, boolean, char, schar, uchar, short, ushort, integer, uinteger          *tree.Type
	long, ulong, longlong, ulonglong, int128, uint128, float, double, longdouble *tree.Type

	voidPointer *tree.Type
	valist      *tree.Type
}

func newTypes(model string) *types {
	t := &types{pointerSize: 8, longSize: 8, wideAlign: 8}
	if model == "ILP32" {
		t.pointerSize, t.longSize, t.wideAlign = 4, 4, 4
	}
	t.void = &tree.Type{Kind: tree.Void, Name: "void", Size: 1, Align: 1}
	t.boolean = &tree.Type{Kind: tree.Bool, Name: "_Bool", Size: 1, Align: 1}
	t.char = t.newInteger("char", 1, true)
	t.schar = t.newInteger("signed char", 1, true)
	t.uchar = t.newInteger("unsigned char", 1, false)
	t.short = t.newInteger("short", 2, true)
	t.ushort = t.newInteger("unsigned short", 2, false)
	t.integer = t.newInteger("int", 4, true)
	t.uinteger = t.newInteger("unsigned int", 4, false)
	t.long = t.newInteger("long", t.longSize, true)
	t.ulong = t.newInteger("unsigned long", t.longSize, false)
	t.longlong = t.newInteger("long long", 8, true)
	t.ulonglong = t.newInteger("unsigned long long", 8, false)
	t.int128 = t.newInteger("__int128", 16, true)
	t.uint128 = t.newInteger("unsigned __int128", 16, false)
	t.float = &tree.Type{Kind: tree.Float, Name: "float", Size: 4, Align: 4}
	t.double = &tree.Type{Kind: tree.Float, Name: "double", Size: 8, Align: t.wideAlign}
	t.longdouble = &tree.Type{Kind: tree.LongDouble, Name: "long double", Size: 16, Align: 16}
	if model == "ILP32" {
		t.longdouble.Size, t.longdouble.Align = 12, 4
	}
	t.voidPointer = t.pointerTo(t.void)
	return t
}

func (t *types) newInteger(name string, size int64, signed bool) *tree.Type {
	align := size
	if size == 8 {
		align = t.wideAlign
	}
	return &tree.Type{Kind: tree.Integer, Name: name, Size: size, Align: align, Signed: signed}
}

func (t *types) pointerTo(elem *tree.Type) *tree.Type {
	name := elem.Name + " *"
	switch elem.Kind {
	case tree.Pointer:
		name = elem.Name + "*"
	case tree.Function:
		name = functionName(elem, "(*)")
	}
	return &tree.Type{Kind: tree.Pointer, Name: name, Size: t.pointerSize, Align: t.pointerSize, Elem: elem}
}

func functionName(t *tree.Type, middle string) string {
	params := make([]string, len(t.Params))
	for i, p := range t.Params {
		params[i] = p.Name
	}
	if t.Variadic {
		params = append(params, "...")
	}
	return fmt.Sprintf("%s %s(%s)", t.Result.Name, middle, strings.Join(params, ", "))
}

// arrayOf makes an array of n elements; n < 0 is unknown.
func (t *types) arrayOf(elem *tree.Type, n int64) *tree.Type {
	a := &tree.Type{Kind: tree.Array, Elem: elem, Length: n, Align: elem.Align, Size: -1, Name: elem.Name + " []"}
	if n >= 0 {
		a.Name = fmt.Sprintf("%s [%d]", elem.Name, n)
		if elem.Size >= 0 {
			a.Size = n * elem.Size
		}
	}
	return a
}

func (t *types) functionOf(result *tree.Type, params []*tree.Type, variadic, unspecified bool) *tree.Type {
	f := &tree.Type{Kind: tree.Function, Result: result, Params: params, Variadic: variadic, Unspecified: unspecified, Size: -1, Align: 1}
	f.Name = functionName(f, "")
	return f
}

// sizeType and ptrdiffType are the types of sizeof and of pointer differences.
func (t *types) sizeType() *tree.Type {
	if t.pointerSize == 4 {
		return t.uinteger
	}
	return t.ulong
}

func (t *types) ptrdiffType() *tree.Type {
	if t.pointerSize == 4 {
		return t.integer
	}
	return t.long
}

// qualified returns the type with qualifiers added. An incomplete struct stays as it is: a copy would
// never be completed.
func qualified(t *tree.Type, isConst, volatile bool) *tree.Type {
	if (!isConst || t.Const) && (!volatile || t.Volatile) {
		return t
	}
	if t.Size < 0 && (t.Kind == tree.Struct || t.Kind == tree.Union) {
		return t
	}
	q := *t
	q.Const, q.Volatile = q.Const || isConst, q.Volatile || volatile
	if t.Kind == tree.Array {
		q.Elem = qualified(t.Elem, isConst, volatile)
	}
	return &q
}

// unqualified is the type of a value.
func unqualified(t *tree.Type) *tree.Type {
	if !t.Const && !t.Volatile {
		return t
	}
	q := *t
	q.Const, q.Volatile = false, false
	return &q
}

func isArithmetic(t *tree.Type) bool {
	switch t.Kind {
	case tree.Bool, tree.Integer, tree.Float, tree.LongDouble, tree.Complex:
		return true
	}
	return false
}

func isInteger(t *tree.Type) bool { return t.Kind == tree.Bool || t.Kind == tree.Integer }

func isFloating(t *tree.Type) bool {
	return t.Kind == tree.Float || t.Kind == tree.LongDouble || t.Kind == tree.Complex
}

// rank orders integer types for the usual arithmetic conversions: long and int may have one size.
func (t *types) rank(x *tree.Type) int {
	switch {
	case x.Kind == tree.Bool:
		return 0
	case x.Size == 4 && strings.Contains(x.Name, "long"):
		return 5
	case x.Size == 8 && strings.Contains(x.Name, "long long"):
		return 7
	case x.Size == 8:
		return 6
	case x.Size == 16:
		return 8
	}
	return int(x.Size)
}

// promote is the integer promotion of a type.
func (t *types) promote(x *tree.Type) *tree.Type {
	switch {
	case x.Kind == tree.Bool, x.Kind == tree.Integer && x.Size < 4:
		return t.integer
	case x.Kind == tree.Integer && x.Tag != "":
		return t.plain(x)
	}
	return unqualified(x)
}

// plain is the integer type underlying an enumerated type.
func (t *types) plain(x *tree.Type) *tree.Type {
	switch {
	case x.Size == 8 && x.Signed:
		return t.longlong
	case x.Size == 8:
		return t.ulonglong
	case x.Signed:
		return t.integer
	}
	return t.uinteger
}

// common is the type of the usual arithmetic conversions.
func (t *types) common(a, b *tree.Type) *tree.Type {
	for _, kind := range []tree.Kind{tree.Complex, tree.LongDouble} {
		if a.Kind == kind {
			return unqualified(a)
		}
		if b.Kind == kind {
			return unqualified(b)
		}
	}
	if a.Kind == tree.Float || b.Kind == tree.Float {
		if a.Kind == tree.Float && a.Size == 8 || b.Kind == tree.Float && b.Size == 8 {
			return t.double
		}
		return t.float
	}
	a, b = t.promote(a), t.promote(b)
	if a.Signed == b.Signed {
		if t.rank(a) >= t.rank(b) {
			return a
		}
		return b
	}
	signed, unsigned := a, b
	if b.Signed {
		signed, unsigned = b, a
	}
	switch {
	case t.rank(unsigned) >= t.rank(signed):
		return unsigned
	case signed.Size > unsigned.Size:
		return signed
	}
	return t.unsignedOf(signed)
}

func (t *types) unsignedOf(x *tree.Type) *tree.Type {
	switch {
	case x.Size == 16:
		return t.uint128
	case t.rank(x) == 7:
		return t.ulonglong
	case strings.Contains(x.Name, "long"):
		return t.ulong
	}
	return t.uinteger
}

// same reports whether two types are the same type but for qualifiers.
func same(a, b *tree.Type) bool { return sameWithin(a, b, 0) }

func sameWithin(a, b *tree.Type, depth int) bool {
	if a == b || depth > 20 {
		return true
	}
	if a.Kind != b.Kind {
		return false
	}
	switch a.Kind {
	case tree.Void, tree.Bool, tree.LongDouble:
		return true
	case tree.Integer:
		return a.Size == b.Size && a.Signed == b.Signed && (a.Tag != "" || b.Tag != "" || longness(a) == longness(b))
	case tree.Float, tree.Complex, tree.Vector:
		return a.Size == b.Size
	case tree.Pointer:
		return sameWithin(a.Elem, b.Elem, depth+1)
	case tree.Array:
		return (a.Length == b.Length || a.Length < 0 || b.Length < 0) && sameWithin(a.Elem, b.Elem, depth+1)
	case tree.Struct, tree.Union:
		return a.Tag == b.Tag && len(a.Fields) == len(b.Fields) && (len(a.Fields) == 0 || a.Fields[0] == b.Fields[0])
	case tree.Function:
		return sameFunctions(a, b, depth)
	}
	return false
}

func sameFunctions(a, b *tree.Type, depth int) bool {
	if !sameWithin(a.Result, b.Result, depth+1) {
		return false
	}
	if a.Unspecified || b.Unspecified {
		return true
	}
	if len(a.Params) != len(b.Params) || a.Variadic != b.Variadic {
		return false
	}
	for i := range a.Params {
		if !sameWithin(a.Params[i], b.Params[i], depth+1) {
			return false
		}
	}
	return true
}

func longness(t *tree.Type) string {
	switch {
	case strings.Contains(t.Name, "long long"):
		return "ll"
	case strings.Contains(t.Name, "long"):
		return "l"
	case t.Name == "char":
		return "c"
	}
	return ""
}
