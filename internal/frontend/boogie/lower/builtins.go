package lower

import (
	"strconv"
	"strings"

	"yogi/internal/frontend/boogie/syntax"
	"yogi/internal/term"
)

// builder makes the term of a builtin function applied to arguments of the declared sorts.
type builder func(l *lowering, args []*term.Term) *term.Term

// builtinName returns the SMT-LIB operator that a function is declared to be.
func builtinName(f *syntax.FunctionDecl) (string, bool) {
	if f.Body != nil {
		return "", false
	}
	for _, attribute := range []string{"bvbuiltin", "builtin"} {
		if name, ok := f.Attributes.Text(attribute); ok {
			return strings.TrimSpace(name) + indices(f), true
		}
	}
	return "", false
}

// indices returns the numbers of an {:indices n} attribute, Ultimate's way to index an operator.
func indices(f *syntax.FunctionDecl) string {
	text := ""
	if a := f.Attributes.Find("indices"); a != nil {
		for _, e := range a.Args {
			text += " " + syntax.ExpressionString(e)
		}
	}
	return text
}

// findBuiltin returns the meaning of an SMT-LIB operator, if it is known and the declaration has the types
// that the operator wants: the types are the user's claim and are checked, not believed.
func findBuiltin(name string, f *syntax.FunctionDecl) (builder, bool) {
	params := make([]*syntax.Type, len(f.Params))
	for i, v := range f.Params {
		params[i] = v.Object.Type
	}
	if words := strings.Fields(strings.Trim(name, "()_ ")); len(words) == 2 {
		if n, err := strconv.Atoi(words[1]); err == nil && n >= 0 {
			return indexedBuiltin(words[0], n, params, f.ResultType)
		}
		return nil, false
	}
	if build := bvBuiltin(name, params, f.ResultType); build != nil {
		return build, true
	}
	if build := numberBuiltin(name, params, f.ResultType); build != nil {
		return build, true
	}
	if name == "MapConst" && len(params) == 1 && f.ResultType.Kind == syntax.MapType && f.ResultType.Result == params[0] {
		sortOf := f.ResultType
		return func(l *lowering, args []*term.Term) *term.Term { return l.constantMap(sortOf, args[0]) }, true
	}
	return nil, false
}

func (l *lowering) constantMap(t *syntax.Type, value *term.Term) *term.Term {
	s := l.sort(t)
	var nest []*term.Sort
	for range t.Indices {
		nest = append(nest, s)
		s = s.Elem
	}
	for i := len(nest) - 1; i >= 0; i-- {
		value = l.terms.ConstArray(nest[i], value)
	}
	return value
}

func isBV(t *syntax.Type, width int) bool { return t.Kind == syntax.BVType && t.Width == width }

// indexedBuiltin: operators with a number in their name.
func indexedBuiltin(name string, n int, params []*syntax.Type, result *syntax.Type) (builder, bool) {
	if len(params) != 1 {
		return nil, false
	}
	from := params[0]
	switch {
	case name == "zero_extend" && from.Kind == syntax.BVType && isBV(result, from.Width+n):
		return func(l *lowering, a []*term.Term) *term.Term { return l.terms.ZeroExt(n, a[0]) }, true
	case name == "sign_extend" && from.Kind == syntax.BVType && isBV(result, from.Width+n):
		return func(l *lowering, a []*term.Term) *term.Term { return l.terms.SignExt(n, a[0]) }, true
	case (name == "int2bv" || name == "nat2bv" || name == "int_to_bv") && from.Kind == syntax.IntType && isBV(result, n) && n > 0:
		return func(l *lowering, a []*term.Term) *term.Term { return l.terms.IntToBV(n, a[0]) }, true
	}
	return nil, false
}

