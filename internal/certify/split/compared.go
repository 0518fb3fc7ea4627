package split

import (
	"errors"
	"fmt"
	"slices"

	"yogi/internal/certify/record"
	"yogi/internal/ir"
	"yogi/internal/pointsto"
	"yogi/internal/term"
)

// Where addresses are taken to be apart that the program never wrote, what it compares must not be said to be apart:
// addresses that are compared for equality are claimed to be at one coordinate of one group, those of which one is
// taken from the other at one but for multiples of what the distance is divided by, and those whose order is asked
// at one or in one array. A distance is a number from then on.

// comparison is a sum of operands and an offset, and operands that it is compared with or that are taken from it.
type comparison struct {
	kind        comparisonKind
	plus, minus []*term.Term
	offset      int64
	unit        int64 // what a distance is divided by
}

type comparisonKind uint8

const (
	comparedEqual comparisonKind = iota + 1
	comparedOrder
	comparedDistance
)

// comparisons checks all of the program.
func (k *checker) comparisons() error {
	if !k.open && !k.apart {
		return nil
	}
	if err := k.carry(); err != nil {
		return err
	}
	seen := map[divided]bool{}
	for _, f := range k.before.Functions {
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				if assume, ok := i.Copied.(*ir.Assume); ok && assume.Known {
					continue
				}
				var err error
				ir.EachTerm(i.Copied, func(t *term.Term) { err = errors.Join(err, k.comparisonsIn(t, 1, seen)) })
				if err != nil {
					return &Rejection{f.Function.Name + ", " + positionOf(i), err.Error()}
				}
			}
			for _, target := range b.Terminator.Targets {
				if err := k.comparisonsIn(target.Guard, 1, seen); err != nil {
					return &Rejection{f.Function.Name + ", a branch", err.Error()}
				}
			}
		}
	}
	return nil
}

// divided is a term with what it is divided by.
type divided struct {
	term *term.Term
	unit int64
}

// comparisonsIn checks those in a term, which is divided by unit.
func (k *checker) comparisonsIn(t *term.Term, unit int64, seen map[divided]bool) error {
	if seen[divided{t, unit}] {
		return nil
	}
	seen[divided{t, unit}] = true
	isWord := func(t *term.Term) bool {
		return t.Sort().Kind == term.KindBV && t.Sort().Width == k.after.Model.PointerWidth
	}
	below := int64(1)
	var c *comparison
	switch t.Op() {
	case term.OpEq, term.OpBVUlt, term.OpBVUle, term.OpBVSlt, term.OpBVSle:
		if !isWord(t.Args()[0]) {
			break
		}
		c = &comparison{kind: comparedOrder}
		if t.Op() == term.OpEq {
			c.kind = comparedEqual
		}
		k.operands(c, t.Args()[0], 1)
		k.operands(c, t.Args()[1], -1)
	case term.OpBVAdd:
		if isWord(t) {
			c = &comparison{kind: comparedDistance, unit: unit}
			k.operands(c, t, 1)
		}
	case term.OpBVXor: // it is zero where they are equal
		if isWord(t) && len(t.Args()) == 2 {
			c = &comparison{kind: comparedEqual}
			k.operands(c, t.Args()[0], 1)
			k.operands(c, t.Args()[1], -1)
		}
	case term.OpBVSDiv, term.OpBVUDiv:
		if v, ok := t.Args()[1].Value(); ok && isWord(t) && v.Int64() > 0 {
			below = v.Int64()
		}
	}
	if c != nil {
		if err := k.compared(c); err != nil {
			return fmt.Errorf("%s: %w", t, err)
		}
	}
	for _, a := range t.Args() {
		if err := k.comparisonsIn(a, below, seen); err != nil {
			return err
		}
	}
	return nil
}

// operands adds those of a sum, of which sign is 1 or -1.
func (k *checker) operands(c *comparison, t *term.Term, sign int64) {
	t = k.withoutPlace(t)
	if v, ok := t.Value(); ok && k.infer(t).group == nil {
		c.offset += sign * v.Int64()
		return
	}
	switch {
	case t.Op() == term.OpBVAdd:
		for _, a := range t.Args() {
			k.operands(c, a, sign)
		}
	case isNegated(t):
		k.operands(c, t.Args()[1], -sign)
	case k.isPlace(t):
	case sign < 0:
		c.minus = append(c.minus, t)
	default:
		c.plus = append(c.plus, t)
	}
}

