package typecheck

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"yogi/internal/frontend/c/target"
	"yogi/internal/frontend/c/tree"
)

// typing makes the types of a file for a target, and knows what their trees do not say. It reads no
// token.
type typing struct {
	reader
	target *target.Target
	unit   *tree.Unit
	basic
	packing
	records  map[*tree.Type]*record
	pointers map[*tree.Type]*tree.Type
	plain    map[*tree.Type]*tree.Type // unqualified versions
	atomics  map[*tree.Type]bool       // those that _Atomic aligns more
	narrows  map[narrowType]*tree.Type
	tags     int // structs, unions and enums so far
}

// begin prepares for types of the target.
func (c *typing) begin(chosen *target.Target) {
	c.target, c.unit, c.basic = chosen, &tree.Unit{Pointer: int(chosen.Pointer()), Char: !chosen.CharUnsigned}, newBasic(chosen)
	c.records, c.pointers = map[*tree.Type]*record{}, map[*tree.Type]*tree.Type{}
	c.plain, c.narrows = map[*tree.Type]*tree.Type{}, map[narrowType]*tree.Type{}
	c.atomics = map[*tree.Type]bool{}
}

// basic holds the types that have keywords.
type basic struct {
	voidType, boolType, charType, scharType, ucharType, shortType, ushortType *tree.Type
	intType, uintType, longType, ulongType, llongType, ullongType             *tree.Type
	int128Type, uint128Type, floatType, doubleType, ldoubleType               *tree.Type
	float16Type, bfloat16Type, float128Type                                   *tree.Type
	sizeType, ptrdiffType, wcharType                                          *tree.Type
}

func newBasic(t *target.Target) basic {
	const signed, unsigned = true, false
	integer := func(name string, size int64, isSigned bool) *tree.Type {
		align := size
		if size == 8 {
			// Some ABIs align no scalar to more than 4 bytes in a struct.
			align = t.Word
		}
		if t.Unaligned {
			align = 1
		}
		return &tree.Type{Kind: tree.Integer, Name: name, Size: size, Align: align, Signed: isSigned}
	}
	unusual := func(name string, size, align int64, precision int) *tree.Type {
		return &tree.Type{Kind: tree.LongDouble, Name: name, Size: size, Align: align, Precision: precision}
	}
	b := basic{
		voidType: &tree.Type{Kind: tree.Void, Name: "void", Size: -1, Align: 1},
		boolType: &tree.Type{Kind: tree.Bool, Name: "_Bool", Size: 1, Align: 1},
		charType: integer("char", 1, !t.CharUnsigned), scharType: integer("signed char", 1, signed), ucharType: integer("unsigned char", 1, unsigned),
		shortType: integer("short", 2, signed), ushortType: integer("unsigned short", 2, unsigned),
		intType: integer("int", t.Int(), signed), uintType: integer("unsigned int", t.Int(), unsigned),
		longType: integer("long", t.Long(), signed), ulongType: integer("unsigned long", t.Long(), unsigned),
		llongType: integer("long long", 8, signed), ullongType: integer("unsigned long long", 8, unsigned),
		int128Type: integer("__int128", 16, signed), uint128Type: integer("unsigned __int128", 16, unsigned),
		floatType:    &tree.Type{Kind: tree.Float, Name: "float", Size: 4, Align: 4},
		doubleType:   &tree.Type{Kind: tree.Float, Name: "double", Size: 8, Align: t.Word},
		ldoubleType:  unusual("long double", t.LongDouble, t.LongDoubleAlign, t.LongDoubleDigits),
		float16Type:  unusual("_Float16", 2, 2, 11),
		bfloat16Type: unusual("__bf16", 2, 2, 8),
		float128Type: unusual("_Float128", 16, 16, 113),
	}
	if t.ShortDouble {
		b.doubleType.Size = b.floatType.Size
	}
	if t.Unaligned {
		b.floatType.Align, b.doubleType.Align = 1, 1
	}
	if t.LongDoubleDigits <= 53 {
		b.ldoubleType = &tree.Type{Kind: tree.Float, Name: "long double", Size: t.LongDouble, Align: t.LongDoubleAlign}
	}
	switch {
	case t.Pointer() <= 4:
		b.sizeType, b.ptrdiffType = b.uintType, b.intType
	case t.Long() == 8:
		b.sizeType, b.ptrdiffType = b.ulongType, b.longType
	default:
		b.sizeType, b.ptrdiffType = b.ullongType, b.llongType
	}
	switch {
	case t.WideCharacter == 2 && !t.WideSigned:
		b.wcharType = b.ushortType
	case !t.WideSigned:
		b.wcharType = b.uintType
	case t.Long() == 4 && t.X86:
		b.wcharType = b.longType
	default:
		b.wcharType = b.intType
	}
	return b
}

