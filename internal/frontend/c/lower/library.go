package lower

import (
	"strings"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
)

// libraryUse is a call of a library function or compiler builtin that has a model.
type libraryUse struct {
	pos    source.Pos
	name   string // without __builtin_ and _chk
	def    *tree.FunctionDef
	args   []argument
	want   *tree.Type
	result *tree.Type
}

type model func(*body, *libraryUse) (value, bool)

// models are the library functions whose effects are known. A model that returns false leaves the call
// to be treated as one of a function without a body.
func models() map[string]model {
	return map[string]model{
		"malloc": (*body).malloc, "calloc": (*body).calloc, "realloc": (*body).realloc,
		"free": (*body).free, "cfree": (*body).free, "alloca": (*body).alloca,
		"aligned_alloc": (*body).alignedAlloc, "memalign": (*body).alignedAlloc,
		"memcpy": (*body).memcpy, "memmove": (*body).memmove, "memset": (*body).memset, "bzero": (*body).bzero,
		"mempcpy": (*body).mempcpy, "memcmp": (*body).byteLoop, "bcmp": (*body).byteLoop,
		"strlen": (*body).byteLoop, "strcmp": (*body).byteLoop, "strncmp": (*body).byteLoop,
		"strcpy": (*body).byteLoop, "strncpy": (*body).byteLoop, "strcat": (*body).byteLoop, "strchr": (*body).byteLoop,
		"scanf": (*body).scanf, "__isoc99_scanf": (*body).scanf, "fscanf": (*body).scanfAfterOne,
		"sscanf": (*body).scanfAfterOne, "__isoc99_fscanf": (*body).scanfAfterOne, "__isoc99_sscanf": (*body).scanfAfterOne,
		"printf": (*body).output, "fprintf": (*body).output, "puts": (*body).output, "putchar": (*body).output,
		"fputs": (*body).output, "fputc": (*body).output, "putc": (*body).output, "fflush": (*body).output,
		"vprintf": (*body).output, "vfprintf": (*body).output, "perror": (*body).output, "printk": (*body).output,
		"fesetround": (*body).setRounding, "fegetround": (*body).getRounding,
		"time": (*body).time, "rand": (*body).output, "getchar": (*body).output,
		"expect": (*body).firstArgument, "assume_aligned": (*body).firstArgument, "expect_with_probability": (*body).firstArgument,
		"constant_p": (*body).zeroResult, "va_end": (*body).noEffect,
		"prefetch": (*body).noEffect, "__clear_cache": (*body).noEffect, "__sync_synchronize": (*body).noEffect,
		"ia32_pause": (*body).noEffect, "ia32_mfence": (*body).noEffect, "ia32_lfence": (*body).noEffect, "ia32_sfence": (*body).noEffect,
		"__atomic_thread_fence": (*body).noEffect, "object_size": (*body).objectSize,
		"abs": (*body).abs, "labs": (*body).abs, "llabs": (*body).abs, "imaxabs": (*body).abs,
		"isalnum": (*body).characterTest, "isalpha": (*body).characterTest, "isblank": (*body).characterTest, "iscntrl": (*body).characterTest,
		"isdigit": (*body).characterTest, "isgraph": (*body).characterTest, "islower": (*body).characterTest, "isprint": (*body).characterTest,
		"ispunct": (*body).characterTest, "isspace": (*body).characterTest, "isupper": (*body).characterTest, "isxdigit": (*body).characterTest,
		"tolower": (*body).characterCase, "toupper": (*body).characterCase,
		"fpclassify": (*body).floatClass, "__fpclassify": (*body).floatClass, "__fpclassifyf": (*body).floatClass,
		"bswap16": (*body).byteSwap, "bswap32": (*body).byteSwap, "bswap64": (*body).byteSwap,
		"bitreverse8": (*body).bitReverse, "bitreverse16": (*body).bitReverse, "bitreverse32": (*body).bitReverse, "bitreverse64": (*body).bitReverse,
		"popcount": (*body).populationCount, "popcountl": (*body).populationCount, "popcountll": (*body).populationCount,
		"parity": (*body).parity, "parityl": (*body).parity, "parityll": (*body).parity,
		"ffs": (*body).findFirst, "ffsl": (*body).findFirst, "ffsll": (*body).findFirst,
		"ctz": (*body).trailingZeros, "ctzl": (*body).trailingZeros, "ctzll": (*body).trailingZeros,
		"clz": (*body).leadingZeros, "clzl": (*body).leadingZeros, "clzll": (*body).leadingZeros,
		"clzs": (*body).leadingZeros, "ctzs": (*body).trailingZeros, "clzg": (*body).leadingZeros, "ctzg": (*body).trailingZeros, "popcountg": (*body).populationCount,
		"clrsb": (*body).redundantSignBits, "clrsbl": (*body).redundantSignBits, "clrsbll": (*body).redundantSignBits,
		"add_overflow_p": (*body).predictedOverflow, "sub_overflow_p": (*body).predictedOverflow, "mul_overflow_p": (*body).predictedOverflow,
		"add_overflow": (*body).checkedArithmetic, "sub_overflow": (*body).checkedArithmetic, "mul_overflow": (*body).checkedArithmetic,
		"copysign": (*body).signCopy, "copysignf": (*body).signCopy,
		"fmin": (*body).extreme, "fminf": (*body).extreme, "fmax": (*body).extreme, "fmaxf": (*body).extreme,
		"lrint": (*body).roundToInteger, "lrintf": (*body).roundToInteger, "llrint": (*body).roundToInteger,
		"lround": (*body).roundToInteger, "lroundf": (*body).roundToInteger, "llround": (*body).roundToInteger,
		"fabsl": (*body).floatFunction, "sqrtl": (*body).floatFunction, "floorl": (*body).floatFunction, "ceill": (*body).floatFunction,
		"truncl": (*body).floatFunction, "roundl": (*body).floatFunction, "rintl": (*body).floatFunction, "nearbyintl": (*body).floatFunction,
		"copysignl": (*body).signCopy, "fminl": (*body).extreme, "fmaxl": (*body).extreme,
		"lrintl": (*body).roundToInteger, "lroundl": (*body).roundToInteger, "llrintl": (*body).roundToInteger, "llroundl": (*body).roundToInteger,
		"llrintf": (*body).roundToInteger, "llroundf": (*body).roundToInteger,
		"isnanl": (*body).floatTest, "__isnanl": (*body).floatTest, "isinfl": (*body).floatTest, "__isinfl": (*body).floatTest,
		"finitel": (*body).floatTest, "__finitel": (*body).floatTest, "signbitl": (*body).floatTest, "__signbitl": (*body).floatTest,
		"__fpclassifyl": (*body).floatClass, "huge_vall": (*body).infinity, "infl": (*body).infinity, "nanl": (*body).notANumber,
		"fabs": (*body).floatFunction, "fabsf": (*body).floatFunction, "sqrt": (*body).floatFunction, "sqrtf": (*body).floatFunction,
		"floor": (*body).floatFunction, "floorf": (*body).floatFunction, "ceil": (*body).floatFunction, "ceilf": (*body).floatFunction,
		"trunc": (*body).floatFunction, "truncf": (*body).floatFunction, "round": (*body).floatFunction, "roundf": (*body).floatFunction,
		"rint": (*body).floatFunction, "rintf": (*body).floatFunction, "nearbyint": (*body).floatFunction, "nearbyintf": (*body).floatFunction,
		"isnan": (*body).floatTest, "__isnan": (*body).floatTest, "__isnanf": (*body).floatTest, "isnanf": (*body).floatTest,
		"isinf": (*body).floatTest, "__isinf": (*body).floatTest, "__isinff": (*body).floatTest, "isinff": (*body).floatTest,
		"isinf_sign": (*body).floatTest, "isfinite": (*body).floatTest, "finite": (*body).floatTest, "__finite": (*body).floatTest,
		"__finitef": (*body).floatTest, "isnormal": (*body).floatTest, "signbit": (*body).floatTest, "signbitf": (*body).floatTest,
		"__signbit": (*body).floatTest, "__signbitf": (*body).floatTest,
		"isgreater": (*body).floatOrder, "isgreaterequal": (*body).floatOrder, "isless": (*body).floatOrder,
		"islessequal": (*body).floatOrder, "islessgreater": (*body).floatOrder, "isunordered": (*body).floatOrder,
		"huge_val": (*body).infinity, "huge_valf": (*body).infinity, "inf": (*body).infinity, "inff": (*body).infinity,
		"nan": (*body).notANumber, "nanf": (*body).notANumber,
	}
}

