package term

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"yogi/internal/bug"
)

// floatConstant reads (fp #b. #b... #b...).
func (p *termParser) floatConstant(s SExpr) (*Term, error) {
	if len(s.List) != 4 {
		return nil, fmt.Errorf("malformed float %s", s)
	}
	var fields []*Term
	for _, e := range s.List[1:] {
		t, ok := p.literal(e.Atom)
		if !ok || t.sort.Kind != KindBV {
			return nil, fmt.Errorf("malformed float %s", s)
		}
		fields = append(fields, t)
	}
	eb, sb := fields[1].sort.Width, fields[2].sort.Width+1
	if fields[0].sort.Width != 1 || eb < 2 || eb > 30 || sb < 2 {
		return nil, fmt.Errorf("malformed float %s", s)
	}
	return p.b.FloatConst(p.b.Concat(fields...).value, eb, sb), nil
}

// indexedConstant reads (_ bv5 32), (_ +oo 11 53) and its like.
func (p *termParser) indexedConstant(s SExpr) (*Term, error) {
	numbers, ok := indices(s.List)
	if !ok {
		return nil, fmt.Errorf("unknown constant %s", s)
	}
	name := s.List[1].Atom
	if len(numbers) == 1 && strings.HasPrefix(name, "bv") && numbers[0] > 0 {
		if z, ok := new(big.Int).SetString(name[2:], 10); ok {
			return p.b.BVBig(numbers[0], z), nil
		}
	}
	if len(numbers) != 2 || numbers[0] < 2 || numbers[0] > 30 || numbers[1] < 2 {
		return nil, fmt.Errorf("unknown constant %s", s)
	}
	eb, sb := numbers[0], numbers[1]
	switch name {
	case "+zero", "-zero":
		return p.b.Const(packFields(eb, sb, name[0] == '-', 0, new(big.Int))), nil
	case "+oo", "-oo":
		return p.b.Const(packInfinity(eb, sb, name[0] == '-')), nil
	case "NaN":
		return p.b.Const(pack(eb, sb, RNE, number{nan: true})), nil
	}
	return nil, fmt.Errorf("unknown constant %s", s)
}

// qualified reads (as @3 Sort), an element of an uninterpreted sort.
func (p *termParser) qualified(s SExpr) (*Term, error) {
	if len(s.List) == 3 && strings.HasPrefix(s.List[1].Atom, "@") {
		n, err := strconv.Atoi(s.List[1].Atom[1:])
		sort, sortErr := p.b.SortFrom(s.List[2])
		if err == nil && sortErr == nil && sort.Kind == KindUninterpreted {
			return p.b.Const(UninterpretedValue(sort, n)), nil
		}
	}
	return nil, fmt.Errorf("unknown constant %s", s)
}

// operator is the head of an application.
type operator struct {
	name    string
	indices []int
	rm      RoundingMode
	rounded bool  // a rounding mode was given
	sort    *Sort // of ((as const S) v)
}

func (p *termParser) application(s SExpr, local *localScope) (t *Term, err error) {
	head, err := p.operator(s.List[0])
	if err != nil {
		return nil, err
	}
	rest := s.List[1:]
	if len(rest) > 0 && strings.Contains(head.name, "fp") {
		if rm := slices.Index(roundingNames[:], rest[0].Atom); rm >= 0 {
			head.rm, head.rounded, rest = RoundingMode(rm), true, rest[1:]
		}
	}
	args := make([]*Term, len(rest))
	for i, e := range rest {
		if args[i], err = p.term(e, local); err != nil {
			return nil, err
		}
	}
	if p.scope != nil && len(head.indices) == 0 && head.sort == nil {
		if _, f := p.scope(s.List[0].Atom); f != nil {
			return p.call(f, args)
		}
	}
	return p.build(s, head, args)
}

func (p *termParser) call(f *Func, args []*Term) (*Term, error) {
	if len(args) != len(f.Params) {
		return nil, fmt.Errorf("%s takes %d arguments, not %d", f.Name, len(f.Params), len(args))
	}
	for i, a := range args {
		if a.sort != f.Params[i] {
			return nil, fmt.Errorf("argument %d of %s has sort %s, not %s", i, f.Name, a.sort, f.Params[i])
		}
	}
	return p.b.Apply(f, args...), nil
}

func (p *termParser) operator(s SExpr) (operator, error) {
	switch {
	case !s.IsList():
		return operator{name: s.Atom}, nil
	case s.Head() == "_" && len(s.List) > 2:
		numbers, ok := indices(s.List)
		if ok {
			return operator{name: s.List[1].Atom, indices: numbers}, nil
		}
	case s.Head() == "as" && len(s.List) == 3 && s.List[1].Atom == "const":
		sort, err := p.b.SortFrom(s.List[2])
		return operator{name: "const", sort: sort}, err
	}
	return operator{}, fmt.Errorf("unknown operator %s", s)
}

