package split

import (
	"yogi/internal/ir"
	"yogi/internal/term"
)

// taint says that a value may be computed from an input: one that is a pointer, or one that is a number.
// What is added to an address of an object is a distance and taints nothing.
type taint struct{ pointer, number bool }

func (a taint) or(b taint) taint { return taint{a.pointer || b.pointer, a.number || b.number} }

// spread finds the taints of all variables and cells, by going over the program until nothing changes.
func (k *checker) spread() error {
	for changed := true; changed; {
		changed = false
		add := func(key any, t taint) {
			if sum := k.taints[key].or(t); sum != k.taints[key] {
				k.taints[key] = sum
				changed = true
			}
		}
		for _, f := range k.before.Functions {
			for _, b := range f.Blocks {
				for _, i := range b.Instructions {
					if err := k.taints1(i.Copied, add); err != nil {
						return &Rejection{f.Function.Name + ", " + positionOf(i), err.Error()}
					}
				}
			}
		}
	}
	return nil
}

// taints1 adds what one instruction does.
func (k *checker) taints1(i ir.Instruction, add func(key any, t taint)) error {
	switch i := i.(type) {
	case *ir.Assign:
		add(i.Dst, k.taint(i.Src))
	case *ir.Call:
		for n, arg := range i.Args {
			add(i.Callee.Params[n], k.taint(arg))
		}
		for n, v := range i.Results {
			if v != nil {
				add(v, k.taints[i.Callee.Results[n]])
			}
		}
	case *ir.Havoc:
		switch {
		case i.Input.Kind == ir.UninitializedRead, i.Input.Kind == ir.Unspecified, i.Input.Kind == ir.OutsidePointer:
			// The last are, by what the kind says, addresses of no object of the program.
		case isPointer(i.Input):
			add(i.Dst, taint{pointer: true})
		default:
			add(i.Dst, taint{number: true})
		}
	case *ir.Load:
		cells, err := k.cellsOf(i, i.Dst.Sort)
		if err != nil {
			return err
		}
		for _, c := range cells {
			add(i.Dst, k.taints[c.Cell])
		}
	case *ir.Store:
		cells, err := k.cellsOf(i, i.Value.Sort())
		if err != nil {
			return err
		}
		for _, c := range cells {
			add(c.Cell, k.taint(i.Value))
		}
	case *ir.Copy:
		// What is copied stays in its cells.
	}
	return nil
}

func isPointer(in *ir.Input) bool {
	for _, r := range in.Type {
		if r == '*' {
			return true
		}
	}
	return false
}

func (k *checker) taint(t *term.Term) taint {
	memo := map[*term.Term]taint{}
	var visit func(t *term.Term) taint
	visit = func(t *term.Term) taint {
		if t.Sort().Kind == term.KindBool {
			return taint{} // a condition chooses, nothing is computed from it
		}
		if known, ok := memo[t]; ok {
			return known
		}
		out := taint{}
		switch t.Op() {
		case term.OpVar:
			if v := k.after.VariableOf(t); v != nil {
				out = k.taints[v]
			}
		case term.OpBVAdd:
			out = k.taintOfSum(t, visit)
		default:
			for _, a := range t.Args() {
				out = out.or(visit(a))
			}
		}
		memo[t] = out
		return out
	}
	return visit(t)
}

// taintOfSum: where a term is an address of an object, the others are distances.
func (k *checker) taintOfSum(t *term.Term, visit func(*term.Term) taint) taint {
	all, addresses, found := taint{}, taint{}, false
	for _, a := range t.Args() {
		here := visit(a)
		all = all.or(here)
		if k.infer(a).group != nil && !isScaled(a) {
			addresses, found = addresses.or(here), true
		}
	}
	if found {
		return addresses
	}
	return all
}

// isScaled recognises c*y.
func isScaled(t *term.Term) bool {
	return t.Op() == term.OpBVMul && len(t.Args()) == 2 && t.Args()[0].IsConst()
}
