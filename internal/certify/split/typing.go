package split

import (
	"fmt"
	"strings"

	"yogi/internal/assumption"
	"yogi/internal/certify/record"
	"yogi/internal/ir"
	"yogi/internal/pointsto"
	"yogi/internal/term"
)

// typing checks that every instruction preserves the claim.
func (k *checker) typing() error {
	if err := k.spread(); err != nil {
		return err
	}
	if err := k.reachOutside(); err != nil {
		return &Rejection{"pointers from outside", err.Error()}
	}
	for _, o := range k.before.Objects {
		if p := k.claim.Objects[o.Object]; p.Group != nil && len(p.Sites) != 1 {
			return &Rejection{o.Object.Name, fmt.Sprintf("is said to be of %d sites", len(p.Sites))}
		}
	}
	k.made = k.groupsOfObjects()
	unwritten := map[string]pointsto.Place{} // what a pointer of a type is that nobody wrote
	for _, f := range k.before.Functions {
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				err := k.preserves(i.Copied)
				if err == nil {
					err = k.accesses(i.Copied, unwritten)
				}
				if err != nil {
					return &Rejection{f.Function.Name + ", " + positionOf(i), err.Error()}
				}
			}
		}
	}
	return k.comparisons()
}

func positionOf(i record.Instruction) string { return fmt.Sprint(i.Original.Position()) }

// groupsOfObjects are the groups to which an object of the program belongs.
func (k *checker) groupsOfObjects() map[*pointsto.Group]bool {
	made := map[*pointsto.Group]bool{}
	for _, o := range k.before.Objects {
		made[k.claim.Objects[o.Object].Group] = true
	}
	for _, f := range k.before.Functions {
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				if alloc, ok := i.Copied.(*ir.Alloc); ok {
					made[k.claim.Variables[alloc.Dst].Group] = true
				}
			}
		}
	}
	delete(made, nil)
	return made
}

// preserves checks that an instruction puts into variables and cells what is claimed of them.
func (k *checker) preserves(i ir.Instruction) error {
	switch i := i.(type) {
	case *ir.Assign:
		return k.flows(i.Src, i.Dst)
	case *ir.Call:
		for n, arg := range i.Args {
			if err := k.flows(arg, i.Callee.Params[n]); err != nil {
				return err
			}
		}
		for n, v := range i.Results {
			if v == nil {
				continue
			}
			if err := k.flows(i.Callee.Results[n].Sym, v); err != nil {
				return err
			}
		}
	case *ir.Load:
		cells, err := k.cellsOf(i, i.Dst.Sort)
		if err != nil {
			return err
		}
		for _, c := range cells {
			if !c.loaded().within(k.claim.Variables[i.Dst]) {
				return fmt.Errorf("what is loaded is not what is claimed of %s", i.Dst.Name)
			}
		}
	case *ir.Store:
		cells, err := k.cellsOf(i, i.Value.Sort())
		if err != nil {
			return err
		}
		for _, c := range cells {
			if !k.infer(i.Value).within(c.Content) {
				return fmt.Errorf("what is stored is not what is claimed of the cell at %d", c.Low)
			}
			if c.Whole && !c.whole {
				return fmt.Errorf("the cell at %d is written in part", c.Low)
			}
		}
	case *ir.Alloc:
		switch p := k.claim.Variables[i.Dst]; {
		case p.Claimed && p.Group == nil:
			return fmt.Errorf("%s is said to be a number", i.Dst.Name)
		case p.Claimed && len(p.Sites) != 1:
			return fmt.Errorf("a fresh object in %s is of %d sites", i.Dst.Name, len(p.Sites))
		}
	case *ir.Copy:
		return k.copies(i)
	case *ir.Fill:
		at, err := k.place(i.Addr)
		if err == nil {
			_, err = only(at.among())
		}
		return err
	case *ir.Havoc:
		// What an input may be based on is for taint.go.
		if v := k.infer(i.Dst.Sym); i.Input.Type == ir.MixtureType && v.group != nil && !v.shifted(0, 1).within(k.claim.Variables[i.Dst]) {
			return fmt.Errorf("%s, which may be anywhere in an object, is said to be at one coordinate", i.Dst.Name)
		}
	case *ir.Assume, *ir.Free:
		// A condition changes no value.
	default:
		return fmt.Errorf("an instruction %T", i)
	}
	return nil
}

func (k *checker) flows(src *term.Term, dst *ir.Variable) error {
	if !k.infer(src).within(k.claim.Variables[dst]) {
		return fmt.Errorf("%s becomes what is not claimed of it", dst.Name)
	}
	return nil
}

