package ir

import (
	"cmp"
	"maps"
	"slices"
)

// ComputeModifies fills in what calls of each function can do: Modifies, CanError, CanReturn, Recursive
// and ContainsUnsupported. It goes over the strongly connected components of the call graph, callees
// first (Tarjan), and repeats within a component until nothing changes.
//
// Where calls are not told apart (Program.CallsAlike) every function modifies what any function does.
//
// All are over-approximations over paths of the graph, except that CanReturn and CanError know that a
// call that cannot return is not passed.
func ComputeModifies(p *Program) {
	g := &callGraph{callees: map[*Function][]*Function{}, number: map[*Function]int{}, low: map[*Function]int{}}
	for _, f := range p.Functions {
		g.callees[f] = directCallees(f)
		f.Modifies, f.CanError, f.CanReturn, f.ContainsUnsupported = nil, false, false, false
	}
	for _, f := range p.Functions {
		if g.number[f] == 0 {
			g.visit(f)
		}
	}
	for _, component := range g.components {
		g.summarize(component)
	}
	if p.CallsAlike {
		p.shareModified()
	}
}

// shareModified says of every function that it changes what any of them changes.
func (p *Program) shareModified() {
	all := map[*Variable]bool{}
	for _, f := range p.Functions {
		for _, v := range f.Modifies {
			all[v] = true
		}
	}
	list := byIndex(all)
	for _, f := range p.Functions {
		f.Modifies = list
	}
}

// Callees lists the functions that f calls, each once, in order of first call.
func (f *Function) Callees() []*Function { return directCallees(f) }

func directCallees(f *Function) []*Function {
	var out []*Function
	seen := map[*Function]bool{}
	for _, b := range f.Blocks {
		for _, i := range b.Instructions {
			if c, ok := i.(*Call); ok && !seen[c.Callee] {
				seen[c.Callee] = true
				out = append(out, c.Callee)
			}
		}
	}
	return out
}

type callGraph struct {
	callees    map[*Function][]*Function
	number     map[*Function]int // depth-first number, from 1
	low        map[*Function]int
	stack      []*Function
	components [][]*Function // callees first
}

// done marks functions whose component is complete.
const done = 1 << 30

func (g *callGraph) visit(f *Function) {
	g.number[f] = len(g.number) + 1
	g.low[f] = g.number[f]
	g.stack = append(g.stack, f)
	for _, callee := range g.callees[f] {
		if g.number[callee] == 0 {
			g.visit(callee)
		}
		g.low[f] = min(g.low[f], g.low[callee])
	}
	if g.low[f] != g.number[f] {
		return
	}
	at := len(g.stack) - 1
	for g.stack[at] != f {
		at--
	}
	component := append([]*Function(nil), g.stack[at:]...)
	g.stack = g.stack[:at]
	for _, member := range component {
		g.low[member] = done
	}
	g.components = append(g.components, component)
}

// summarize fills in the functions of one component; those they call outside it are complete.
func (g *callGraph) summarize(component []*Function) {
	for _, f := range component {
		f.Recursive = len(component) > 1
		for _, callee := range g.callees[f] {
			f.Recursive = f.Recursive || callee == f
		}
	}
	g.modifies(component)
	for changed := true; changed; {
		changed = false
		for _, f := range component {
			changed = f.exits() || changed
		}
	}
}

// modifies gives all functions of a component the same set: each can reach each.
func (g *callGraph) modifies(component []*Function) {
	all := map[*Variable]bool{}
	for _, f := range component {
		for _, callee := range g.callees[f] {
			for _, v := range callee.Modifies {
				all[v] = true
			}
		}
		f.addModified(all)
	}
	list := byIndex(all)
	for _, f := range component {
		f.Modifies = list
	}
}

// byIndex lists a set of globals in the order of their declaration.
func byIndex(set map[*Variable]bool) []*Variable {
	return slices.SortedFunc(maps.Keys(set), func(v, w *Variable) int { return cmp.Compare(v.Index, w.Index) })
}

func (f *Function) addModified(all map[*Variable]bool) {
	for _, b := range f.Blocks {
		for _, i := range b.Instructions {
			for _, v := range Defined(i) {
				if v.Kind == Global {
					all[v] = true
				}
			}
			if _, ok := i.(*Alloc); ok {
				all[f.Program.AllocCounter] = true
			}
		}
	}
}

// exits updates CanError, CanReturn and ContainsUnsupported from what is known of the callees and
// reports whether one of them became true. A block's successors count only if its calls can return.
func (f *Function) exits() bool {
	canError, canReturn, unsupported := f.CanError, f.CanReturn, f.ContainsUnsupported
	if len(f.Blocks) == 0 {
		return false
	}
	reached := make([]bool, len(f.Blocks))
	reached[0] = true
	work := []*Block{f.Blocks[0]}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if !f.passes(b) {
			continue
		}
		switch b.Terminator.(type) {
		case *Error:
			f.CanError = true
		case *Return:
			f.CanReturn = true
		case *Unsupported:
			f.CanError, f.ContainsUnsupported = true, true
		}
		for _, s := range b.Successors() {
			if !reached[s.Index] {
				reached[s.Index] = true
				work = append(work, s)
			}
		}
	}
	return canError != f.CanError || canReturn != f.CanReturn || unsupported != f.ContainsUnsupported
}

// passes adds what the calls of b can do to f and reports whether the end of b can be reached.
func (f *Function) passes(b *Block) bool {
	for _, i := range b.Instructions {
		c, ok := i.(*Call)
		if !ok {
			continue
		}
		f.CanError = f.CanError || c.Callee.CanError
		f.ContainsUnsupported = f.ContainsUnsupported || c.Callee.ContainsUnsupported
		if !c.Callee.CanReturn {
			return false
		}
	}
	return true
}