// modelName is the name under which a function's model is found.
func modelName(def *tree.FunctionDef) string {
	name := def.Name
	if def.Builtin != "" {
		name = def.Builtin
	}
	name = strings.TrimPrefix(name, "__builtin_")
	if checked, ok := strings.CutSuffix(name, "_chk"); ok {
		name = strings.TrimPrefix(checked, "__")
	}
	return name
}

// hasModel says that calls of def, which has no body, have a meaning of their own, so that what they are
// given may be read.
func hasModel(def *tree.FunctionDef) bool {
	return modelTable[modelName(def)] != nil && !isOutput(modelName(def))
}

var modelTable = models()

// IsLibrary says that something is known of the C library's function of a name.
func IsLibrary(name string) bool {
	f := &tree.FunctionDef{Name: name}
	return hasModel(f) || isOutput(modelName(f)) || isLibraryName(modelName(f)) || haltFunctions[name] || errorFunctions[name] || orderlyFunctions[name]
}

func isOutput(name string) bool {
	switch name {
	case "printf", "fprintf", "puts", "fputs", "perror", "printk", "vprintf", "vfprintf":
		return true
	}
	return false
}

// libraryCall lowers a call of a function that has a model.
func (b *body) libraryCall(pos source.Pos, def *tree.FunctionDef, args []argument, want *tree.Type) (value, bool) {
	use := &libraryUse{pos: pos, name: modelName(def), def: def, args: args, want: want, result: def.Type.Result}
	m := modelTable[use.name]
	switch {
	case m != nil:
	case atomicModel(use.name) != nil:
		m = atomicModel(use.name)
	case isCheckedArithmetic(use.name):
		m = (*body).checkedArithmetic
	case strings.HasPrefix(def.Name, "__builtin_") && !isLibraryName(use.name):
		return b.unsupportedValue(pos, want, "the built-in function "+def.Name), true
	default:
		return value{}, false
	}
	v, done := m(b, use)
	if !done || want.Kind == tree.Void {
		return value{}, done
	}
	if v.scalar == nil {
		return b.anyValue(want), true
	}
	if isInteger := v.scalar.Sort().Kind == term.KindBV; isInteger && !want.IsFloating() {
		v.scalar = b.resizeBits(v.scalar, b.sortOf(want).Width, true)
	} else if v.scalar.Sort() != b.sortOf(want) {
		return b.unsupportedValue(pos, want, def.Name+" with these types"), true
	}
	return v, true
}

