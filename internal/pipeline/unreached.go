package pipeline

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"yogi/internal/confirm"
	"yogi/internal/ir"
	"yogi/internal/report"
	"yogi/internal/source"
	"yogi/internal/verdict"
)

// This file says what a verdict did not look at: programs with nothing to check, and code that no
// run reaches since a loop before it never ends. A pass is right about both, and may not be what
// its reader takes it for. So may a verdict be where a declaration is forgotten.

// The warnings.
const (
	WarnNothingToCheck = "nothing-to-check"
	WarnBehindLoop     = "behind-endless-loop"
	WarnUndeclared     = "undeclared-function"
	WarnMisspelt       = "misspelt-event"
	WarnContract       = "unread-contract"
	WarnUnplaced       = report.UnplacedContract
)

// nothingToCheck warns of a program, as the front end made it, in which no run meets a check.
func nothingToCheck(p *ir.Program) []verdict.Warning {
	if p.Checked || p.Entry == nil {
		return nil
	}
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			switch b.Terminator.(type) {
			case *ir.Error, *ir.Unsupported:
				return nil
			}
		}
	}
	return []verdict.Warning{{ID: WarnNothingToCheck, Pos: p.Entry.Pos, Text: "nothing to check: no assertion, error function or other check that could fail is in reach of the entry"}}
}

// undeclared warns of functions that are called, and that nothing declares or defines.
func undeclared(p *ir.Program) (out []verdict.Warning) {
	for _, u := range p.Undefined {
		if u.Implicit {
			out = append(out, verdict.Warning{ID: WarnUndeclared, Pos: u.Pos, Text: u.Name + " is called and not declared: it returns an int then"})
		}
	}
	return out
}

// misspelt warns of events of the rule that never happen, since no function has their name.
func misspelt(p *ir.Program, rule string) (out []verdict.Warning) {
	for _, m := range p.Misspelt {
		out = append(out, verdict.Warning{ID: WarnMisspelt, Pos: m.Pos, Text: fmt.Sprintf("the rule %s has events of %s, which no file declares or defines: did you mean %s?", rule, m.Function, m.Near)})
	}
	return out
}

// unplaced warns of contracts of functions that no file defines: nothing keeps to them.
func unplaced(p *ir.Program) (out []verdict.Warning) {
	for _, m := range p.Unplaced {
		text := "the contract of " + m.Function + " is not used: no file defines that function"
		if m.Near != "" {
			text += "; did you mean " + m.Near + "?"
		}
		out = append(out, verdict.Warning{ID: WarnUnplaced, Pos: m.Pos, Text: text})
	}
	return out
}

// unread warns of what the contract of the entry says and is not used: more calls are looked at than it allows.
func unread(p *ir.Program) (out []verdict.Warning) {
	for rest := p.UnreadContracts; len(rest) > 0; {
		first, parts, more := rest[0], []string{}, ""
		for len(rest) > 0 && rest[0].Pos == first.Pos {
			if strings.HasPrefix(rest[0].Text, "requires") {
				more = "; calls that it forbids are looked at too"
			}
			parts, rest = append(parts, rest[0].Text), rest[1:]
		}
		text := fmt.Sprintf("of the contract of %s this is not used: %s%s", first.Function, strings.Join(parts, "; "), more)
		out = append(out, verdict.Warning{ID: WarnContract, Pos: first.Pos, Text: text})
	}
	return out
}

// behindLoop warns of code behind a loop.
func behindLoop(code, loop source.Pos) verdict.Warning {
	which := "a loop of the library's"
	if loop.IsWritten() {
		which = "the loop at " + source.Pos{File: loop.File, Line: loop.Line}.String()
	}
	return verdict.Warning{ID: WarnBehindLoop, Pos: code, Text: fmt.Sprintf("no run gets here: %s never ends", which)}
}

// behindCode is where a loop is and where the first thing is done behind it.
type behindCode struct{ loop, code source.Pos }

// loops has the places of code behind each loop of a program as the front end made it, by where the
// loop begins and where it is closed, and the warnings of the loops among them that have no way out.
type loops struct {
	behind  map[source.Pos]behindCode
	endless []verdict.Warning
}

func loopsOf(p *ir.Program) loops {
	behind, endless := map[source.Pos]behindCode{}, []verdict.Warning(nil)
	heads := headsAt(p)
	for _, f := range p.Functions {
		var reached []bool
		var previous [][]*ir.Block
		for _, head := range f.Blocks {
			if head.Label != ir.LoopLabel || heads[head.Pos] > 1 {
				continue
			}
			if reached == nil {
				reached, previous = openBlocks(f, f.Blocks[0]), f.Predecessors()
			}
			after := blockBehind(f, head)
			if after == nil || !reached[head.Index] {
				continue
			}
			code := firstCode(f, after, nil)
			if !code.IsValid() {
				continue
			}
			at := behindCode{loop: head.Pos, code: code}
			behind[head.Pos], behind[head.Terminator.Position()] = at, at
			for _, b := range previous[head.Index] {
				if b.Index > head.Index {
					behind[b.Terminator.Position()] = at // passes that merge blocks keep where the loop is closed
				}
			}
			if reached[after.Index] || !isStuckIn(f, head) {
				continue
			}
			if code := firstCode(f, after, reached); code.IsValid() { // what a goto leads to does not count
				endless = append(endless, behindLoop(code, head.Pos))
			}
		}
	}
	return loops{behind, endless}
}

// headsAt counts the loops at each place: those of one call of a macro have one, and cannot be told apart.
func headsAt(p *ir.Program) map[source.Pos]int {
	heads := map[source.Pos]int{}
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			if b.Label == ir.LoopLabel {
				heads[b.Pos]++
			}
		}
	}
	return heads
}

