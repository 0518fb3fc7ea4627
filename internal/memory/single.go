package memory

import (
	"math"
	"slices"
	"strconv"

	"yogi/internal/ir"
	"yogi/internal/pointsto"
	"yogi/internal/term"
)

// Single makes variables of the maps that hold one cell: those of a cell for which its group has room in one object only, which is static and
// starts as zeros. Every access to such a map is one to that cell, as long as accesses stay inside the objects that their addresses were computed
// from, which a lowering assumes as well; so the address need not be looked at, and predicates over the cell mention neither a map nor what leads
// to it.
//
// Survey comes before the lowering, Apply after it, once the claim has been checked.
type Single struct {
	made []made
	// What is copied or filled is touched in rows of cells: the variables and objects in addresses.
	variables []*ir.Variable
	objects   []*ir.Object
	never     bool // an address says nothing of what it is about, or memory has more objects than the program
}

// made are the objects that an Alloc makes.
type made struct {
	address *ir.Variable
	size    uint64
}

// Survey looks at a program with its memory instructions for what has no single cell: what is allocated, copied or filled.
func Survey(p *ir.Program) *Single {
	s := &Single{}
	objects := map[*term.Term]*ir.Object{}
	for _, o := range p.Objects {
		if o.Symbol != nil {
			objects[o.Symbol.Sym] = o
		}
	}
	touched := func(address *term.Term) {
		symbols := address.Vars()
		s.never = s.never || len(symbols) == 0
		for _, sym := range symbols {
			if o := objects[sym]; o != nil {
				s.objects = append(s.objects, o)
			} else if v := p.VariableOf(sym); v != nil {
				s.variables = append(s.variables, v)
			}
		}
	}
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				switch i := i.(type) {
				case *ir.Alloc:
					size := uint64(math.MaxInt64)
					if known, ok := i.Size.Value(); ok {
						size = min(size, known.Uint64())
					}
					s.made = append(s.made, made{i.Dst, size})
				case *ir.Copy:
					touched(i.To)
					touched(i.From)
				case *ir.Fill:
					touched(i.Addr)
				case *ir.Havoc:
					s.never = s.never || i.Input.Kind == ir.OutsidePointer
				case *ir.Clobber:
					s.never = true
				}
			}
		}
	}
	return s
}

// Apply changes the lowered program that a claim is about.
func (s *Single) Apply(p *ir.Program, claim *pointsto.Claim) {
	if s.never || claim == nil || claim.Whole != nil || p.Entry == nil || returnsToStart(p) {
		return
	}
	cells := map[*term.Term]*single{}
	inRows := s.groupsInRows(claim)
	objects := s.objectsOf(claim)
	for _, g := range claim.Groups {
		if g.Stride != 0 || inRows[g] || g == claim.Unknown {
			continue
		}
		for _, cell := range g.Cells {
			if c := singleCell(p, g, cell, objects[g]); c != nil {
				cells[cell.Map.Sym] = c
			}
		}
	}
	for _, sym := range otherUses(p, cells) {
		delete(cells, sym)
	}
	if len(cells) > 0 {
		replaceMaps(p, cells)
	}
}

// returnsToStart says that the entry's first block may run more than once.
func returnsToStart(p *ir.Program) bool {
	if len(p.Entry.Predecessors()[0]) > 0 {
		return true
	}
	for _, f := range p.Functions {
		if slices.Contains(f.Callees(), p.Entry) {
			return true
		}
	}
	return false
}

// groupsInRows are the groups that instructions may touch otherwise than a cell at a time.
func (s *Single) groupsInRows(claim *pointsto.Claim) map[*pointsto.Group]bool {
	out := map[*pointsto.Group]bool{}
	for _, o := range s.objects {
		out[claim.Objects[o].Group] = true
	}
	for _, v := range s.variables {
		out[claim.Variables[v].Group] = true
	}
	return out
}

// extent is where the objects of a group lie in its coordinates.
type extent struct {
	object   *ir.Object // nil: any number of objects, which are allocated
	from, to int64
}

// objectsOf are the objects of each group. What is unclaimed or a number is the address of no access.
func (s *Single) objectsOf(claim *pointsto.Claim) map[*pointsto.Group][]extent {
	out := map[*pointsto.Group][]extent{}
	add := func(at pointsto.Place, o *ir.Object, size uint64) {
		if at.Group != nil {
			to := at.Offset + int64(size)
			if to < at.Offset {
				to = math.MaxInt64
			}
			out[at.Group] = append(out[at.Group], extent{o, at.Offset, to})
		}
	}
	for o, at := range claim.Objects {
		add(at, o, min(o.Size, math.MaxInt64))
	}
	for _, m := range s.made {
		add(claim.Variables[m.address], nil, m.size)
	}
	return out
}

// single is a cell that has its map to itself.
type single struct {
	object  *ir.Object
	offset  uint64 // in the object
	initial uint64
	now     *ir.Variable // in the place of the map
}

