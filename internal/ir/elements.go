package ir

import (
	"slices"

	"yogi/internal/term"
)

// Elements says what package element put into a program: a ghost that knows which objects are
// elements of which kind, constants that stand for any elements, and facts about all elements. It is
// no part of the text form, and passes that make new blocks leave it with blocks that are gone.
type Elements struct {
	// Kinds maps the number of an object to its kind: 0 for an object that is no element.
	Kinds *Variable
	// Chosen are constants of which nothing is known: any elements. A fact about all elements is one
	// about the first, one about each two is about the first two.
	Chosen []*Variable
	Facts  []ElementFact
	// Hints are formulas that are supposed to hold where blocks begin: what the search tries first.
	Hints []Hint
}

// ElementFact is a fact that holds of all elements whenever control is at the start of Block. The
// program fails where it does not hold of the chosen ones, and goes on only if it holds of those of
// At.
type ElementFact struct {
	Block *Block
	Fact  *term.Term     // over the state where Block begins, and Elements.Chosen
	At    [][]*term.Term // one for each of Elements.Chosen
}

// Hint is a formula that is supposed to hold where a block begins. Nothing rests on it.
type Hint struct {
	Block *Block
	Fact  *term.Term
}

// copied is a copy of e for a copy of the program.
func (e *Elements) copied(c *programCopier) *Elements {
	if e == nil {
		return nil
	}
	block := func(b *Block) *Block {
		if to := c.blocks[b]; to != nil {
			return to
		}
		return b // a fact stays with a block that is gone
	}
	out := &Elements{Kinds: c.variable(e.Kinds), Chosen: slices.Clone(e.Chosen), Facts: slices.Clone(e.Facts), Hints: slices.Clone(e.Hints)}
	for i, v := range e.Chosen {
		out.Chosen[i] = c.variable(v)
	}
	for i := range out.Facts {
		out.Facts[i].Block = block(out.Facts[i].Block)
	}
	for i := range out.Hints {
		out.Hints[i].Block = block(out.Hints[i].Block)
	}
	return out
}