// isCheckedArithmetic recognises sadd_overflow, umulll_overflow and their like.
func isCheckedArithmetic(name string) bool {
	word, ok := strings.CutSuffix(name, "_overflow")
	if !ok || word == "" {
		return false
	}
	word = strings.TrimRight(word[1:], "l")
	return word == "add" || word == "sub" || word == "mu"
}

// isLibraryName says that a built-in function is the C library's, which is treated as any function
// without a body if it has no model.
func isLibraryName(name string) bool {
	return builtinLibrary[name] || unsupportedFunctions[name] || writingFunctions[name]
}

// builtinLibrary are functions of the C library that compilers also know as built-in ones and that
// only compute a result.
var builtinLibrary = makeSet(
	"fmod", "fmodf", "pow", "powf", "exp", "expf", "exp2", "log", "logf", "log2", "log10", "log1p", "expm1",
	"sin", "sinf", "cos", "cosf", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "cbrt", "hypot",
	"fdim", "fma", "remainder", "drem", "ldexp", "scalbn", "logb", "ilogb", "nextafter", "tgamma", "lgamma",
	"return_address", "frame_address", "extract_return_addr",
)

// specialCall lowers calls whose arguments are not evaluated.
func (b *body) specialCall(e *tree.Call, def *tree.FunctionDef) (value, bool) {
	if def.Body != nil {
		return value{}, false
	}
	if v, done := b.ruleCall(e, def); done {
		return v, true
	}
	switch modelName(def) {
	case "va_arg_pack_len":
		if pack, ok := b.packs[b.def]; ok {
			return value{scalar: b.terms.BVConst(32, uint64(len(pack)))}, true
		}
	case "constant_p", "va_start", "va_end", "va_copy", "object_size":
		use := &libraryUse{pos: e.Pos, name: modelName(def), def: def, want: e.Type, result: def.Type.Result}
		for _, a := range e.Args {
			use.args = append(use.args, argument{typ: a.ExprType(), expr: a})
		}
		switch use.name {
		case "va_start":
			return b.startList(use)
		case "va_copy":
			return b.copyList(use)
		}
		return modelTable[use.name](b, use)
	}
	return value{}, false
}

