package lint

import (
	"slices"
	"strings"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// members finds what a model leaves without a value in an object that it makes for its caller, as YOGI-OPT's Figure
// 13: a member of the structure that a parameter leads to gets a value on some paths, and on another one only members
// beside it do. An object that the model reads, or gives to others, may have had its values before, and is left out.
func (l *linter) members(program *ir.Program) {
	for _, f := range program.Functions {
		i := slices.IndexFunc(l.unit.Functions, func(d *tree.FunctionDef) bool {
			return d.Body != nil && d.Pos == f.Pos && slices.Contains(l.files, d.Pos.File)
		})
		if i < 0 || len(f.Blocks) == 0 {
			continue
		}
		for _, p := range l.unit.Functions[i].Params {
			v := parameterOf(f, p)
			if v == nil || p.Type.Kind != tree.Pointer || p.Type.Elem.Kind != tree.Struct {
				continue
			}
			if o, ok := outputOf(f, v.Sym, p.Type.Elem); ok {
				l.unset(f, p, o)
			}
		}
	}
}

// parameterOf is the variable of a parameter; nil: it has another place.
func parameterOf(f *ir.Function, p *tree.Object) *ir.Variable {
	for _, v := range f.Params {
		if strings.HasSuffix(v.Name, "::"+p.Name) {
			return v
		}
	}
	return nil
}

// output is an object that a function writes members of, and does nothing else with.
type output struct {
	// fields are the members that it writes, with the place where it does so first; stores says which one a store is
	// of.
	fields []*tree.Field
	pos    []source.Pos
	stores map[*ir.Store]int
}

// mostMembers bounds the members that are told apart on paths, mostWays the sets of them that some path has written.
const (
	mostMembers = 16
	mostWays    = 256
)

// outputOf says what a function writes of the structure at an address. false: it does more with it than write members
// and compare the address.
func outputOf(f *ir.Function, address *term.Term, of *tree.Type) (output, bool) {
	o := output{stores: map[*ir.Store]int{}}
	inside, ok := placesIn(f, address)
	for _, b := range reached(f) {
		for _, i := range b.Instructions {
			switch s := i.(type) {
			case *ir.Assume:
				continue
			case *ir.Assign:
				if _, kept := inside[s.Dst.Sym]; kept {
					continue
				}
			case *ir.Store:
				offset, known := offsetFrom(s.Addr, inside)
				if known && !usesAny(s.Value, inside) {
					ok = ok && o.add(s, fieldAt(of, offset))
					continue
				}
			}
			ir.EachTerm(i, func(t *term.Term) { ok = ok && !usesAny(t, inside) })
		}
	}
	return o, ok && len(o.fields) > 1
}

// placesIn are the address and the variables that are set once, to an address of the same object, with how far behind
// it they are. false: the address is assigned to.
func placesIn(f *ir.Function, address *term.Term) (map[*term.Term]int64, bool) {
	inside, count := map[*term.Term]int64{address: 0}, map[*term.Term]int{}
	for _, b := range reached(f) {
		for _, i := range b.Instructions {
			if a, ok := i.(*ir.Assign); ok {
				count[a.Dst.Sym]++
			}
		}
	}
	for known := 0; known < len(inside); {
		known = len(inside)
		for _, b := range reached(f) {
			for _, i := range b.Instructions {
				a, ok := i.(*ir.Assign)
				if !ok || count[a.Dst.Sym] > 1 {
					continue
				}
				if offset, ok := offsetFrom(a.Src, inside); ok {
					inside[a.Dst.Sym] = offset
				}
			}
		}
	}
	return inside, count[address] == 0
}

// usesAny says that a term depends on one of some places.
func usesAny(t *term.Term, places map[*term.Term]int64) bool {
	for place := range places {
		if t.DependsOn(place) {
			return true
		}
	}
	return false
}

// add notes a store to a member; nil: there is none there.
func (o *output) add(s *ir.Store, field *tree.Field) bool {
	if field == nil {
		return false
	}
	i := slices.Index(o.fields, field)
	if i < 0 {
		i = len(o.fields)
		o.fields, o.pos = append(o.fields, field), append(o.pos, s.Position())
	}
	o.stores[s] = i
	return i < mostMembers
}

// offsetFrom is how far an address is behind the object that some places are in.
func offsetFrom(t *term.Term, places map[*term.Term]int64) (int64, bool) {
	if offset, ok := places[t]; ok {
		return offset, true
	}
	if args := t.Args(); t.Op() == term.OpBVAdd && len(args) == 2 {
		for i, a := range args {
			offset, known := places[a]
			if c, ok := args[1-i].Value(); known && ok {
				return offset + int64(c.Uint64()), true
			}
		}
	}
	return 0, false
}

// fieldAt is the member of a structure at an offset.
func fieldAt(t *tree.Type, offset int64) *tree.Field {
	for _, f := range t.Fields {
		if f.OffsetExpr == nil && f.Offset <= offset && offset < f.Offset+max(f.Type.Size, 1) {
			return f
		}
	}
	return nil
}

// unset tells of members that have a value at some return and none at another where one beside them has.
func (l *linter) unset(f *ir.Function, p *tree.Object, o output) {
	ways, ok := waysOf(f, o)
	if !ok {
		return
	}
	for _, w := range ways {
		for i, field := range o.fields {
			if w == 0 || w&(1<<i) != 0 {
				continue
			}
			beside := slices.IndexFunc(o.fields, func(other *tree.Field) bool { return w&(1<<slices.Index(o.fields, other)) != 0 })
			l.found.Add(o.pos[beside], CodeMember, "in %s the member %s of what %s leads to has no value on some path, where %s has one",
				f.SourceName(), field.Name, p.Name, o.fields[beside].Name)
			return
		}
	}
}

// waysOf are the sets of members that paths to a return have written, as bits. false: there are too many.
func waysOf(f *ir.Function, o output) ([]uint32, bool) {
	at := map[*ir.Block]map[uint32]bool{}
	var returns []uint32
	type place struct {
		block *ir.Block
		way   uint32
	}
	work := []place{{f.Blocks[0], 0}}
	for n := 0; n < len(work); n++ {
		b, way := work[n].block, work[n].way
		switch {
		case at[b][way]:
			continue
		case at[b] == nil:
			at[b] = map[uint32]bool{}
		case len(at[b]) == mostWays:
			return nil, false
		}
		at[b][way] = true
		for _, i := range b.Instructions {
			if s, ok := i.(*ir.Store); ok {
				if field, ok := o.stores[s]; ok {
					way |= 1 << field
				}
			}
		}
		if _, ok := b.Terminator.(*ir.Return); ok && !slices.Contains(returns, way) {
			returns = append(returns, way)
		}
		for _, next := range b.Successors() {
			work = append(work, place{next, way})
		}
	}
	slices.Sort(returns)
	return returns, true
}
