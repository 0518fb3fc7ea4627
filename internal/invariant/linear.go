package invariant

import (
	"math/big"

	"yogi/internal/term"
)

// arithmetic makes terms of a numeric sort.
type arithmetic struct {
	terms *term.Builder
	sort  *term.Sort
}

func (a arithmetic) isBV() bool { return a.sort.Kind == term.KindBV }

func (a arithmetic) number(x int64) *term.Term {
	if a.isBV() {
		return a.terms.BVConst(a.sort.Width, uint64(x))
	}
	return a.terms.IntConst(x)
}

func (a arithmetic) add(x ...*term.Term) *term.Term {
	if a.isBV() {
		return a.terms.BVAdd(x...)
	}
	return a.terms.Add(x...)
}

func (a arithmetic) sub(x, y *term.Term) *term.Term {
	if a.isBV() {
		return a.terms.BVSub(x, y)
	}
	return a.terms.Sub(x, y)
}

func (a arithmetic) mul(x, y *term.Term) *term.Term {
	if a.isBV() {
		return a.terms.BVMul(x, y)
	}
	return a.terms.Mul(x, y)
}

// le is x <= y, signed.
func (a arithmetic) le(x, y *term.Term) *term.Term {
	if a.isBV() {
		return a.terms.BVSle(x, y)
	}
	return a.terms.Le(x, y)
}

// rem is the remainder of the unsigned number, or of the mathematical integer.
func (a arithmetic) rem(x, m *term.Term) *term.Term {
	if a.isBV() {
		return a.terms.BVURem(x, m)
	}
	return a.terms.Mod(x, m)
}

// line finds p*f + q*g = c through all samples; nil if there is none or either is constant.
func (a arithmetic) line(f, g *feature) *term.Term {
	x, y := f.signed, g.signed
	dx, dy := big.NewInt(0), big.NewInt(0)
	for i := range x {
		if x[i] != x[0] || y[i] != y[0] {
			dx.Sub(big.NewInt(x[i]), big.NewInt(x[0]))
			dy.Sub(big.NewInt(y[i]), big.NewInt(y[0]))
			break
		}
	}
	if dx.Sign() == 0 || dy.Sign() == 0 {
		return nil
	}
	gcd := new(big.Int).GCD(nil, nil, new(big.Int).Abs(dx), new(big.Int).Abs(dy))
	p, q := new(big.Int).Div(dy, gcd), new(big.Int).Neg(new(big.Int).Div(dx, gcd))
	at := func(i int) *big.Int {
		u := new(big.Int).Mul(p, big.NewInt(x[i]))
		return u.Add(u, new(big.Int).Mul(q, big.NewInt(y[i])))
	}
	c := at(0)
	for i := range x {
		if at(i).Cmp(c) != 0 {
			return nil
		}
	}
	return a.equation([]*big.Int{p, q}, []*term.Term{f.term, g.term}, c)
}

// equation is the sum of coefficients times terms = c.
func (a arithmetic) equation(coefficients []*big.Int, of []*term.Term, c *big.Int) *term.Term {
	var sum []*term.Term
	for i, k := range coefficients {
		if k.Sign() != 0 {
			sum = append(sum, a.mul(a.big(k), of[i]))
		}
	}
	if len(sum) == 0 {
		return a.terms.True()
	}
	return a.terms.Eq(a.add(sum...), a.big(c))
}

func (a arithmetic) big(x *big.Int) *term.Term {
	if a.isBV() {
		return a.terms.BVBig(a.sort.Width, x)
	}
	return a.terms.IntBig(x)
}

// equalities proposes the linear equations that all samples satisfy, a basis of them by elimination, for
// the features of each sort; and the equations x = y + z + c, which a basis may hide when there are few
// samples.
func (c *candidates) equalities(effort Effort) {
	for _, features := range c.numbersBySort() {
		a := arithmetic{c.terms, features[0].term.Sort()}
		for _, t := range a.nullspace(features) {
			c.add(t)
		}
		var varying []*feature
		for _, f := range features {
			if low, high := extremes(f.signed); low != high {
				varying = append(varying, f)
			}
		}
		for i, f := range varying {
			for j, g := range varying[:i] {
				for _, h := range varying[:j] {
					c.triple(a, f, g, h, effort)
				}
			}
		}
	}
}