// integerName is the name of the basic integer type that t is or is represented by.
func (c *typing) integerName(t *tree.Type) string {
	if !isEnum(t) {
		return t.Name
	}
	return c.integerOf(t.Size, t.Signed).Name
}

func (c *typing) unsignedOfSize(size int64) *tree.Type { return c.integerOf(size, false) }

func (c *typing) integerOf(size int64, signed bool) *tree.Type {
	var s, u *tree.Type
	switch size {
	case 1:
		s, u = c.scharType, c.ucharType
	case c.target.Int():
		s, u = c.intType, c.uintType
	case 2:
		s, u = c.shortType, c.ushortType
	case 4:
		s, u = c.longType, c.ulongType
	case 16:
		s, u = c.int128Type, c.uint128Type
	default:
		s, u = c.llongType, c.ullongType
		if c.target.Long() == 8 {
			s, u = c.longType, c.ulongType
		}
	}
	if signed {
		return s
	}
	return u
}

func isEnum(t *tree.Type) bool { return t.Kind == tree.Integer && t.Tag != "" }

// isSameEnum says that two enumerated types, or qualified or aligned variants, were declared as one: variants share
// the constants, but for those of before the constants were declared.
func isSameEnum(x, y *tree.Type) bool {
	return x.Tag == y.Tag && (len(x.Enumerators) == 0 || len(y.Enumerators) == 0 || &x.Enumerators[0] == &y.Enumerators[0])
}

func isInteger(t *tree.Type) bool { return t.Kind == tree.Integer || t.Kind == tree.Bool }

func isFloating(t *tree.Type) bool { return t.Kind == tree.Float || t.Kind == tree.LongDouble }

func isArithmetic(t *tree.Type) bool { return isInteger(t) || isFloating(t) }

func isVoid(t *tree.Type) bool { return t.Kind == tree.Void }

func isRecord(t *tree.Type) bool { return t.Kind == tree.Struct || t.Kind == tree.Union }

func isPointer(t *tree.Type) bool { return t.Kind == tree.Pointer }

// isVariable says that the size of t is known only at run time.
func isVariable(t *tree.Type) bool {
	return t.SizeExpr != nil || t.Kind == tree.Array && (t.LengthExpr != nil || isVariable(t.Elem))
}

// isVariablyModified says that t has a size in it that is known only at run time (C11 6.7.6p3).
func isVariablyModified(t *tree.Type) bool {
	switch {
	case isVariable(t):
		return true
	case t.Kind == tree.Pointer || t.Kind == tree.Array:
		return isVariablyModified(t.Elem)
	case t.Kind == tree.Function:
		return isVariablyModified(t.Result)
	}
	return false
}

// rank orders the integer types for the usual arithmetic conversions.
func (c *typing) rank(t *tree.Type) int {
	if t.Kind == tree.Bool {
		return 0
	}
	switch strings.TrimPrefix(strings.TrimPrefix(c.integerName(t), "unsigned "), "signed ") {
	case "char":
		return 1
	case "short":
		return 2
	case "int":
		return 3
	case "long":
		return 4
	case "long long":
		return 5
	}
	return 6
}

func (c *typing) unsignedOf(t *tree.Type) *tree.Type {
	switch c.rank(t) {
	case 1:
		return c.ucharType
	case 2:
		return c.ushortType
	case 3:
		return c.uintType
	case 4:
		return c.ulongType
	case 5:
		return c.ullongType
	}
	return c.uint128Type
}

func (c *typing) pointerTo(t *tree.Type) *tree.Type {
	if p := c.pointers[t]; p != nil {
		return p
	}
	size := int64(c.unit.Pointer)
	p := &tree.Type{Kind: tree.Pointer, Size: size, Align: size, Elem: t}
	if c.target.Unaligned {
		p.Align = 1
	}
	p.Name = typeName(p, "")
	c.pointers[t] = p
	return p
}

// arrayOf is an array of length elements; -1 is an unknown length.
func (c *typing) arrayOf(elem *tree.Type, length int64) *tree.Type {
	t := &tree.Type{Kind: tree.Array, Elem: elem, Length: length, Size: -1, Align: elem.Align}
	c.sizeArray(t)
	t.Name = typeName(t, "")
	if elem.Size < 0 && !isVariable(elem) {
		c.waitFor(elem, t)
	}
	return t
}

