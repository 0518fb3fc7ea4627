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
