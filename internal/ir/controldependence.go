package ir

import "slices"

// ControlDependence lists, for each block by index, the indices of the blocks on whose branch it
// depends, in ascending order: b depends on a when one way out of a always leads to b and another may
// avoid it (Ferrante, Ottenstein, Warren).
//
// A call may not come back, and a run may be blocked by an assume or by guards none of which holds: the
// blocks after such a place depend on it too, but that is not a branch and is not listed here.
func (f *Function) ControlDependence() [][]int {
	tree := f.PostDominators()
	out := make([][]int, len(f.Blocks))
	for _, a := range f.Blocks {
		successors := a.Successors()
		if len(successors) < 2 {
			continue
		}
		for _, s := range successors {
			// Every node from s up to, not including, the immediate post-dominator of a.
			for n := s.Index; n >= 0 && n < len(f.Blocks) && n != tree.Parent(a.Index); n = tree.Parent(n) {
				if list := out[n]; len(list) == 0 || list[len(list)-1] != a.Index {
					out[n] = append(out[n], a.Index)
				}
			}
		}
	}
	for i := range out {
		slices.Sort(out[i])
		out[i] = slices.Compact(out[i])
	}
	return out
}
