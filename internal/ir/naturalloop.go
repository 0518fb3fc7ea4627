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
	var in func(b *Block, inside bool)
	in = func(b *Block, inside bool) {
		for _, i := range b.Instructions {
			for _, v := range Defined(i) {
				if inside || v.Kind == Global {
					add(v)
				}
			}
			if call, ok := i.(*Call); ok && !called[call.Callee] {
				called[call.Callee] = true
				for _, b := range call.Callee.Blocks {
					in(b, false)
				}
			}
		}
	}
	for _, b := range l.Head.Function.Blocks {
		if l.In[b] {
			in(b, true)
		}
	}
	return out
}
