package invariant

import (
	"slices"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// This file makes the rows of tables (table.go), by executing functions over terms.

// look returns the row for some values of the keys, which is made if there is none; nil if it cannot be.
func (t *tables) look(tab *functionTable, keys []int64) *row {
	name := nameOf(keys)
	if r := tab.rows[name]; r != nil || tab.open[name] {
		return r
	}
	if r := t.onLine(tab, keys); r != nil {
		return r
	}
	if len(tab.rows) >= mostRows || t.depth >= mostTableCalls {
		return nil
	}
	// A call that calls itself with the same values, and with the same globals perhaps, does not return.
	tab.open[name] = true
	f := tab.function
	env := map[*term.Term]*term.Term{}
	for i, g := range t.ghosts[f] {
		env[g.Variable.Sym] = g.Symbol
		if at := slices.Index(tab.keys, i); i < len(f.Params) && at >= 0 {
			env[g.Variable.Sym] = arithmetic{t.terms, g.Variable.Sort}.number(keys[at])
		}
	}
	r := &row{keys: keys, after: map[*term.Term]*term.Term{}, at: map[int]map[*term.Term]*term.Term{}}
	if !t.execute(f, env, r) {
		if t.stop() { // with more time it may have a row
			delete(tab.open, name)
		}
		return nil
	}
	for _, v := range slices.Concat(f.Results, f.Modifies) {
		if r.after[v.Sym] = env[v.Sym]; env[v.Sym] == nil {
			r.after[v.Sym] = t.symbol(v.Sort)
		}
	}
	delete(tab.open, name)
	tab.rows[name], tab.sorted = r, nil
	return r
}

// execute runs a function over terms: env has the values of its parameters and of what it changes, and in the
// end those behind it; what it is on the way is noted in the row, if there is one. It reports whether each branch
// is decided and the function returns.
func (t *tables) execute(f *ir.Function, env map[*term.Term]*term.Term, note *row) bool {
	t.depth++
	defer func() { t.depth-- }()
	m := &moment{cond: t.terms.True(), env: env}
	for b := f.Entry(); ; {
		if t.blocks++; t.blocks > mostTableBlocks || t.stop() {
			return false
		}
		if note != nil && t.cutsOf(f)[b.Index] {
			note.visit(b, env)
		}
		for _, instruction := range b.Instructions {
			switch x := instruction.(type) {
			case *ir.Assign:
				if x.Dst.Sort.Kind == term.KindArray {
					env[x.Dst.Sym] = t.symbol(x.Dst.Sort)
				} else {
					env[x.Dst.Sym] = t.eval(m, x.Src)
				}
			case *ir.Assume: // one that is broken ends a run, which then has no row
				if t.eval(m, x.Cond).IsFalse() {
					return false
				}
			case *ir.Havoc:
				env[x.Dst.Sym] = t.symbol(x.Dst.Sort)
			case *ir.Call:
				if !t.execCall(x, m) {
					return false
				}
			default:
				return false
			}
		}
		switch x := b.Terminator.(type) {
		case *ir.Return:
			return true
		case *ir.Goto:
			if x.Choice != nil {
				return false
			}
			next := t.decided(m, x)
			if next == nil {
				return false
			}
			b = next
		default:
			return false
		}
	}
}

// decided is the block that a branch leads to; nil if it depends on more than the keys. A check of which that cannot be
// said is taken to hold: a row is about runs that do not fail.
func (t *tables) decided(m *moment, x *ir.Goto) *ir.Block {
	var open *ir.Block
	for _, target := range x.Targets {
		guard := t.eval(m, target.Guard)
		if guard.IsTrue() {
			return target.Block
		}
		if fails(target.Block) || guard.IsFalse() {
			continue
		}
		if open != nil {
			return nil
		}
		open = target.Block
	}
	return open
}

// isCheck says that a branch leads to one block, or fails.
func isCheck(x *ir.Goto) bool {
	passes := 0
	for _, target := range x.Targets {
		if !fails(target.Block) {
			passes++
		}
	}
	return passes == 1 && len(x.Targets) > 1
}

func fails(b *ir.Block) bool {
	_, fails := b.Terminator.(*ir.Error)
	return fails
}

// visit notes the globals that a function changes at a point on its way.
func (r *row) visit(b *ir.Block, env map[*term.Term]*term.Term) {
	if _, again := r.at[b.Index]; again {
		r.at[b.Index] = nil
		return
	}
	values := map[*term.Term]*term.Term{}
	for _, v := range b.Function.Modifies {
		values[v.Sym] = env[v.Sym]
	}
	r.at[b.Index] = values
}

// value is the term that the row has for a variable at a point; nil: none.
func (r *row) value(block int, sym *term.Term) *term.Term {
	if block == AtReturn {
		return r.after[sym]
	}
	return r.at[block][sym]
}

// execCall looks a call up, or executes it where the callee has no contract.
func (t *tables) execCall(call *ir.Call, m *moment) bool {
	f := call.Callee
	args := make([]*term.Term, len(call.Args))
	for i, a := range call.Args {
		args[i] = t.eval(m, a)
	}
	after := map[*term.Term]*term.Term{}
	if !t.hasContract(f) {
		if t.depth >= mostTableCalls {
			return false
		}
		inside := m.clone().env
		for i, p := range f.Params {
			inside[p.Sym] = args[i]
		}
		if !t.execute(f, inside, nil) {
			return false
		}
		for _, v := range slices.Concat(f.Results, f.Modifies) {
			if after[v.Sym] = inside[v.Sym]; inside[v.Sym] == nil {
				after[v.Sym] = t.symbol(v.Sort)
			}
		}
	} else {
		tab := t.tableOf(f)
		if tab == nil {
			return false
		}
		keys := make([]int64, len(tab.keys))
		for i, k := range tab.keys {
			x, ok := number(args[k])
			if !ok {
				return false
			}
			keys[i] = x
		}
		r := t.look(tab, keys)
		if r == nil {
			return false
		}
		values := map[*term.Term]*term.Term{}
		for i, g := range t.ghosts[f] {
			if i < len(args) {
				values[g.Symbol] = args[i]
			} else {
				values[g.Symbol] = valueOf(m, g.Variable.Sym)
			}
		}
		s := t.terms.NewSubstitution(values)
		for _, v := range slices.Concat(f.Results, f.Modifies) {
			after[v.Sym] = s.Apply(r.after[v.Sym])
		}
	}
	for _, v := range f.Modifies {
		m.env[v.Sym] = after[v.Sym]
	}
	for i, r := range call.Results {
		if r != nil {
			m.env[r.Sym] = after[f.Results[i].Sym]
		}
	}
	return true
}
