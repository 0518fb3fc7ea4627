package invariant

import (
	"slices"
	"strings"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// This file proposes contracts that are tables: what a function does, by the values of those parameters
// that its branches depend on. Of Fibonacci's and Ackermann's functions, of the moves of Hanoi's towers,
// no line through what tests saw says what a call returns, and where calls come from a bounded range a
// table does. A row is made by executing the function, once for each choice of these parameters, over
// the ghosts in the place of all else; a call in it is looked up, as in dynamic programming, so Fibonacci
// of 46 costs 46 rows and not 2^31 calls. Rows that are on a line are taken to go on so: a call far from
// all rows is looked up there, and the line is proposed for all values. The rows of the calls make a row
// inductive, which Houdini finds as it finds all else; nothing of a table is trusted.

const (
	// mostRows bounds the rows of a function, mostTableBlocks the blocks executed for those of a program.
	mostRows        = 2000
	mostTableBlocks = 100000
	// mostTableCalls bounds how deep calls are executed.
	mostTableCalls = 1000
	// longestTable bounds the rows of a candidate.
	longestTable = 400
	// longestProducts bounds the rows of one in which something unknown is multiplied: each is a circuit to the solver.
	longestProducts = 16
	// mostKeys bounds the parameters that the branches of a function may depend on.
	mostKeys = 4
	// widestKeys and largestKey bound the values for which rows are asked.
	widestKeys = 160
	largestKey = 1 << 12
	// lineRows is the number of neighbouring rows from which a line is taken to go on.
	lineRows = 5
	// farKey is how far behind the rows a call is looked up on their line.
	farKey = 8
)

// row tells what a call does for some values of the keys.
type row struct {
	keys []int64
	// after gives the results and the changed globals over the ghosts of the function; what is not known of
	// them are symbols that are out of scope.
	after map[*term.Term]*term.Term
	// at gives the changed globals at the points on the way, by block; nil where a run comes twice.
	at map[int]map[*term.Term]*term.Term
}

// functionTable are the rows of a function.
type functionTable struct {
	function *ir.Function
	keys     []int // the parameters that branches depend on, by number
	rows     map[string]*row
	open     map[string]bool // rows that are being made, and those that could not be
	sorted   []*row          // the rows in order, while there are no others; see list
}

// tables makes the tables of a program.
type tables struct {
	*encoder
	of     map[*ir.Function]*functionTable
	blocks int // executed
	depth  int
}

// tabulated are the tables of the encoder's program.
func (e *encoder) tabulated() *tables {
	if e.tables == nil {
		e.tables = &tables{encoder: e, of: map[*ir.Function]*functionTable{}}
	}
	return e.tables
}

// HasTables reports whether there are recursive functions whose branches depend on few parameters.
func (s *Search) HasTables() bool {
	return slices.ContainsFunc(s.encoder.order, func(f *ir.Function) bool {
		return f.Recursive && s.encoder.hasContract(f) && s.encoder.tabulated().tableOf(f) != nil
	})
}

// besideTables proposes tables, and what their proofs need: that parameters are what the ghosts say, what the
// contracts of callees say of calls, comparisons of the text, and bounds of the keys.
func (c *candidates) besideTables(e *encoder, p Point, instances []*term.Term) {
	for _, t := range instances {
		c.add(t)
	}
	c.fromAtoms()
	if p.Block == AtReturn {
		if p.Function.Recursive {
			c.fromTables(e, p)
			c.multiples(e, p)
		}
		c.constantsUnderGuards()
		return
	}
	if p.Block != p.Function.Entry().Index {
		for _, g := range e.ghosts[p.Function] {
			c.add(e.terms.Eq(g.Variable.Sym, g.Symbol))
		}
		if p.Function.Recursive {
			c.fromTables(e, p)
		}
	}
	if p.Function.Recursive {
		c.boundsInRecursion(e, p)
	}
	c.features = append(c.features, c.passed(e, p)...)
	for i, f := range c.features {
		if !f.numeric || !f.term.IsVar() {
			continue
		}
		for _, g := range c.features[:i] {
			if g.term.IsVar() && g.term.Sort() == f.term.Sort() {
				c.line(f, g)
			}
		}
		if e.ghostOf[f.term] == nil {
			c.boundsOfText(f)
		}
	}
}

// mostUnseenBounds is the number of constants of the text that are proposed as bounds where no run was seen.
const mostUnseenBounds = 12

// unvisitedBesideTables proposes more for a point that no run was seen at: a call that a table is for may take more
// steps than a test has.
func (s *samples) unvisitedBesideTables(e *encoder, p Point, proposed []*term.Term) []*term.Term {
	c := &candidates{samples: s, seen: map[*term.Term]bool{}}
	for _, t := range proposed {
		c.add(t)
	}
	if p.Function.Recursive && p.Block != p.Function.Entry().Index {
		c.fromTables(e, p)
	}
	if p.Function.Recursive && p.Block != AtReturn {
		c.boundsInRecursion(e, p)
	}
	if p.Block == AtReturn {
		return append(c.list, e.terms.False())
	}
	c.fromAtoms()
	for _, v := range e.live(p) {
		constants := c.constants[v.Sort]
		if !isNumber(v.Sort) || len(constants) > mostUnseenBounds {
			continue
		}
		a := arithmetic{c.terms, v.Sort}
		for _, k := range constants {
			c.add(a.le(a.number(k), v.Sym))
			c.add(a.le(v.Sym, a.number(k)))
		}
	}
	return append(c.list, e.terms.False())
}

// passed are the variables that are passed in calls with contracts and not among the features, since nothing
// reads them behind the call: what the contract says of the call is about them.
func (c *candidates) passed(e *encoder, p Point) []*feature {
	seen := map[*term.Term]bool{}
	for _, f := range c.features {
		seen[f.term] = true
	}
	inScope := e.inScope(p)
	var out []*feature
	for _, b := range p.Function.Blocks {
		call := b.Call()
		if call == nil || !e.hasContract(call.Callee) {
			continue
		}
		for _, a := range call.Args {
			for _, sym := range a.Vars() {
				if seen[sym] || !inScope(sym) {
					continue
				}
				seen[sym] = true
				if f := c.feature(sym); f != nil {
					out = append(out, f)
				}
			}
		}
	}
	return out
}

// nearestBounds is the number of constants of the text that are proposed as bounds of a key on each side.
const nearestBounds = 2

// boundsOfText proposes that a feature is between constants of the text, and not the extreme ones. What is between the
// values seen says little: tests take few of those that a call can come with.
func (c *candidates) boundsOfText(f *feature) {
	a := arithmetic{c.terms, f.term.Sort()}
	low, high := extremes(f.signed)
	constants := append([]int64{0}, c.constants[f.term.Sort()]...)
	slices.Sort(constants)
	constants = slices.Compact(constants)
	for _, k := range []int64{constants[0], constants[len(constants)-1]} {
		c.add(c.terms.Ne(f.term, a.number(k)))
	}
	for i, n := len(constants)-1, 0; i >= 0 && n < nearestBounds; i-- {
		if constants[i] <= low {
			c.add(a.le(a.number(constants[i]), f.term))
			n++
		}
	}
	for i, n := 0, 0; i < len(constants) && n < nearestBounds; i++ {
		if constants[i] >= high {
			c.add(a.le(f.term, a.number(constants[i])))
			n++
		}
	}
}

// constantsUnderGuards proposes that a result is one number where the state at the entry met a condition of the
// text, as it is of the smallest problems.
func (c *candidates) constantsUnderGuards() {
	guards := c.guards
	if len(guards) > mostGuards {
		guards = guards[:mostGuards]
	}
	for _, guard := range guards {
		for _, side := range []*term.Term{guard, c.terms.Not(guard)} {
			some := c.meeting(side)
			if len(some.states) == 0 || len(some.states) == len(c.states) {
				continue
			}
			for _, f := range some.features {
				if low, high := extremes(f.signed); f.numeric && low == high && f.term.IsVar() {
					c.add(c.terms.Implies(side, c.terms.Eq(f.term, arithmetic{c.terms, f.term.Sort()}.number(low))))
				}
			}
		}
	}
}

// tableOf returns the table of a function with a contract, with no rows at first; nil if its branches depend on
// too much.
func (t *tables) tableOf(f *ir.Function) *functionTable {
	if done, ok := t.of[f]; ok {
		return done
	}
	t.of[f] = nil
	if keys := t.keysOf(f); len(keys) > 0 && len(keys) <= mostKeys {
		t.of[f] = &functionTable{function: f, keys: keys, rows: map[string]*row{}, open: map[string]bool{}}
	}
	return t.of[f]
}

// keysOf lists the parameters of f that its branches depend on, or those of what it calls: backwards
// over assignments in whatever order, which finds too many rather than too few.
func (t *tables) keysOf(f *ir.Function) []int {
	wanted := map[*term.Term]bool{}
	want := func(x *term.Term) {
		for _, sym := range x.Vars() {
			wanted[sym] = true
		}
	}
	for before := -1; before < len(wanted); {
		before = len(wanted)
		seen := map[*ir.Function]bool{}
		var visit func(g *ir.Function)
		visit = func(g *ir.Function) {
			if seen[g] {
				return
			}
			seen[g] = true
			for _, b := range g.Blocks {
				for _, instruction := range b.Instructions {
					switch x := instruction.(type) {
					case *ir.Assign:
						if wanted[x.Dst.Sym] {
							want(x.Src)
						}
					case *ir.Call:
						visit(x.Callee)
						for i, r := range x.Results {
							if r != nil && wanted[r.Sym] {
								wanted[x.Callee.Results[i].Sym] = true
							}
						}
						for i, p := range x.Callee.Params {
							if wanted[p.Sym] {
								want(x.Args[i])
							}
						}
					}
				}
				if g, ok := b.Terminator.(*ir.Goto); ok && !isCheck(g) {
					for _, target := range g.Targets {
						want(target.Guard)
					}
				}
			}
		}
		visit(f)
	}
	var keys []int
	for i, p := range f.Params {
		if wanted[p.Sym] {
			if !isNumber(p.Sort) {
				return nil
			}
			keys = append(keys, i)
		}
	}
	return keys
}

func isNumber(s *term.Sort) bool {
	return s.Kind == term.KindInt || s.Kind == term.KindBV && s.Width <= 64
}

// number is a constant as a signed number.
func number(t *term.Term) (int64, bool) {
	v, ok := t.Value()
	switch {
	case !ok:
		return 0, false
	case t.Sort().Kind == term.KindInt:
		return v.Int64(), v.FitsInt64()
	case t.Sort().Kind == term.KindBV:
		return v.Signed64()
	}
	return 0, false
}

func nameOf(keys []int64) string {
	var out strings.Builder
	for _, k := range keys {
		for i := 0; i < 64; i += 8 {
			out.WriteByte(byte(k >> i))
		}
	}
	return out.String()
}

// list returns the rows in the order of their keys.
func (t *functionTable) list() []*row {
	if t.sorted == nil {
		for _, r := range t.rows {
			t.sorted = append(t.sorted, r)
		}
		slices.SortFunc(t.sorted, func(a, b *row) int { return slices.Compare(a.keys, b.keys) })
	}
	return t.sorted
}

// group lists the rows whose keys but the last are given.
func (t *functionTable) group(but []int64) []*row {
	rows := t.list()
	from, _ := slices.BinarySearchFunc(rows, but, func(r *row, but []int64) int { return slices.Compare(r.keys[:len(but)], but) })
	to := from
	for to < len(rows) && slices.Equal(rows[to].keys[:len(but)], but) {
		to++
	}
	return rows[from:to]
}

// neighbours are the last rows of the first stretch of a group without a gap that is long enough for a line.
func neighbours(group []*row) []*row {
	for from, to := 0, 1; to <= len(group); to++ {
		last := len(group[from].keys) - 1
		if to < len(group) && group[to].keys[last] == group[to-1].keys[last]+1 {
			continue
		}
		if to-from >= lineRows {
			return group[to-lineRows : to]
		}
		from = to
	}
	return nil
}

// onLine is the row of a call far behind the rows that there are, where what the greatest of these do is on a line.
func (t *tables) onLine(tab *functionTable, keys []int64) *row {
	last := len(keys) - 1
	rows := tab.group(keys[:last])
	near := neighbours(rows)
	if near == nil || keys[last] <= near[lineRows-1].keys[last]+farKey {
		return nil
	}
	sort := tab.function.Params[tab.keys[last]].Sort
	r := &row{keys: keys, after: map[*term.Term]*term.Term{}}
	at := arithmetic{t.terms, sort}.number(keys[last])
	for _, v := range slices.Concat(tab.function.Results, tab.function.Modifies) {
		if r.after[v.Sym] = t.line(near, last, AtReturn, v.Sym, at); r.after[v.Sym] == nil {
			return nil
		}
	}
	return r
}

// line is where the line through what neighbouring rows say of a variable is for a value of their i-th key; nil
// if there is none.
func (t *tables) line(rows []*row, i, block int, sym, key *term.Term) *term.Term {
	first := rows[0].value(block, sym)
	if len(rows) < 2 || first.Sort() != key.Sort() || !isNumber(key.Sort()) {
		return nil
	}
	a := arithmetic{t.terms, key.Sort()}
	slope := a.sub(rows[1].value(block, sym), first)
	if !slope.IsConst() {
		return nil
	}
	for j := 1; j < len(rows); j++ {
		if rows[j].keys[i] != rows[j-1].keys[i]+1 || a.sub(rows[j].value(block, sym), rows[j-1].value(block, sym)) != slope {
			return nil
		}
	}
	return a.add(first, a.mul(slope, a.sub(key, a.number(rows[0].keys[i]))))
}

// fromTables proposes what the table of a function says at its return of each result, and there and on the
// way of each global that it changes: for the keys of which it has rows, and where these are on a line for all.
func (c *candidates) fromTables(e *encoder, p Point) {
	t := e.tabulated()
	tab := t.tableOf(p.Function)
	if tab == nil {
		return
	}
	if p.Block == AtReturn {
		t.ask(tab, c.keyValues(e, tab))
	}
	rows := tab.list()
	if len(rows) < 2 {
		return
	}
	inScope := e.inScope(p)
	variables := p.Function.Modifies
	if p.Block == AtReturn {
		variables = slices.Concat(p.Function.Results, variables)
	}
	for _, v := range variables {
		if v == e.program.AllocCounter || v.Sort.Kind == term.KindArray {
			continue
		}
		var known []*row
		for _, r := range rows {
			if value := r.value(p.Block, v.Sym); value != nil && inScope(value) {
				known = append(known, r)
			}
		}
		if len(known) < 2 {
			continue
		}
		lines, known := t.lines(tab, known, p.Block, v.Sym)
		for _, line := range lines {
			c.add(line)
		}
		if len(known) == 0 || len(known) > longestTable || len(known) > longestProducts && slices.ContainsFunc(known, func(r *row) bool { return multiplies(r.value(p.Block, v.Sym)) }) {
			continue
		}
		base, rest := t.overBase(p.Function, known, p.Block, v.Sym)
		domain, value := t.nest(tab, rest, 0, p.Block, v.Sym)
		if base != nil {
			value = arithmetic{t.terms, v.Sort}.add(base, value)
		}
		c.add(e.terms.Implies(domain, e.terms.Eq(v.Sym, value)))
	}
}

// overBase finds a ghost of which all rows say that a variable is so much more, and gives the rows with that number in
// the place of the sum: one sum of a ghost and a table is less to the solver than a table of sums. base is nil if there
// is none.
func (t *tables) overBase(f *ir.Function, rows []*row, block int, sym *term.Term) (base *term.Term, out []*row) {
	for _, g := range t.ghosts[f] {
		if g.Symbol.Sort() != sym.Sort() || !isNumber(sym.Sort()) {
			continue
		}
		a := arithmetic{t.terms, sym.Sort()}
		out = nil
		for _, r := range rows {
			more := a.sub(r.value(block, sym), g.Symbol)
			if !more.IsConst() {
				break
			}
			values := map[*term.Term]*term.Term{sym: more}
			out = append(out, &row{keys: r.keys, after: values, at: map[int]map[*term.Term]*term.Term{block: values}})
		}
		if len(out) == len(rows) {
			return g.Symbol, out
		}
	}
	return nil, rows
}

// multiplies says that a term is a product, or a sum with one.
func multiplies(t *term.Term) bool {
	switch t.Op() {
	case term.OpBVMul, term.OpMul:
		return true
	case term.OpBVAdd, term.OpAdd:
		return slices.ContainsFunc(t.Args(), multiplies)
	}
	return false
}

// keyValues are the values of each key for which rows are asked: from the least to the greatest small number that
// it was seen to have, or that the text compares something with.
func (c *candidates) keyValues(e *encoder, tab *functionTable) [][2]int64 {
	var out [][2]int64
	for _, k := range tab.keys {
		low, high := int64(0), int64(lineRows)
		see := func(x int64) {
			if x >= -largestKey && x <= largestKey {
				low, high = min(low, x), max(high, x)
			}
		}
		for _, f := range c.features {
			if f.term == e.ghosts[tab.function][k].Symbol {
				for _, x := range f.signed {
					see(x)
				}
			}
		}
		for _, x := range c.constants[tab.function.Params[k].Sort] {
			see(max(x, 0))
		}
		out = append(out, [2]int64{max(low, -2), min(high+1, widestKeys)})
	}
	return out
}

// ask makes the rows of a box of keys, the smallest keys first, each side of the box up to where no row could
// be made.
func (t *tables) ask(tab *functionTable, box [][2]int64) {
	t.blocks = 0
	keys := make([]int64, len(box))
	var fill func(i int) bool
	fill = func(i int) bool {
		if i == len(box) {
			return t.look(tab, slices.Clone(keys)) != nil
		}
		made := false
		for k := max(box[i][0], 0); k <= box[i][1]; k++ {
			keys[i] = k
			ok := fill(i + 1)
			made = made || ok
			if made && !ok {
				break
			}
		}
		for k := int64(-1); k >= box[i][0]; k-- {
			keys[i] = k
			if !fill(i + 1) {
				break
			}
			made = true
		}
		return made
	}
	fill(0)
}

// ghost is the ghost of the i-th key.
func (t *tables) ghost(tab *functionTable, i int) *term.Term {
	return t.ghosts[tab.function][tab.keys[i]].Symbol
}

// lines says what holds of a variable behind the function for all values of the last key, where neighbouring rows
// are on a line, and lists the rows that are on none of these.
func (t *tables) lines(tab *functionTable, rows []*row, block int, sym *term.Term) (out []*term.Term, left []*row) {
	last := len(tab.keys) - 1
	for from, to := 0, 0; from < len(rows); from = to {
		for to < len(rows) && slices.Equal(rows[to].keys[:last], rows[from].keys[:last]) {
			to++
		}
		near := neighbours(rows[from:to])
		if near == nil {
			left = append(left, rows[from:to]...)
			continue
		}
		var others []*term.Term
		for i, k := range rows[from].keys[:last] {
			ghost := t.ghost(tab, i)
			others = append(others, t.terms.Eq(ghost, arithmetic{t.terms, ghost.Sort()}.number(k)))
		}
		ghost := t.ghost(tab, last)
		at := t.line(near, last, block, sym, ghost)
		if at != nil {
			out = append(out, t.terms.Implies(t.terms.And(others...), t.terms.Eq(sym, at)))
		}
		for _, r := range rows[from:to] {
			key := arithmetic{t.terms, ghost.Sort()}.number(r.keys[last])
			if at == nil || t.line(near, last, block, sym, key) != r.value(block, sym) {
				left = append(left, r)
			}
		}
	}
	return out, left
}

// nest says of rows that agree on the keys before the i-th for which values of the others there are rows, and what
// these say of a variable.
func (t *tables) nest(tab *functionTable, rows []*row, i, block int, sym *term.Term) (domain, value *term.Term) {
	ghost := t.ghost(tab, i)
	a := arithmetic{t.terms, ghost.Sort()}
	last := i == len(tab.keys)-1
	domain = t.terms.False()
	for from, to := 0, 0; from < len(rows); from = to {
		for to = from + 1; to < len(rows); to++ {
			step := rows[to].keys[i] - rows[to-1].keys[i]
			if step != 0 && !last || last && step != 1 {
				break
			}
		}
		if !last {
			at := t.terms.Eq(ghost, a.number(rows[from].keys[i]))
			d, v := t.nest(tab, rows[from:to], i+1, block, sym)
			domain = t.terms.Or(domain, t.terms.And(at, d))
			value = t.choose(at, v, value)
			continue
		}
		low, high := a.number(rows[from].keys[i]), a.number(rows[to-1].keys[i])
		domain = t.terms.Or(domain, t.terms.And(a.le(low, ghost), a.le(ghost, high)))
		for _, r := range rows[from:to] {
			value = t.choose(t.terms.Eq(ghost, a.number(r.keys[i])), r.value(block, sym), value)
		}
	}
	return domain, value
}

// choose is value where at holds, else other, if there is any.
func (t *tables) choose(at, value, other *term.Term) *term.Term {
	if other == nil {
		return value
	}
	return t.terms.Ite(at, value, other)
}
