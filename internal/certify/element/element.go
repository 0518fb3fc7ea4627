// Package element decides whether a program in which facts about elements are checked and taken for
// granted reaches an error if the program that it was made from does. What made it is not believed,
// and none of its code is used here.
//
// The program says what was done (ir.Elements). The check is that
//
//  1. there are new globals: ghosts, and constants of which nothing is known, the chosen elements;
//  2. nothing differs but that ghosts are assigned, to values that do not mention the chosen
//     elements, and that some blocks are divided;
//  3. a block that was divided is a branch now. One way, on some condition, leads to what the block
//     did, with assumptions before it; the other way, on its negation, to an error;
//  4. the condition is the conjunction of facts; each assumption is one of them with terms in the
//     places of the chosen elements, all at once. The terms may mention chosen elements.
//
// # Why that is enough
//
// Take a run of the program before that ends in an error, or in something that is not modelled, and
// let ghosts have the values that their assignments say, which do not depend on what is chosen (2).
// So the states of the run are the same for each choice of elements. At the blocks that were
// divided look, for each choice, whether the state there breaks an assumption.
//
// If no choice breaks any, the run is, with any choice, one of the changed program up to its error,
// or to a check that fails before.
//
// Otherwise look at the first place in the run at which some choice breaks an assumption: a fact is
// wrong of the values that terms have there under that choice (4). Choose these values as the
// elements. This choice breaks no assumption before that place, which was the first for all
// choices, so the run of the changed program takes the same steps up to the branch there, unless a
// check fails earlier. There the condition does not hold, since that fact is a part of it (4), and
// the state is the one in which the assumption is evaluated, since nothing stands between. So a
// check fails.
//
// In each case the changed program reaches an error. So if it reaches none, the program before
// reaches none. It matters that the first place is the first for all choices: with one that is the
// first for a certain choice, the choice that is made of it might break an assumption about a chosen
// element earlier.
//
// The other direction does not hold, and is not needed: a test is replayed on the program as it
// was.
package element

import (
	"fmt"
	"slices"

	"yogi/internal/certify/record"
	"yogi/internal/ir"
	"yogi/internal/term"
)

// Rejection says where the changed program is wrong.
type Rejection struct {
	Where  string
	Reason string
}

func (r *Rejection) Error() string { return "facts about elements: " + r.Where + ": " + r.Reason }

// Record is a program as it was before, with its memory lowered.
type Record = record.Program

// Take records p.
func Take(p *ir.Program) *Record { return record.Of(p) }

// checker is one check.
type checker struct {
	before *Record
	after  *ir.Program
	ghosts map[*ir.Variable]bool
	facts  map[*ir.Block][]ir.ElementFact
	parts  map[*ir.Block]bool // new blocks that a divided one has already
}

// Check returns nil if an error of the program recorded before is one of after, else a *Rejection.
func Check(before *Record, after *ir.Program) error {
	k := &checker{
		before: before, after: after, ghosts: map[*ir.Variable]bool{},
		facts: map[*ir.Block][]ir.ElementFact{}, parts: map[*ir.Block]bool{},
	}
	if err := k.program(); err != nil {
		return err
	}
	for _, f := range after.Elements.Facts {
		k.facts[f.Block] = append(k.facts[f.Block], f)
	}
	for i, f := range before.Functions {
		now := after.Functions[i]
		if now != f.Function || !slices.Equal(now.Variables(), f.Variables) || len(now.Blocks) < len(f.Blocks) {
			return &Rejection{f.Function.Name, "it is another function"}
		}
		for n, b := range f.Blocks {
			if now.Blocks[n] != b.Block {
				return &Rejection{where(b.Block), "it is another block"}
			}
			if err := k.block(b); err != nil {
				return err
			}
		}
		for _, b := range now.Blocks[len(f.Blocks):] {
			if !k.parts[b] {
				return &Rejection{where(b), "it is a block that belongs to no other"}
			}
		}
	}
	for b := range k.facts {
		return &Rejection{where(b), "it says that a block was divided which was not there"}
	}
	return nil
}

func where(b *ir.Block) string { return fmt.Sprintf("%s, block %d", b.Function.Name, b.Index) }

// program checks what does not belong to a function, and condition 1.
func (k *checker) program() error {
	b, p := k.before, k.after
	switch {
	case p.Elements == nil:
		return &Rejection{"program", "it says nothing of elements"}
	case b.Entry != p.Entry || b.Counter != p.AllocCounter || b.FirstFree != p.FirstFree || len(b.Functions) != len(p.Functions):
		return &Rejection{"program", "it is another program"}
	case !slices.Equal(b.Axioms, p.Axioms) || !slices.Equal(b.Initial, p.Initial) || !slices.Equal(b.Ranges, p.InitialRanges):
		return &Rejection{"program", "something else is known of its start"}
	case len(p.Globals) < len(b.Globals) || !slices.Equal(b.Globals, p.Globals[:len(b.Globals)]):
		return &Rejection{"program", "it has other globals"}
	}
	for _, v := range p.Globals[len(b.Globals):] {
		switch {
		case v.Kind != ir.Global:
			return &Rejection{v.Name, "it is no global"}
		case slices.Contains(p.Elements.Chosen, v):
			if !v.Constant || v.Sort.Kind == term.KindArray {
				return &Rejection{v.Name, "it is no constant"}
			}
		case v.Constant:
			return &Rejection{v.Name, "it is a constant, and nobody chose it"}
		default:
			k.ghosts[v] = true
		}
	}
	for _, v := range p.Elements.Chosen {
		if !slices.Contains(p.Globals[len(b.Globals):], v) {
			return &Rejection{"program", "its chosen element was there before"}
		}
	}
	// Of ghosts nothing may be known at the start either: what is said of the start is said of what
	// was there before.
	for _, t := range append(slices.Clone(p.Axioms), p.Initial...) {
		if k.mentionsNew(t) {
			return &Rejection{"program", "something is known of a new global"}
		}
	}
	return nil
}