// isNegated recognises -1*y.
func isNegated(t *term.Term) bool {
	if !isScaled(t) {
		return false
	}
	v, _ := t.Args()[0].Value()
	return v.Int64() == -1
}

// isPlace says that a term is how far an object lies from its address on the machine.
func (k *checker) isPlace(t *term.Term) bool {
	return k.places != nil && t.Op() == term.OpSelect && t.Args()[0] == k.places.Sym
}

// withoutPlace is the address of which a term is the number on the machine, where it has one, else the term.
func (k *checker) withoutPlace(t *term.Term) *term.Term {
	if t.Op() != term.OpIte || t.Args()[1].Op() != term.OpBVAdd {
		return t
	}
	number, address := t.Args()[1], t.Args()[2]
	for n, a := range number.Args() {
		others := append(append([]*term.Term(nil), number.Args()[:n]...), number.Args()[n+1:]...)
		if k.isPlace(a) && k.terms.BVAdd(others...) == address {
			return address
		}
	}
	return t
}

// address is an operand that may be an address.
type address struct {
	term *term.Term
	value
}

// addresses are the operands that may be ones.
func (k *checker) addresses(operands []*term.Term) ([]address, error) {
	var out []address
	for _, t := range operands {
		if !k.carries(t) {
			continue
		}
		v := k.infer(t)
		if !v.claimed || v.group == nil {
			return nil, fmt.Errorf("nothing is claimed of %s, which may be an address", t)
		}
		out = append(out, address{t, v})
	}
	return out, nil
}

// compared checks a comparison.
func (k *checker) compared(c *comparison) error {
	if len(c.plus)+len(c.minus) < 2 || c.kind == comparedDistance && len(c.minus) == 0 || k.isInside(c) {
		return nil
	}
	from, err := k.addresses(c.plus)
	if err != nil {
		return err
	}
	to, err := k.addresses(c.minus)
	switch {
	case err != nil:
		return err
	case len(from)+len(to) < 2, c.kind == comparedDistance && (len(from) == 0 || len(to) == 0):
		return nil
	case !k.open && !slices.ContainsFunc(slices.Concat(from, to), func(a address) bool { return !k.made[a.group] }):
		return nil // where the program makes the objects of both, nothing is assumed of them
	case len(from) == 1 && len(to) == 1:
		return k.comparedPair(c, from[0], to[0])
	}
	all := slices.Concat(from, to)
	for _, a := range all {
		if a.group != all[0].group || a.group.Stride != 1 || !sameSites(a.sites, all[0].sites) {
			return errors.New("addresses that are compared are told apart")
		}
	}
	return nil
}

func (k *checker) comparedPair(c *comparison, p, q address) error {
	if p.term == q.term {
		return nil
	}
	if p.group != q.group || !sameSites(p.sites, q.sites) {
		return errors.New("addresses that are compared are told apart")
	}
	at, exact := p.shifted(c.offset, 0).at()
	other, otherExact := q.at()
	row, err := k.shapes[p.group].rowOf(at, 1)
	if err != nil {
		return err
	}
	if c.kind == comparedOrder && exact && otherExact && row != nil && other >= row.Low && other < row.High {
		return nil
	}
	if !exact || !otherExact || at != other {
		return fmt.Errorf("addresses that are compared are said to be at coordinates %d and %d", at, other)
	}
	step := divisorOf(c.unit, k.stepWithout(c, p.term, q.term))
	switch {
	case c.kind == comparedOrder, step == 0, p.group.Stride > 0 && step%p.group.Stride == 0, row != nil && step%row.Stride == 0:
		return nil
	}
	return fmt.Errorf("addresses that are compared are said to be in steps of %d, and may be of %d", p.group.Stride, step)
}

// stepWithout divides all that is added to two operands.
func (k *checker) stepWithout(c *comparison, p, q *term.Term) int64 {
	var others []*term.Term
	for _, operands := range [...][]*term.Term{c.plus, c.minus} {
		for _, t := range operands {
			if t != p && t != q {
				others = append(others, t)
			}
		}
	}
	return stepOf(others)
}