// spot is where an address points: a coordinate of a group, in an object of one of the sites; in any if there
// is none, which an address based on no object is.
type spot struct {
	*shape
	at    int64
	sites []pointsto.Site
}

// among are the sites of the objects in which a spot may be.
func (s spot) among() []pointsto.Site {
	if len(s.sites) == 0 {
		return s.shape.sites
	}
	return s.sites
}

// only is the site if there is one at most; nil if there are no cells at all.
func only(sites []pointsto.Site) (*pointsto.Site, error) {
	switch len(sites) {
	case 0:
		return nil, nil
	case 1:
		return &sites[0], nil
	}
	return nil, fmt.Errorf("bytes of objects of %d sites at once", len(sites))
}

// place is where the address of an access points. One that is based on no object is that of an unknown
// one.
func (k *checker) place(addr *term.Term) (spot, error) {
	v := k.infer(addr)
	switch {
	case !v.claimed:
		return spot{}, fmt.Errorf("nothing is claimed of the address %s", addr)
	case v.group == nil:
		if k.claim.Unknown == nil {
			return spot{}, fmt.Errorf("the address %s is said to be a number", addr)
		}
		return spot{shape: k.shapes[k.claim.Unknown]}, nil
	}
	s := k.shapes[v.group]
	if s == nil {
		return spot{}, fmt.Errorf("the address %s is in a group that is not listed", addr)
	}
	at, exact := v.at()
	if !exact {
		return spot{}, fmt.Errorf("the address %s may be at several coordinates", addr)
	}
	return spot{s, at, v.sites}, nil
}

// cellsOf lists the cells that a Load or Store of a sort may touch, which share a map. There is at least one.
func (k *checker) cellsOf(i ir.Instruction, sort *term.Sort) ([]touch, error) {
	if k.claim.Whole != nil {
		return []touch{{Cell: k.claim.Whole}}, nil
	}
	addr, access, width := addressOf(i), accessOf(i), int64(widthOf(sort)/8)
	s, err := k.place(addr)
	if err != nil && access.Array != nil {
		if s, ok := k.element(addr, *access.Array); ok {
			return s.accessed(s.at, width, s.sites)
		}
	}
	if err != nil {
		return nil, err
	}
	return s.accessed(s.at, width, k.inside(s, i, width))
}

// element is where an access to an element of an array at an index that varies points, as the row of the
// array has it, or the group where that has a stride: the address is a multiple of the stride away from
// there, and in the array. It is not ok if the claim has no such row or the address is not visibly of that
// form.
func (k *checker) element(addr *term.Term, array ir.ArrayBytes) (spot, bool) {
	if array.Size > 1<<40 {
		return spot{}, false
	}
	base := k.infer(array.Base)
	if !base.claimed || base.group == nil || k.shapes[base.group] == nil {
		return spot{}, false
	}
	s := k.shapes[base.group]
	start, exact := base.at()
	if !exact {
		return spot{}, false
	}
	offset, indices, ok := k.distance(addr, array.Base)
	if !ok {
		return spot{}, false
	}
	if s.Stride > 0 {
		return spot{s, s.reduce(start + offset), base.sites}, stepOf(indices)%s.Stride == 0
	}
	row, err := s.rowOf(start, int64(array.Size))
	if err != nil || row == nil || stepOf(indices)%row.Stride != 0 {
		return spot{}, false
	}
	into := (start + offset - row.Low) % row.Stride
	if into < 0 {
		into += row.Stride
	}
	return spot{s, row.Low + into, base.sites}, true
}

// distance is addr minus base as a constant and terms that are based on no object.
func (k *checker) distance(addr, base *term.Term) (offset int64, indices []*term.Term, ok bool) {
	d := k.terms.BVSub(addr, base)
	parts := []*term.Term{d}
	if d.Op() == term.OpBVAdd {
		parts = d.Args()
	}
	for _, p := range parts {
		if v, isConst := p.Value(); isConst {
			offset += v.Int64()
			continue
		}
		if v := k.infer(p); !v.claimed || v.group != nil {
			return 0, nil, false
		}
		indices = append(indices, p)
	}
	return offset, indices, true
}

// loaded returns what a load of a cell gives: a part of what is there, or, of pieces, one that was put
// together anew.
func (t touch) loaded() value {
	v := valueOf(t.Content)
	if !t.Uniform && !(t.Whole && t.whole) {
		v = v.shifted(0, 1)
	}
	return v
}