// build calls the constructor of an operator. The constructors check sorts and stop on a mistake; here
// the text is to blame, so that becomes an error.
func (p *termParser) build(s SExpr, head operator, args []*Term) (t *Term, err error) {
	defer func() {
		if r := recover(); r != nil {
			t, err = nil, fmt.Errorf("%s: %s", s, bug.Recovered(r).Message)
		}
	}()
	if t := p.buildDerived(head.name, args); t != nil {
		return t, nil
	}
	if t := p.buildFloat(head, args); t != nil {
		return t, nil
	}
	op, known := operatorNames[head.name]
	if !known || len(args) == 0 {
		return nil, fmt.Errorf("unknown operator in %s", s)
	}
	if len(args) > 2 && leftAssociative[op] {
		t := args[0]
		for _, a := range args[1:] {
			t = p.b.Make(op, 0, 0, nil, []*Term{t, a})
		}
		return t, nil
	}
	if len(args) > 2 && chainable[op] {
		var parts []*Term
		for i := range args[1:] {
			parts = append(parts, p.b.Make(op, 0, 0, nil, args[i:i+2]))
		}
		return p.b.And(parts...), nil
	}
	p0, p1 := 0, 0
	if len(head.indices) > 0 {
		p0 = head.indices[0]
	}
	if len(head.indices) > 1 {
		p1 = head.indices[1]
	}
	return p.b.Make(op, p0, p1, head.sort, args), nil
}

var leftAssociative = map[Op]bool{OpDiv: true, OpRealDiv: true}
var chainable = map[Op]bool{OpEq: true, OpLt: true, OpLe: true, OpFEq: true, OpFLt: true, OpFLe: true}

// operatorNames maps SMT-LIB names to operators; those that several operators share are read by
// buildFloat.
var operatorNames = func() map[string]Op {
	names := map[string]Op{}
	for op := OpNot; op < numOps; op++ {
		names[op.String()] = op
	}
	delete(names, "to_fp")
	delete(names, "forall")
	delete(names, "exists")
	return names
}()

// buildDerived is the operators that terms write with others; nil for the rest.
func (p *termParser) buildDerived(name string, args []*Term) *Term {
	b := p.b
	if name == "-" && len(args) == 1 {
		return b.Neg(args[0])
	}
	if name == "bvneg" && len(args) == 1 {
		return b.BVNeg(args[0])
	}
	if name == "distinct" {
		return b.Distinct(args...)
	}
	build, ok := derived[name]
	if !ok || len(args) < 2 {
		return nil
	}
	if name == "=>" {
		t := args[len(args)-1]
		for i := len(args) - 2; i >= 0; i-- {
			t = b.Implies(args[i], t)
		}
		return t
	}
	t := args[0]
	for _, a := range args[1:] {
		t = build(b, t, a)
	}
	return t
}

var derived = map[string]func(*Builder, *Term, *Term) *Term{
	"=>": (*Builder).Implies, "xor": (*Builder).Xor, "-": (*Builder).Sub, "bvsub": (*Builder).BVSub,
	">": (*Builder).Gt, ">=": (*Builder).Ge,
	"bvugt": (*Builder).BVUgt, "bvuge": (*Builder).BVUge, "bvsgt": (*Builder).BVSgt, "bvsge": (*Builder).BVSge,
	"fp.gt": (*Builder).FGt, "fp.geq": (*Builder).FGe,
}

// buildFloat reads the conversions, which share names, and the operators whose rounding mode is an argument.
func (p *termParser) buildFloat(head operator, args []*Term) *Term {
	b := p.b
	switch head.name {
	case "fp.add", "fp.sub", "fp.mul", "fp.div", "fp.fma", "fp.sqrt":
		op := operatorNames[head.name]
		if len(args) != arity(op) {
			bug.Errorf("%s takes %d arguments", head.name, arity(op))
		}
		return b.FRounded(op, head.rm, args[0].sort, args...)
	case "fp.roundToIntegral":
		return b.FRoundToIntegral(head.rm, args[0])
	case "fp.to_sbv":
		return b.FToSBV(head.indices[0], head.rm, args[0])
	case "fp.to_ubv":
		return b.FToUBV(head.indices[0], head.rm, args[0])
	}
	if head.name != "to_fp" && head.name != "to_fp_unsigned" || len(args) != 1 || len(head.indices) != 2 {
		return nil
	}
	sort := b.Float(head.indices[0], head.indices[1])
	switch {
	case head.name == "to_fp_unsigned":
		return b.FRounded(OpFFromUBV, head.rm, sort, args[0])
	case args[0].sort.Kind == KindFloat:
		return b.FRounded(OpFFromFloat, head.rm, sort, args[0])
	case head.rounded:
		return b.FRounded(OpFFromSBV, head.rm, sort, args[0])
	}
	return b.FFromBits(sort.Exp, sort.Sig, args[0])
}

// arity is the number of arguments of an operator of floats that rounds.
func arity(op Op) int {
	switch op {
	case OpFSqrt:
		return 1
	case OpFFma:
		return 3
	}
	return 2
}