// binaryBV are the operators from two vectors of one width to the same width.
var binaryBV = map[string]func(b *term.Builder, x, y *term.Term) *term.Term{
	"bvadd":  func(b *term.Builder, x, y *term.Term) *term.Term { return b.BVAdd(x, y) },
	"bvsub":  (*term.Builder).BVSub,
	"bvmul":  func(b *term.Builder, x, y *term.Term) *term.Term { return b.BVMul(x, y) },
	"bvudiv": (*term.Builder).BVUDiv,
	"bvurem": (*term.Builder).BVURem,
	"bvsdiv": (*term.Builder).BVSDiv,
	"bvsrem": (*term.Builder).BVSRem,
	"bvsmod": signedModulo,
	"bvand":  func(b *term.Builder, x, y *term.Term) *term.Term { return b.BVAnd(x, y) },
	"bvor":   func(b *term.Builder, x, y *term.Term) *term.Term { return b.BVOr(x, y) },
	"bvxor":  func(b *term.Builder, x, y *term.Term) *term.Term { return b.BVXor(x, y) },
	"bvnand": func(b *term.Builder, x, y *term.Term) *term.Term { return b.BVNot(b.BVAnd(x, y)) },
	"bvnor":  func(b *term.Builder, x, y *term.Term) *term.Term { return b.BVNot(b.BVOr(x, y)) },
	"bvxnor": func(b *term.Builder, x, y *term.Term) *term.Term { return b.BVNot(b.BVXor(x, y)) },
	"bvshl":  (*term.Builder).BVShl,
	"bvlshr": (*term.Builder).BVLshr,
	"bvashr": (*term.Builder).BVAshr,
}

// compareBV are the operators from two vectors of one width to bool.
var compareBV = map[string]func(b *term.Builder, x, y *term.Term) *term.Term{
	"bvult": (*term.Builder).BVUlt,
	"bvule": (*term.Builder).BVUle,
	"bvugt": (*term.Builder).BVUgt,
	"bvuge": (*term.Builder).BVUge,
	"bvslt": (*term.Builder).BVSlt,
	"bvsle": (*term.Builder).BVSle,
	"bvsgt": (*term.Builder).BVSgt,
	"bvsge": (*term.Builder).BVSge,
}

// signedModulo is bvsmod: the remainder with the sign of the divisor.
func signedModulo(b *term.Builder, x, y *term.Term) *term.Term {
	zero := b.Const(term.BVValue(x.Sort().Width, 0))
	remainder := b.BVSRem(x, y)
	sameSign := b.Eq(b.BVSlt(remainder, zero), b.BVSlt(y, zero))
	return b.Ite(b.Or(b.Eq(remainder, zero), sameSign), remainder, b.BVAdd(remainder, y))
}

func bvBuiltin(name string, params []*syntax.Type, result *syntax.Type) builder {
	if len(params) == 0 || params[0].Kind != syntax.BVType {
		return nil
	}
	width := params[0].Width
	if len(params) == 1 {
		return unaryBVBuiltin(name, width, result)
	}
	if len(params) != 2 || params[1].Kind != syntax.BVType {
		return nil
	}
	if name == "concat" && isBV(result, width+params[1].Width) {
		return func(l *lowering, a []*term.Term) *term.Term { return l.terms.Concat(a[0], a[1]) }
	}
	if params[1].Width != width {
		return nil
	}
	if op := binaryBV[name]; op != nil && isBV(result, width) {
		return func(l *lowering, a []*term.Term) *term.Term { return op(l.terms, a[0], a[1]) }
	}
	if op := compareBV[name]; op != nil && result.Kind == syntax.BoolType {
		return func(l *lowering, a []*term.Term) *term.Term { return op(l.terms, a[0], a[1]) }
	}
	if name == "bvcomp" && isBV(result, 1) {
		return func(l *lowering, a []*term.Term) *term.Term {
			return l.terms.Ite(l.terms.Eq(a[0], a[1]), l.terms.BVConst(1, 1), l.terms.BVConst(1, 0))
		}
	}
	return equality(name, params, result)
}

func unaryBVBuiltin(name string, width int, result *syntax.Type) builder {
	switch {
	case name == "bvnot" && isBV(result, width):
		return func(l *lowering, a []*term.Term) *term.Term { return l.terms.BVNot(a[0]) }
	case name == "bvneg" && isBV(result, width):
		return func(l *lowering, a []*term.Term) *term.Term { return l.terms.BVNeg(a[0]) }
	case (name == "bv2nat" || name == "bv2int" || name == "ubv_to_int") && result.Kind == syntax.IntType:
		return func(l *lowering, a []*term.Term) *term.Term { return l.terms.BVToNat(a[0]) }
	}
	return nil
}

