package ir

import "yogi/internal/term"

// CopyOf is an instruction that stays what i is now; nil for one that is not known here.
func CopyOf(i Instruction) Instruction {
	switch i := i.(type) {
	case *Assign:
		c := *i
		return &c
	case *Assume:
		c := *i
		return &c
	case *Havoc:
		c := *i
		return &c
	case *Call:
		c := *i
		c.Args = append([]*term.Term(nil), i.Args...)
		c.Results = append([]*Variable(nil), i.Results...)
		return &c
	case *Load:
		c := *i
		return &c
	case *Store:
		c := *i
		return &c
	case *Copy:
		c := *i
		return &c
	case *Fill:
		c := *i
		return &c
	case *Alloc:
		c := *i
		return &c
	case *Free:
		c := *i
		return &c
	case *Clobber:
		c := *i
		return &c
	}
	return nil
}