// number is the argument as an unsigned number of pointer width.
func (b *body) number(a argument) *term.Term {
	return b.resizeBits(a.scalar, b.pointerWidth(), isSigned(a.typ))
}

// scalars says that the call has at least n arguments, all of them scalars that are modelled.
func (u *libraryUse) scalars(n int) bool {
	if len(u.args) < n {
		return false
	}
	for _, a := range u.args[:n] {
		if a.scalar == nil || !isModelled(a.typ) {
			return false
		}
	}
	return true
}

func (u *libraryUse) integers(n int) bool {
	if !u.scalars(n) {
		return false
	}
	for _, a := range u.args[:n] {
		if a.typ.IsFloating() {
			return false
		}
	}
	return true
}

func (b *body) malloc(u *libraryUse) (value, bool) {
	if !u.integers(1) {
		return value{}, false
	}
	return b.heap(u, b.number(u.args[0]), false), true
}

func (b *body) calloc(u *libraryUse) (value, bool) {
	if !u.integers(2) {
		return value{}, false
	}
	// Twice the width holds every product, so that one too large is not taken for a small one.
	width := 2 * b.pointerWidth()
	product := b.terms.BVMul(b.resizeBits(b.number(u.args[0]), width, false), b.resizeBits(b.number(u.args[1]), width, false))
	return b.heap(u, product, true), true
}

func (b *body) alignedAlloc(u *libraryUse) (value, bool) {
	if !u.integers(2) {
		return value{}, false
	}
	return b.heap(u, b.number(u.args[1]), false), true
}

