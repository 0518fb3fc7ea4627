package term

import "math/big"

// ZeroValue is the value that completes models and starts runs where nothing else is said: false, 0, +0,
// the array that is zero everywhere, element 0 of an uninterpreted sort.
func ZeroValue(s *Sort) Value {
	switch s.Kind {
	case KindBool:
		return BoolValue(false)
	case KindBV:
		return BVValue(s.Width, 0)
	case KindInt:
		return IntValue(0)
	case KindReal:
		return RealValue(new(big.Rat))
	case KindFloat:
		return FloatValue(s.Exp, s.Sig, BVValue(s.Exp+s.Sig, 0))
	case KindArray:
		return ArrayVal(NewArrayValue(s, ZeroValue(s.Elem)))
	}
	return UninterpretedValue(s, 0)
}
