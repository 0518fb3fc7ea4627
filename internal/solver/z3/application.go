//go:build cgo

package z3

/*
#include <z3.h>
*/
import "C"

import "yogi/internal/term"

// application builds the node of t over the nodes of its arguments.
func (b *Backend) application(t *term.Term, args []C.Z3_ast) C.Z3_ast {
	c := b.context
	switch t.Op() {
	case term.OpAnd:
		return C.Z3_mk_and(c, C.uint(len(args)), &args[0])
	case term.OpDistinct:
		return C.Z3_mk_distinct(c, C.uint(len(args)), &args[0])
	case term.OpOr:
		return C.Z3_mk_or(c, C.uint(len(args)), &args[0])
	case term.OpAdd:
		return C.Z3_mk_add(c, C.uint(len(args)), &args[0])
	case term.OpMul:
		return C.Z3_mk_mul(c, C.uint(len(args)), &args[0])
	case term.OpNot:
		return C.Z3_mk_not(c, args[0])
	case term.OpBVNot:
		return C.Z3_mk_bvnot(c, args[0])
	case term.OpToReal:
		return C.Z3_mk_int2real(c, args[0])
	case term.OpToInt:
		return C.Z3_mk_real2int(c, args[0])
	case term.OpFNeg:
		return C.Z3_mk_fpa_neg(c, args[0])
	case term.OpFAbs:
		return C.Z3_mk_fpa_abs(c, args[0])
	case term.OpFIsNaN:
		return C.Z3_mk_fpa_is_nan(c, args[0])
	case term.OpFIsInf:
		return C.Z3_mk_fpa_is_infinite(c, args[0])
	case term.OpFIsZero:
		return C.Z3_mk_fpa_is_zero(c, args[0])
	case term.OpFIsNegative:
		return C.Z3_mk_fpa_is_negative(c, args[0])
	case term.OpBVAdd:
		return b.chain(args, func(x, y C.Z3_ast) C.Z3_ast { return C.Z3_mk_bvadd(c, x, y) })
	case term.OpBVMul:
		return b.chain(args, func(x, y C.Z3_ast) C.Z3_ast { return C.Z3_mk_bvmul(c, x, y) })
	case term.OpBVAnd:
		return b.chain(args, func(x, y C.Z3_ast) C.Z3_ast { return C.Z3_mk_bvand(c, x, y) })
	case term.OpBVOr:
		return b.chain(args, func(x, y C.Z3_ast) C.Z3_ast { return C.Z3_mk_bvor(c, x, y) })
	case term.OpBVXor:
		return b.chain(args, func(x, y C.Z3_ast) C.Z3_ast { return C.Z3_mk_bvxor(c, x, y) })
	case term.OpConcat:
		return b.chain(args, func(x, y C.Z3_ast) C.Z3_ast { return C.Z3_mk_concat(c, x, y) })
	case term.OpBVUDiv:
		return C.Z3_mk_bvudiv(c, args[0], args[1])
	case term.OpBVURem:
		return C.Z3_mk_bvurem(c, args[0], args[1])
	case term.OpBVSDiv:
		return C.Z3_mk_bvsdiv(c, args[0], args[1])
	case term.OpBVSRem:
		return C.Z3_mk_bvsrem(c, args[0], args[1])
	case term.OpBVShl:
		return C.Z3_mk_bvshl(c, args[0], args[1])
	case term.OpBVLshr:
		return C.Z3_mk_bvlshr(c, args[0], args[1])
	case term.OpBVAshr:
		return C.Z3_mk_bvashr(c, args[0], args[1])
	case term.OpBVUlt:
		return C.Z3_mk_bvult(c, args[0], args[1])
	case term.OpBVUle:
		return C.Z3_mk_bvule(c, args[0], args[1])
	case term.OpBVSlt:
		return C.Z3_mk_bvslt(c, args[0], args[1])
	case term.OpBVSle:
		return C.Z3_mk_bvsle(c, args[0], args[1])
	case term.OpLt:
		return C.Z3_mk_lt(c, args[0], args[1])
	case term.OpLe:
		return C.Z3_mk_le(c, args[0], args[1])
	case term.OpSelect:
		return C.Z3_mk_select(c, args[0], args[1])
	case term.OpEq:
		return C.Z3_mk_eq(c, args[0], args[1])
	case term.OpFRem:
		return C.Z3_mk_fpa_rem(c, args[0], args[1])
	case term.OpFMin:
		return C.Z3_mk_fpa_min(c, args[0], args[1])
	case term.OpFMax:
		return C.Z3_mk_fpa_max(c, args[0], args[1])
	case term.OpFEq:
		return C.Z3_mk_fpa_eq(c, args[0], args[1])
	case term.OpFLt:
		return C.Z3_mk_fpa_lt(c, args[0], args[1])
	case term.OpFLe:
		return C.Z3_mk_fpa_leq(c, args[0], args[1])
	case term.OpIte:
		return C.Z3_mk_ite(c, args[0], args[1], args[2])
	case term.OpStore:
		return C.Z3_mk_store(c, args[0], args[1], args[2])
	case term.OpConstArray:
		return C.Z3_mk_const_array(c, b.sort(t.Sort().Index), args[0])
	case term.OpExtract:
		return C.Z3_mk_extract(c, C.uint(t.Param(0)), C.uint(t.Param(1)), args[0])
	case term.OpZeroExt:
		return C.Z3_mk_zero_ext(c, C.uint(t.Param(0)), args[0])
	case term.OpSignExt:
		return C.Z3_mk_sign_ext(c, C.uint(t.Param(0)), args[0])
	case term.OpIntToBV:
		return C.Z3_mk_int2bv(c, C.uint(t.Param(0)), args[0])
	case term.OpBVToNat:
		return C.Z3_mk_bv2int(c, args[0], C.bool(false))
	case term.OpDiv, term.OpMod, term.OpRealDiv:
		return b.division(t, args[0], args[1])
	case term.OpApply:
		d := b.function(t.Func())
		if len(args) == 0 {
			return C.Z3_mk_app(c, d, 0, nil)
		}
		return C.Z3_mk_app(c, d, C.uint(len(args)), &args[0])
	}
	return b.floatApplication(t, args)
}