// heap allocates size bytes; whether it may fail is an option. No object is larger than the difference
// of two pointers can tell: asking for one gives null whatever the option.
func (b *body) heap(u *libraryUse, size *term.Term, zero bool) value {
	width := b.pointerWidth()
	largest := b.terms.BVConst(size.Sort().Width, 1<<(width-1)-1)
	tooLarge := b.terms.BVUlt(largest, size)
	if tooLarge.IsTrue() {
		return value{scalar: b.addr(0)}
	}
	size = b.terms.Ite(tooLarge, b.addr(0), b.terms.Trunc(width, size))
	v := b.newTemp(b.terms.BV(width))
	a := b.alloc(u.pos, v, size, ir.HeapObject, "", u.name)
	a.Zero = zero
	b.emit(a)
	b.begin(u.pos, v.Sym, size)
	fails := tooLarge
	if b.options.MallocMayFail {
		choice := b.newTemp(b.terms.Bool())
		b.havoc(u.pos, choice, ir.AllocationChoice, u.def.Name, "_Bool")
		fails = b.terms.Or(tooLarge, choice.Sym)
	} else {
		b.assume("malloc never fails")
	}
	b.write(u.pos, b.book.heap, v.Sym, b.terms.Ite(fails, b.terms.BVConst(8, 0), b.terms.BVConst(8, ownObject)))
	b.count(u.pos, b.terms.Ite(fails, b.addr(0), b.addr(1)))
	b.hide(u.pos, b.terms.BVUle(b.addr(b.granule()), size))
	b.failWithErrno(u.pos, fails)
	return value{scalar: b.terms.Ite(fails, b.addr(0), v.Sym)}
}

// realloc of size 0 frees and gives null, as glibc does; C leaves it open.
func (b *body) realloc(u *libraryUse) (value, bool) {
	if !u.integers(2) {
		return value{}, false
	}
	old, size := u.args[0].scalar, b.number(u.args[1])
	if n, ok := constantSize(size); ok && n > 0 {
		return value{scalar: b.reallocated(u, old, size)}, true
	}
	result := b.newTemp(b.terms.BV(b.pointerWidth()))
	release, move, done := b.newBlock("", u.pos), b.newBlock("", u.pos), b.newBlock("", u.pos)
	frees := b.terms.And(b.terms.Eq(size, b.addr(0)), b.terms.Ne(old, b.zero(old.Sort())))
	b.branch(u.pos, frees, release, move)
	b.enter(release)
	b.release(u.pos, old)
	b.assign(u.pos, result, b.addr(0))
	b.block.Jump(u.pos, done)
	b.enter(move)
	b.assign(u.pos, result, b.reallocated(u, old, size))
	b.block.Jump(u.pos, done)
	b.enter(done)
	return value{scalar: result.Sym}, true
}

// reallocated is a fresh object with the contents of the old one. Bytes beyond the end of the old one are
// whatever lies there: their values are indeterminate in C.
func (b *body) reallocated(u *libraryUse, old, size *term.Term) *term.Term {
	v := b.heap(u, size, false)
	move, done := b.newBlock("", u.pos), b.newBlock("", u.pos)
	null := b.zero(old.Sort())
	b.branch(u.pos, b.terms.Or(b.terms.Eq(old, null), b.terms.Eq(v.scalar, null)), done, move)
	b.enter(move)
	if n, ok := constantSize(size); ok && n > 0 {
		b.emit(&ir.Copy{At: ir.At{Pos: u.pos}, To: v.scalar, From: old, Size: n})
	} else {
		b.callLibrary(u.pos, "memcpy", v.scalar, old, size)
	}
	b.release(u.pos, old)
	b.block.Jump(u.pos, done)
	b.enter(done)
	return v.scalar
}

func (b *body) free(u *libraryUse) (value, bool) {
	if !u.integers(1) {
		return value{}, false
	}
	b.release(u.pos, u.args[0].scalar)
	return value{}, true
}

func (b *body) alloca(u *libraryUse) (value, bool) {
	if !u.integers(1) {
		return value{}, false
	}
	v := b.newTemp(b.terms.BV(b.pointerWidth()))
	size := b.number(u.args[0])
	if b.checks(property.UseAfterFree) && (b.repeating > 0 || len(b.def.Labels) > 0) {
		return b.unsupportedValue(u.pos, u.want, "alloca where it may be called again in one activation, and the lifetime of objects is checked"), true
	}
	b.emit(b.alloc(u.pos, v, size, ir.StackObject, "", "alloca"))
	b.begin(u.pos, v.Sym, size)
	b.allocas = append(b.allocas, v)
	return value{scalar: v.Sym}, true
}