func (k *checker) mentionsChosen(t *term.Term) bool {
	return slices.ContainsFunc(k.after.Elements.Chosen, func(v *ir.Variable) bool { return t.DependsOn(v.Sym) })
}

func (k *checker) mentionsNew(t *term.Term) bool {
	return k.mentionsChosen(t) || slices.ContainsFunc(t.Vars(), func(sym *term.Term) bool { return k.ghosts[k.after.VariableOf(sym)] })
}

// block checks that a block does what it did, or was divided.
func (k *checker) block(b record.Block) error {
	facts := k.facts[b.Block]
	if len(facts) == 0 {
		return k.does(b, b.Block, b.Block.Instructions)
	}
	delete(k.facts, b.Block)
	jump, ok := b.Block.Terminator.(*ir.Goto)
	if !ok || len(b.Block.Instructions) > 0 || len(jump.Targets) != 2 || jump.Choice != nil {
		return &Rejection{where(b.Block), "it is divided, and no branch"}
	}
	holds, behind, failed := jump.Targets[0].Guard, jump.Targets[0].Block, jump.Targets[1].Block
	if jump.Targets[1].Guard != k.after.Terms.Not(holds) {
		return &Rejection{where(b.Block), "its ways are not a condition and the negation"}
	}
	for _, part := range []*ir.Block{behind, failed} {
		if k.parts[part] || part.Function != b.Block.Function || k.wasThere(part) {
			return &Rejection{where(b.Block), "a part of it is another block"}
		}
		k.parts[part] = true
	}
	if _, fails := failed.Terminator.(*ir.Error); !fails || len(failed.Instructions) > 0 {
		return &Rejection{where(b.Block), "it does not fail where its condition does not hold"}
	}
	checked := k.after.Terms.True()
	instances := map[*term.Term]bool{}
	for _, f := range facts {
		checked = k.after.Terms.And(checked, f.Fact)
		for _, at := range f.At {
			if len(at) != len(k.after.Elements.Chosen) {
				return &Rejection{where(b.Block), "a fact is taken for granted of another number of elements than are chosen"}
			}
			values := map[*term.Term]*term.Term{}
			for n, v := range k.after.Elements.Chosen {
				values[v.Sym] = at[n]
			}
			instances[k.after.Terms.Substitute(f.Fact, values)] = true
		}
	}
	if checked != holds {
		return &Rejection{where(b.Block), "its condition is not that the facts hold"}
	}
	rest := behind.Instructions
	for len(rest) > 0 && !(len(b.Instructions) > 0 && rest[0] == b.Instructions[0].Original) {
		a, ok := rest[0].(*ir.Assume)
		if !ok || !instances[a.Cond] {
			break
		}
		rest = rest[1:]
	}
	return k.does(b, behind, rest)
}

func (k *checker) wasThere(b *ir.Block) bool {
	return slices.ContainsFunc(k.before.Functions, func(f record.Function) bool {
		return slices.ContainsFunc(f.Blocks, func(r record.Block) bool { return r.Block == b })
	})
}

// does checks that a block ends with instructions that are what a block did, but for assignments to
// ghosts, and then goes where it went.
func (k *checker) does(b record.Block, now *ir.Block, instructions []ir.Instruction) error {
	left := b.Instructions
	for n, i := range instructions {
		if a, ok := i.(*ir.Assign); ok && k.ghosts[a.Dst] {
			if k.mentionsChosen(a.Src) {
				return &Rejection{where(now), fmt.Sprintf("instruction %d: a ghost depends on what was chosen", n)}
			}
			continue
		}
		if len(left) == 0 || left[0].Original != i || !left[0].Same() || k.readsNew(i) {
			return &Rejection{where(now), fmt.Sprintf("instruction %d is not what it was", n)}
		}
		left = left[1:]
	}
	if len(left) > 0 {
		return &Rejection{where(now), "an instruction is gone"}
	}
	if now.Terminator != b.Terminator.Original {
		return &Rejection{where(now), "it ends in another way"}
	}
	jump, ok := now.Terminator.(*ir.Goto)
	if !ok {
		return nil
	}
	if jump.Choice != b.Terminator.Choice || !slices.Equal(jump.Targets, b.Terminator.Targets) {
		return &Rejection{where(now), "it has other targets"}
	}
	for _, t := range jump.Targets {
		if k.mentionsNew(t.Guard) {
			return &Rejection{where(now), "a guard mentions a new global"}
		}
	}
	return nil
}

// readsNew reports whether an instruction mentions a new global.
func (k *checker) readsNew(i ir.Instruction) bool {
	found := false
	ir.EachTerm(i, func(t *term.Term) { found = found || k.mentionsNew(t) })
	return found
}