func (c *typing) sizeArray(t *tree.Type) {
	t.Align = t.Elem.Align
	if t.Length >= 0 && t.Elem.Size >= 0 && t.LengthExpr == nil {
		t.Size = t.Length * t.Elem.Size
		c.checkSize(t)
	}
}

// waitFor gives an array its size when the type of its elements is completed.
func (c *typing) waitFor(elem, t *tree.Type) {
	for elem.Kind == tree.Array {
		elem = elem.Elem
	}
	if r := c.records[elem]; r != nil {
		r.waiting = append(r.waiting, t)
	}
}

// qualifiers are those of a type that the checker keeps.
type qualifiers struct{ isConst, isVolatile bool }

// qualified is t with more qualifiers; an array's qualifiers are its elements'.
func (c *typing) qualified(t *tree.Type, by qualifiers) *tree.Type {
	if (t.Const || !by.isConst) && (t.Volatile || !by.isVolatile) || t.Kind == tree.Function {
		return t
	}
	base := c.unqualified(t)
	q := *t
	q.Const = t.Const || by.isConst
	q.Volatile = t.Volatile || by.isVolatile
	if t.Kind == tree.Array {
		q.Const, q.Volatile = false, false
		q.Elem = c.qualified(t.Elem, by)
		q.Name = typeName(&q, "")
		if q.Size < 0 && !isVariable(&q) {
			c.waitFor(q.Elem, &q)
		}
		return &q
	}
	c.plain[&q] = base
	if c.atomics[t] {
		c.atomics[&q] = true
	}
	if r := c.records[base]; r != nil {
		r.variants = append(r.variants, &q)
		c.records[&q] = r
	}
	return &q
}

func (c *typing) unqualified(t *tree.Type) *tree.Type {
	if base := c.plain[t]; base != nil {
		return base
	}
	return t
}

// typeName writes t as C does, around a declarator.
func typeName(t *tree.Type, inner string) string {
	switch t.Kind {
	case tree.Pointer:
		inner = "*" + qualifierPrefix(t, inner) + inner
		if t.Elem.Kind == tree.Array || t.Elem.Kind == tree.Function {
			inner = "(" + inner + ")"
		}
		return typeName(t.Elem, inner)
	case tree.Array:
		length := ""
		if t.Length >= 0 {
			length = strconv.FormatInt(t.Length, 10)
		} else if t.LengthExpr != nil {
			length = "*"
		}
		return typeName(t.Elem, inner+"["+length+"]")
	case tree.Function:
		return typeName(t.Result, inner+"("+parameterNames(t)+")")
	}
	name := t.Name
	if t.Volatile {
		name = "volatile " + name
	}
	if t.Const {
		name = "const " + name
	}
	if inner != "" {
		name += " " + inner
	}
	return name
}

func qualifierPrefix(t *tree.Type, inner string) string {
	q := ""
	if t.Const {
		q = "const"
	}
	if t.Volatile {
		q = strings.TrimSpace(q + " volatile")
	}
	if q != "" && inner != "" {
		q += " "
	}
	return q
}

func parameterNames(t *tree.Type) string {
	if t.Unspecified {
		return ""
	}
	if len(t.Params) == 0 && !t.Variadic {
		return "void"
	}
	var names []string
	for _, p := range t.Params {
		names = append(names, typeName(p, ""))
	}
	if t.Variadic {
		names = append(names, "...")
	}
	return strings.Join(names, ", ")
}

// compatible says that two types are compatible, ignoring their own qualifiers.
func (c *typing) compatible(x, y *tree.Type) bool {
	if x == y {
		return true
	}
	if x.Kind != y.Kind {
		return false
	}
	switch x.Kind {
	case tree.Integer:
		if isEnum(x) && isEnum(y) {
			return isSameEnum(x, y)
		}
		return c.integerName(x) == c.integerName(y)
	case tree.Float, tree.LongDouble, tree.Complex:
		return x.Name == y.Name
	case tree.Pointer:
		return qualifiersOf(x.Elem) == qualifiersOf(y.Elem) && c.compatible(x.Elem, y.Elem)
	case tree.Array:
		return (x.Length < 0 || y.Length < 0 || x.Length == y.Length) && c.compatible(x.Elem, y.Elem)
	case tree.Struct, tree.Union:
		return c.records[x] == c.records[y]
	case tree.Function:
		return tree.SameSignature(x, y, c.compatible) && c.passedAlike(x, y) && c.passedAlike(y, x)
	case tree.Vector:
		return x.Size == y.Size && c.compatible(x.Elem, y.Elem)
	}
	return true
}