// constantSize returns a size argument whose value is known.
func constantSize(t *term.Term) (uint64, bool) {
	v, ok := t.Value()
	if !ok {
		return 0, false
	}
	return v.Uint64(), true
}

func (b *body) memcpy(u *libraryUse) (value, bool) {
	if !u.integers(3) {
		return value{}, false
	}
	to, from, n := u.args[0].scalar, u.args[1].scalar, b.number(u.args[2])
	b.requireBytes(u.pos, to, n)
	b.requireBytes(u.pos, from, n)
	if size, ok := constantSize(n); ok {
		if size > 0 {
			b.emit(&ir.Copy{At: ir.At{Pos: u.pos}, To: to, From: from, Size: size})
		}
	} else {
		b.callLibrary(u.pos, "memcpy", to, from, n)
	}
	return value{scalar: to}, true
}

func (b *body) mempcpy(u *libraryUse) (value, bool) {
	v, ok := b.memcpy(u)
	if ok {
		v.scalar = b.terms.BVAdd(v.scalar, b.number(u.args[2]))
	}
	return v, ok
}

// memmove may overlap, which Copy may not.
func (b *body) memmove(u *libraryUse) (value, bool) {
	if !u.integers(3) {
		return value{}, false
	}
	b.requireBytes(u.pos, u.args[0].scalar, b.number(u.args[2]))
	b.requireBytes(u.pos, u.args[1].scalar, b.number(u.args[2]))
	b.callLibrary(u.pos, "memmove", u.args[0].scalar, u.args[1].scalar, b.number(u.args[2]))
	return value{scalar: u.args[0].scalar}, true
}

func (b *body) memset(u *libraryUse) (value, bool) {
	if !u.integers(3) {
		return value{}, false
	}
	b.fill(u.pos, u.args[0].scalar, b.resizeBits(u.args[1].scalar, 8, false), b.number(u.args[2]))
	return value{scalar: u.args[0].scalar}, true
}

func (b *body) bzero(u *libraryUse) (value, bool) {
	if !u.integers(2) {
		return value{}, false
	}
	b.fill(u.pos, u.args[0].scalar, b.terms.BVConst(8, 0), b.number(u.args[1]))
	return value{}, true
}

func (b *body) fill(pos source.Pos, to, fill, n *term.Term) {
	b.requireBytes(pos, to, n)
	size, sized := constantSize(n)
	v, known := fill.Value()
	if !sized || !known {
		b.callLibrary(pos, "memset", to, fill, n)
		return
	}
	if size > 0 {
		b.emit(&ir.Fill{At: ir.At{Pos: pos}, Addr: to, Byte: uint8(v.Uint64()), Size: size})
	}
}

// output is a function that changes nothing in the program; its result is an input.
func (b *body) output(u *libraryUse) (value, bool) {
	if b.mayWriteFormat(u) {
		return b.unmodelledCall(u.pos, u.want, u.def.Name+" with a format that may have %n"), true
	}
	if u.want.Kind == tree.Void || !u.result.IsScalar() || !isModelled(u.result) {
		return value{}, u.want.Kind == tree.Void
	}
	b.failWithErrno(u.pos, b.terms.True())
	v := b.input(u.pos, u.want, ir.UndefinedCall, u.def.Name)
	b.outputRange(u, v)
	return value{scalar: v}, true
}