func equality(name string, params []*syntax.Type, result *syntax.Type) builder {
	if name == "=" && len(params) == 2 && params[0] == params[1] && result.Kind == syntax.BoolType {
		return func(l *lowering, a []*term.Term) *term.Term { return l.terms.Eq(a[0], a[1]) }
	}
	return nil
}

// numberBuiltin: operators on int, real and bool.
func numberBuiltin(name string, params []*syntax.Type, result *syntax.Type) builder {
	switch {
	case len(params) == 1 && name == "to_real" && params[0].Kind == syntax.IntType && result.Kind == syntax.RealType:
		return func(l *lowering, a []*term.Term) *term.Term { return l.terms.ToReal(a[0]) }
	case len(params) == 1 && name == "to_int" && params[0].Kind == syntax.RealType && result.Kind == syntax.IntType:
		return func(l *lowering, a []*term.Term) *term.Term { return l.terms.ToInt(a[0]) }
	case len(params) == 1 && name == "-" && isNumber(params[0]) && result == params[0]:
		return func(l *lowering, a []*term.Term) *term.Term { return l.terms.Neg(a[0]) }
	case len(params) == 1 && name == "not" && params[0].Kind == syntax.BoolType && result.Kind == syntax.BoolType:
		return func(l *lowering, a []*term.Term) *term.Term { return l.terms.Not(a[0]) }
	}
	if len(params) != 2 || params[0] != params[1] {
		return nil
	}
	var op func(b *term.Builder, x, y *term.Term) *term.Term
	t := params[0]
	switch {
	case name == "=":
		return equality(name, params, result)
	case t.Kind == syntax.BoolType && result == t:
		op = boolOperators[name]
	case isNumber(t) && result == t && division(name, t.Kind) != nil:
		divide := division(name, t.Kind)
		return func(l *lowering, a []*term.Term) *term.Term { return divide(l, a[0], a[1]) }
	case isNumber(t) && result == t:
		op = arithmetic(name)
	case isNumber(t) && result.Kind == syntax.BoolType:
		op = comparisons[name]
	}
	if op == nil {
		return nil
	}
	return func(l *lowering, a []*term.Term) *term.Term { return op(l.terms, a[0], a[1]) }
}

func isNumber(t *syntax.Type) bool { return t.Kind == syntax.IntType || t.Kind == syntax.RealType }

var boolOperators = map[string]func(b *term.Builder, x, y *term.Term) *term.Term{
	"and": func(b *term.Builder, x, y *term.Term) *term.Term { return b.And(x, y) },
	"or":  func(b *term.Builder, x, y *term.Term) *term.Term { return b.Or(x, y) },
	"xor": (*term.Builder).Xor,
	"=>":  (*term.Builder).Implies,
}

var comparisons = map[string]func(b *term.Builder, x, y *term.Term) *term.Term{
	"<":  (*term.Builder).Lt,
	"<=": (*term.Builder).Le,
	">":  (*term.Builder).Gt,
	">=": (*term.Builder).Ge,
}

func arithmetic(name string) func(b *term.Builder, x, y *term.Term) *term.Term {
	switch {
	case name == "+":
		return func(b *term.Builder, x, y *term.Term) *term.Term { return b.Add(x, y) }
	case name == "-":
		return (*term.Builder).Sub
	case name == "*":
		return func(b *term.Builder, x, y *term.Term) *term.Term { return b.Mul(x, y) }
	}
	return nil
}

// division are the operators that leave a value open, for the divisor zero.
func division(name string, kind syntax.TypeKind) func(l *lowering, x, y *term.Term) *term.Term {
	switch {
	case name == "div" && kind == syntax.IntType:
		return (*lowering).div
	case name == "mod" && kind == syntax.IntType:
		return (*lowering).mod
	case name == "rem" && kind == syntax.IntType:
		return (*lowering).remainder
	case name == "/" && kind == syntax.RealType:
		return (*lowering).slash
	}
	return nil
}

// remainder is Z3's rem, which SMT-LIB does not have: mod with the sign of the divisor.
func (l *lowering) remainder(x, y *term.Term) *term.Term {
	m := l.mod(x, y)
	return l.terms.Ite(l.terms.Ge(y, l.terms.IntConst(0)), m, l.terms.Neg(m))
}
