package ir

import "yogi/internal/term"

// Liveness computes, for each block by index, the symbols that may be read before they are assigned.
func (f *Function) Liveness() []map[*term.Term]bool {
	live := make([]map[*term.Term]bool, len(f.Blocks))
	for i := range live {
		live[i] = map[*term.Term]bool{}
	}
	for changed := true; changed; {
		changed = false
		for i := len(f.Blocks) - 1; i >= 0; i-- {
			b := f.Blocks[i]
			now := map[*term.Term]bool{}
			for _, s := range b.Successors() {
				for sym := range live[s.Index] {
					now[sym] = true
				}
			}
			reads := func(t *term.Term) {
				for _, sym := range t.Vars() {
					now[sym] = true
				}
			}
			switch t := b.Terminator.(type) {
			case *Goto:
				for _, target := range t.Targets {
					reads(target.Guard)
				}
			case *Return:
				for _, r := range f.Results {
					now[r.Sym] = true
				}
			}
			for j := len(b.Instructions) - 1; j >= 0; j-- {
				for _, v := range Defined(b.Instructions[j]) {
					delete(now, v.Sym)
				}
				EachTerm(b.Instructions[j], reads)
			}
			if len(now) > len(live[i]) {
				live[i], changed = now, true
			}
		}
	}
	return live
}
