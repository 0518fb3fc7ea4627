package termtest

import (
	"fmt"

	"yogi/internal/term"
)

// mergings is how often paths meet in what Merged makes: whoever walks that as a tree does not end.
const mergings = 60

// Merged is a value as it is where paths have met again and again: each time it is by a condition what step makes of
// it, else what it was. So both sides of each choice share all of the earlier ones.
func Merged(b *term.Builder, value *term.Term, step func(i int, before *term.Term) *term.Term) *term.Term {
	for i := range mergings {
		value = b.Ite(b.Var(fmt.Sprintf("c%d", i), b.Bool()), step(i, value), value)
	}
	return value
}

// Nested is a condition that holds where so many nested ones do, of which each is about the next twice: a conjunction
// of two disjunctions that share it.
func Nested(b *term.Builder, condition *term.Term) *term.Term {
	for i := range mergings {
		p, q := b.Var(fmt.Sprintf("p%d", i), b.Bool()), b.Var(fmt.Sprintf("q%d", i), b.Bool())
		r, s := b.Var(fmt.Sprintf("r%d", i), b.Bool()), b.Var(fmt.Sprintf("s%d", i), b.Bool())
		condition = b.And(b.Or(p, r, condition), b.Or(q, s, condition))
	}
	return condition
}
