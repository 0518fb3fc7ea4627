// Package element makes a proof about all nodes of a list one about a single node.
//
// That every node of a list has a next one that is a node, or that its data are what they should
// be, is a fact with a quantifier, and regions have none. A fact about all elements is one about an
// element chosen before the run, of which nothing is known. What makes that useful is that the fact
// may be taken for granted of other elements on the way:
//
//	block 4 "loop"
//	  goto (fact chosen) 9 (not (fact chosen)) 10
//	block 9 ""
//	  assume (fact p)
//
// A run that takes the assumption where the fact is wrong of p is, with p's element chosen, a run
// that fails at the check just before. A fact may be about each two elements, no two have the same
// next one for instance: then two are chosen, and what is taken for granted of others may be so of
// one of them and another. So if no run of the changed program fails, no run of the
// program is cut off by an assumption, and none of it fails; package certify/element checks that
// nothing but this was done, and that is all that a proof rests on.
//
// Objects that were allocated by some statements, or have a fixed address, and that pointers of one
// class point at, are elements of one kind (FindKinds). A ghost maps the number of each object to
// its kind, since what was not allocated yet is no element. Package invariant finds the facts.
package element

import (
	"fmt"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// Fact is an ir.ElementFact as text, which names the block by its number and symbols by their
// names.
type Fact struct {
	Function string     `json:"function"`
	Block    int        `json:"block"`
	Fact     string     `json:"fact"`
	At       [][]string `json:"at,omitempty"` // empty: the fact is only a hint
}

const (
	kindsName = "element kinds"
	kindBits  = 8
)

// chosenNames are those of the constants.
var chosenNames = []string{"chosen element", "other chosen element"}

// Track puts the ghost of kinds and chosen elements into a program, for which it must be in normal
// form with memory as maps. It returns the kinds, or nil where no element leads to another one.
func Track(p *ir.Program) *Kinds {
	k := FindKinds(p)
	if !k.Any() {
		return nil
	}
	terms := p.Terms
	ghost := p.NewGlobal(kindsName, terms.Array(k.objectSort(), terms.BV(kindBits)))
	p.Elements = &ir.Elements{Kinds: ghost}
	for _, name := range chosenNames {
		chosen := p.NewGlobal(name, terms.BV(k.width()))
		chosen.Constant = true
		p.Elements.Chosen = append(p.Elements.Chosen, chosen)
	}
	start := terms.ConstArray(ghost.Sort, terms.BVConst(kindBits, 0))
	for _, s := range k.sites {
		kind := k.numbers[k.find(s.element)]
		if kind == 0 {
			continue
		}
		if s.block == nil {
			start = terms.Store(start, k.Object(terms.BVConst(k.width(), s.element.address)), terms.BVConst(kindBits, uint64(kind)))
			continue
		}
		set := &ir.Assign{Dst: ghost, Src: terms.Store(ghost.Sym, k.Object(p.AllocCounter.Sym), terms.BVConst(kindBits, uint64(kind)))}
		s.block.Instructions = insertBefore(s.block.Instructions, s.at, set)
	}
	entry := p.Entry.Entry()
	entry.Instructions = append([]ir.Instruction{&ir.Assign{Dst: ghost, Src: start}}, entry.Instructions...)
	p.Number()
	ir.ComputeModifies(p)
	return k
}

func insertBefore(list []ir.Instruction, at, more ir.Instruction) []ir.Instruction {
	var out []ir.Instruction
	for _, i := range list {
		if i == at {
			out = append(out, more)
		}
		out = append(out, i)
	}
	return out
}

// Is says that an address is that of an element of a kind.
func (k *Kinds) Is(kind int, address *term.Term) *term.Term {
	terms := k.program.Terms
	return terms.And(terms.Eq(terms.Select(k.program.Elements.Kinds.Sym, k.Object(address)), terms.BVConst(kindBits, uint64(kind))), k.start(address))
}

// Suppose puts facts into a program that Track changed: the check where the block begins, and
// behind it what is taken for granted. A fact without elements of which it is taken for granted is
// a hint.
func Suppose(p *ir.Program, facts []Fact) error {
	checks := map[*ir.Block]*check{}
	blocks := map[*ir.Function]int{}
	for _, f := range p.Functions {
		blocks[f] = len(f.Blocks)
	}
	for _, text := range facts {
		f := p.Function(text.Function)
		if f == nil || text.Block < 0 || text.Block >= blocks[f] {
			return fmt.Errorf("a fact about elements is about block %d of %s, which there is not", text.Block, text.Function)
		}
		b := f.Blocks[text.Block]
		fact, err := parse(p, text.Fact, p.Terms.Bool())
		if err != nil {
			return err
		}
		p.Elements.Hints = append(p.Elements.Hints, ir.Hint{Block: b, Fact: fact})
		if len(text.At) == 0 {
			continue
		}
		made := ir.ElementFact{Block: b, Fact: fact}
		for _, at := range text.At {
			elements, err := parseElements(p, at)
			if err != nil {
				return err
			}
			made.At = append(made.At, elements)
		}
		p.Elements.Facts = append(p.Elements.Facts, made)
		if checks[b] == nil {
			checks[b] = newCheck(b)
		}
		checks[b].add(p, made)
	}
	p.Number()
	ir.ComputeModifies(p)
	return nil
}

// parseElements reads an element for each chosen one.
func parseElements(p *ir.Program, at []string) ([]*term.Term, error) {
	if len(at) != len(p.Elements.Chosen) {
		return nil, fmt.Errorf("a fact about elements is taken for granted of %d, and %d are chosen", len(at), len(p.Elements.Chosen))
	}
	var out []*term.Term
	for n, text := range at {
		element, err := parse(p, text, p.Elements.Chosen[n].Sort)
		if err != nil {
			return nil, err
		}
		out = append(out, element)
	}
	return out, nil
}

// parse reads a term of a sort over the variables of a program.
func parse(p *ir.Program, text string, sort *term.Sort) (*term.Term, error) {
	t, err := p.Terms.Parse(text, func(name string) (*term.Term, *term.Func) {
		for _, v := range p.Globals {
			if v.Name == name {
				return v.Sym, nil
			}
		}
		for _, f := range p.Functions {
			for _, v := range f.Variables() {
				if v.Name == name {
					return v.Sym, nil
				}
			}
		}
		return nil, nil
	})
	if err != nil {
		return nil, fmt.Errorf("a fact about elements: %w", err)
	}
	if t.Sort() != sort || t.HasQuantifier() {
		return nil, fmt.Errorf("a fact about elements: %s is no term of sort %s without quantifiers", text, sort)
	}
	return t, nil
}

// check is a block that was divided: what it did is in another one now.
type check struct {
	before, behind, error *ir.Block
}

func newCheck(b *ir.Block) *check {
	f := b.Function
	c := &check{before: b, behind: f.NewBlock("", b.Pos), error: f.NewBlock("", b.Pos)}
	c.behind.Instructions, c.behind.Terminator = b.Instructions, b.Terminator
	c.error.Terminator = &ir.Error{At: ir.At{Pos: b.Pos}, What: "a fact about all elements does not hold"}
	b.Instructions = nil
	b.Branch(b.Pos, f.Program.Terms.True(), c.behind, c.error)
	return c
}

// add checks a fact of the chosen elements, and takes it for granted of others.
func (c *check) add(p *ir.Program, fact ir.ElementFact) {
	jump := c.before.Terminator.(*ir.Goto)
	holds := p.Terms.And(jump.Targets[0].Guard, fact.Fact)
	jump.Targets[0].Guard, jump.Targets[1].Guard = holds, p.Terms.Not(holds)
	var assumed []ir.Instruction
	for _, at := range fact.At {
		assumed = append(assumed, &ir.Assume{At: ir.At{Pos: c.before.Pos}, Cond: instance(p, fact, at)})
	}
	c.behind.Instructions = append(assumed, c.behind.Instructions...)
}

// instance is a fact about elements in the place of the chosen ones.
func instance(p *ir.Program, fact ir.ElementFact, at []*term.Term) *term.Term {
	values := map[*term.Term]*term.Term{}
	for n, v := range p.Elements.Chosen {
		values[v.Sym] = at[n]
	}
	return p.Terms.Substitute(fact.Fact, values)
}
