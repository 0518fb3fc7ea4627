// Package lvalue reads terms over a program's start state and inputs as expressions of the source: a
// read of memory at p+8 is p->next where p points to a struct whose member next is at 8.
//
// What it says is for people and for choosing atoms of a vocabulary; no verdict depends on it.
package lvalue

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// Name is the source's name for a symbol, and its type.
type Name struct {
	Text string
	Type string
	// Monitor: the symbol holds state of a property, not of the program.
	Monitor bool
}

// Reader reads the terms of a program.
type Reader struct {
	Program *ir.Program
	// Names of symbols that are not variables: those of inputs.
	Names func(sym *term.Term) (Name, bool)
	// Monitors are the names of variables and members that hold the state of a property.
	Monitors map[string]bool
	// Null is how the language writes the null pointer.
	Null string

	wordless bool // a part of what was read has no words
	// known and loaded have what was read during one call from outside: terms share parts, and what is said of a
	// pointer asks several times for what it was read from.
	known  map[*term.Term]knownWords
	loaded map[load]knownLoads
}

type knownWords struct {
	expression
	wordless bool
}

// load is one of so many bytes.
type load struct {
	array, address *term.Term
	width          int64
}

type knownLoads struct {
	all      []reading
	wordless bool
}

// remember keeps what is read until the call of what it returns; inside of another such time it does nothing.
func (r *Reader) remember() (forget func()) {
	if r.known != nil {
		return func() {}
	}
	r.known, r.loaded = map[*term.Term]knownWords{}, map[load]knownLoads{}
	return func() { r.known, r.loaded = nil, nil }
}

// longest is the length of the longest text that is made, in bytes. Nobody reads more, and parts that a term shares
// stand in a text as often as they occur.
const longest = 10_000

// shortened is an expression of which the text is not too long.
func (r *Reader) shortened(e expression) expression {
	if len(e.text) > longest {
		r.wordless = true
		e.text = strings.ToValidUTF8(e.text[:longest], "") + "..."
	}
	return e
}

// expression is a term in words.
type expression struct {
	text    string
	typ     string
	monitor bool
	level   int // of precedence: higher binds closer
}

// The levels of precedence.
const (
	levelOr = iota + 1
	levelAnd
	levelEqual
	levelRelation
	levelSum
	levelProduct
	levelUnary
	levelPostfix
)

// Text is a term as an expression of the source.
func (r *Reader) Text(t *term.Term) string { return r.read(t).text }

// Words is a term as an expression of the source; ok is false if a part of it has no words there: an
// operation that C does not have, the whole of a memory, or a variable that is not in the source.
func (r *Reader) Words(t *term.Term) (text string, ok bool) {
	r.wordless = false
	text = r.read(t).text
	return text, !r.wordless
}

// Type is the type of a term, "" if it is not known.
func (r *Reader) Type(t *term.Term) string { return r.read(t).typ }

// IsPointer says that a term is a pointer of C.
func (r *Reader) IsPointer(t *term.Term) bool { return r.isPointerType(r.read(t).typ) }

// MayBePointer says that a term is a pointer, or is read from a union that has one there: if the type that the
// program accesses the place as does not tell that another member is meant, or it accesses some place as that pointer.
func (r *Reader) MayBePointer(t *term.Term) bool {
	array, address, width := r.memoryRead(t)
	if address == nil {
		return r.IsPointer(t)
	}
	all, access := r.loads(array, address, width), accessed{width, r.noteOf(array)}
	isTold := r.fit(all[0], access) == isNoted
	return r.isPointerType(all[0].typ) || slices.ContainsFunc(all, func(x reading) bool {
		return len(x.rest) == 0 && r.isPointerType(x.typ) && (!isTold || r.fit(x, access) >= isElsewhere)
	})
}

// isPointerType says that a type is one of pointers, to functions too.
func (r *Reader) isPointerType(typ string) bool {
	if strings.HasSuffix(typ, "*") {
		return true
	}
	l := r.layout(typ)
	return l != nil && l.Pointer
}

// IsMonitor says that a term reads the state of a property.
func (r *Reader) IsMonitor(t *term.Term) bool {
	defer r.remember()()
	isMonitor := false
	term.Walker(func(s *term.Term) bool {
		if !isMonitor && (s == t || s.Sort().Kind != term.KindArray) {
			isMonitor = r.read(s).monitor
		}
		return !isMonitor && (s == t || s.Sort().Kind != term.KindArray)
	})(t)
	return isMonitor
}

func (r *Reader) read(t *term.Term) expression {
	if len(t.Args()) == 0 {
		return r.byOperator(t)
	}
	defer r.remember()()
	words, isKnown := r.known[t]
	if !isKnown {
		before := r.wordless
		r.wordless = false
		words.expression = r.shortened(r.byOperator(t))
		words.wordless = r.wordless
		r.wordless = before
		r.known[t] = words
	}
	r.wordless = r.wordless || words.wordless
	return words.expression
}

