package solver

import (
	"maps"
	"slices"
	"sync"
)

// Tally counts the races of several solvers in a run and has, by their names, how many queries each
// answered first, which refuted one, and which were dropped and why.
type Tally struct {
	lock     sync.Mutex
	raced    int
	answered map[string]int
	refuted  map[string]bool
	dropped  map[string]string
}

// Race counts a query for which a second solver was started.
func (t *Tally) Race() {
	t.lock.Lock()
	defer t.lock.Unlock()
	t.raced++
}

// Answer counts a definite answer that was given on.
func (t *Tally) Answer(name string, status Status) {
	t.lock.Lock()
	defer t.lock.Unlock()
	if t.answered == nil {
		t.answered, t.refuted = map[string]int{}, map[string]bool{}
	}
	t.answered[name]++
	if status == Unsat {
		t.refuted[name] = true
	}
}

// Drop says that a solver is not asked again, and why.
func (t *Tally) Drop(name, reason string) {
	t.lock.Lock()
	defer t.lock.Unlock()
	if t.dropped == nil {
		t.dropped = map[string]string{}
	}
	t.dropped[name] = reason
}

// Races is how many queries a second solver was started for.
func (t *Tally) Races() int {
	t.lock.Lock()
	defer t.lock.Unlock()
	return t.raced
}

// Answered is how many queries each solver decided.
func (t *Tally) Answered() map[string]int {
	t.lock.Lock()
	defer t.lock.Unlock()
	return maps.Clone(t.answered)
}

// Refuters are the solvers that said Unsat, in the order of their names: what was found rests on their word.
func (t *Tally) Refuters() []string {
	t.lock.Lock()
	defer t.lock.Unlock()
	return slices.Sorted(maps.Keys(t.refuted))
}

// Dropped are the solvers that are not asked any more, with the reasons.
func (t *Tally) Dropped() map[string]string {
	t.lock.Lock()
	defer t.lock.Unlock()
	return maps.Clone(t.dropped)
}
