package angelic

import (
	"fmt"
	"slices"

	"yogi/internal/angelic/trace"
	"yogi/internal/ir"
	"yogi/internal/report/lvalue"
	"yogi/internal/source"
	"yogi/internal/term"
)

// This file is about what holds of every node of a list or tree. Where an entry walks one that its caller has made,
// the conditions under which nothing fails form a row, one for each step: l->head->item != NULL,
// l->head->next->item != NULL, and so on without end. Of such a row the clause is made that says the same of the
// member in every object of the type: item of every struct node is not null, in the memory as it is at the start.
//
// Installed is less than the clause: where the program reads the member, what the cell held at the start is assumed
// not to be null. So a proof under what is installed is one under the clause, and no test that takes in memory has to
// keep to a condition on all of it. What the program stored there is not assumed, nor what is in an object that it
// made itself, nor in a static object whose contents at the start are known.

// member is a pointer in a struct.
type member struct {
	of            string // the struct
	offset, width int64
}

func memberOf(c lvalue.Cell) member { return member{c.Struct, c.Offset, c.Width} }

// generalised is the clause that says of every object what a specification says of one, the last of a row that would
// have no end; instead are those of the row. It is nil if the specification is not in such a row.
func (a *analysis) generalised(s *Specification, path *trace.Path, at stage) (clause *Specification, instead []*Specification) {
	if !a.options.Generalise || !a.options.Alias || at != errorAlone || a.program.Model == nil {
		return nil, nil
	}
	if !path.GoesAround() {
		return nil, nil
	}
	for _, last := range a.unknowns.cellsOf(s) {
		m := memberOf(last)
		instead, leads := a.rowOf(s, last)
		if !leads || a.tried[m] || a.isTestedForNull(path, m) {
			continue
		}
		a.tried[m] = true
		return &Specification{
			Entry: s.Entry, Formula: a.terms.True(), Shape: "clause", For: s.For, Place: s.Place, What: s.What,
			Text: a.unknowns.everyText(m, last.Array), every: &m,
			path: path, // it is a strong one: the check that fails and the null tests on the way stay reachable
		}, instead
	}
	return nil, nil
}

// rowOf are the specifications for the same assertion that say no more than that the member is null in some objects.
// leads says that one is about an object that leads to the last one, or the other way around: from one node of a list
// to the next there is a pointer in memory.
func (a *analysis) rowOf(s *Specification, last lvalue.Cell) (row []*Specification, leads bool) {
	for _, known := range a.specs {
		if known.spec.key() != s.key() {
			continue
		}
		cells, same := a.unknowns.cellsOf(known.spec), 0
		for _, c := range cells {
			if memberOf(c) != memberOf(last) {
				continue
			}
			same++
			leads = leads || c.Base != last.Base && (containsTerm(last.Base, c.Base) || containsTerm(c.Base, last.Base))
		}
		if same > 0 && same == len(term.Conjuncts(known.spec.Formula)) {
			row = append(row, known.spec)
		}
	}
	return row, leads
}

// cellsOf are the members that a specification says not to be null, whatever else it says.
func (u *unknowns) cellsOf(s *Specification) []lvalue.Cell {
	var out []lvalue.Cell
	for _, t := range term.Conjuncts(s.Formula) {
		if c, ok := u.reader.CellNotNull(t); ok && u.program.VariableOf(c.Array) != nil && !u.reader.IsMonitor(t) {
			out = append(out, c)
		}
	}
	return out
}

// isTestedForNull says that a branch on the way to a failure asks whether the member of some object is null: the code
// expects that it may be, as at the end of a list.
func (a *analysis) isTestedForNull(path *trace.Path, m member) bool {
	found := false
	visit := term.Walker(func(t *term.Term) bool {
		if t.Sort().Kind != term.KindBool {
			return false
		}
		c, ok := a.unknowns.reader.CellNotNull(t)
		if !ok {
			c, ok = a.unknowns.reader.CellNotNull(a.terms.Not(t))
		}
		found = found || ok && memberOf(c) == m
		return !found
	})
	for _, c := range path.Conditions {
		if c.Kind == trace.Branch {
			visit(c.Term)
		}
	}
	return found
}

