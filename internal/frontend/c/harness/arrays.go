package harness

import (
	"fmt"
	"slices"

	"yogi/internal/frontend/c/tree"
)

// This file makes texts, and arrays with the numbers of their elements.

var charType = &tree.Type{Kind: tree.Integer, Name: "char", Size: 1, Signed: true}

// fill gives the first elements of an array any values.
func (w *writer) fill(array, n string, typ *tree.Type) {
	w.line("for (int i = 0; i < %s; i++)", n)
	w.line("  %s[i] = %s;", array, w.any(typ))
}

// outputRoom is how many bytes there are where a function puts a text, of which nothing says how long it is.
const outputRoom = 256

// text makes a text of any characters for a parameter; for a format of any but %.
func (w *writer) text(p *tree.Object, f *tree.FunctionDef) (arg, what string, err error) {
	if w.isOutput(f, slices.Index(f.Params, p)) {
		v := w.variable(p.Name)
		w.line("static char %s[%d];", v, outputRoom)
		if plain(p.Type.Elem).Name != "char" {
			v = "(void *)" + v
		}
		return v, fmt.Sprintf("a pointer to %d bytes", outputRoom), nil
	}
	length := w.length
	if s := sizeOf(p.Declared); s != nil && len(s.dimensions) == 0 {
		length = max(length, int(s.constant)-1)
	}
	v := w.characters(p.Name, length, w.storageOf(p, f))
	what = textWords(length)
	if p == formatOf(f) {
		w.line("for (int i = 0; i < %d; i++)", length)
		w.indented(func() { w.leaveOut(v + "[i] == '%'") })
		what += " without %"
	}
	if plain(p.Type.Elem).Name != "char" {
		v = "(void *)" + v
	}
	return v, what, nil
}

// textWords tells what characters makes. What lies behind a shorter text is inside of the array.
func textWords(length int) string {
	return fmt.Sprintf("a text of at most %d characters in %d bytes", length, length+1)
}

// characters makes a text of any characters.
func (w *writer) characters(name string, length int, where storage) string {
	v := w.variable(name)
	w.room(charType, v, w.roomOfText(length), where)
	w.fillText(v, length)
	return v
}

// bytes makes bytes of any values.
func (w *writer) bytes(p *tree.Object, f *tree.FunctionDef) string {
	v := w.variable(p.Name)
	w.room(charType, v, fmt.Sprint(w.length), w.storageOf(p, f))
	w.fill(v, fmt.Sprint(w.length), charType)
	return v
}

// storage is where an array is.
type storage uint8

const (
	automatic storage = iota
	heap
)

// storageOf is where what a parameter leads to has to be: on the heap if the function frees it.
func (w *writer) storageOf(p *tree.Object, f *tree.FunctionDef) storage {
	if w.releases(f, slices.Index(f.Params, p), 0) {
		return heap
	}
	return automatic
}

// room declares an array, or a pointer to as much memory of the heap.
func (w *writer) room(elem *tree.Type, v, n string, where storage) {
	if where == automatic {
		w.line("%s[%s];", w.declared(plain(elem), v), n)
		return
	}
	w.line("%s = __builtin_malloc(%s * sizeof *%s);", w.declared(&tree.Type{Kind: tree.Pointer, Elem: plain(elem)}, v), n, v)
	w.leaveOutNull(v)
	w.holdsMemory = true
}

// mostMade is how many elements an array has at most each of which has to be made.
const mostMade = 2

// mostMemberSize is how many bytes an element has at most whose size is a parameter: a machine word.
const mostMemberSize = 8

// mostElements is how many elements an array of a type has at most.
func (w *writer) mostElements(elem *tree.Type) int {
	if elem.Kind == tree.Pointer {
		return min(w.length, mostMade)
	}
	return w.length
}

// number is the argument that says how many elements an array has.
type number struct {
	name     string // of the parameter
	argument string
	scale    int // how often the argument has what elements has
	// elements is how many there are, where each has the size of what the number counts, else how
	// often it counts; most is its largest value.
	elements string
	most     int
	some     bool // it is not zero
}

