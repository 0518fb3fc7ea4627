// Package guess decides whether a program in which some edges into errors have further conditions reaches an error if
// and only if the program that it was made from does. What made it is not believed, and none of its code is used here.
//
// The program says what was done (ir.Guess): new constants, of which nothing is known, and edges
// whose guards have equations with them as further conjuncts. The check is that
//
//  1. each such edge leads to a block that ends in an error and calls nothing, so it is the last edge that a run takes;
//  2. the equations of one edge are with different constants, and what is equal to one mentions none;
//  3. nothing else differs, and nothing else mentions a new constant.
//
// # Why that is enough
//
// A run of the changed program, without the new constants, is a run of the program before, since
// conditions were only added. So an error of the changed program is one of the program. For the
// converse take a run of the program that ends in an error. The changed edges that it takes are at
// most one, the last (1). Give each constant with which that edge has an equation the value of the
// other side there, which is fixed since that side mentions no new constant (2), and the other
// constants any value. Nobody assigns them and nothing else depends on them (3), so the run takes
// the same edges up to the last, whose equations hold.
package guess

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

func (r *Rejection) Error() string { return "guessed indices: " + r.Where + ": " + r.Reason }

// Record is a program as it was before, with its memory lowered.
type Record = record.Program

// Take records p.
func Take(p *ir.Program) *Record { return record.Of(p) }

// edge is the way from a block to one of its targets.
type edge struct {
	block  *ir.Block
	target int
}

// checker is one check.
type checker struct {
	before    *Record
	after     *ir.Program
	constants map[*term.Term]bool // the symbols of the new ones
	guesses   map[edge][]ir.Guess // in their order
}

// Check returns nil if after stands for the program recorded before, else a *Rejection.
func Check(before *Record, after *ir.Program) error {
	k := &checker{before: before, after: after, constants: map[*term.Term]bool{}, guesses: map[edge][]ir.Guess{}}
	if err := k.program(); err != nil {
		return err
	}
	for _, g := range after.Guesses {
		at := edge{g.Block, g.Target}
		if err := k.guess(g, k.guesses[at]); err != nil {
			return err
		}
		k.guesses[at] = append(k.guesses[at], g)
	}
	for i, f := range before.Functions {
		if after.Functions[i] != f.Function || !slices.Equal(f.Function.Variables(), f.Variables) || len(f.Function.Blocks) != len(f.Blocks) {
			return &Rejection{f.Function.Name, "it is another function"}
		}
		for n, b := range f.Blocks {
			if f.Function.Blocks[n] != b.Block {
				return &Rejection{where(b.Block), "it is another block"}
			}
			if err := k.block(b); err != nil {
				return err
			}
		}
	}
	if len(k.guesses) > 0 {
		return &Rejection{"program", "it says that an edge was changed which is not there"}
	}
	return nil
}

func where(b *ir.Block) string { return fmt.Sprintf("%s, block %d", b.Function.Name, b.Index) }

// program checks what does not belong to a function, and that the new globals are constants of which nothing is
// known.
func (k *checker) program() error {
	b, p := k.before, k.after
	switch {
	case b.Entry != p.Entry || b.Counter != p.AllocCounter || b.FirstFree != p.FirstFree || len(b.Functions) != len(p.Functions):
		return &Rejection{"program", "it is another program"}
	case !slices.Equal(b.Axioms, p.Axioms) || !slices.Equal(b.Initial, p.Initial) || !slices.Equal(b.Ranges, p.InitialRanges):
		return &Rejection{"program", "something else is known of its start"}
	case len(p.Globals) < len(b.Globals) || !slices.Equal(b.Globals, p.Globals[:len(b.Globals)]):
		return &Rejection{"program", "it has other globals"}
	}
	for _, v := range p.Globals[len(b.Globals):] {
		if v.Kind != ir.Global || !v.Constant || v.Sort.Kind == term.KindArray {
			return &Rejection{v.Name, "it is no constant"}
		}
		k.constants[v.Sym] = true
	}
	for _, t := range append(slices.Clone(p.Axioms), p.Initial...) {
		if k.mentions(t) {
			return &Rejection{"program", "something is known of a new constant"}
		}
	}
	return nil
}

func (k *checker) mentions(t *term.Term) bool {
	return len(k.constants) > 0 && slices.ContainsFunc(t.Vars(), func(sym *term.Term) bool { return k.constants[sym] })
}

// guess checks conditions 1 and 2 for one equation; earlier are those of the same edge.
func (k *checker) guess(g ir.Guess, earlier []ir.Guess) error {
	jump, ok := g.Block.Terminator.(*ir.Goto)
	if !ok || g.Target < 0 || g.Target >= len(jump.Targets) {
		return &Rejection{where(g.Block), "there is no such edge"}
	}
	to := jump.Targets[g.Target].Block
	if _, fails := to.Terminator.(*ir.Error); !fails || slices.ContainsFunc(to.Instructions, isCall) {
		return &Rejection{where(g.Block), "an edge was changed after which a run may go on"}
	}
	if !k.constants[g.Constant.Sym] || g.Index.Sort() != g.Constant.Sort || k.mentions(g.Index) {
		return &Rejection{where(g.Block), "an edge has an equation that no constant fulfils"}
	}
	if slices.ContainsFunc(earlier, func(e ir.Guess) bool { return e.Constant == g.Constant }) {
		return &Rejection{where(g.Block), "an edge has two equations with one constant"}
	}
	return nil
}

func isCall(i ir.Instruction) bool {
	_, ok := i.(*ir.Call)
	return ok
}

// block checks that a block is what it was, but for the guards that were said to be changed.
func (k *checker) block(b record.Block) error {
	if len(b.Block.Instructions) != len(b.Instructions) || b.Block.Terminator != b.Terminator.Original {
		return &Rejection{where(b.Block), "it is not what it was"}
	}
	for i, instruction := range b.Block.Instructions {
		if instruction != b.Instructions[i].Original || !b.Instructions[i].Same() || k.reads(instruction) {
			return &Rejection{where(b.Block), fmt.Sprintf("instruction %d is not what it was", i)}
		}
	}
	jump, ok := b.Terminator.Original.(*ir.Goto)
	if !ok {
		return nil
	}
	if jump.Choice != b.Terminator.Choice || len(jump.Targets) != len(b.Terminator.Targets) {
		return &Rejection{where(b.Block), "it has other targets"}
	}
	for i, t := range b.Terminator.Targets {
		guard := t.Guard
		if k.mentions(guard) {
			return &Rejection{where(b.Block), "a guard mentions a new constant"}
		}
		at := edge{b.Block, i}
		for _, g := range k.guesses[at] {
			guard = k.after.Terms.And(k.after.Terms.Eq(g.Index, g.Constant.Sym), guard)
		}
		delete(k.guesses, at)
		if now := jump.Targets[i]; now.Block != t.Block || now.Guard != guard {
			return &Rejection{where(b.Block), fmt.Sprintf("target %d is not what it was", i)}
		}
	}
	return nil
}

// reads reports whether an instruction mentions a new constant.
func (k *checker) reads(i ir.Instruction) bool {
	found := false
	ir.EachTerm(i, func(t *term.Term) { found = found || k.mentions(t) })
	return found
}
