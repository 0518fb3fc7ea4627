package lvalue_test

import (
	"testing"

	"yogi/internal/ir"
	"yogi/internal/report/lvalue"
	"yogi/internal/term"
)

// A program with struct dev { int flags; struct ext *ext; int irq[4]; } and struct ext { struct irp *flush; char b; }.
func program() (*ir.Program, *lvalue.Reader) {
	b := term.NewBuilder()
	p := ir.NewProgram(b, &ir.DataModel{Name: "LP64", PointerWidth: 64, LongWidth: 64, GranuleBits: 32})
	p.Layouts = map[string]*ir.Layout{
		"int": {Size: 4, Signed: true}, "char": {Size: 1, Signed: true}, "int[4]": {Size: 16, Elem: "int"},
		"struct irp *": {Size: 8, Pointer: true, Elem: "struct irp"}, "struct ext *": {Size: 8, Pointer: true, Elem: "struct ext"},
		"struct dev *": {Size: 8, Pointer: true, Elem: "struct dev"}, "int *": {Size: 8, Pointer: true, Elem: "int"},
		"struct dev": {Size: 32, Fields: []ir.LayoutField{
			{Name: "flags", Type: "int"}, {Name: "ext", Type: "struct ext *", Offset: 8}, {Name: "irq", Type: "int[4]", Offset: 16}}},
		"struct ext": {Size: 16, Fields: []ir.LayoutField{
			{Name: "flush", Type: "struct irp *"}, {Name: "b", Type: "char", Offset: 8, Monitor: true}}},
	}
	types := map[string]string{"dev": "struct dev *", "irp": "struct irp *", "p": "int *", "n": "int"}
	r := &lvalue.Reader{Program: p, Null: "NULL", Monitors: map[string]bool{"flags": true}, Names: func(sym *term.Term) (lvalue.Name, bool) {
		typ, ok := types[sym.Name()]
		return lvalue.Name{Text: sym.Name(), Type: typ}, ok
	}}
	return p, r
}

// memoryOf makes a map of cells of so many bits.
func memoryOf(p *ir.Program, name string, bits int) *term.Term {
	v := p.NewGlobal(name, p.Terms.Array(p.Terms.BV(64), p.Terms.BV(bits)))
	v.Memory = &ir.MapInfo{CellWidth: bits, Note: "int"}
	return v.Sym
}

// A condition that a member is not null names the member, however it is read; one about something else does not.
func TestCellNotNull(t *testing.T) {
	p, r := program()
	b := p.Terms
	pointers, bytes := memoryOf(p, "pointers", 64), memoryOf(p, "bytes", 8)
	at := func(base *term.Term, n uint64) *term.Term { return b.BVAdd(base, b.BVConst(64, n)) }
	null := func(w int) *term.Term { return b.BVConst(w, 0) }
	dev, n := b.Var("dev", b.BV(64)), b.Var("n", b.BV(32))
	ext := b.Select(pointers, at(dev, 8))
	var zeros []*term.Term
	for i := range uint64(8) {
		zeros = append(zeros, b.Eq(b.Select(bytes, at(dev, 8+i)), null(8)))
	}
	for _, test := range []struct {
		condition *term.Term
		want      lvalue.Cell
		ok        bool
	}{
		{b.Ne(ext, null(64)), lvalue.Cell{Array: pointers, Base: dev, Struct: "struct dev", Offset: 8, Width: 8}, true},
		{b.Ne(b.Select(pointers, ext), null(64)), lvalue.Cell{Array: pointers, Base: ext, Struct: "struct ext", Width: 8}, true},
		{b.Not(b.And(zeros...)), lvalue.Cell{Array: bytes, Base: dev, Struct: "struct dev", Offset: 8, Width: 8}, true},
		{b.Eq(ext, null(64)), lvalue.Cell{}, false},
		{b.Ne(dev, null(64)), lvalue.Cell{}, false},
		{b.Ne(ext, dev), lvalue.Cell{}, false},
		{b.Ne(b.Select(pointers, at(dev, 32)), null(64)), lvalue.Cell{}, false}, // behind the struct
		{b.Ne(b.Select(pointers, b.BVAdd(at(dev, 8), b.SignExtTo(64, n))), null(64)), lvalue.Cell{}, false},
	} {
		got, ok := r.CellNotNull(test.condition)
		if ok != test.ok || ok && got != test.want {
			t.Errorf("%s: %+v %t, want %+v", test.condition, got, ok, test.want)
		}
	}
}

