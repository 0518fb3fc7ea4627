package ir

import "yogi/internal/term"

// LiveVariables knows which variables' values may still matter on some path from a place of a
// function on: a condition depends on them, or a variable that matters. (A counter that is counted up
// and nothing else does not matter.) To callees, and to whoever called the function, those globals
// matter that matter anywhere.
type LiveVariables struct {
	program  *Program
	function *Function
	locals   int    // how many there are; globals are numbered behind them
	read     bits   // the globals that matter anywhere
	in       []bits // at the start of each block
}

// FindLiveVariables needs the program's numbers, calls alone in their blocks, and which variables matter (Mattering).
func FindLiveVariables(p *Program, f *Function, mattering map[*Variable]bool) *LiveVariables {
	l := &LiveVariables{program: p, function: f, locals: len(f.Variables()), in: make([]bits, len(f.Blocks))}
	width := l.locals + len(p.Globals)
	l.read = newBits(width)
	for v := range mattering {
		if v.Kind == Global {
			l.read.add(l.locals + v.Index)
		}
	}
	for i := range l.in {
		l.in[i] = newBits(width)
	}
	previous := f.Predecessors()
	work := make([]*Block, len(f.Blocks))
	waits := newBits(len(f.Blocks))
	for i, b := range f.Blocks {
		work[i] = b
		waits.add(i)
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		waits.remove(b.Index)
		if !l.in[b.Index].union(l.before(b)) {
			continue
		}
		for _, from := range previous[b.Index] {
			if !waits.has(from.Index) {
				waits.add(from.Index)
				work = append(work, from)
			}
		}
	}
	return l
}

// AtStart says that the value that v has at the start of a block may be read.
func (l *LiveVariables) AtStart(b *Block, v *Variable) bool { return l.in[b.Index].has(l.number(v)) }

// BehindCall says that the value that v has during the call of a block may be read when it has returned.
func (l *LiveVariables) BehindCall(b *Block, v *Variable) bool {
	live := l.behind(b)
	for _, set := range Defined(b.Instructions[0]) {
		live.remove(l.number(set))
	}
	return live.has(l.number(v))
}

func (l *LiveVariables) number(v *Variable) int {
	if v.Kind == Global {
		return l.locals + v.Index
	}
	return v.Index
}

// before is the variables that are live before the instructions of a block, given those at its
// successors' starts.
func (l *LiveVariables) before(b *Block) bits {
	live := l.behind(b)
	for i := len(b.Instructions) - 1; i >= 0; i-- {
		instruction := b.Instructions[i]
		if assign, ok := instruction.(*Assign); ok && !live.has(l.number(assign.Dst)) {
			continue
		}
		for _, v := range Defined(instruction) {
			live.remove(l.number(v))
		}
		if _, isCall := instruction.(*Call); isCall {
			live.union(l.read)
		}
		EachTerm(instruction, func(t *term.Term) { l.reads(live, t) })
	}
	return live
}

// behind is the variables that are live behind the instructions of a block.
func (l *LiveVariables) behind(b *Block) bits {
	live := newBits(l.locals + len(l.program.Globals))
	for _, s := range b.Successors() {
		live.union(l.in[s.Index])
	}
	switch t := b.Terminator.(type) {
	case *Goto:
		for _, target := range t.Targets {
			l.reads(live, target.Guard)
		}
	case *Return:
		for _, r := range l.function.Results {
			live.add(r.Index)
		}
		if l.function != l.program.Entry {
			live.union(l.read)
		}
	}
	return live
}

func (l *LiveVariables) reads(live bits, t *term.Term) {
	for _, sym := range t.Vars() {
		if v := l.program.VariableOf(sym); v != nil {
			live.add(l.number(v))
		}
	}
}

// Mattering are the variables on which some condition depends, by whatever way through others.
func (p *Program) Mattering() map[*Variable]bool {
	out := map[*Variable]bool{}
	var work []*Variable
	add := func(t *term.Term) {
		for _, sym := range t.Vars() {
			if v := p.VariableOf(sym); v != nil && !out[v] {
				out[v] = true
				work = append(work, v)
			}
		}
	}
	flows := map[*Variable][]*term.Term{}
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			for _, instruction := range b.Instructions {
				switch i := instruction.(type) {
				case *Assign:
					flows[i.Dst] = append(flows[i.Dst], i.Src)
				case *Call:
					for n, a := range i.Args {
						flows[i.Callee.Params[n]] = append(flows[i.Callee.Params[n]], a)
					}
					for n, r := range i.Results {
						if r != nil {
							flows[r] = append(flows[r], i.Callee.Results[n].Sym)
						}
					}
				default:
					EachTerm(instruction, add)
				}
			}
			if t, ok := b.Terminator.(*Goto); ok {
				for _, target := range t.Targets {
					add(target.Guard)
				}
			}
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for _, t := range flows[v] {
			add(t)
		}
	}
	return out
}
