package analyze

import (
	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// initializer reads what follows the = of a declaration; it returns the flat entries and the type,
// completed if it was an array without a length.
func (c *checker) initializer(t *tree.Type, pos source.Pos) (*tree.Initializer, *tree.Type) {
	r := &initReader{checker: c, out: &tree.Initializer{}}
	if t.Kind == tree.Array && t.LengthExpr != nil {
		c.fail(pos, CodeType, "a variable-length array cannot be initialised")
	}
	r.value(t, 0, 0, 0)
	if t.Kind == tree.Array && t.Length < 0 {
		n := int64(0)
		if t.Elem.Size > 0 {
			n = (r.end + t.Elem.Size - 1) / t.Elem.Size
		}
		t = qualified(c.types.arrayOf(t.Elem, n), t.Const, t.Volatile)
	}
	return r.out, t
}

// initReader flattens an initialiser.
type initReader struct {
	*checker
	out *tree.Initializer
	end int64 // bytes initialised so far, for arrays without a length
}

func (r *initReader) add(t *tree.Type, offset, bit, width int64, value tree.Expr, pos source.Pos) {
	r.out.Entries = append(r.out.Entries, tree.InitEntry{Offset: offset, Type: t, BitOffset: bit, BitWidth: width, Value: value, Pos: pos})
	if size := t.Size; size >= 0 {
		r.end = max(r.end, offset+size)
	}
}

// value reads an initialiser for an object of type t at offset, with or without braces.
func (r *initReader) value(t *tree.Type, offset, bit, width int64) {
	if r.is("{") {
		r.braced(t, offset, bit, width)
		return
	}
	if isCharArray(t) && r.tok().kind == stringToken {
		r.stringValue(t, offset)
		return
	}
	if t.Kind == tree.Array {
		r.fail(r.tok().pos, CodeType, "an array is initialised by a list in braces")
	}
	r.scalar(t, offset, bit, width, r.assignment())
}

func (r *initReader) scalar(t *tree.Type, offset, bit, width int64, e tree.Expr) {
	pos := e.Position()
	r.add(unqualified(t), offset, bit, width, r.assignConvert(e, t, "the initial value"), pos)
}

func isCharArray(t *tree.Type) bool {
	return t.Kind == tree.Array && t.Elem.Kind == tree.Integer
}

func (r *initReader) stringValue(t *tree.Type, offset int64) {
	e := r.checker.stringLiteral().(*tree.StringRef)
	pos := e.Pos
	if e.Object.Type.Elem.Size != t.Elem.Size {
		r.fail(pos, CodeType, "a string cannot initialise %s", t)
	}
	bytes := e.Object.String
	if t.Length >= 0 && int64(len(bytes)) > t.Size {
		bytes = bytes[:t.Size]
	}
	r.dropString(e.Object)
	n := int64(len(bytes)) / t.Elem.Size
	typ := r.types.arrayOf(t.Elem, n)
	if t.Length >= 0 {
		typ = unqualified(t)
	}
	r.add(typ, offset, 0, 0, &tree.StringInit{Node: tree.Node{Type: typ, Pos: pos}, Bytes: bytes}, pos)
	r.end = max(r.end, offset+int64(len(bytes)))
}

// dropString removes the object of a literal that is only the content of an array.
func (c *checker) dropString(o *tree.Object) {
	if n := len(c.out.Objects); n > 0 && c.out.Objects[n-1] == o {
		c.out.Objects = c.out.Objects[:n-1]
	}
}

// braced reads { ... } for an object of type t.
func (r *initReader) braced(t *tree.Type, offset, bit, width int64) {
	pos := r.expect("{").pos
	if isCharArray(t) && r.tok().kind == stringToken && (r.ahead(1).text == "}" || r.ahead(1).kind == stringToken) {
		r.stringValue(t, offset)
		r.accept(",")
		r.expect("}")
		return
	}
	if t.Kind != tree.Array && t.Kind != tree.Struct && t.Kind != tree.Union {
		if r.accept("}") {
			return
		}
		r.value(t, offset, bit, width)
		r.accept(",")
		r.expect("}")
		return
	}
	w := &initWalk{reader: r, root: t, offset: offset}
	w.enter(t, offset)
	for !r.accept("}") {
		w.element(pos)
		if !r.accept(",") {
			r.expect("}")
			break
		}
	}
}

// initWalk is the position in the subobjects of a braced object: a stack of aggregates with the index of
// the next member.
type initWalk struct {
	reader *initReader
	root   *tree.Type
	offset int64
	stack  []initLevel
}

type initLevel struct {
	typ    *tree.Type
	offset int64
	next   int64
}

func (w *initWalk) enter(t *tree.Type, offset int64) {
	w.stack = append(w.stack, initLevel{t, offset, 0})
}

// current is the subobject that the next element initialises; ok is false past the end.
func (w *initWalk) current() (t *tree.Type, offset, bit, width int64, ok bool) {
	top := &w.stack[len(w.stack)-1]
	switch top.typ.Kind {
	case tree.Array:
		if top.typ.Length >= 0 && top.next >= top.typ.Length {
			return nil, 0, 0, 0, false
		}
		return top.typ.Elem, top.offset + top.next*top.typ.Elem.Size, 0, 0, true
	case tree.Union:
		if top.next > 0 || len(top.typ.Fields) == 0 {
			return nil, 0, 0, 0, false
		}
	}
	if top.next >= int64(len(top.typ.Fields)) {
		return nil, 0, 0, 0, false
	}
	f := top.typ.Fields[top.next]
	return f.Type, top.offset + f.Offset, f.BitOffset, f.BitWidth, true
}

// advance moves to the next subobject, leaving finished aggregates that braces did not open.
func (w *initWalk) advance() {
	top := &w.stack[len(w.stack)-1]
	top.next++
	if top.typ.Kind == tree.Union {
		top.next = int64(len(top.typ.Fields))
	}
	for len(w.stack) > 1 {
		if _, _, _, _, ok := w.current(); ok {
			return
		}
		w.stack = w.stack[:len(w.stack)-1]
		w.stack[len(w.stack)-1].next++
		if top := &w.stack[len(w.stack)-1]; top.typ.Kind == tree.Union {
			top.next = int64(len(top.typ.Fields))
		}
	}
}

// element reads one element of the list, with its designation.
func (w *initWalk) element(pos source.Pos) {
	r := w.reader
	repeat := int64(1)
	if r.is("[") || r.is(".") || r.tok().kind == nameToken && r.ahead(1).text == ":" && r.ahead(1).kind == punctToken {
		w.stack = w.stack[:1]
		repeat = w.designators()
	}
	t, offset, bit, width, ok := w.current()
	if !ok {
		if len(w.stack) == 1 && w.root.Kind != tree.Array {
			r.assignment() // an excess element
			return
		}
		r.fail(r.tok().pos, CodeType, "too many initial values")
	}
	switch {
	case r.is("{"), isCharArray(t) && r.tok().kind == stringToken:
		first := len(r.out.Entries)
		r.value(t, offset, bit, width)
		w.repeat(first, t, repeat)
		w.advance()
		return
	case !t.IsAggregate():
		first := len(r.out.Entries)
		r.scalar(t, offset, bit, width, r.assignment())
		w.repeat(first, t, repeat)
		w.advance()
		return
	}
	// An aggregate without braces: a value of its type, or the first of its members.
	e := r.assignment()
	for t.IsAggregate() && !(same(t, e.ExprType()) && t.Kind != tree.Array) {
		w.enter(t, offset)
		if t, offset, bit, width, ok = w.current(); !ok {
			r.fail(e.Position(), CodeType, "this object has no members to initialise")
		}
		if s, isString := e.(*tree.StringRef); isString && isCharArray(t) {
			bytes := s.Object.String
			if t.Length >= 0 && int64(len(bytes)) > t.Size {
				bytes = bytes[:t.Size]
			}
			r.dropString(s.Object)
			r.add(unqualified(t), offset, 0, 0, &tree.StringInit{Node: tree.Node{Type: t, Pos: s.Pos}, Bytes: bytes}, s.Pos)
			w.advance()
			return
		}
	}
	r.scalar(t, offset, bit, width, e)
	w.advance()
	_ = pos
}

// repeat copies the entries of an element for a range designator.
func (w *initWalk) repeat(first int, t *tree.Type, times int64) {
	if times <= 1 {
		return
	}
	r := w.reader
	entries := append([]tree.InitEntry(nil), r.out.Entries[first:]...)
	for n := int64(1); n < times; n++ {
		for _, e := range entries {
			e.Offset += n * t.Size
			r.out.Entries = append(r.out.Entries, e)
			r.end = max(r.end, e.Offset+e.Type.Size)
		}
	}
	w.stack[len(w.stack)-1].next += times - 1
}

// designators reads [n], [a ... b], .f and the old f: forms; it returns the length of a range.
func (w *initWalk) designators() int64 {
	r := w.reader
	repeat := int64(1)
	for {
		switch {
		case r.accept("["):
			low := r.constantValue().Int64()
			if r.accept("...") {
				repeat = r.constantValue().Int64() - low + 1
			}
			r.expect("]")
			top := &w.stack[len(w.stack)-1]
			if top.typ.Kind != tree.Array || low < 0 || top.typ.Length >= 0 && low+repeat > top.typ.Length {
				r.fail(r.tok().pos, CodeType, "index %d is not in the array", low)
			}
			top.next = low
		case r.accept("."):
			w.designate(r.advance())
		case r.tok().kind == nameToken && r.ahead(1).text == ":":
			name := r.advance()
			r.advance()
			w.designate(name)
			return repeat
		default:
			r.accept("=")
			return repeat
		}
		if r.is("[") || r.is(".") {
			t, offset, _, _, _ := w.current()
			w.enter(t, offset)
		}
	}
}

func (w *initWalk) designate(name *token) {
	top := &w.stack[len(w.stack)-1]
	chain := findMember(top.typ, name.text)
	if chain == nil {
		w.reader.fail(name.pos, CodeName, "%s has no member %q", top.typ, name.text)
	}
	for i, f := range chain {
		top := &w.stack[len(w.stack)-1]
		top.next = int64(f.Index)
		for n, field := range top.typ.Fields {
			if field == f {
				top.next = int64(n)
			}
		}
		if i < len(chain)-1 {
			w.enter(f.Type, top.offset+f.Offset)
		}
	}
	if top := &w.stack[len(w.stack)-1]; top.typ.Kind == tree.Union && top.next > 0 {
		// current() allows only the first member of a union: give the union that member alone.
		only := *top.typ
		only.Fields = []*tree.Field{top.typ.Fields[top.next]}
		top.typ, top.next = &only, 0
	}
}

// compoundLiteral reads the braces of (t){...}.
func (c *checker) compoundLiteral(t *tree.Type, pos source.Pos) tree.Expr {
	init, t := c.initializer(t, pos)
	c.anonymous++
	o := &tree.Object{Name: ".compound" + itoa(c.anonymous), Type: t, Pos: pos}
	if c.function != nil {
		o.Function = c.function.definition
	} else {
		o.Static, o.Init = true, init
		c.out.Objects = append(c.out.Objects, o)
	}
	return &tree.CompoundLiteral{Node: tree.Node{Type: t, Pos: pos}, Object: o, Init: init}
}

// stringObject makes the object of a string literal.
func (c *checker) stringObject(bytes []byte, elem *tree.Type, pos source.Pos) tree.Expr {
	c.strings++
	t := c.types.arrayOf(elem, int64(len(bytes))/elem.Size)
	o := &tree.Object{Name: ".string" + itoa(c.strings), Type: t, Static: true, Pos: pos, String: bytes}
	if c.unevaluated == 0 {
		c.out.Objects = append(c.out.Objects, o)
	}
	return &tree.StringRef{Node: tree.Node{Type: t, Pos: pos}, Object: o}
}
