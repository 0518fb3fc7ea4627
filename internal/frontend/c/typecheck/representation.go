package typecheck

import (
	"math/big"
	"slices"
	"strings"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// modeType applies mode, vector_size and, to a type's own copy, nothing else.
func (c *typing) modeType(t *tree.Type, a attributes) *tree.Type {
	if a.constant && leadsToFunction(t) {
		c.errorf(c.previous, CodeUnsupported, "the attribute const of a pointer to a function: compilers leave calls through it out")
	}
	if a.mode != "" {
		t = c.withMode(t, a.mode)
	}
	if a.vector > 0 && c.target.Narrow {
		c.errorf(c.previous, CodeUnsupported, "vectors of %s", c.target.Name)
		return t
	}
	if a.vector > 0 && t.Size > 0 {
		// Without the larger registers of later machines gcc aligns to 16, on i386 to 4 what has 8 bytes.
		align := min(a.vector, 16)
		if align == 8 {
			align = c.target.Word
		}
		v := &tree.Type{Kind: tree.Vector, Elem: t, Size: a.vector, Align: align, Length: a.vector / t.Size}
		v.Name = t.Name + " __attribute__((vector_size))"
		return v
	}
	return t
}

// leadsToFunction says that values of a type are pointers to functions, or that its elements are.
func leadsToFunction(t *tree.Type) bool {
	for t.Kind == tree.Pointer || t.Kind == tree.Array {
		t = t.Elem
		if t.Kind == tree.Function {
			return true
		}
	}
	return false
}

func (c *typing) withMode(t *tree.Type, mode string) *tree.Type {
	if t.Kind == tree.Pointer {
		return t
	}
	size := int64(0)
	switch mode {
	case "QI", "byte":
		size = 1
	case "HI":
		size = 2
	case "SI":
		size = 4
	case "DI":
		size = 8
	case "TI":
		size = 16
	case "pointer":
		size = int64(c.unit.Pointer)
	case "word", "unwind_word":
		if !c.target.Narrow { // there it is the width of a register
			size = int64(c.unit.Pointer)
		}
	case "SF":
		return c.floatType
	case "DF":
		if !c.target.ShortDouble {
			return c.doubleType
		}
	case "XF":
		return c.ldoubleType
	case "TF":
		return c.float128Type
	}
	if size == 0 || t.Kind != tree.Integer {
		c.errorf(c.previous, CodeUnsupported, "mode %s of type %s is not supported", mode, t.Name)
		return t
	}
	m := c.integerOf(size, t.Signed)
	if size == 8 && c.target.Long() == 4 {
		m = c.llongType
		if !t.Signed {
			m = c.ullongType
		}
	}
	return c.qualified(m, qualifiers{t.Const, t.Volatile})
}

// alignedType is a copy of t with another alignment, as a typedef makes it.
func (c *typing) alignedType(t *tree.Type, align int64) *tree.Type {
	if align == 0 || align == t.Align {
		return t
	}
	if base := c.unqualified(t); base != t {
		return c.qualified(c.alignedType(base, align), qualifiers{t.Const, t.Volatile})
	}
	copied := *t
	copied.Align = align
	if r := c.records[t]; r != nil {
		r.variants = append(r.variants, &copied)
		c.records[&copied] = r
		if t.Size < 0 {
			return t
		}
	}
	c.plain[&copied] = &copied
	return &copied
}

// atomicType is t as _Atomic aligns it: where an instruction has the size of its objects, gcc aligns them to that.
// What is computed from a scalar has the type without _Atomic.
func (c *declarators) atomicType(t *tree.Type) *tree.Type {
	switch {
	case isRecord(t) && t.Size < 0:
		c.errorf(c.previous, CodeUnsupported, "_Atomic %s before its members are known", t.Name)
		return t
	case t.Size > 16 || t.Size&(t.Size-1) != 0 || t.Align >= t.Size || c.target.Narrow || t.Kind == tree.Array:
		return t
	case !c.target.X86:
		c.errorf(c.previous, CodeUnsupported, "_Atomic %s, whose alignment is not known for this machine", t.Name)
		return t
	}
	aligned := c.alignedType(t, t.Size)
	if !isRecord(t) {
		c.plain[aligned] = c.unqualified(t)
	}
	c.atomics[aligned] = true
	return aligned
}

// checkAtomicMember refuses records that gcc aligns less as members than by themselves, on machines where it aligns
// members of 8 bytes to 4 unless they are atomic.
func (c *operators) checkAtomicMember(t *tree.Type, pos source.Pos) {
	if c.target.X86 && c.target.Word == 4 && t.Size == 8 && t.Align == 8 && slices.ContainsFunc(t.Fields, func(f *tree.Field) bool { return c.atomics[f.Type] }) {
		c.errorf(pos, CodeUnsupported, "%s of a single _Atomic member of 8 bytes", t.Name)
	}
}

// sizedInteger is an integer constant with Microsoft's suffix i8, i16, i32 or i64, less that, and
// the types that it may have; nil: it has none.
func (c *typing) sizedInteger(text string) (digits string, types []*tree.Type) {
	at := strings.LastIndexByte(text, 'i')
	if at < 1 || !c.target.MSKeywords {
		return text, nil
	}
	signed, unsigned := c.intType, c.uintType
	switch text[at+1:] {
	case "8", "16", "32":
	case "64":
		signed, unsigned = c.llongType, c.ullongType
	default:
		return text, nil
	}
	if digits, ok := strings.CutSuffix(text[:at], "u"); ok {
		return digits, []*tree.Type{unsigned}
	}
	return text[:at], []*tree.Type{signed, unsigned}
}

// literalTypes are the types that a number may have (6.4.4.1p5): that of a decimal one is unsigned only where
// the suffix says so, and in C90 where long does not suffice (C90 6.1.3.2).
func (c *typing) literalTypes(digits, suffix string) []*tree.Type {
	isDecimal := digits[0] != '0'
	unsigned := strings.Contains(suffix, "u")
	signed := []*tree.Type{c.intType, c.longType, c.llongType}
	other := []*tree.Type{c.uintType, c.ulongType, c.ullongType}
	longs := strings.Count(suffix, "l")
	var out []*tree.Type
	for i := longs; i < 3; i++ {
		if !unsigned {
			out = append(out, signed[i])
		}
		if unsigned || !isDecimal || c.olderThanC99 && i > 0 {
			out = append(out, other[i])
		}
	}
	return out
}

// beyondLong is the type of a decimal number of 64 bits that fits none of the standard's types: gcc takes __int128, and
// where there is none long long, in which the number wraps around.
func (c *typing) beyondLong() *tree.Type {
	if c.sizeType.Size == 8 {
		return c.int128Type
	}
	return c.llongType
}

// elementType is the type of the elements of a literal with the prefix.
func (c *typing) elementType(prefix string) *tree.Type {
	switch prefix {
	case "L":
		return c.wcharType
	case "u":
		return c.unsignedOfSize(2)
	case "U":
		return c.unsignedOfSize(4)
	}
	return c.charType
}

// sizeEnum chooses the representation; it is the type of the constants that do not fit int.
func (c *typing) sizeEnum(t *tree.Type, constants []*entity, packed bool) {
	low, high := new(big.Int), new(big.Int)
	for _, e := range constants {
		if e.value.Cmp(low) < 0 {
			low = e.value
		}
		if e.value.Cmp(high) > 0 {
			high = e.value
		}
	}
	u := c.enumType(low, high)
	if packed {
		u = c.packedEnumType(low, high)
	}
	t.Size, t.Align, t.Signed = u.Size, u.Align, u.Signed
	for _, e := range constants {
		if !fits(e.value, c.intType) {
			e.typ = u
		}
	}
}

// enumType represents the constants of an enumeration from low to high.
func (c *typing) enumType(low, high *big.Int) *tree.Type {
	if c.target.ShortEnums {
		return c.packedEnumType(low, high)
	}
	return c.firstThatFits(low, high, c.wideEnumTypes()...)
}

// packedEnumType represents them in as few bytes as they need.
func (c *typing) packedEnumType(low, high *big.Int) *tree.Type {
	narrow := []*tree.Type{c.ucharType, c.scharType, c.ushortType, c.shortType}
	return c.firstThatFits(low, high, append(narrow, c.wideEnumTypes()...)...)
}

func (c *typing) wideEnumTypes() []*tree.Type {
	return []*tree.Type{c.uintType, c.intType, c.ulongType, c.longType, c.ullongType, c.llongType}
}

func (c *typing) firstThatFits(low, high *big.Int, candidates ...*tree.Type) *tree.Type {
	for _, t := range candidates {
		if fits(low, t) && fits(high, t) {
			return t
		}
	}
	return c.llongType
}

// unusualFloat is a floating type beside the three of C.
func (c *typing) unusualFloat(word string) *tree.Type {
	switch word {
	case "_Float16":
		return c.float16Type
	case "__bf16":
		return c.bfloat16Type
	}
	return c.float128Type
}

func (c *typing) wordType(s *specifiers) *tree.Type {
	w := s.words
	unsigned := s.signs == "unsigned"
	choose := func(signed, un *tree.Type) *tree.Type {
		if unsigned {
			return un
		}
		return signed
	}
	switch {
	case w["void"] > 0:
		return c.voidType
	case w["_Bool"] > 0:
		return c.boolType
	case w["float"] > 0:
		return c.floatType
	case w["double"] > 0 && w["long"] > 0:
		return c.ldoubleType
	case w["double"] > 0:
		return c.doubleType
	case w["char"] > 0 && s.signs == "":
		return c.charType
	case w["char"] > 0:
		return choose(c.scharType, c.ucharType)
	case w["short"] > 0:
		return choose(c.shortType, c.ushortType)
	case w["__int128"] > 0:
		return choose(c.int128Type, c.uint128Type)
	case w["long"] > 2:
		c.errorf(s.pos, CodeSyntax, "too long a type")
		return c.llongType
	case w["long"] == 2:
		return choose(c.llongType, c.ullongType)
	case w["long"] == 1:
		return choose(c.longType, c.ulongType)
	case w["int"] > 0 || s.signs != "" || s.isComplex:
		return choose(c.intType, c.uintType)
	}
	return nil
}