func (r *Reader) byOperator(t *term.Term) expression {
	switch t.Op() {
	case term.OpVar:
		return r.symbol(t)
	case term.OpConst:
		return r.constant(t)
	case term.OpSelect:
		return r.selected(t.Arg(0), t.Arg(1))
	case term.OpConcat:
		if address, array := bytesOf(t); address != nil {
			return r.load(array, address, int64(t.Sort().Width/8))
		}
	case term.OpNot:
		return r.negation(t.Arg(0))
	case term.OpAnd, term.OpOr:
		return r.junction(t)
	case term.OpEq:
		return r.relation("==", t.Arg(0), t.Arg(1), levelEqual)
	case term.OpBVSlt, term.OpLt, term.OpFLt, term.OpBVUlt:
		return r.relation("<", t.Arg(0), t.Arg(1), levelRelation)
	case term.OpBVSle, term.OpLe, term.OpFLe, term.OpBVUle:
		return r.relation("<=", t.Arg(0), t.Arg(1), levelRelation)
	case term.OpBVAdd, term.OpAdd:
		return r.sum(t)
	case term.OpBVMul, term.OpMul:
		return r.joined(t.Args(), " * ", levelProduct)
	case term.OpZeroExt, term.OpSignExt:
		return r.read(t.Arg(0))
	case term.OpExtract:
		switch high, low := t.Param(0), t.Param(1); {
		case low == 0:
			return r.lowBits(t.Arg(0), high+1)
		case r.isGranule(t):
			return r.read(t.Arg(0))
		}
	case term.OpApply:
		args := make([]string, len(t.Args()))
		for i, a := range t.Args() {
			args[i] = r.Text(a)
		}
		return expression{text: t.Func().Name + "(" + strings.Join(args, ", ") + ")", level: levelPostfix}
	}
	r.wordless = true
	return expression{text: t.String(), level: levelPostfix}
}

// lowBits is a value without all but its lowest bits: as C writes it, unless it is the conversion to a shorter type.
func (r *Reader) lowBits(of *term.Term, bits int) expression {
	value := r.read(of)
	if bits == 8 || bits == 16 || bits >= 32 {
		return value
	}
	return expression{text: fmt.Sprintf("%s & %d", at(value, levelSum), 1<<bits-1), level: levelAnd}
}

// PointerText is the read of a pointer of some width at an address as an expression of the source.
func (r *Reader) PointerText(array, address *term.Term, width int64) string {
	return r.loadPointer(array, address, width).text
}

// readPointer is a term in words, as a pointer where it may be one.
func (r *Reader) readPointer(t *term.Term) expression {
	if array, address, width := r.memoryRead(t); address != nil {
		return r.loadPointer(array, address, width)
	}
	return r.read(t)
}

func (r *Reader) symbol(t *term.Term) expression {
	if n, ok := r.Names(t); ok {
		return expression{text: n.Text, typ: n.Type, monitor: n.Monitor || r.Monitors[n.Text], level: levelPostfix}
	}
	if v := r.Program.VariableOf(t); v != nil {
		r.wordless = r.wordless || v.Memory != nil || v.Source == ""
		name := v.Source
		if name == "" {
			name = v.Name
		}
		return expression{text: name, typ: v.Type, monitor: r.Monitors[name], level: levelPostfix}
	}
	return expression{text: t.Name(), level: levelPostfix}
}

// constant prints a number, signed; the address of an object is &object.
func (r *Reader) constant(t *term.Term) expression {
	v, _ := t.Value()
	if v.Kind() != term.KindBV {
		return expression{text: v.String(), level: levelPostfix}
	}
	if o, offset := r.object(v.Uint64(), t.Sort().Width); o != nil {
		place := r.member(expression{text: o.Name, typ: o.Type, level: levelPostfix}, place{typ: o.Type, offset: offset}, ".")
		return expression{text: "&" + place.text, typ: o.Type + " *", level: levelUnary}
	}
	x := new(big.Int).SetUint64(v.Uint64())
	if v.Width() <= 64 && v.Uint64()>>(v.Width()-1) == 1 {
		x.Sub(x, new(big.Int).Lsh(big.NewInt(1), uint(v.Width())))
	}
	return expression{text: x.String(), level: levelUnary}
}

// object is the object that an address lies in, or at which it is if that has no bytes.
func (r *Reader) object(address uint64, width int) (*ir.Object, int64) {
	p := r.Program
	if p.Model == nil || width != p.Model.PointerWidth || address == 0 {
		return nil, 0
	}
	for _, o := range p.Objects {
		if address >= o.Address && address < o.Address+max(o.Size, 1) {
			return o, int64(address - o.Address)
		}
	}
	return nil, 0
}

