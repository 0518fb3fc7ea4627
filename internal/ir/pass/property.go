package pass

import (
	"errors"
	"fmt"
	"strings"

	"yogi/internal/ir"
)

// Property is a set of properties of a program. Well-formedness (ir.Check) is none of them: it
// always holds.
type Property uint8

// The properties.
const (
	// Accesses: memory is what the front end made it: loads, stores, allocations.
	Accesses Property = 1 << iota
	// Maps: memory is variables that are maps; there are no instructions of memory.
	Maps
	// Normal: the normal form, ir.CheckNormal.
	Normal
	// Simplified: ir.Simplify has seen all blocks as they are.
	Simplified
	// Effects: what functions are said to do (Modifies, CanError, CanReturn, Recursive) covers what
	// they do.
	Effects
)

var propertyNames = []string{"accesses", "maps", "normal form", "simplified", "effects"}

func (p Property) String() string {
	var names []string
	for i, name := range propertyNames {
		if p>>i&1 == 1 {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// hold says which of the properties do not hold of a program. Whether one is simplified cannot be
// seen.
func (p Property) hold(program *ir.Program) error {
	problems := []error{ir.Check(program)}
	if p&Normal != 0 {
		problems = append(problems, ir.CheckNormal(program))
	}
	if p&Maps != 0 {
		problems = append(problems, onlyMaps(program))
	}
	if p&Effects != 0 {
		problems = append(problems, effectsCover(program))
	}
	return errors.Join(problems...)
}

func onlyMaps(p *ir.Program) error {
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				switch i.(type) {
				case *ir.Load, *ir.Store, *ir.Copy, *ir.Fill, *ir.Alloc, *ir.Free, *ir.Clobber:
					return fmt.Errorf("%s: an instruction of memory (%T) is left in %s", i.Position(), i, f.Name)
				}
			}
		}
	}
	return nil
}

// effectsCover computes the effects again, of a copy of the program, and complains of what is there
// and not said.
func effectsCover(p *ir.Program) error {
	now := p.Copy()
	ir.ComputeModifies(now)
	for i, f := range p.Functions {
		g := now.Functions[i]
		said := map[string]bool{}
		for _, v := range f.Modifies {
			said[v.Name] = true
		}
		for _, v := range g.Modifies {
			if !said[v.Name] {
				return fmt.Errorf("%s changes %s, which is not said", f.Name, v.Name)
			}
		}
		if g.CanError && !f.CanError || g.CanReturn && !f.CanReturn || g.Recursive && !f.Recursive || g.ContainsUnsupported && !f.ContainsUnsupported {
			return fmt.Errorf("what calls of %s can come to is not all said", f.Name)
		}
	}
	return nil
}