// triple proposes an equation or an order between one of three features and the sum of the others.
func (c *candidates) triple(a arithmetic, f, g, h *feature, effort Effort) {
	for _, way := range [][3]*feature{{f, g, h}, {g, f, h}, {h, f, g}} {
		x, y, z := way[0], way[1], way[2]
		low, high := x.signed[0]-y.signed[0]-z.signed[0], x.signed[0]-y.signed[0]-z.signed[0]
		for i := range x.signed {
			d := x.signed[i] - y.signed[i] - z.signed[i]
			low, high = min(low, d), max(high, d)
		}
		sum := a.add(y.term, z.term)
		switch {
		case low == high:
			c.add(a.terms.Eq(x.term, a.add(sum, a.number(low))))
		case effort == Equations:
		case low >= 0:
			c.add(a.le(sum, x.term))
		case high <= 0:
			c.add(a.le(x.term, sum))
		}
	}
}

// nullspace solves for the equations over the features and 1 that hold in all samples (Gauss-Jordan over
// the rationals): each column without a pivot is a combination of those with one.
func (a arithmetic) nullspace(features []*feature) []*term.Term {
	if len(features) == 0 {
		return nil
	}
	columns := len(features) + 1
	var rows [][]*big.Rat
	for i := range features[0].signed {
		row := make([]*big.Rat, columns)
		row[0] = big.NewRat(1, 1)
		for j, f := range features {
			row[j+1] = new(big.Rat).SetInt64(f.signed[i])
		}
		if rows = reduceInto(rows, row); len(rows) == columns {
			return nil
		}
	}
	pivots := map[int][]*big.Rat{}
	for _, row := range rows {
		pivots[leading(row)] = row
	}
	var out []*term.Term
	for free := 1; free < columns; free++ {
		if pivots[free] != nil {
			continue
		}
		// x_free = sum over pivots of row[free] * x_pivot
		scale := big.NewInt(1)
		for _, row := range pivots {
			scale = lcm(scale, row[free].Denom())
		}
		coefficients, of := []*big.Int{scale}, []*term.Term{features[free-1].term}
		constant := big.NewInt(0)
		for p := 0; p < columns; p++ {
			row := pivots[p]
			if row == nil || row[free].Sign() == 0 {
				continue
			}
			k := new(big.Int).Mul(row[free].Num(), new(big.Int).Div(scale, row[free].Denom()))
			if p == 0 {
				constant = k
				continue
			}
			coefficients = append(coefficients, new(big.Int).Neg(k))
			of = append(of, features[p-1].term)
		}
		out = append(out, a.equation(coefficients, of, constant))
	}
	return out
}

func lcm(x, y *big.Int) *big.Int {
	gcd := new(big.Int).GCD(nil, nil, x, y)
	return new(big.Int).Mul(x, new(big.Int).Div(y, gcd))
}

func leading(row []*big.Rat) int {
	for j, v := range row {
		if v.Sign() != 0 {
			return j
		}
	}
	return -1
}

// reduceInto adds a row to a matrix in reduced row echelon form, if it is independent.
func reduceInto(rows [][]*big.Rat, row []*big.Rat) [][]*big.Rat {
	subtract := func(from, what []*big.Rat, factor *big.Rat) {
		for j := range from {
			from[j] = new(big.Rat).Sub(from[j], new(big.Rat).Mul(factor, what[j]))
		}
	}
	for _, r := range rows {
		if p := leading(r); row[p].Sign() != 0 {
			subtract(row, r, new(big.Rat).Set(row[p]))
		}
	}
	p := leading(row)
	if p < 0 {
		return rows
	}
	inverse := new(big.Rat).Inv(row[p])
	for j := range row {
		row[j] = new(big.Rat).Mul(row[j], inverse)
	}
	for _, r := range rows {
		if r[p].Sign() != 0 {
			subtract(r, row, new(big.Rat).Set(r[p]))
		}
	}
	return append(rows, row)
}

// polynomial proposes the equations over the features and their products of two. Products that need more
// than 62 bits in a sample are left out.
func (c *candidates) polynomial() {
	for _, features := range c.numbersBySort() {
		if len(features) > 6 {
			features = features[:6]
		}
		a := arithmetic{c.terms, features[0].term.Sort()}
		all := append([]*feature(nil), features...)
		for i, f := range features {
			for _, g := range features[:i+1] {
				product := &feature{term: a.mul(f.term, g.term), numeric: true}
				for k := range f.signed {
					if p := new(big.Int).Mul(big.NewInt(f.signed[k]), big.NewInt(g.signed[k])); p.BitLen() < 62 {
						product.signed = append(product.signed, p.Int64())
					}
				}
				if len(product.signed) == len(f.signed) {
					all = append(all, product)
				}
			}
		}
		for _, t := range a.nullspace(all) {
			c.add(t)
		}
	}
}
