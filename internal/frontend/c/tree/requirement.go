package tree

import (
	"math/big"
	"slices"

	"yogi/internal/source"
)

// Requirement is something that a contract demands: of a pointer that it is not null and leads to so many elements, of
// a number that it stands in a relation to a constant, a condition, or something about every object of a structure.
type Requirement struct {
	Parameter int // its number, from 0; -1 with a condition or about every object
	Elements  int64
	Relation  string // "", which is for pointers, < <= > >= == or !=: the argument is on its left
	Limit     *big.Int
	Condition *Condition
	Every     *Every
	Params    []*Object // what a condition calls the parameters: those of the declaration behind the contract
	Text      string
	Pos       source.Pos
}

// Every says that a pointer in an object is not null, of all objects of a structure.
type Every struct {
	Struct *Type
	Offset int64 // of the pointer
	Size   int64
}

// SameAs says that two are one requirement of one contract, which two files have read.
func (r Requirement) SameAs(other Requirement) bool {
	return r.Text == other.Text && r.Pos == other.Pos
}

// RequiresNonNull says that a contract demands that an argument is no null pointer.
func (f *FunctionDef) RequiresNonNull(parameter int) bool {
	return slices.ContainsFunc(f.Requires, func(r Requirement) bool { return r.Parameter == parameter && r.Relation == "" })
}

// Contradiction is one of the requirements that leave no number for an argument, or nil.
func (f *FunctionDef) Contradiction() *Requirement {
	for i, p := range f.Params {
		if p.Type.Kind != Integer {
			continue
		}
		one := big.NewInt(1)
		low, high := new(big.Int), new(big.Int).Lsh(one, uint(8*p.Type.Size))
		if p.Type.Signed {
			high.Rsh(high, 1)
			low.Neg(high)
		}
		high.Sub(high, one)
		var last *Requirement
		excluded := map[string]bool{}
		atLeast := func(n *big.Int) { low = slices.MaxFunc([]*big.Int{low, n}, (*big.Int).Cmp) }
		atMost := func(n *big.Int) { high = slices.MinFunc([]*big.Int{high, n}, (*big.Int).Cmp) }
		for k, r := range f.Requires {
			if r.Parameter != i || r.Relation == "" {
				continue
			}
			last = &f.Requires[k]
			switch r.Relation {
			case "<":
				atMost(new(big.Int).Sub(r.Limit, one))
			case "<=":
				atMost(r.Limit)
			case ">":
				atLeast(new(big.Int).Add(r.Limit, one))
			case ">=":
				atLeast(r.Limit)
			case "==":
				atLeast(r.Limit)
				atMost(r.Limit)
			case "!=":
				excluded[r.Limit.String()] = true
			}
		}
		for low.Cmp(high) <= 0 && excluded[low.String()] {
			low = new(big.Int).Add(low, one)
		}
		if last != nil && low.Cmp(high) > 0 {
			return last
		}
	}
	return nil
}