// outputRange says what the result of a function of stdio.h can be: -1 where it fails, else a count, or the
// character that is written.
func (b *body) outputRange(u *libraryUse, v *term.Term) {
	if u.want.Kind != tree.Integer || u.want.Size != 4 || u.result.Size != 4 {
		return
	}
	constant := func(n uint64) *term.Term { return b.terms.BVConst(32, n) }
	failed := b.terms.Eq(v, constant(0xffffffff))
	switch u.name {
	case "printf", "fprintf", "vprintf", "vfprintf", "puts", "fputs":
		b.assumeTrue(u.pos, b.terms.Or(failed, b.terms.BVSle(constant(0), v)))
	case "fflush":
		b.assumeTrue(u.pos, b.terms.Or(failed, b.terms.Eq(v, constant(0))))
	case "putchar", "fputc", "putc":
		if u.integers(1) {
			written := b.resizeBits(b.resizeBits(u.args[0].scalar, 8, false), 32, false)
			b.assumeTrue(u.pos, b.terms.Or(failed, b.terms.Eq(v, written)))
		}
	}
}

func (b *body) scanf(u *libraryUse) (value, bool) { return b.scanInto(u, 1) }

func (b *body) scanfAfterOne(u *libraryUse) (value, bool) { return b.scanInto(u, 2) }

// scanInto writes inputs through the arguments after the format that a conversion is for; where the
// format is not known, through all. One that points at characters may then write any number of them.
func (b *body) scanInto(u *libraryUse, first int) (value, bool) {
	if first <= len(u.args) {
		if format, ok := LiteralText(u.args[first-1].expr); ok {
			if conversions, ok := scanConversions(format); ok && first+len(conversions) <= len(u.args) {
				return b.scanConverted(u, first, conversions)
			}
		}
	}
	for i := first; i < len(u.args); i++ {
		t := b.pointeeOf(u.args[i])
		if t == nil || !t.IsScalar() || t.Kind == tree.Integer && t.Size == 1 {
			return b.unmodelledCall(u.pos, u.want, u.def.Name+" into something other than a number"), true
		}
		v := b.input(u.pos, t, ir.MemoryWrite, u.def.Name)
		b.storeScalar(u.pos, place{typ: t, address: u.args[i].scalar, pointer: u.args[i].scalar}, v)
	}
	return b.output(u)
}

func (b *body) scanConverted(u *libraryUse, first int, conversions []conversion) (value, bool) {
	for i, c := range conversions {
		a := u.args[first+i]
		t := b.pointeeOf(a)
		if t == nil || !c.fits(t, int64(b.pointerWidth()/8)) {
			return b.unmodelledCall(u.pos, u.want, u.def.Name+" into an object of another type than the format says"), true
		}
		b.storeScalar(u.pos, place{typ: t, address: a.scalar, pointer: a.scalar}, b.input(u.pos, t, ir.MemoryWrite, u.def.Name))
	}
	return b.output(u)
}

func (b *body) firstArgument(u *libraryUse) (value, bool) {
	if len(u.args) == 0 {
		return value{}, false
	}
	return u.args[0].value, true
}

func (b *body) zeroResult(u *libraryUse) (value, bool) {
	return b.anyValue(u.want), true
}

func (b *body) noEffect(u *libraryUse) (value, bool) {
	return b.nothing(u.want), true
}

// objectSize depends on what the compiler finds out about the object.
func (b *body) objectSize(u *libraryUse) (value, bool) {
	return value{scalar: b.input(u.pos, u.want, ir.Unspecified, u.def.Name)}, true
}

// time returns what it stores.
func (b *body) time(u *libraryUse) (value, bool) {
	if !u.integers(1) || u.result.Kind != tree.Integer {
		return value{}, false
	}
	now := b.input(u.pos, u.result, ir.UndefinedCall, u.def.Name)
	to := u.args[0].scalar
	write, done := b.newBlock("", u.pos), b.newBlock("", u.pos)
	b.branch(u.pos, b.terms.Eq(to, b.zero(to.Sort())), done, write)
	b.enter(write)
	b.storeScalar(u.pos, place{typ: u.result, address: to, pointer: to}, now)
	b.block.Jump(u.pos, done)
	b.enter(done)
	return value{scalar: now}, true
}