// division makes division total the way package term does; Z3 leaves the zero divisor open.
func (b *Backend) division(t *term.Term, x, y C.Z3_ast) C.Z3_ast {
	c := b.context
	zero := b.keep(b.constant(t.Sort().Zero(), t.Sort()))
	var quotient C.Z3_ast
	otherwise := zero
	switch t.Op() {
	case term.OpMod:
		quotient, otherwise = C.Z3_mk_mod(c, x, y), x
	default:
		quotient = C.Z3_mk_div(c, x, y)
	}
	b.keep(quotient)
	if t.Args()[1].IsConst() {
		return quotient // the constructors leave no constant zero divisor
	}
	isZero := b.keep(C.Z3_mk_eq(c, y, zero))
	return C.Z3_mk_ite(c, isZero, otherwise, quotient)
}

func (b *Backend) floatApplication(t *term.Term, args []C.Z3_ast) C.Z3_ast {
	c := b.context
	mode := func(n int) C.Z3_ast { return b.rounding(term.RoundingMode(t.Param(n))) }
	switch t.Op() {
	case term.OpFAdd:
		return C.Z3_mk_fpa_add(c, mode(0), args[0], args[1])
	case term.OpFSub:
		return C.Z3_mk_fpa_sub(c, mode(0), args[0], args[1])
	case term.OpFMul:
		return C.Z3_mk_fpa_mul(c, mode(0), args[0], args[1])
	case term.OpFDiv:
		return C.Z3_mk_fpa_div(c, mode(0), args[0], args[1])
	case term.OpFFma:
		return C.Z3_mk_fpa_fma(c, mode(0), args[0], args[1], args[2])
	case term.OpFSqrt:
		return C.Z3_mk_fpa_sqrt(c, mode(0), args[0])
	case term.OpFRoundToIntegral:
		return C.Z3_mk_fpa_round_to_integral(c, mode(0), args[0])
	case term.OpFFromBits:
		return C.Z3_mk_fpa_to_fp_bv(c, args[0], b.sort(t.Sort()))
	case term.OpFFromFloat:
		return C.Z3_mk_fpa_to_fp_float(c, mode(0), args[0], b.sort(t.Sort()))
	case term.OpFFromSBV:
		return C.Z3_mk_fpa_to_fp_signed(c, mode(0), args[0], b.sort(t.Sort()))
	case term.OpFFromUBV:
		return C.Z3_mk_fpa_to_fp_unsigned(c, mode(0), args[0], b.sort(t.Sort()))
	case term.OpFToSBV:
		return C.Z3_mk_fpa_to_sbv(c, mode(1), args[0], C.uint(t.Param(0)))
	case term.OpFToUBV:
		return C.Z3_mk_fpa_to_ubv(c, mode(1), args[0], C.uint(t.Param(0)))
	}
	b.fail("no translation of " + t.Op().String())
	return nil
}

func (b *Backend) rounding(rm term.RoundingMode) C.Z3_ast {
	c := b.context
	switch rm {
	case term.RNA:
		return b.keep(C.Z3_mk_fpa_rna(c))
	case term.RTP:
		return b.keep(C.Z3_mk_fpa_rtp(c))
	case term.RTN:
		return b.keep(C.Z3_mk_fpa_rtn(c))
	case term.RTZ:
		return b.keep(C.Z3_mk_fpa_rtz(c))
	}
	return b.keep(C.Z3_mk_fpa_rne(c))
}
