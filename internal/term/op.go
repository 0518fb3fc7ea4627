package term

// Op is the operator at the head of a term.
type Op uint8

// The operators. Some SMT-LIB operators have none of their own: the constructors write them with
// others (a-b as a + -1*b, => with or, xor with = and not, a > b as b < a).
const (
	OpInvalid Op = iota
	OpVar
	OpConst
	OpApply
	OpNot
	OpAnd
	OpOr
	OpEq
	OpDistinct // more than distinctPairs arguments, no two of them equal
	OpIte

	OpBVAdd
	OpBVMul
	OpBVUDiv
	OpBVURem
	OpBVSDiv
	OpBVSRem
	OpBVAnd
	OpBVOr
	OpBVXor
	OpBVNot
	OpBVShl
	OpBVLshr
	OpBVAshr
	OpBVUlt
	OpBVUle
	OpBVSlt
	OpBVSle
	OpConcat  // two or more arguments, most significant first
	OpExtract // parameters: high bit, low bit
	OpZeroExt // parameter: number of added bits
	OpSignExt // parameter: number of added bits

	OpAdd // Int or Real, as OpMul, OpLt and OpLe
	OpMul
	OpDiv // Int, euclidean
	OpMod
	OpRealDiv
	OpLt
	OpLe
	OpToReal
	OpToInt
	OpIntToBV // parameter: width
	OpBVToNat

	OpFAdd
	OpFSub
	OpFMul
	OpFDiv
	OpFFma
	OpFSqrt
	OpFRem
	OpFRoundToIntegral // parameter: rounding mode
	OpFMin
	OpFMax
	OpFNeg
	OpFAbs
	OpFEq
	OpFLt
	OpFLe
	OpFIsNaN
	OpFIsInf
	OpFIsZero
	OpFIsNegative
	OpFFromBits
	OpFFromFloat
	OpFFromSBV
	OpFFromUBV
	OpFToSBV // parameters: width, rounding mode
	OpFToUBV

	OpSelect
	OpStore
	OpConstArray
	OpForall
	OpExists
	numOps
)

type opInfo struct{ text string }

// opTable gives the SMT-LIB name of each operator; indexed operators print it inside (_ ...).
var opTable = [numOps]opInfo{
	OpInvalid: {"invalid"}, OpVar: {"var"}, OpConst: {"const"}, OpApply: {"apply"},
	OpNot: {"not"}, OpAnd: {"and"}, OpOr: {"or"}, OpEq: {"="}, OpDistinct: {"distinct"}, OpIte: {"ite"},
	OpBVAdd: {"bvadd"}, OpBVMul: {"bvmul"}, OpBVUDiv: {"bvudiv"}, OpBVURem: {"bvurem"}, OpBVSDiv: {"bvsdiv"}, OpBVSRem: {"bvsrem"},
	OpBVAnd: {"bvand"}, OpBVOr: {"bvor"}, OpBVXor: {"bvxor"}, OpBVNot: {"bvnot"}, OpBVShl: {"bvshl"}, OpBVLshr: {"bvlshr"}, OpBVAshr: {"bvashr"},
	OpBVUlt: {"bvult"}, OpBVUle: {"bvule"}, OpBVSlt: {"bvslt"}, OpBVSle: {"bvsle"},
	OpConcat: {"concat"}, OpExtract: {"extract"}, OpZeroExt: {"zero_extend"}, OpSignExt: {"sign_extend"},
	OpAdd: {"+"}, OpMul: {"*"}, OpDiv: {"div"}, OpMod: {"mod"}, OpRealDiv: {"/"}, OpLt: {"<"}, OpLe: {"<="},
	OpToReal: {"to_real"}, OpToInt: {"to_int"}, OpIntToBV: {"int2bv"}, OpBVToNat: {"bv2nat"},
	OpFAdd: {"fp.add"}, OpFSub: {"fp.sub"}, OpFMul: {"fp.mul"}, OpFDiv: {"fp.div"}, OpFFma: {"fp.fma"}, OpFSqrt: {"fp.sqrt"}, OpFRem: {"fp.rem"},
	OpFRoundToIntegral: {"fp.roundToIntegral"}, OpFMin: {"fp.min"}, OpFMax: {"fp.max"}, OpFNeg: {"fp.neg"}, OpFAbs: {"fp.abs"},
	OpFEq: {"fp.eq"}, OpFLt: {"fp.lt"}, OpFLe: {"fp.leq"},
	OpFIsNaN: {"fp.isNaN"}, OpFIsInf: {"fp.isInfinite"}, OpFIsZero: {"fp.isZero"}, OpFIsNegative: {"fp.isNegative"},
	OpFFromBits: {"to_fp"}, OpFFromFloat: {"to_fp"}, OpFFromSBV: {"to_fp"}, OpFFromUBV: {"to_fp_unsigned"},
	OpFToSBV: {"fp.to_sbv"}, OpFToUBV: {"fp.to_ubv"},
	OpSelect: {"select"}, OpStore: {"store"}, OpConstArray: {"const"}, OpForall: {"forall"}, OpExists: {"exists"},
}

// String is the SMT-LIB name of the operator.
func (op Op) String() string {
	if op < numOps {
		return opTable[op].text
	}
	return "invalid"
}

// RoundingMode is an IEEE 754 rounding direction.
type RoundingMode uint8

// The rounding modes, by their SMT-LIB names.
const (
	RNE RoundingMode = iota // to nearest, ties to even
	RNA                     // to nearest, ties away from zero
	RTP                     // toward +oo
	RTN                     // toward -oo
	RTZ                     // toward zero
)

var roundingNames = [...]string{"RNE", "RNA", "RTP", "RTN", "RTZ"}

func (rm RoundingMode) String() string { return roundingNames[rm] }