func TestText(t *testing.T) {
	p, r := program()
	b := p.Terms
	pointers, ints, bytes := memoryOf(p, "pointers", 64), memoryOf(p, "ints", 32), memoryOf(p, "bytes", 8)
	at := func(base *term.Term, n uint64) *term.Term { return b.BVAdd(base, b.BVConst(64, n)) }
	granule := func(t *term.Term) *term.Term { return b.Extract(63, 32, t) }
	dev, irp, q, n := b.Var("dev", b.BV(64)), b.Var("irp", b.BV(64)), b.Var("p", b.BV(64)), b.Var("n", b.BV(32))
	ext := b.Select(pointers, at(dev, 8))
	static := p.NewGlobal("count", b.BV(32))
	static.Source, static.Type = "count", "int"
	piecewise := b.Concat(b.Select(bytes, at(dev, 3)), b.Select(bytes, at(dev, 2)), b.Select(bytes, at(dev, 1)), b.Select(bytes, dev))
	for _, test := range []struct {
		term             *term.Term
		want             string
		pointer, monitor bool
	}{
		{b.Ne(dev, b.BVConst(64, 0)), "dev != NULL", false, false},
		{ext, "dev->ext", true, false},
		{b.Select(pointers, ext), "dev->ext->flush", true, false},
		{b.Ne(b.Select(pointers, ext), irp), "irp != dev->ext->flush", false, false},
		{b.Select(ints, at(dev, 24)), "dev->irq[2]", false, false},
		{b.Select(ints, dev), "dev->flags", false, true},
		{piecewise, "dev->flags", false, true},
		{b.Select(bytes, at(ext, 8)), "dev->ext->b", false, true},
		{b.Select(ints, q), "*p", false, false},
		{b.Select(ints, at(q, 12)), "p[3]", false, false},
		{b.Select(ints, b.BVAdd(q, b.BVMul(b.BVConst(64, 4), b.SignExtTo(64, n)))), "p[n]", false, false},
		{b.BVSlt(b.BVConst(32, 0), static.Sym), "count > 0", false, false},
		{b.Not(b.BVSlt(n, b.BVConst(32, 0xffffffff))), "n > -2", false, false},
		{b.Or(b.Eq(n, static.Sym), b.And(b.Eq(n, b.BVConst(32, 1)), b.Eq(static.Sym, b.BVConst(32, 2)))), "", false, false},
		{b.Select(ints, at(dev, 40)), "*(int *)(dev + 40)", false, false},
		{b.Ne(granule(dev), granule(ext)), "dev != dev->ext", false, false},
		{b.Ne(granule(b.BVAdd(q, b.SignExtTo(64, n))), granule(dev)), "*(p + n) does not overlap *dev", false, false},
		{b.Ne(granule(b.BVAdd(q, b.BVMul(b.BVConst(64, 4), b.SignExtTo(64, n)))), granule(dev)), "p[n] does not overlap *dev", false, false},
		{b.Ne(granule(ext), b.BVConst(32, 7)), "dev->ext != an object made later", false, false},
	} {
		if got := r.Text(test.term); test.want != "" && got != test.want && got != flipped(test.want) {
			t.Errorf("%s: got %s, want %s", test.term, got, test.want)
		}
		if r.Text(test.term) == "" {
			t.Errorf("%s has no text", test.term)
		}
		if got := r.IsPointer(test.term); got != test.pointer {
			t.Errorf("%s: pointer %v", test.want, got)
		}
		if got := r.IsMonitor(test.term); got != test.monitor {
			t.Errorf("%s: monitor %v", test.want, got)
		}
	}
}

// flipped is a disequality the other way round: which side comes first is the builder's choice.
func flipped(text string) string {
	for i := 0; i+4 <= len(text); i++ {
		if text[i:i+4] == " != " {
			return text[i+4:] + " != " + text[:i]
		}
	}
	return text
}

// A pointer that is read byte by byte is known again.
func TestNullWords(t *testing.T) {
	p, r := program()
	b := p.Terms
	v := p.NewGlobal("bytes", b.Array(b.BV(64), b.BV(8)))
	v.Memory = &ir.MapInfo{CellWidth: 8}
	dev, n := b.Var("dev", b.BV(64)), b.Var("n", b.BV(32))
	var equations []*term.Term
	for i := uint64(0); i < 8; i++ {
		equations = append(equations, b.Eq(b.Select(v.Sym, b.BVAdd(dev, b.BVConst(64, 8+i))), b.BVConst(8, 0)))
	}
	other := b.Eq(n, b.BVConst(32, 1))
	words := lvalue.NullWords(append([]*term.Term{other}, equations...), 8)
	if len(words) != 1 || len(words[0]) != 8 {
		t.Fatalf("words: %v", words)
	}
	if words := lvalue.NullWords(equations[:7], 8); len(words) != 0 {
		t.Errorf("seven bytes are no word: %v", words)
	}
	null := b.And(words[0]...)
	if got := r.Text(null); got != "dev->ext == NULL" {
		t.Errorf("got %s", got)
	}
	if got := r.Text(b.Not(null)); got != "dev->ext != NULL" || !r.IsNotNull(b.Not(null)) || r.IsNotNull(null) {
		t.Errorf("got %s", got)
	}
}