// copies checks that source and destination have the same cells at the same distances. A copy from an
// address that is based on no object is excluded by assumption.
func (k *checker) copies(i *ir.Copy) error {
	to, err := k.place(i.To)
	if err != nil {
		return err
	}
	if from := k.infer(i.From); from.claimed && from.group == nil {
		return nil
	}
	from, err := k.place(i.From)
	if err != nil {
		return err
	}
	if from.shape != to.shape || from.at != to.at {
		return fmt.Errorf("a copy between places that are told apart")
	}
	_, err = only(union(from.among(), to.among()))
	return err
}

// accesses checks that what the access takes for granted is among the assumptions.
func (k *checker) accesses(i ir.Instruction, unwritten map[string]pointsto.Place) error {
	if i, ok := i.(*ir.Copy); ok {
		if err := k.address(i.From); err != nil {
			return err
		}
	}
	if i, ok := i.(*ir.Havoc); ok {
		switch place := k.claim.Variables[i.Dst]; i.Input.Kind {
		case ir.UninitializedRead:
			return k.sameUnwritten(i.Dst.Type, place, unwritten)
		case ir.OutsidePointer:
			return k.sameOutside(i.Dst.Type, place, unwritten)
		}
		return nil
	}
	addr := addressOf(i)
	if addr == nil {
		return nil
	}
	if access := accessOf(i); access.Array != nil {
		if _, err := k.place(addr); err != nil { // as in cellsOf
			if !access.Array.Checked {
				if err := k.assumed(assumption.IndexInside); err != nil {
					return err
				}
			}
			addr = access.Array.Base
		}
	}
	if err := k.address(addr); err != nil {
		return err
	}
	if load, ok := i.(*ir.Load); ok {
		cells, err := k.cellsOf(load, load.Dst.Sort)
		if err != nil {
			return err
		}
		for _, c := range cells {
			if k.outside[k.groups[c.Cell]] && load.Access.Type != "void *" {
				err = k.sameOutside(load.Access.Type, c.Content, unwritten)
			} else {
				err = k.sameUnwritten(load.Access.Type, c.Content, unwritten)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// address checks what one address takes for granted.
func (k *checker) address(addr *term.Term) error {
	if err := k.assumed(assumption.AccessInside); err != nil {
		return err
	}
	v, taint := k.infer(addr), k.taint(addr)
	if taint.pointer {
		return fmt.Errorf("the address %s may be any that the environment chooses", addr)
	}
	if taint.number {
		if !k.made[v.group] {
			return fmt.Errorf("the address %s may be a number that the environment chooses", addr)
		}
		if err := k.assumed(assumption.NumberApart); err != nil {
			return err
		}
	}
	if v.group == nil || k.claim.Unknown != nil && v.group == k.claim.Unknown {
		if err := k.assumed(assumption.ConstantApart); err != nil {
			return err
		}
	} else if !k.made[v.group] {
		k.apart = true
		if err := k.assumed(assumption.UnwrittenApart); err != nil {
			return err
		}
	}
	return nil
}

// sameUnwritten checks that pointers of one type that nobody wrote, in cells or in variables, are not told apart.
func (k *checker) sameUnwritten(text string, place pointsto.Place, unwritten map[string]pointsto.Place) error {
	switch {
	case !strings.HasSuffix(text, "*"), text == "void *", text == "char *":
		return nil // it may point to anything, and says nothing of what
	case place.Group == nil, k.made[place.Group], place.Group == k.claim.Unknown:
		return nil
	}
	if known, ok := unwritten[text]; ok && !valueOf(place).within(known) {
		return fmt.Errorf("pointers of type %s that nothing wrote are told apart", text)
	}
	unwritten[text] = place
	return nil
}

// addressOf is the address that a Load, Store, Copy or Fill uses, else nil.
func addressOf(i ir.Instruction) *term.Term {
	switch i := i.(type) {
	case *ir.Load:
		return i.Addr
	case *ir.Store:
		return i.Addr
	case *ir.Copy:
		return i.To
	case *ir.Fill:
		return i.Addr
	}
	return nil
}

// accessOf returns what the type of a Load or Store says.
func accessOf(i ir.Instruction) ir.Access {
	switch i := i.(type) {
	case *ir.Load:
		return i.Access
	case *ir.Store:
		return i.Access
	}
	return ir.Access{}
}

// widthOf is the size of a value in memory in bits.
func widthOf(s *term.Sort) int {
	if s.Kind == term.KindFloat {
		return s.Exp + s.Sig
	}
	return s.Width
}
