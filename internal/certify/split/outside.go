package split

import (
	"fmt"
	"strings"

	"yogi/internal/ir"
	"yogi/internal/pointsto"
)

// In an open program two pointers from outside may be equal, whether they are inputs or lie in
// memory that starts as anything. Those of one type must not be told apart, whatever else the
// program puts where they are; that objects of different types differ is assumed, and of void
// pointers that they lead apart.

// reachOutside finds the groups of objects that start as anything: those outside, and static ones of an open program.
func (k *checker) reachOutside() error {
	var read []*pointsto.Cell // as pointers
	for _, f := range k.before.Functions {
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				switch i := i.Copied.(type) {
				case *ir.Havoc:
					if i.Input.Kind == ir.OutsidePointer {
						k.open = true
						k.outside[k.claim.Variables[i.Dst].Group] = true
					}
				case *ir.Alloc:
					if i.Outside {
						k.open = true
						k.outside[k.claim.Variables[i.Dst].Group] = true
					}
				case *ir.Load:
					cells, err := k.cellsOf(i, i.Dst.Sort)
					if err != nil {
						return err
					}
					for _, c := range cells {
						if strings.HasSuffix(i.Access.Type, "*") {
							read = append(read, c.Cell)
						}
					}
				}
			}
		}
	}
	if !k.open {
		return nil
	}
	delete(k.outside, nil)
	// Objects outside are of no site, and may be where the program's are.
	for _, s := range k.shapes {
		if len(s.sites) > 1 {
			return fmt.Errorf("sites are told apart")
		}
	}
	for _, o := range k.before.Objects {
		if o.Object.Kind == ir.StaticObject && !o.Object.Zero {
			k.outside[k.claim.Objects[o.Object].Group] = true
		}
	}
	for changed := true; changed; {
		changed = false
		for _, c := range read {
			if to := c.Content.Group; k.outside[k.groups[c]] && to != nil && !k.outside[to] {
				k.outside[to], changed = true, true
			}
		}
	}
	delete(k.outside, nil)
	return nil
}

// sameOutside checks that pointers of one type from outside, which may be at a place, are not told apart.
func (k *checker) sameOutside(text string, place pointsto.Place, unwritten map[string]pointsto.Place) error {
	text = strings.NewReplacer("const ", "", "volatile ", "").Replace(text)
	switch known, ok := unwritten[text]; {
	case !place.Claimed || !strings.HasSuffix(text, "*"):
		return nil
	case text == "void *" && place.Group != nil:
		return nil
	case place.Group == nil:
		return fmt.Errorf("a pointer of type %s from outside is said to be a number", text)
	case ok && !valueOf(place).within(known):
		return fmt.Errorf("pointers of type %s from outside are told apart", text)
	}
	unwritten[text] = place
	return nil
}