// qualifiersOf are those of a type; an array has those of its elements.
func qualifiersOf(t *tree.Type) qualifiers {
	for t.Kind == tree.Array {
		t = t.Elem
	}
	return qualifiers{t.Const, t.Volatile}
}

// passedAlike says that calls of a function that is declared with a list of parameters pass what it takes where the
// other declaration is one without a list (C11 6.7.6.3p15).
func (c *typing) passedAlike(without, with *tree.Type) bool {
	if !without.Unspecified || len(without.Params) > 0 || with.Unspecified {
		return true
	}
	isPromoted := func(t *tree.Type) bool { return c.compatible(c.promotedType(t), c.unqualified(t)) }
	return !with.Variadic && !slices.ContainsFunc(with.Params, func(t *tree.Type) bool { return !isPromoted(t) })
}

// promotedType is the type after the integer promotions and of an argument without a parameter.
func (c *typing) promotedType(t *tree.Type) *tree.Type {
	switch {
	case t.Kind == tree.Float:
		return c.doubleType
	case isInteger(t):
		return c.promotedInteger(c.whole(t))
	}
	return c.unqualified(t)
}

func (c *typing) promotedInteger(t *tree.Type) *tree.Type {
	switch {
	case c.rank(t) < 3 && (t.Signed || t.Kind == tree.Bool || t.Size < c.intType.Size):
		return c.intType
	case c.rank(t) < 3:
		return c.uintType // int does not have all its values
	case isEnum(t):
		return c.integerOf(t.Size, t.Signed)
	}
	return c.unqualified(t)
}

// narrow is the type that gcc gives the value of a bit-field that is wider than int: an integer type of just that
// width, in which arithmetic wraps.
func (c *typing) narrow(t *tree.Type, width int) *tree.Type {
	key := narrowType{width, t.Signed}
	if c.narrows[key] == nil {
		base := c.integerOf(t.Size, t.Signed)
		c.narrows[key] = &tree.Type{Kind: tree.Integer, Name: fmt.Sprintf("%s:%d", base.Name, width), Size: base.Size, Align: base.Align, Signed: t.Signed, Width: width}
	}
	return c.narrows[key]
}

type narrowType struct {
	width  int
	signed bool
}

// whole is the type of an object that holds a value of type t.
func (c *typing) whole(t *tree.Type) *tree.Type {
	if t.Kind == tree.Integer && t.Width > 0 {
		return c.integerOf(t.Size, t.Signed)
	}
	return t
}

// unionMember is the member of a union that a value of type from can be stored in as it is, or nil.
func (c *typing) unionMember(t, from *tree.Type) *tree.Field {
	for _, f := range t.Fields {
		if from.Kind != tree.Void && c.compatible(c.unqualified(f.Type), from) {
			return f
		}
	}
	if c.records[t] != nil && c.records[t].transparent && isPointer(from) {
		for _, f := range t.Fields {
			if isPointer(f.Type) {
				return f
			}
		}
	}
	return nil
}

func (c *typing) functionType(result *tree.Type, params *parameters) *tree.Type {
	f := &tree.Type{Kind: tree.Function, Result: c.unqualified(result), Size: -1, Align: 1, Variadic: params.variadic, Unspecified: params.unspecified}
	for _, o := range params.objects {
		f.Params = append(f.Params, c.unqualified(o.Type))
	}
	f.Name = typeName(f, "")
	return f
}

// adjusted turns arrays and functions into pointers, as parameters are.
func (c *typing) adjusted(t *tree.Type) *tree.Type {
	switch t.Kind {
	case tree.Array:
		return c.pointerTo(t.Elem)
	case tree.Function:
		return c.pointerTo(t)
	}
	return t
}

// plainParameters is the type of a function that is declared, not defined, with a parameter that is a
// transparent union of pointers taken for its first member: arguments are passed as that one is, and
// glibc declares bind, connect and accept so for files that ask for GNU's extensions alone.
func (c *typing) plainParameters(t *tree.Type) *tree.Type {
	if t.Kind != tree.Function || !slices.ContainsFunc(t.Params, c.isTransparentPointer) {
		return t
	}
	plain := *t
	plain.Params = slices.Clone(t.Params)
	for i, p := range plain.Params {
		if c.isTransparentPointer(p) {
			plain.Params[i] = c.unqualified(p.Fields[0].Type)
		}
	}
	plain.Name = typeName(&plain, "")
	return &plain
}