// everyText says in ACSL that a member is null in no object.
func (u *unknowns) everyText(m member, array *term.Term) string {
	width := u.program.Model.PointerWidth
	terms := u.program.Terms
	object := terms.Var(ghostPrefix+"object of "+m.of, terms.BV(width))
	u.bound[object] = lvalue.Name{Text: "n", Type: m.of + " *"}
	text := u.reader.PointerText(array, terms.BVAdd(object, terms.BVConst(width, uint64(m.offset))), m.width)
	return fmt.Sprintf(`\forall %s *n; \valid_read(n) ==> %s != NULL`, m.of, text)
}

// acceptInstead installs a specification in the place of others, if it is acceptable without them.
func (a *analysis) acceptInstead(s *Specification, instead []*Specification) bool {
	before := a.specs
	a.specs = slices.DeleteFunc(slices.Clone(before), func(known *accepted) bool { return slices.Contains(instead, known.spec) })
	why, _ := a.accept(s)
	if why == "" && a.ctx.Err() == nil {
		return true
	}
	if a.ctx.Err() != nil {
		delete(a.tried, *s.every) // nothing is concluded from time having been short
	}
	a.specs = before
	a.assume(a.specifications())
	return false
}

// installEvery assumes a clause about every object where the program reads the member.
func (i *installer) installEvery(m member) {
	reader := typedReader(i.base)
	starts := map[*term.Term]*term.Term{} // the arrays at the start
	for _, f := range i.program.Functions {
		for _, b := range f.Blocks {
			for _, instruction := range b.Instructions {
				i.startsFor(reader, m, termsOf(instruction), starts)
			}
			i.startsFor(reader, m, guardsOf(b), starts)
		}
	}
	if len(starts) == 0 {
		return
	}
	for _, f := range i.program.Functions {
		for _, b := range f.Blocks {
			if b.Call() != nil {
				continue // alone in its block; what it hands over was read before in nearly all cases
			}
			var all []ir.Instruction
			add := func(pos source.Pos, terms []*term.Term) {
				for _, fact := range i.instances(reader, m, terms, starts) {
					all = append(all, &ir.Assume{At: ir.At{Pos: pos}, Cond: fact, Known: true})
				}
			}
			for _, instruction := range b.Instructions {
				if _, isAssume := instruction.(*ir.Assume); !isAssume {
					add(instruction.Position(), termsOf(instruction))
				}
				all = append(all, instruction)
			}
			add(b.Terminator.Position(), guardsOf(b))
			b.Instructions = all
		}
	}
}

// termsOf are what an instruction reads.
func termsOf(i ir.Instruction) []*term.Term {
	var out []*term.Term
	ir.EachTerm(i, func(t *term.Term) { out = append(out, t) })
	return out
}

// guardsOf are what a block reads when it goes on.
func guardsOf(b *ir.Block) []*term.Term {
	g, ok := b.Terminator.(*ir.Goto)
	if !ok {
		return nil
	}
	out := make([]*term.Term, len(g.Targets))
	for n, t := range g.Targets {
		out[n] = t.Guard
	}
	return out
}

// startsFor finds what holds the values at the start of the arrays that terms read the member from.
func (i *installer) startsFor(reader *lvalue.Reader, m member, terms []*term.Term, starts map[*term.Term]*term.Term) {
	eachCell(reader, m, terms, func(c lvalue.Cell, _ *term.Term) {
		if starts[c.Array] != nil {
			return
		}
		v := i.program.VariableOf(c.Array)
		starts[c.Array] = v.Sym
		if !v.Constant && i.changes(v) {
			g := i.ghost("start of "+v.Name, v.Sort)
			i.atFirst(g, v.Sym)
			starts[c.Array] = g.Sym
		}
	})
}

