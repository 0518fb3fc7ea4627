package term

import (
	"fmt"
	"slices"
)

// Intact reports a term that was changed after it was made: what holds one holds all equal ones, so
// a change is one of the meaning of formulas that have nothing to do with each other. It looks at
// all terms, for tests and --debug-check.
func (b *Builder) Intact() error {
	for i := range b.shards {
		if err := b.shards[i].intact(); err != nil {
			return err
		}
	}
	return nil
}

func (s *shard) intact() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range s.slots {
		if t == nil {
			continue
		}
		if slices.Contains(t.args, nil) {
			return fmt.Errorf("term %d, a %s of %d, has lost arguments", t.id, t.op, len(t.args))
		}
		n := head{op: t.op, p0: t.p0, p1: t.p1, sort: t.sort, value: t.value}
		if t.aux != nil {
			n.fn, n.shape = t.aux.fn, t.aux.shape
		}
		if uint32(n.hashWith(t.args)) != t.hash {
			return fmt.Errorf("term %d, a %s, has other arguments than it was made with", t.id, t.op)
		}
	}
	return nil
}
