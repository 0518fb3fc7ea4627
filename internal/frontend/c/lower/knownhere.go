package lower

import (
	"maps"
	"slices"

	"yogi/internal/term"
)

// knownHere are the pointers that the block that is lowered has checked, and need not check again.
type knownHere struct {
	// notNull are pointers that are not null.
	notNull map[*term.Term]bool
	// accessible are addresses at which that many bytes are.
	accessible map[*term.Term]int64
}

func newKnownHere() knownHere {
	return knownHere{notNull: map[*term.Term]bool{}, accessible: map[*term.Term]int64{}}
}

// clone is for a block that control comes to from this one alone.
func (k knownHere) clone() knownHere {
	return knownHere{notNull: maps.Clone(k.notNull), accessible: maps.Clone(k.accessible)}
}

// forget is for what anything may have happened before.
func (k knownHere) forget() {
	clear(k.notNull)
	clear(k.accessible)
}

// forgetVariable is for a variable that is assigned.
func (k knownHere) forgetVariable(sym *term.Term) {
	for pointer := range k.notNull {
		if slices.Contains(pointer.Vars(), sym) {
			delete(k.notNull, pointer)
		}
	}
	for address := range k.accessible {
		if slices.Contains(address.Vars(), sym) {
			delete(k.accessible, address)
		}
	}
}