// numbers makes the numbers of elements: any for which there is room in all arrays that one counts.
func (w *writer) numbers(f *tree.FunctionDef, counts map[int]count) map[int]*number {
	out := map[int]*number{}
	for i := range f.Params { // in order
		c, counted := counts[i]
		if !counted {
			continue
		}
		most := max(w.needed(f, i, c), leastDemanded(f, c.by))
		if c.each > 0 {
			most = max(most/2, 1)
			each := f.Params[c.each]
			if out[c.each] == nil {
				v := w.variable(each.Name)
				out[c.each] = &number{name: each.Name, elements: v, argument: v, most: mostMemberSize, scale: 1}
			}
		}
		if n := out[c.by]; n != nil {
			n.most, n.scale, n.some = min(n.most, most), 1, n.some || c.some
			if !isCountBehind(f.Params[c.by]) {
				n.argument = n.elements
			}
			continue
		}
		p := f.Params[c.by]
		n := &number{name: p.Name, elements: w.variable(p.Name), most: most, some: c.some, scale: 1}
		n.argument = n.elements
		if isCountBehind(p) {
			n.name, n.argument = "*"+p.Name, "&"+n.elements
		}
		if size := elementSize(f.Params[i].Type); c.unit < size && size%c.unit == 0 { // it counts bytes of larger elements
			n.scale = int(size / c.unit)
			n.argument += fmt.Sprintf(" * %d", n.scale)
		}
		out[c.by] = n
	}
	for j, p := range f.Params {
		n := out[j]
		if n == nil {
			continue
		}
		w.declareNumber(p, n)
	}
	return out
}

// declareNumber makes any number up to the most that there may be.
func (w *writer) declareNumber(p *tree.Object, n *number) {
	typ := p.Type
	if isCountBehind(p) {
		typ = typ.Elem
	}
	w.line("%s = %s;", w.declared(plain(typ), n.elements), w.any(typ))
	switch {
	case n.some:
		w.leaveOut(fmt.Sprintf("%s < 1 || %s > %d", n.elements, n.elements, n.most))
	case typ.Signed:
		w.leaveOut(fmt.Sprintf("%s < 0 || %s > %d", n.elements, n.elements, n.most))
	default:
		w.leaveOut(fmt.Sprintf("%s > %d", n.elements, n.most))
	}
}

// array makes elements, and a pointer to the last so many of them, where what lies behind them is outside, or to the
// first, where what lies before them is. Memory that the function frees is just large enough.
func (w *writer) array(p *tree.Object, f *tree.FunctionDef, c count, numbers map[int]*number, depth int) (arg, what string, err error) {
	n := numbers[c.by]
	elem, v := p.Type.Elem, w.variable(p.Name)
	if elem.Kind == tree.Void || isCharacter(elem) {
		elem = charType
	}
	size, many := n.most, n.elements
	if times := int(c.unit / elementSize(p.Type)); times > 1 {
		size *= times
		many = fmt.Sprintf("%d * %s", times, many)
	}
	some := ""
	if n.some {
		some = " and not none"
	}
	if c.more > 0 {
		size += c.more
		many = fmt.Sprintf("(%s + %d)", many, c.more)
		some += fmt.Sprintf(", %d of which it does not count", c.more)
	}
	what = fmt.Sprintf("a pointer to %s elements, %d at most%s", n.name, size, some)
	if each := numbers[c.each]; c.each > 0 {
		what += fmt.Sprintf(", of %s bytes each, %d at most", each.name, each.most)
		size *= each.most
		many += " * " + each.elements
	}
	released := w.storageOf(p, f) == heap
	switch {
	case released && elem.Kind == tree.Pointer:
		return "", "", fmt.Errorf("%s frees an array of pointers", f.Name)
	case released:
		w.room(elem, v, many, heap)
		arg = v
	case isRecord(elem):
		w.line("static %s[%d];", w.declared(plain(elem), v), size)
		what += ", all zeros"
	default:
		w.room(elem, v, fmt.Sprint(size), automatic)
	}
	switch {
	case elem.Kind == tree.Pointer:
		each := ""
		if each, err = w.pointers(p, f, v, size, depth); err != nil {
			return "", "", err
		}
		what = fmt.Sprintf("a pointer to %d pointers at most%s, each to %s", size, some, each)
	case released && isRecord(elem):
		what += ", of any contents"
	case released:
		w.fill(v, many, elem)
	case !isRecord(elem):
		w.fill(v, fmt.Sprint(size), elem)
	}
	if !released {
		arg = fmt.Sprintf("%s + (%s ? %d - %s : 0)", v, w.any(intType), size, many)
	}
	if elem == charType && plain(p.Type.Elem).Name != "char" {
		arg = "(void *)(" + arg + ")"
	}
	return arg, what, nil
}

// pointers gives the elements of an array pointers to texts, or to objects of the library. what says what each is.
func (w *writer) pointers(p *tree.Object, f *tree.FunctionDef, v string, size, depth int) (what string, err error) {
	elem := p.Type.Elem
	typedef := elementTypedef(p.Typedef)
	what = textWords(w.length)
	for k := range size {
		arg := ""
		if w.maker(elem, typedef, f, p.Name) == nil {
			arg = w.characters(p.Name, w.length, automatic)
		} else if arg, what, err = w.object(p.Name, elem, typedef, f, automatic, depth); err != nil {
			return "", err
		}
		if isText(elem) && plain(elem.Elem).Name != "char" {
			arg = "(void *)" + arg
		}
		w.line("%s[%d] = %s;", v, k, arg)
	}
	return what, nil
}
