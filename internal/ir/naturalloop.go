package ir

// NaturalLoop is a loop that is entered at its head alone: the head dominates its other blocks, and
// each of them leads back to it.
type NaturalLoop struct {
	Head *Block
	In   map[*Block]bool // the head among them
}

// NaturalLoops finds the loops of a function, in the order of their heads; those with one head are one.
func (f *Function) NaturalLoops() []*NaturalLoop {
	if len(f.Blocks) == 0 {
		return nil
	}
	var out []*NaturalLoop
	tree, reachable, previous := f.Dominators(), f.Reachable(), f.Predecessors()
	for _, head := range f.Blocks {
		var work []*Block
		for _, b := range previous[head.Index] {
			if reachable[b.Index] && tree.Dominates(head.Index, b.Index) {
				work = append(work, b)
			}
		}
		if len(work) == 0 {
			continue
		}
		l := &NaturalLoop{Head: head, In: map[*Block]bool{head: true}}
		for len(work) > 0 {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			if !l.In[b] {
				l.In[b] = true
				work = append(work, previous[b.Index]...)
			}
		}
		out = append(out, l)
	}
	return out
}

// LoopAt is the loop with a head; nil: the block is none.
func LoopAt(head *Block) *NaturalLoop {
	for _, l := range head.Function.NaturalLoops() {
		if l.Head == head {
			return l
		}
	}
	return nil
}

// Assigns are the variables that the rounds of a loop may assign: its function's, and the globals that
// functions assign which it calls, too. They are in the order of their places in the text.
func (l *NaturalLoop) Assigns() []*Variable {
	var out []*Variable
	seen := map[*Variable]bool{}
	add := func(v *Variable) {
		if !seen[v] {
			seen[v] = true
			out = append(out, v)
		}
	}
	called := map[*Function]bool{}
	var calls func(b *Block)
	calls = func(b *Block) {
		for _, i := range b.Instructions {
			call, ok := i.(*Call)
			if !ok || called[call.Callee] {
				continue
			}
			called[call.Callee] = true
			for _, inside := range call.Callee.Blocks {
				for _, v := range defined(inside) {
					if v.Kind == Global {
						add(v)
					}
				}
				calls(inside)
			}
		}
	}
	for _, b := range l.Head.Function.Blocks {
		if l.In[b] {
			for _, v := range defined(b) {
				add(v)
			}
			calls(b)
		}
	}
	return out
}

// defined are the variables that the instructions of a block set.
func defined(b *Block) (out []*Variable) {
	for _, i := range b.Instructions {
		out = append(out, Defined(i)...)
	}
	return out
}
