// Package cases divides a program into cases: programs that have a part of its runs each, and all of them together.
// Whoever proves each has proved the program, and a run that fails in one fails in the program; so a check that is too
// large for one search, or for one machine, is made of several that have nothing to do with one another.
//
// A case is said by the ways that runs take at forks. A fork is a goto with several targets that no run gets to twice:
// it stands in no loop, and in a function whose calls stand at such places themselves, on branches of one function of
// which no run takes two. A run then takes one of the fork's ways, or ends before it and is a run of every case. So the
// cases of all ways have all runs, and the cases of a case may be divided again. A fork is known by where it stands in
// the source, since the numbers of blocks are others in each form of a program; one that is not alone there is none.
//
// Forks are found in the program that a front end made, before memory is cut: what a case leaves out has then no part
// in the analyses, and neither have the functions that are reached no more.
package cases

import (
	"fmt"
	"slices"
	"strings"

	"yogi/internal/ir"
	"yogi/internal/source"
)

// Way is one of the ways out of a fork.
type Way struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Way    int    `json:"way"` // from 0
	Of     int    `json:"of"`  // how many there are
}

// Case is the runs that take some ways, the fork that was divided first in front. The empty case is the program.
type Case []Way

// fork is what the ways out of one have in common.
func (w Way) fork() Way {
	w.Way = 0
	return w
}

// Pos is where the fork stands.
func (w Way) Pos() source.Pos { return source.Pos{File: w.File, Line: w.Line, Column: w.Column} }

// String numbers the case: "3/13" is the third of thirteen ways, "3/13.1/2" the first half of that.
func (c Case) String() string {
	words := make([]string, len(c))
	for i, w := range c {
		words[i] = fmt.Sprintf("%d/%d", w.Way+1, w.Of)
	}
	return strings.Join(words, ".")
}

// Moved is the case of a program whose files have other names.
func (c Case) Moved(change func(path string) string) Case {
	out := slices.Clone(c)
	for i := range out {
		if out[i].Pos().IsWritten() {
			out[i].File = change(out[i].File)
		}
	}
	return out
}

// Fork is a place at which a run of the program goes one of several ways, once at most.
type Fork struct {
	Block *ir.Block
	At    Way // the first of its ways
}

// Forks are those of a program, as they stand in its text.
func Forks(p *ir.Program) []Fork {
	number := map[Way]int{}
	var out []Fork
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			if at, ok := forkAt(b); ok {
				number[at.place()]++
				out = append(out, Fork{b, at})
			}
		}
	}
	runs := newOnce(p)
	out = slices.DeleteFunc(out, func(fork Fork) bool {
		return number[fork.At.place()] > 1 || !fork.At.Pos().IsWritten() || !runs.block(fork.Block)
	})
	return out
}

// place is where the fork stands, whatever its ways.
func (w Way) place() Way {
	w.Way, w.Of = 0, 0
	return w
}

// forkAt is the first way out of a block that has several.
func forkAt(b *ir.Block) (Way, bool) {
	g, ok := b.Terminator.(*ir.Goto)
	if !ok || len(g.Targets) < 2 {
		return Way{}, false
	}
	return Way{File: g.Pos.File, Line: g.Pos.Line, Column: g.Pos.Column, Of: len(g.Targets)}, true
}

// Ways are the cases that a fork divides a case into.
func (c Case) Ways(fork Fork) []Case {
	var out []Case
	for n := range fork.At.Of {
		way := fork.At
		way.Way = n
		out = append(out, append(slices.Clone(c), way))
	}
	return out
}

// Divide is the fork that divides the program of a case best, of those at which none of the case's ways was taken: the
// largest of its parts has the fewest blocks that paths lead to. ok is not set if there is none.
func (c Case) Divide(p *ir.Program) (best Fork, ok bool) {
	least := 0
	for _, fork := range Forks(p) {
		if slices.ContainsFunc(c, func(w Way) bool { return w.fork() == fork.At }) {
			continue
		}
		if size := fork.largest(p); !ok || size < least || size == least && fork.At.Of > best.At.Of {
			best, least, ok = fork, size, true
		}
	}
	return best, ok
}

// largest is how many blocks the largest part has.
func (f Fork) largest(p *ir.Program) int {
	most := 0
	for way := range f.At.Of {
		successors := func(b *ir.Block) []*ir.Block {
			if b == f.Block {
				return b.Successors()[way : way+1]
			}
			return b.Successors()
		}
		most = max(most, len(reach(p, successors, func(*ir.Block, *ir.Call) {})))
	}
	return most
}

// Restrict leaves the program the runs of a case. The error says that it has no such fork: then nobody may take the
// program for the case.
func Restrict(p *ir.Program, c Case) error {
	for _, w := range c {
		forks := Forks(p)
		at := slices.IndexFunc(forks, func(fork Fork) bool { return fork.At == w.fork() })
		if at < 0 || w.Way < 0 || w.Way >= w.Of {
			return fmt.Errorf("case %s: the program has no fork with %d ways at %s that runs get to at most once", c, w.Of, w.Pos())
		}
		leave(forks[at].Block, w.Way)
	}
	return nil
}

// leave ends the runs that go another way.
func leave(b *ir.Block, way int) {
	g := b.Terminator.(*ir.Goto)
	other := b.Function.NewBlock("", g.Pos)
	other.Terminator = &ir.Halt{At: g.At, What: "another case"}
	for n := range g.Targets {
		if n != way {
			g.Targets[n].Block = other
		}
	}
}

// Cover says whether cases have all runs of their program, given that its forks are forks: at each, all ways are there,
// and what is divided again is divided wholly. The error names a case that is missing or that nothing needs.
func Cover(all []Case) error { return cover(nil, all) }

// cover is Cover of what is left of cases behind the ways that they have in common.
func cover(before Case, rest []Case) error {
	if len(rest) == 1 && len(rest[0]) == 0 {
		return nil
	}
	if len(rest) == 0 {
		return fmt.Errorf("there is nothing about %s", told(before))
	}
	if slices.ContainsFunc(rest, func(c Case) bool { return len(c) == 0 }) {
		return fmt.Errorf("%s is there twice, or whole and in parts", told(before))
	}
	fork := rest[0][0].fork()
	if fork.Of < 2 {
		return fmt.Errorf("the fork at %s has no two ways", fork.Pos())
	}
	ways := make([][]Case, fork.Of)
	for _, c := range rest {
		w := c[0]
		if w.fork() != fork || w.Way < 0 || w.Way >= w.Of {
			return fmt.Errorf("%s is divided at %s and at %s", told(before), fork.Pos(), w.Pos())
		}
		ways[w.Way] = append(ways[w.Way], c[1:])
	}
	for n, of := range ways {
		way := fork
		way.Way = n
		if err := cover(append(slices.Clone(before), way), of); err != nil {
			return err
		}
	}
	return nil
}

func told(c Case) string {
	if len(c) == 0 {
		return "the program"
	}
	return "case " + c.String()
}