func (r *Reader) negation(t *term.Term) expression {
	if pointer, isNull, ok := r.nullWord(t); ok && isNull {
		return expression{text: at(pointer, levelEqual+1) + " != " + r.Null, level: levelEqual}
	}
	switch t.Op() {
	case term.OpEq:
		return r.relation("!=", t.Arg(0), t.Arg(1), levelEqual)
	case term.OpBVSlt, term.OpLt, term.OpBVUlt:
		return r.relation(">=", t.Arg(0), t.Arg(1), levelRelation)
	case term.OpBVSle, term.OpLe, term.OpBVUle:
		return r.relation(">", t.Arg(0), t.Arg(1), levelRelation)
	}
	return expression{text: "!" + at(r.read(t), levelUnary), level: levelUnary}
}

// at is the text of an expression where one of a level is wanted.
func at(e expression, level int) string {
	if e.level < level {
		return "(" + e.text + ")"
	}
	return e.text
}

func (r *Reader) junction(t *term.Term) expression {
	if pointer, isNull, ok := r.nullWord(t); ok {
		op := " != "
		if isNull {
			op = " == "
		}
		return expression{text: at(pointer, levelEqual+1) + op + r.Null, level: levelEqual}
	}
	if t.Op() == term.OpAnd {
		return r.joined(t.Args(), " && ", levelAnd)
	}
	return r.joined(t.Args(), " || ", levelOr)
}

func (r *Reader) joined(args []*term.Term, between string, level int) expression {
	parts := make([]string, len(args))
	for i, a := range args {
		parts[i] = at(r.read(a), level+1)
	}
	return expression{text: strings.Join(parts, between), level: level}
}

// relation prints a comparison, a constant on the right. Two sides that may change places
// do so by the alphabet, s->last before s, so that the order in which terms were made does not show.
func (r *Reader) relation(op string, a, b *term.Term, level int) expression {
	if r.isGranule(a) || r.isGranule(b) {
		return r.objects(op, a, b)
	}
	if a.IsConst() && !b.IsConst() {
		a, b = b, a
		op = map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<="}[op] + map[string]string{"==": "==", "!=": "!="}[op]
	}
	symmetric := op == "==" || op == "!="
	read := r.read
	if symmetric && (r.MayBePointer(a) || r.MayBePointer(b)) {
		read = r.readPointer
	}
	left, right := read(a), read(b)
	if b.IsConst() && r.isNull(left, b) {
		right.text = r.Null
	}
	const last = "\xff"
	if symmetric && !b.IsConst() && right.text+last < left.text+last {
		left, right = right, left
	}
	return expression{text: at(left, level+1) + " " + op + " " + at(right, level+1), level: level}
}

// isNull says that a constant that a value is compared with is the null pointer.
func (r *Reader) isNull(with expression, constant *term.Term) bool {
	v, _ := constant.Value()
	switch v.Kind() {
	case term.KindBV:
		return v.Uint64() == 0 && r.isPointerType(with.typ)
	case term.KindInt:
		return r.Program.Model == nil && !with.monitor && v.Big().Sign() == 0
	}
	return false
}

func (r *Reader) sum(t *term.Term) expression {
	var b strings.Builder
	typ := ""
	for i, a := range rotate(t.Args()) {
		e := r.read(a)
		if typ == "" && r.isPointerType(e.typ) {
			typ = e.typ
		}
		text := at(e, levelSum+1)
		switch {
		case i == 0:
			b.WriteString(text)
		case strings.HasPrefix(text, "-") && a.IsConst():
			b.WriteString(" - " + text[1:])
		default:
			b.WriteString(" + " + text)
		}
	}
	return expression{text: b.String(), typ: typ, level: levelSum}
}

// rotate puts a leading constant last.
func rotate(args []*term.Term) []*term.Term {
	if len(args) > 1 && args[0].IsConst() {
		return append(append([]*term.Term(nil), args[1:]...), args[0])
	}
	return args
}

// selected reads an element of a map: memory, or a map of Boogie.
func (r *Reader) selected(array, index *term.Term) expression {
	v := r.Program.VariableOf(array)
	if v != nil && v.Memory != nil {
		return r.load(array, index, int64(v.Memory.CellWidth/8))
	}
	base := r.read(array)
	return expression{text: fmt.Sprintf("%s[%s]", at(base, levelPostfix), r.Text(index)), monitor: base.monitor, level: levelPostfix}
}

// bytesOf recognises a value that is put together from adjacent bytes of one map; it returns the lowest
// address.
func bytesOf(t *term.Term) (address, array *term.Term) {
	args := t.Args()
	for _, a := range args {
		if a.Op() != term.OpSelect || array != nil && a.Arg(0) != array {
			return nil, nil
		}
		array = a.Arg(0)
	}
	return args[len(args)-1].Arg(1), array
}
