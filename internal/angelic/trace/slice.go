package trace

import (
	"yogi/internal/ir"
	"yogi/internal/term"
)

// slice marks the conditions that the error depends on (ANGELIC section 4, ControlSlice; path slicing of
// Jhala and Majumdar): walking the path backwards with the variables that the error reads, a branch is
// left out, with all that was done up to where its ways meet again, if no way between may write one of
// them; and so is a call that may write none.
func (p *Path) slice() {
	s := &slicer{path: p, support: map[cell]bool{}, byStep: map[int][]int{}, post: map[*ir.Function]*ir.DominatorTree{}, written: map[[2]*ir.Block]writes{}}
	for i, c := range p.Conditions {
		s.byStep[c.step] = append(s.byStep[c.step], i)
	}
	s.joins()
	s.run()
}

// cell is a variable of an activation (nil: a global).
type cell struct {
	of       *activation
	variable *ir.Variable
}

type slicer struct {
	path    *Path
	support map[cell]bool
	byStep  map[int][]int // conditions of a step
	// joined lists, for a step, the earlier steps in the same activation whose ways meet again there,
	// the earliest first.
	joined map[int][]int
	post   map[*ir.Function]*ir.DominatorTree
	// written are the regions between a branch and the block where its ways meet, by both.
	written map[[2]*ir.Block]writes
}

// writes is a set of variables.
type writes map[*ir.Variable]bool

// goesOn says that control which comes to a block does more than fail: the ways of a branch meet again where those do
// that no check ends.
func goesOn(b *ir.Block) bool { return !onlyFails(b) && !Suppressed(b) }

func (s *slicer) postDominators(f *ir.Function) *ir.DominatorTree {
	if s.post[f] == nil {
		s.post[f] = f.PostDominatorsOf(goesOn)
	}
	return s.post[f]
}

// joins finds where the ways of each branch on the path meet again.
func (s *slicer) joins() {
	s.joined = map[int][]int{}
	steps := s.path.steps
	waiting := map[*activation]map[int][]int{} // by the block where the ways meet
	for i, st := range steps {
		if st.kind == returns {
			continue
		}
		here := waiting[st.of]
		if here == nil {
			here = map[int][]int{}
			waiting[st.of] = here
		}
		if open := here[st.block.Index]; len(open) > 0 {
			s.joined[i] = append(s.joined[i], open...)
			delete(here, st.block.Index)
		}
		if g, ok := st.block.Terminator.(*ir.Goto); ok && st.kind == goes && len(g.Targets) > 1 {
			meet := s.postDominators(st.of.function).Parent(st.block.Index)
			if meet >= 0 && meet < len(st.of.function.Blocks) && !s.waits(here[meet], st.block) {
				here[meet] = append(here[meet], i)
			}
		}
	}
}

// waits says that the branch of a block is waiting already: of the rounds of a loop the first counts.
func (s *slicer) waits(open []int, b *ir.Block) bool {
	for _, i := range open {
		if s.path.steps[i].block == b {
			return true
		}
	}
	return false
}

func (s *slicer) run() {
	steps := s.path.steps
	for i := len(steps) - 1; i >= 0; i-- {
		i = s.step(i)
		// What is done so far starts at the block of step i: a branch whose ways meet there may go. Its own
		// block was executed before its ways part.
		for b, ok := s.skip(i); ok; b, ok = s.skip(i) {
			i = b
			s.back(steps[i])
		}
	}
}

// step takes one step into account and returns its number, or that of the call that it skips.
func (s *slicer) step(i int) int {
	st := s.path.steps[i]
	switch st.kind {
	case goes:
		for _, c := range s.byStep[i] {
			if k := s.path.Conditions[c].Kind; k == Branch || k == Passed {
				s.path.Conditions[c].Relevant = true
			}
		}
		s.read(st.of, st.block.Terminator.(*ir.Goto).Targets[st.target].Guard)
		s.back(st)
	case exits:
		s.back(st)
	case returns:
		if enter, ok := s.skipCall(i); ok {
			return enter
		}
		for n, v := range st.block.Call().Results {
			if v != nil && s.remove(st.of, v) {
				s.support[cell{st.callee, st.callee.function.Results[n]}] = true
			}
		}
	case enters:
		for n, v := range st.callee.function.Params {
			if s.remove(st.callee, v) {
				s.read(st.of, st.block.Call().Args[n])
			}
		}
	}
	return i
}

// skip returns the earliest branch whose ways meet again at step i and write nothing in the support.
func (s *slicer) skip(i int) (int, bool) {
	for _, b := range s.joined[i] {
		st := s.path.steps[b]
		if !s.touches(st.of, s.region(st.block, s.path.steps[i].block)) {
			return b, true
		}
	}
	return 0, false
}

// touches says that a set of variables, those of one activation and globals, has one in the support.
func (s *slicer) touches(of *activation, w writes) bool {
	for v := range w {
		if s.support[s.cell(of, v)] {
			return true
		}
	}
	return false
}

func (s *slicer) cell(of *activation, v *ir.Variable) cell {
	if v.Kind == ir.Global {
		return cell{variable: v}
	}
	return cell{of, v}
}

// region returns what the blocks between a branch and the block where its ways meet may write.
func (s *slicer) region(branch, meet *ir.Block) writes {
	key := [2]*ir.Block{branch, meet}
	if known, ok := s.written[key]; ok {
		return known
	}
	out := writes{}
	s.written[key] = out
	seen := map[*ir.Block]bool{meet: true}
	work := append([]*ir.Block(nil), branch.Successors()...)
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] {
			continue
		}
		seen[b] = true
		work = append(work, b.Successors()...)
		for _, i := range b.Instructions {
			for _, v := range ir.Defined(i) {
				out[v] = true
			}
			if call, ok := i.(*ir.Call); ok {
				for _, v := range call.Callee.Modifies {
					out[v] = true
				}
			}
		}
	}
	return out
}

// skipCall skips a call that writes nothing in the support.
func (s *slicer) skipCall(i int) (int, bool) {
	st := s.path.steps[i]
	w := writes{}
	for _, v := range st.block.Call().Results {
		if v != nil {
			w[v] = true
		}
	}
	for _, v := range st.callee.function.Modifies {
		w[v] = true
	}
	if s.touches(st.of, w) {
		return 0, false
	}
	for enter := i - 1; enter >= 0; enter-- {
		if e := s.path.steps[enter]; e.kind == enters && e.callee == st.callee {
			return enter, true
		}
	}
	return 0, false
}

// back walks over the instructions of a step's block backwards.
func (s *slicer) back(st step) {
	if st.kind == enters || st.kind == returns {
		return
	}
	for n := len(st.block.Instructions) - 1; n >= 0; n-- {
		switch i := st.block.Instructions[n].(type) {
		case *ir.Assign:
			if s.remove(st.of, i.Dst) {
				s.read(st.of, i.Src)
			}
		case *ir.Havoc:
			s.remove(st.of, i.Dst)
		}
	}
}

// remove takes a variable out of the support and says whether it was there.
func (s *slicer) remove(of *activation, v *ir.Variable) bool {
	c := s.cell(of, v)
	found := s.support[c]
	delete(s.support, c)
	return found
}

// read puts what a term reads into the support.
func (s *slicer) read(of *activation, t *term.Term) {
	for _, sym := range t.Vars() {
		if v := s.path.program.VariableOf(sym); v != nil {
			s.support[s.cell(of, v)] = true
		}
	}
}