// isHead says that a term is an address but for its last bits.
func (k *checker) isHead(t *term.Term) bool {
	m := k.after.Model
	return t.Op() == term.OpExtract && t.Args()[0].Sort().Width == m.PointerWidth && t.Param(0) == m.PointerWidth-1 && t.Param(1) < m.GranuleBits
}

// isInside says that a distance is that of an address to the start of the object of another one, from which it is
// computed: whether it stays inside is what the front end asks so. Programs get no bits of addresses but by their
// numbers.
func (k *checker) isInside(c *comparison) bool {
	for _, p := range c.plus {
		if p.Op() != term.OpZeroExt || p.Args()[0].Op() != term.OpExtract {
			continue
		}
		low := p.Args()[0]
		if low.Param(1) == 0 && low.Param(0) == k.after.Model.GranuleBits-1 && slices.Contains(c.minus, low.Args()[0]) {
			return true
		}
	}
	return false
}

func sameSites(a, b []pointsto.Site) bool { return subset(a, b) && subset(b, a) }

// carry finds the variables and cells of which nothing is claimed that may hold addresses nevertheless, as they are.
func (k *checker) carry() error {
	for changed := true; changed; {
		changed = false
		carry := func(key any) {
			if !k.carried[key] {
				k.carried[key], changed = true, true
			}
		}
		for _, f := range k.before.Functions {
			for _, b := range f.Blocks {
				for _, i := range b.Instructions {
					if err := k.carriedBy(i, carry); err != nil {
						return &Rejection{f.Function.Name + ", " + positionOf(i), err.Error()}
					}
				}
			}
		}
	}
	return nil
}

// carriedBy adds what one instruction does.
func (k *checker) carriedBy(i record.Instruction, carry func(key any)) error {
	assign := func(key any, t *term.Term) {
		if k.carries(t) {
			carry(key)
		}
	}
	switch i := i.Copied.(type) {
	case *ir.Assign:
		assign(i.Dst, i.Src)
	case *ir.Call:
		for n, arg := range i.Args {
			assign(i.Callee.Params[n], arg)
		}
		for n, v := range i.Results {
			if v != nil {
				assign(v, i.Callee.Results[n].Sym)
			}
		}
	case *ir.Alloc:
		carry(i.Dst)
	case *ir.Havoc:
		if i.Input.Kind == ir.OutsidePointer {
			carry(i.Dst)
		}
	case *ir.Load:
		cells, err := k.cellsOf(i, i.Dst.Sort)
		if err != nil {
			return err
		}
		for _, c := range cells {
			if c.Content.Claimed && c.Content.Group != nil || !c.Content.Claimed && k.carried[c.Cell] {
				carry(i.Dst)
			}
		}
	case *ir.Store:
		cells, err := k.cellsOf(i, i.Value.Sort())
		if err != nil {
			return err
		}
		for _, c := range cells {
			assign(c.Cell, i.Value)
		}
	}
	return nil
}

// carries reports whether a value may be an address as it is, or be made of one that is no distance.
func (k *checker) carries(t *term.Term) bool {
	memo := map[*term.Term]bool{}
	var visit func(t *term.Term) bool
	visit = func(t *term.Term) bool {
		if known, ok := memo[t]; ok {
			return known
		}
		out := false
		switch {
		case t.Sort().Kind == term.KindBool, t.Sort().Kind == term.KindArray, t.Op() == term.OpSelect:
			// A condition chooses, and what is known of objects is no address.
		case t.Sort().Kind == term.KindBV && t.Sort().Width < k.after.Model.PointerWidth && !k.isHead(t):
			// A part of an address is compared as a number.
		case t.IsVar(), t.IsConst():
			v := k.infer(t)
			out = v.claimed && v.group != nil || !v.claimed && k.carried[k.after.VariableOf(t)]
		case t.Op() == term.OpBVAdd:
			plus, minus, scaled := 0, 0, false
			for _, a := range t.Args() {
				switch {
				case isNegated(a):
					if visit(a.Args()[1]) {
						minus++
					}
				case isScaled(a):
					scaled = scaled || visit(a.Args()[1])
				case visit(a):
					plus++
				}
			}
			out = plus != minus || scaled
		default:
			for _, a := range t.Args() {
				out = out || visit(a)
			}
		}
		memo[t] = out
		return out
	}
	return visit(t)
}