// TestWords: what has no words is said to have none.
func TestWords(t *testing.T) {
	p, r := program()
	b := p.Terms
	zero := b.BVConst(32, 0)
	temporary, array := p.NewGlobal("t1", b.BV(32)), p.NewGlobal("memory", b.Array(b.BV(64), b.BV(8)))
	for _, test := range []struct {
		term *term.Term
		want string
		ok   bool
	}{
		{b.Eq(temporary.Sym, zero), "t1 == 0", false},
		{b.Eq(array.Sym, b.Store(array.Sym, b.BVConst(64, 1), b.BVConst(8, 1))), "", false},
		{b.BVSlt(b.Var("n", b.BV(32)), zero), "n < 0", true},
	} {
		text, ok := r.Words(test.term)
		if ok != test.ok || test.want != "" && text != test.want {
			t.Errorf("%s is %q, %v", test.term, text, ok)
		}
	}
}

// Of the members of a union that a place may be in the one is meant that goes with the accesses: with the type that the
// program accesses the place as, with what is read behind a pointer, or with a comparison with null.
func TestUnions(t *testing.T) {
	for _, test := range []struct {
		name, values, len string // what the accesses of the two members are noted as
		want              map[string]string
	}{
		{"noted", "struct val * *", "unsigned long", map[string]string{
			"values": "v->u.object.values", "values[2]": "v->u.object.values[2]", "type": "v->u.object.values[2]->type",
			"keys": "v->u.object.keys[1]", "len": "v->u.object.len", "null": "v->u.object.values != NULL",
		}},
		{"of another member", "double", "char *", map[string]string{
			"values": "v->u.number.d", "values[2]": "v->u.object.values[2]", "type": "v->u.object.values[2]->type",
			"keys": "v->u.object.keys[1]", "len": "v->u.number.r", "null": "v->u.object.values != NULL",
		}},
		{"not noted", "", "", map[string]string{
			"values": "v->u.object.values", "values[2]": "v->u.object.values[2]", "type": "v->u.object.values[2]->type",
			"keys": "v->u.object.keys[1]", "len": "v->u.number.r", "null": "v->u.object.values != NULL",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, r := program()
			b := p.Terms
			for name, l := range map[string]*ir.Layout{
				"double": {Size: 8}, "unsigned long": {Size: 8}, "char *": {Size: 8, Pointer: true, Elem: "char"},
				"char * *": {Size: 8, Pointer: true, Elem: "char *"}, "struct val *": {Size: 8, Pointer: true, Elem: "struct val"},
				"struct val * *": {Size: 8, Pointer: true, Elem: "struct val *"},
				"struct val":     {Size: 32, Fields: []ir.LayoutField{{Name: "type", Type: "int"}, {Name: "u", Type: "union u", Offset: 8}}},
				"union u":        {Size: 24, Fields: []ir.LayoutField{{Name: "string", Type: "char *"}, {Name: "number", Type: "number"}, {Name: "object", Type: "object"}}},
				"number":         {Size: 24, Fields: []ir.LayoutField{{Name: "i", Type: "unsigned long"}, {Name: "d", Type: "double", Offset: 8}, {Name: "r", Type: "char *", Offset: 16}}},
				"object":         {Size: 24, Fields: []ir.LayoutField{{Name: "keys", Type: "char * *"}, {Name: "values", Type: "struct val * *", Offset: 8}, {Name: "len", Type: "unsigned long", Offset: 16}}},
			} {
				p.Layouts[name] = l
			}
			r.Names = func(sym *term.Term) (lvalue.Name, bool) {
				return lvalue.Name{Text: sym.Name(), Type: "struct val *"}, sym.Name() == "v"
			}
			memory := func(name, note string, bits int) *term.Term {
				m := p.NewGlobal(name, b.Array(b.BV(64), b.BV(bits)))
				m.Memory = &ir.MapInfo{CellWidth: bits, Note: note}
				return m.Sym
			}
			at := func(base *term.Term, n uint64) *term.Term { return b.BVAdd(base, b.BVConst(64, n)) }
			v := b.Var("v", b.BV(64))
			keys := b.Select(memory("keys", "char *", 64), at(v, 8))
			values := b.Select(memory("values", test.values, 64), at(v, 16))
			length := b.Select(memory("len", test.len, 64), at(v, 24))
			element := b.Select(memory("elements", "struct val *", 64), at(values, 16))
			bytes := memory("bytes", "", 8)
			var zero []*term.Term
			for n := range uint64(8) {
				zero = append(zero, b.Eq(b.Select(bytes, at(v, 16+n)), b.BVConst(8, 0)))
			}
			if test.name != "noted" { // as some other place is accessed
				memory("others", "struct val * *", 64)
			}
			for name, of := range map[string]*term.Term{
				"values": values, "values[2]": element, "type": b.Select(memory("types", "int", 32), element),
				"keys": b.Select(memory("texts", "char *", 64), at(keys, 8)), "len": length, "null": b.Not(b.And(zero...)),
			} {
				if got := r.Text(of); got != test.want[name] {
					t.Errorf("%s: got %s, want %s", name, got, test.want[name])
				}
			}
			if !r.IsPointer(element) || r.IsPointer(length) != (test.len != "unsigned long") {
				t.Errorf("pointers: the element %v, the length %v", r.IsPointer(element), r.IsPointer(length))
			}
		})
	}
}