// isTransparentPointer says that a type is a transparent union of pointers.
func (c *typing) isTransparentPointer(t *tree.Type) bool {
	isOther := func(f *tree.Field) bool { return !isPointer(f.Type) }
	return t.Kind == tree.Union && c.records[t] != nil && c.records[t].transparent && len(t.Fields) > 0 && !slices.ContainsFunc(t.Fields, isOther)
}

// onlyPromotionsDiffer allows what compilers allow between a prototype and an old-style definition.
func (c *typing) onlyPromotionsDiffer(x, y *tree.Type) bool {
	return (x.Unspecified || y.Unspecified) && c.compatible(x.Result, y.Result) || c.sameQualifiedShape(x, y)
}

// sameQualifiedShape ignores qualifiers behind pointers: gcc rejects them too, but for the C library's
// functions headers differ.
func (c *typing) sameQualifiedShape(x, y *tree.Type) bool {
	if x.Kind != y.Kind {
		return false
	}
	switch x.Kind {
	case tree.Pointer:
		return c.sameQualifiedShape(x.Elem, y.Elem)
	case tree.Function:
		if len(x.Params) != len(y.Params) || x.Variadic != y.Variadic || !c.sameQualifiedShape(x.Result, y.Result) {
			return false
		}
		for i := range x.Params {
			if !c.sameQualifiedShape(x.Params[i], y.Params[i]) {
				return false
			}
		}
		return true
	}
	return c.compatible(x, y)
}

func (c *typing) complete(r *record) {
	for _, v := range r.variants {
		v.Size, v.SizeExpr, v.Align, v.Fields, v.Defined = r.typ.Size, r.typ.SizeExpr, r.typ.Align, r.typ.Fields, r.typ.Defined
	}
	// Arrays of arrays come after the arrays that they are made of.
	for _, a := range r.waiting {
		c.sizeArray(a)
	}
	r.waiting = nil
}

// alignOf is the alignment that a type asks for, as a member too: the value of _Alignof.
func (c *typing) alignOf(t *tree.Type) int64 {
	return max(t.Align, 1)
}

// preferredAlign is the value of __alignof__, which on i386 prefers 8 for the wide scalars.
func (c *typing) preferredAlign(t *tree.Type) int64 {
	switch {
	case t.Kind == tree.Array || t.Kind == tree.Complex:
		return max(c.alignOf(t), c.preferredAlign(t.Elem))
	case c.target.Word == 4 && t.Size == 8 && (t.Kind == tree.Integer || t.Kind == tree.Float) && t.Align == 4:
		return 8
	}
	return c.alignOf(t)
}

// record is a struct or union type; its qualified variants and the arrays of it are completed with it.
type record struct {
	typ         *tree.Type
	variants    []*tree.Type
	waiting     []*tree.Type
	isPacked    bool
	transparent bool // an argument may be any member
	refused     bool // its members of variable length are where they are not covered
}

func (c *typing) newRecord(keyword, name string) *record {
	kind := tree.Struct
	if keyword == "union" {
		kind = tree.Union
	}
	shown := name
	if name == "" {
		c.tags++
		shown = fmt.Sprintf("<anonymous %d>", c.tags)
	}
	r := &record{typ: &tree.Type{Kind: kind, Name: keyword + " " + shown, Tag: name, Size: -1, Align: 1}}
	c.records[r.typ] = r
	return r
}

// refusedRecord names objects of such a record in diagnostics.
const refusedRecord = "a union with a member of variable length, or a bit-field behind one"

// isRefused says that t is, or is an array of, records that are refused.
func (c *typing) isRefused(t *tree.Type) bool {
	for t.Kind == tree.Array {
		t = t.Elem
	}
	r := c.records[t]
	return r != nil && r.refused
}

// checkSize refuses a type of more bytes than an object can have where pointers have 16 bits. Elsewhere no machine has
// so many.
func (c *typing) checkSize(t *tree.Type) {
	if largest := c.target.LargestObject(); c.target.Narrow && t.Size > largest {
		c.errorf(c.tok.Pos, CodeUnsupported, "a type of %d bytes, where objects have %d at most", t.Size, largest)
		t.Size = 1
	}
}