// eachCell visits the reads of a member in terms, of memory as it is, each once.
func eachCell(reader *lvalue.Reader, m member, terms []*term.Term, visit func(c lvalue.Cell, load *term.Term)) {
	walk := term.Walker(func(t *term.Term) bool {
		if c, ok := reader.Cell(t); ok && memberOf(c) == m && reader.Program.VariableOf(c.Array) != nil {
			visit(c, t)
		}
		return true
	})
	for _, t := range terms {
		walk(t)
	}
}

// instances are what a clause says of the objects whose member terms read.
func (i *installer) instances(reader *lvalue.Reader, m member, terms []*term.Term, starts map[*term.Term]*term.Term) []*term.Term {
	var out []*term.Term
	eachCell(reader, m, terms, func(c lvalue.Cell, load *term.Term) {
		if start := starts[c.Array]; start != nil {
			out = append(out, instance(i.program, c, load, start))
		}
	})
	return slices.DeleteFunc(out, (*term.Term).IsTrue)
}

// instance says that the member of an object was not null at the start, if the object was there then and what was in
// it is not known.
func instance(p *ir.Program, c lvalue.Cell, load, start *term.Term) *term.Term {
	terms, width := p.Terms, p.Model.PointerWidth
	bytes := func(t *term.Term) *term.Term { return terms.Select(start, t.Arg(1)) }
	value := load
	if load.Op() == term.OpConcat {
		parts := make([]*term.Term, len(load.Args()))
		for n, part := range load.Args() {
			parts[n] = bytes(part)
		}
		value = terms.Concat(parts...)
	} else {
		value = bytes(load)
	}
	number := func(n uint64) *term.Term { return terms.BVConst(width, n) }
	conditions := []*term.Term{terms.Ne(c.Base, number(0))}
	if p.AllocCounter != nil {
		made := terms.And(terms.BVUle(number(p.FirstFree), c.Base), terms.BVUlt(c.Base, p.AllocCounter.Sym))
		conditions = append(conditions, terms.Not(made))
	}
	address := terms.BVAdd(c.Base, number(uint64(c.Offset)))
	for _, r := range p.InitialRanges {
		if r.Map.Sym == c.Array {
			conditions = append(conditions, terms.Not(terms.And(terms.BVUle(number(r.From), address), terms.BVUlt(address, number(r.To)))))
		}
	}
	return terms.Implies(terms.And(conditions...), terms.Ne(value, number(0)))
}

// typedReader reads the terms of a program's code, in which a variable that the source does not have is of the type of
// what is assigned to it.
func typedReader(p *ir.Program) *lvalue.Reader {
	t := &types{assigned: map[*term.Term][]*term.Term{}, known: map[*term.Term]string{}, program: p}
	ir.EachInstruction(p, func(i ir.Instruction) {
		if as, ok := i.(*ir.Assign); ok && as.Dst.Type == "" {
			t.assigned[as.Dst.Sym] = append(t.assigned[as.Dst.Sym], as.Src)
		}
	})
	t.reader = &lvalue.Reader{Program: p, Null: "NULL", Names: t.name}
	return t.reader
}

// types are those of the variables of a program.
type types struct {
	program  *ir.Program
	reader   *lvalue.Reader
	assigned map[*term.Term][]*term.Term // to variables without a type
	known    map[*term.Term]string
}

func (t *types) name(sym *term.Term) (lvalue.Name, bool) {
	sources := t.assigned[sym]
	if len(sources) == 0 {
		return lvalue.Name{}, false
	}
	typ, ok := t.known[sym]
	if !ok {
		t.known[sym] = "" // of what depends on itself
		for n, source := range sources {
			switch is := t.reader.Type(source); {
			case n == 0:
				typ = is
			case is != typ:
				typ = ""
			}
		}
		t.known[sym] = typ
	}
	return lvalue.Name{Text: sym.Name(), Type: typ}, true
}
