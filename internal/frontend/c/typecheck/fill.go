package typecheck

import (
	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// maxRange bounds the elements of [low ... high], each of which is an entry of its own.
const maxRange = 1 << 20

// filler lays an initializer out over a type.
type filler struct {
	// active is the member of each union that was initialized last.
	active  map[unionAt]int
	c       *operators
	entries []tree.InitEntry
	outer   *tree.Type // what is initialized
	length  int64      // elements seen of it, if it is an array without a length
	end     int64      // no entry reaches further
	static  bool       // of an object with static storage duration
	// disordered: some entry begins before the end of one that was written before it.
	disordered bool
}

// maxEntries bounds what an initializer takes.
const maxEntries = 1 << 22

func (f *filler) add(e tree.InitEntry) {
	if len(f.entries) >= maxEntries {
		f.c.diagnostics.Add(e.Pos, CodeLimit, "an initializer has more than %d elements", maxEntries)
		panic(bailout{})
	}
	f.disordered = f.disordered || e.Offset < f.end
	f.end = max(f.end, entryEnd(e))
	f.entries = append(f.entries, e)
}

// entryEnd is where the bytes end that an entry writes.
func entryEnd(e tree.InitEntry) int64 {
	if e.BitWidth > 0 {
		return e.Offset + (e.BitOffset+e.BitWidth+7)/8
	}
	return e.Offset + e.Type.Size
}

// flexible makes an object large enough for the initialized flexible array at its end. Its type is
// what it was: sizeof and assignments do not count the array.
func (c *operators) flexible(o *tree.Object, f *filler) {
	end := int64(0)
	for _, e := range f.entries {
		end = max(end, entryEnd(e))
	}
	if isRecord(o.Type) && end > o.Type.Size {
		o.Tail = end - o.Type.Size
	}
}

func (c *values) checkConstant(init *tree.Initializer) {
	for i, e := range init.Entries {
		if l, ok := e.Value.(*tree.CompoundLiteral); ok && len(l.Init.Entries) == 0 || ok && l.Object.Static {
			continue
		}
		if !isConstantInitializer(e.Value) {
			c.errorf(e.Pos, CodeConstant, "an initializer element is not constant")
			init.Entries[i].Value = c.unsupported(e.Pos, e.Type, "an initializer that is not constant")
		}
	}
}

// whole initializes an object of type t at an offset by a written initializer of its own.
func (f *filler) whole(t *tree.Type, n *initNode, offset int64) {
	c := f.c
	if n.expr != nil {
		if t.Kind == tree.Array {
			if f.text(t, n.expr, offset) || f.arrayCopy(t, n.expr, offset) {
				return
			}
			c.errorf(n.pos, CodeType, "an array is initialized by a value of type %s", n.expr.ExprType().Name)
			return
		}
		f.emit(t, n.expr, offset, n.pos, nil)
		return
	}
	f.drop(offset, t)
	switch {
	case t.Kind == tree.Array && len(n.items) == 1 && n.items[0].designators == nil && n.items[0].node.expr != nil && f.text(t, n.items[0].node.expr, offset):
	case t.IsAggregate() || t.Kind == tree.Vector:
		if t.Kind == tree.Vector {
			f.add(tree.InitEntry{Offset: offset, Type: t, Value: c.unsupported(n.pos, t, "a vector"), Pos: n.pos})
			return
		}
		cur := &cursor{items: n.items}
		f.aggregate(t, cur, offset, inBraces)
	case len(n.items) > 0:
		f.whole(t, n.items[0].node, offset)
	case t.IsScalar():
		// GNU and C23: {} is zero.
	}
}

// unionAt is a union at its offset in the object.
type unionAt struct {
	typ    *tree.Type
	offset int64
}

// activate notes which member of a union is initialized next. What was given for it before stays if only a part of
// it is named now, as in { .s.a = 1, .s.b = 2 }.
func (f *filler) activate(t *tree.Type, offset int64, index int, isPart bool) {
	key := unionAt{t, offset}
	if before, ok := f.active[key]; !ok || before != index || !isPart {
		f.drop(offset, t)
	}
	if f.active == nil {
		f.active = map[unionAt]int{}
	}
	f.active[key] = index
}

// drop forgets what was given before for an object that is initialized as a whole.
func (f *filler) drop(offset int64, t *tree.Type) {
	if offset >= f.end || t.Size <= 0 {
		return
	}
	kept := f.entries[:0]
	for _, e := range f.entries {
		if e.Offset < offset || e.Offset >= offset+t.Size {
			kept = append(kept, e)
		}
	}
	f.entries = kept
}

// text initializes an array of characters by a string literal.
func (f *filler) text(t *tree.Type, e tree.Expr, offset int64) bool {
	s, ok := e.(*tree.StringRef)
	if !ok || !isInteger(t.Elem) || t.Elem.Size != s.Type.Elem.Size {
		return false
	}
	bytes := s.Object.String
	if t.Length < 0 {
		f.see(t, s.Type.Length)
	} else if t.Size < int64(len(bytes)) {
		bytes = bytes[:t.Size]
	}
	at := f.c.arrayOf(f.c.unqualified(t.Elem), int64(len(bytes))/t.Elem.Size)
	value := &tree.StringInit{Node: tree.Node{Type: at, Pos: s.Pos}, Bytes: bytes}
	if t.Length >= 0 {
		f.drop(offset, t)
	}
	f.add(tree.InitEntry{Offset: offset, Type: at, Value: value, Pos: s.Pos})
	return true
}

// arrayCopy initializes an array by a compound literal, as GNU allows.
func (f *filler) arrayCopy(t *tree.Type, e tree.Expr, offset int64) bool {
	l, ok := e.(*tree.CompoundLiteral)
	if !ok || !f.c.compatible(l.Type, t) {
		return false
	}
	f.contents(l, offset)
	if t.Length < 0 {
		f.see(t, l.Type.Length)
	}
	return true
}

// contents initializes a part by what is in the braces of a compound literal.
func (f *filler) contents(l *tree.CompoundLiteral, offset int64) {
	f.drop(offset, l.Type)
	for _, entry := range l.Init.Entries {
		if inner, ok := entry.Value.(*tree.CompoundLiteral); ok && f.static {
			f.contents(inner, offset+entry.Offset)
			continue
		}
		entry.Offset += offset
		f.add(entry)
	}
}

func (f *filler) emit(t *tree.Type, e tree.Expr, offset int64, pos source.Pos, field *tree.Field) {
	c := f.c
	t = c.unqualified(t)
	entry := tree.InitEntry{Offset: offset, Type: t, Pos: pos}
	if field != nil && field.BitWidth > 0 {
		entry.BitOffset, entry.BitWidth = field.BitOffset, field.BitWidth
	}
	if l, ok := e.(*tree.CompoundLiteral); ok && f.static && isRecord(t) && c.compatible(l.Type, t) {
		// GNU: as if its braces stood here, wherever the literal itself lives.
		f.contents(l, offset)
		return
	}
	entry.Value = c.assign(e, t, "an initializer")
	if isRecord(t) {
		f.drop(offset, t)
	}
	f.add(entry)
}

// cursor walks over the items of a list.
type cursor struct {
	items []initItem
	next  int
}

func (cur *cursor) done() bool { return cur.next >= len(cur.items) }

func (cur *cursor) item() *initItem { return &cur.items[cur.next] }

// strip makes an item of which the first designator has been followed.
func (cur *cursor) strip() {
	items := append([]initItem(nil), cur.items...)
	items[cur.next].designators = items[cur.next].designators[1:]
	cur.items = items
}

// braces says whether a list of initialisers stands in braces of its own.
type braces bool

// aggregate fills an array, struct or union from a list. Inside braces of its own it follows designators
// and ends with the list; without, it takes as many items as it has parts.
func (f *filler) aggregate(t *tree.Type, cur *cursor, offset int64, braced braces) {
	if t.Kind == tree.Array {
		f.array(t, cur, offset, braced)
	} else {
		f.record(t, cur, offset, braced)
	}
}

// array fills elements in order. Unbraced, its first item may be reached by a designator.
func (f *filler) array(t *tree.Type, cur *cursor, offset int64, braced braces) {
	c, index := f.c, int64(0)
	for first := true; !cur.done(); first = false {
		designators := cur.item().designators
		if len(designators) > 0 && !bool(braced) && !first {
			return
		}
		high := index
		if len(designators) > 0 {
			d := designators[0]
			if d.field != "" || d.low < 0 || d.high < d.low || t.Length >= 0 && d.high >= t.Length {
				f.badDesignator(d, t)
				return
			}
			index, high = d.low, d.high
			cur.strip()
		}
		if t.Length >= 0 && index >= t.Length {
			if !braced {
				return
			}
			// What is too much is evaluated by nobody: compilers warn.
			cur.next = len(cur.items)
			return
		}
		if high-index > maxRange {
			c.diagnostics.Add(cur.item().node.pos, CodeLimit, "a designator has a range of more than %d elements", maxRange)
			panic(bailout{})
		}
		start := *cur
		from := len(f.entries)
		for low := index; index <= high; index++ {
			*cur = start
			f.part(t.Elem, cur, offset+index*t.Elem.Size, nil)
			if index == low && high > low {
				f.once(min(from, len(f.entries)))
			}
		}
		if t.Length < 0 {
			f.see(t, index)
		}
	}
}

// see says that an array without a length has so many elements. That of a flexible member counts for nothing.
func (f *filler) see(array *tree.Type, elements int64) {
	if array == f.outer {
		f.length = max(f.length, elements)
	}
}

func (f *filler) badDesignator(d designator, t *tree.Type) {
	f.c.errorf(d.pos, CodeType, "a designator does not fit type %s", t.Name)
	panic(bailout{})
}

func (f *filler) record(t *tree.Type, cur *cursor, offset int64, braced braces) {
	index := 0
	for first := true; !cur.done(); first = false {
		designators := cur.item().designators
		if len(designators) > 0 {
			if !bool(braced) && !first {
				return
			}
			d := designators[0]
			path := findField(t, d.field)
			if d.field == "" || path == nil {
				f.badDesignator(d, t)
			}
			index = path[0].Index
			if len(path) == 1 {
				cur.strip()
			}
		} else if index >= len(t.Fields) || t.Kind == tree.Union && !first {
			if braced {
				cur.next = len(cur.items)
			}
			return
		}
		field := t.Fields[index]
		if t.Kind == tree.Union {
			isPart := len(designators) > 1 || len(designators) > 0 && len(cur.item().designators) > 0
			f.activate(t, offset, index, isPart)
		}
		f.part(field.Type, cur, offset+field.Offset, field)
		index++
		if t.Kind == tree.Union && !braced {
			return
		}
	}
}

// part fills one element or member from the next items.
func (f *filler) part(t *tree.Type, cur *cursor, offset int64, field *tree.Field) {
	item := cur.item()
	if len(item.designators) > 0 {
		if !t.IsAggregate() {
			f.badDesignator(item.designators[0], t)
		}
		f.aggregate(t, cur, offset, withoutBraces)
		return
	}
	n := item.node
	switch {
	case n.expr == nil && t.IsAggregate():
		cur.next++
		f.whole(t, n, offset)
	case n.expr == nil:
		cur.next++
		for n.expr == nil && len(n.items) > 0 {
			n = n.items[0].node
		}
		if n.expr != nil {
			f.emit(t, n.expr, offset, n.pos, field)
		}
	case t.Kind == tree.Array && (f.text(t, n.expr, offset) || f.arrayCopy(t, n.expr, offset)):
		cur.next++
	case isRecord(t) && isRecord(n.expr.ExprType()) && f.c.compatible(t, n.expr.ExprType()):
		cur.next++
		f.emit(t, n.expr, offset, n.pos, nil)
	case t.IsAggregate() && (len(t.Fields) > 0 || t.Kind == tree.Array && t.Length != 0):
		f.aggregate(t, cur, offset, withoutBraces)
	case t.IsAggregate():
		// A part without members takes nothing.
		if field == nil {
			cur.next++
		}
	default:
		cur.next++
		f.emit(t, n.expr, offset, n.pos, field)
	}
}