// singleCell is a cell if it is accessed whole, only one object has it, and its first value is known; else nil.
func singleCell(p *ir.Program, g *pointsto.Group, c *pointsto.Cell, objects []extent) *single {
	if c.Map == nil || !c.Uniform || slices.ContainsFunc(g.Rows, func(r pointsto.Row) bool { return r.Low <= c.Low && c.Low < r.High }) {
		return nil
	}
	var only *extent
	for _, e := range objects {
		if c.Low < e.from || c.Low+c.Length > e.to {
			continue
		}
		if only != nil || e.object == nil || e.object.Kind != ir.StaticObject || !e.object.Zero {
			return nil
		}
		only = &e
	}
	if only == nil {
		return nil
	}
	offset := uint64(c.Low - only.from)
	for _, r := range p.InitialRanges {
		if r.Map == c.Map && r.Contains(only.object.Address+offset) {
			return &single{object: only.object, offset: offset, initial: r.Value}
		}
	}
	return nil
}

// otherUses are the maps of cells that the program uses otherwise than by reading a cell and by writing one in an assignment to the map.
func otherUses(p *ir.Program, cells map[*term.Term]*single) []*term.Term {
	var out []*term.Term
	seen := map[*term.Term]bool{}
	var visit func(t *term.Term)
	visit = func(t *term.Term) {
		if seen[t] {
			return
		}
		seen[t] = true
		args := t.Args()
		if t.Op() == term.OpSelect && cells[args[0]] != nil {
			args = args[1:]
		} else if cells[t] != nil {
			out = append(out, t)
		}
		for _, a := range args {
			visit(a)
		}
	}
	for _, t := range slices.Concat(p.Initial, p.Axioms) {
		visit(t)
	}
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				a, assigns := i.(*ir.Assign)
				if assigns && cells[a.Dst.Sym] != nil {
					if a.Src.Op() != term.OpStore || a.Src.Arg(0) != a.Dst.Sym {
						out = append(out, a.Dst.Sym)
						continue
					}
					visit(a.Src.Arg(1))
					visit(a.Src.Arg(2))
					continue
				}
				for _, v := range ir.Defined(i) {
					if cells[v.Sym] != nil {
						out = append(out, v.Sym)
					}
				}
				ir.EachTerm(i, visit)
			}
			if g, ok := b.Terminator.(*ir.Goto); ok {
				for _, target := range g.Targets {
					visit(target.Guard)
				}
			}
		}
	}
	return out
}

// replaceMaps puts a variable in the place of each map, which has its first value where the program starts.
func replaceMaps(p *ir.Program, cells map[*term.Term]*single) {
	kept := p.InitialRanges[:0]
	for _, r := range p.InitialRanges {
		if cells[r.Map.Sym] == nil {
			kept = append(kept, r)
		}
	}
	p.InitialRanges = kept
	var first []ir.Instruction
	for _, g := range slices.Clone(p.Globals) {
		c := cells[g.Sym]
		if c == nil {
			continue
		}
		name := c.object.Name + "+" + strconv.FormatUint(c.offset, 10) + "@" + strconv.FormatUint(c.object.Address, 16) // two files may have one name
		c.now = p.NewGlobal(name, g.Sort.Elem)
		c.now.Type, c.now.Pos = g.Memory.Note, c.object.Pos
		first = append(first, &ir.Assign{At: ir.At{Pos: p.Entry.Pos}, Dst: c.now, Src: p.Terms.BVConst(g.Sort.Elem.Width, c.initial)})
	}
	p.RemoveGlobals(func(v *ir.Variable) bool { return cells[v.Sym] != nil })
	r := &reader{terms: p.Terms, cells: cells, done: map[*term.Term]*term.Term{}}
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				if a, ok := i.(*ir.Assign); ok && cells[a.Dst.Sym] != nil {
					a.Dst, a.Src = cells[a.Dst.Sym].now, a.Src.Arg(2)
				}
				ir.MapTerms(i, r.change)
			}
			if g, ok := b.Terminator.(*ir.Goto); ok {
				for n := range g.Targets {
					g.Targets[n].Guard = r.change(g.Targets[n].Guard)
				}
			}
		}
	}
	start := p.Entry.Blocks[0]
	start.Instructions = append(first, start.Instructions...)
}

// reader replaces what reads the maps.
type reader struct {
	terms *term.Builder
	cells map[*term.Term]*single
	done  map[*term.Term]*term.Term
}

func (r *reader) change(t *term.Term) *term.Term {
	if after := r.done[t]; after != nil {
		return after
	}
	after := t
	switch args := t.Args(); {
	case t.Op() == term.OpSelect && r.cells[args[0]] != nil:
		after = r.cells[args[0]].now.Sym
	case len(args) > 0:
		changed := make([]*term.Term, len(args))
		for n, a := range args {
			changed[n] = r.change(a)
		}
		if !slices.Equal(changed, args) {
			after = r.terms.Rebuild(t, changed...)
		}
	}
	r.done[t] = after
	return after
}
