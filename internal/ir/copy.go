package ir

import "slices"

// CopyOf is an instruction that stays what i is now; nil for one that is not known here.
func CopyOf(i Instruction) Instruction {
	switch i := i.(type) {
	case *Assign:
		return clone(i)
	case *Assume:
		return clone(i)
	case *Havoc:
		return clone(i)
	case *Call:
		c := clone(i)
		c.Args, c.Results = slices.Clone(i.Args), slices.Clone(i.Results)
		return c
	case *Load:
		return clone(i)
	case *Store:
		return clone(i)
	case *Copy:
		return clone(i)
	case *Fill:
		return clone(i)
	case *Alloc:
		return clone(i)
	case *Free:
		return clone(i)
	case *Clobber:
		return clone(i)
	}
	return nil
}

func clone[T any](i *T) *T {
	c := *i
	return &c
}