// blockBehind is the block that goes on behind a loop, nil of a loop of the library's that has none.
// Its place does not tell: all that a macro expands to has one.
func blockBehind(f *ir.Function, head *ir.Block) *ir.Block {
	for _, b := range f.Blocks[head.Index+1:] {
		switch b.Label {
		case ir.BehindLabel:
			return b
		case ir.LoopLabel:
			return nil
		}
	}
	return nil
}

// openBlocks tells, by index, which blocks can be reached from one over edges whose guards are not false.
func openBlocks(f *ir.Function, from *ir.Block) []bool {
	return openBlocksPast(f, from, func(*ir.Block) bool { return true })
}

// openBlocksPast is openBlocks where only some blocks are left again.
func openBlocksPast(f *ir.Function, from *ir.Block, passed func(*ir.Block) bool) []bool {
	reached := make([]bool, len(f.Blocks))
	reached[from.Index] = true
	for work := []*ir.Block{from}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		g, ok := b.Terminator.(*ir.Goto)
		if !ok || !passed(b) {
			continue
		}
		for _, t := range g.Targets {
			if !t.Guard.IsFalse() && !reached[t.Block.Index] {
				reached[t.Block.Index] = true
				work = append(work, t.Block)
			}
		}
	}
	return reached
}

// isStuckIn says that a loop has rounds, and no way to the end of the function: a body that a goto leaves in the first
// round, as in do { goto out; } while (0), is none.
func isStuckIn(f *ir.Function, head *ir.Block) bool {
	inside := openBlocks(f, head)
	comesBack := false
	for _, b := range f.Blocks {
		if !inside[b.Index] {
			continue
		}
		switch t := b.Terminator.(type) {
		case *ir.Return:
			return false
		case *ir.Goto:
			comesBack = comesBack || slices.ContainsFunc(t.Targets, func(t ir.Target) bool { return t.Block == head && !t.Guard.IsFalse() })
		}
	}
	return comesBack
}

// firstCode is the place of the first thing that is done from a block on, but in some blocks: a check, a call, a
// decision, a change of a variable that is not the function's result. The zero place: nothing is.
func firstCode(f *ir.Function, from *ir.Block, but []bool) source.Pos {
	results := map[*ir.Variable]bool{}
	for _, v := range f.Results {
		results[v] = true
	}
	reached := openBlocks(f, from)
	for _, b := range f.Blocks {
		if !reached[b.Index] || but != nil && but[b.Index] {
			continue
		}
		for _, i := range b.Instructions {
			switch i := i.(type) {
			case *ir.Assign: // what has no name in the source is changed at the end of a block
				if results[i.Dst] || i.Dst.Source == "" {
					continue
				}
			case *ir.Havoc: // no value is returned where the function ends
				if results[i.Dst] {
					continue
				}
			case *ir.Assume:
				continue
			}
			return i.Position()
		}
		switch t := b.Terminator.(type) {
		case *ir.Error:
			return t.Pos
		case *ir.Unsupported:
			return t.Pos
		case *ir.Goto:
			if len(t.Targets) > 1 {
				return t.Pos
			}
		}
	}
	return source.Pos{}
}

// unreached warns of the code that an accepted proof shows no run to reach, and of that behind
// loops without a way out.
func (l loops) unreached(program *ir.Program, found confirm.Confirmed) []verdict.Warning {
	if found.Kind != verdict.Pass {
		return nil
	}
	return slices.Concat(l.endless, provedEndless(program, found.Proof, l.behind))
}

// provedEndless warns of the code behind loops whose ways out an accepted proof shows to be closed,
// and behind calls of functions that do not return for that. behind is of the program as the front
// end made it.
func provedEndless(p *ir.Program, proof []confirm.Proved, behind map[source.Pos]behindCode) []verdict.Warning {
	reached := reachedBlocks(p, proof)
	met := placesIn(p, reached)
	var out []verdict.Warning
	stays := map[*ir.Function]source.Pos{} // functions that do not return, and the loop
	for _, f := range p.Functions {
		in := reached[f.Name]
		if in == nil {
			continue
		}
		for _, natural := range f.NaturalLoops() {
			l := naturalLoop{natural}
			if !in[l.Head.Index] || !l.neverLeft(in) {
				continue
			}
			at, known := behind[l.Head.Pos]
			for _, b := range l.closing() {
				if !known {
					at, known = behind[b.Terminator.Position()]
				}
			}
			if known && !met[at.code] {
				out = append(out, behindLoop(at.code, at.loop))
			}
			if !known {
				at.loop = l.Head.Pos
			}
			if !returns(f, in) {
				stays[f] = at.loop
			}
		}
	}
	return append(out, behindCalls(p, reached, stays)...)
}

// addWarnings adds warnings to a verdict, each place once, in the order of the text. Those about code that
// comes with the checker are left out: nobody can mend it.
func addWarnings(v *verdict.Verdict, more []verdict.Warning) {
	all := append(slices.Clone(v.Warnings), more...)
	all = slices.DeleteFunc(all, func(w verdict.Warning) bool { return w.Pos.IsValid() && !w.Pos.IsWritten() })
	slices.SortStableFunc(all, func(a, b verdict.Warning) int {
		return cmp.Or(cmp.Compare(b.ID, a.ID), a.Pos.Compare(b.Pos))
	})
	v.Warnings = slices.CompactFunc(all, func(a, b verdict.Warning) bool {
		return a.ID == b.ID && a.Pos.File == b.Pos.File && a.Pos.Line == b.Pos.Line
	})
}
