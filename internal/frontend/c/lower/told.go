package lower

import (
	"fmt"
	"strings"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// runNotes make a program told.
type runNotes struct{ *builder }

func (b *builder) runNotes() runNotes { return runNotes{b} }

// A told program is made to tell a person of one run: besides what it does it sets locals that nothing reads, whose
// notes say in words of the source what their values are: what is assigned, which objects begin and end, what a check
// that fails is about. It is never searched, and no verdict depends on what it tells.

// detail is a value that a failing check tells besides what went wrong.
type detail struct {
	kind  ir.NoteKind
	text  string
	typ   string
	unit  int64
	value *term.Term
}

// isTold reports whether the code that is lowered is of a told program, and the user's.
func (b *builder) isTold() bool {
	return b.options.Told && !(b.def != nil && strings.HasPrefix(b.def.Pos.File, "<"))
}

// note sets a local for a note in a block.
func (b runNotes) note(block *ir.Block, pos source.Pos, d detail) {
	if d.value == nil || block == nil {
		return
	}
	v := b.newTemp(d.value.Sort())
	v.Note = &ir.Note{Kind: d.kind, Text: d.text, Type: d.typ, Unit: d.unit}
	block.Emit(&ir.Assign{At: ir.At{Pos: pos}, Dst: v, Src: d.value})
}

// tellValue tells that something of the source has got a value.
func (b runNotes) tellValue(pos source.Pos, text string, t *tree.Type, v *term.Term) {
	if !b.isTold() || v == nil || text == "" || !t.IsScalar() {
		return
	}
	b.describeScalar(t)
	b.note(b.block, pos, detail{kind: ir.NoteValue, text: text, typ: t.Name, value: v})
}

// tellAssigned tells what an lvalue holds after it was written.
func (b *expressions) tellAssigned(pos source.Pos, target tree.Expr, v value) {
	if b.isTold() {
		b.runNotes().tellValue(pos, branchText(target), target.ExprType(), v.scalar)
	}
}

// tellSwitch tells the value that a switch looks at, as one of the type before its promotion.
func (b *body) tellSwitch(s *tree.Switch, v *term.Term) {
	e := s.Cond
	if c, ok := e.(*tree.Convert); ok && !c.Explicit {
		e = c.Operand
	}
	if _, isCall := e.(*tree.Call); !isCall && b.isTold() {
		b.runNotes().tellValue(s.Pos, branchText(e), e.ExprType(), v)
	}
}

// tellDeclared tells what an object in registers holds after its declaration.
func (b initializers) tellDeclared(pos source.Pos, o *tree.Object, s *storage) {
	if !b.isTold() || !o.Type.IsScalar() || s.address != nil || len(s.registers) != 1 {
		return
	}
	b.runNotes().tellValue(pos, o.Name, o.Type, b.read(s.registers[0]))
}

// tellDetails tells in the block where a check fails what it is about.
func (b runNotes) tellDetails(failing *ir.Block, pos source.Pos, details []detail) {
	if !b.isTold() {
		return
	}
	for _, d := range details {
		b.note(failing, pos, d)
	}
}

// objectName is the name of an object, and the size of its elements if it is an array; "": it has
// no name.
type objectName struct {
	name string
	unit int64
}

func nameOfObject(o *tree.Object) objectName {
	if o == nil || o.String != nil {
		return objectName{}
	}
	if o.Type.Kind == tree.Array && o.Type.Elem != nil {
		return objectName{o.Name, o.Type.Elem.Size}
	}
	return objectName{name: o.Name}
}

// tellLife tells that the object at an address begins or ends.
func (b runNotes) tellLife(pos source.Pos, life detail, size *term.Term) {
	if !b.options.Told {
		return
	}
	if size != nil {
		b.note(b.block, pos, detail{kind: ir.NoteSize, value: size})
	}
	b.note(b.block, pos, life)
}

// accessDetails say which bytes of which object an access is to.
func (b shadow) accessDetails(a accessRange) []detail {
	return []detail{
		{kind: ir.NoteSize, value: a.size}, {kind: ir.NoteStart, value: a.start}, {kind: ir.NoteObject, text: a.text, value: a.pointer},
	}
}

// rootDetails say which bytes of an object with a name an access is to.
func (b shadow) rootDetails(p place, size int64) []detail {
	if !b.isTold() {
		return nil
	}
	if details := b.indexDetails(p); details != nil {
		return details
	}
	name := "an object"
	if o := p.root.object; o != nil && o.String == nil {
		name = declaredName(o)
	}
	text := fmt.Sprintf("%d bytes at offset %%s of %s, which has %d bytes", size, name, p.root.size)
	return []detail{{kind: ir.NoteDetail, text: text, value: b.terms.BVSub(p.address, p.root.address)}}
}

// indexed is an array and the distance of an element of it.
type indexed struct {
	name     string
	distance *term.Term
	array    *tree.Type
}

// indexOf says for a told program which array an index is into.
func (b *frame) indexOf(array tree.Expr, base, address *term.Term) []indexed {
	if !b.isTold() {
		return nil
	}
	name := "`" + branchText(array) + "`"
	if o, ok := array.(*tree.ObjectRef); ok {
		name = declaredName(o.Object)
	}
	return []indexed{{name, b.terms.BVSub(address, base), array.ExprType()}}
}

func declaredName(o *tree.Object) string {
	return fmt.Sprintf("`%s` (declared at %s)", o.Name, source.Pos{File: o.Pos.File, Line: o.Pos.Line})
}

// indexDetails say of each index of an element whether it is one of its array.
func (b shadow) indexDetails(p place) []detail {
	var out []detail
	for _, i := range p.indices {
		n := i.array.Size / i.array.Elem.Size
		text := fmt.Sprintf("index %%s of %s, which has %d element%s", i.name, n, plural(n))
		out = append(out, detail{kind: ir.NoteIndex, text: text, typ: itoa(int(n)), unit: i.array.Elem.Size, value: i.distance})
	}
	return out
}

func plural(n int64) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// operandDetails say what the operands of a failing operation are.
func (b runNotes) operandDetails(op tree.Operator, t *tree.Type, x, y *term.Term) []detail {
	if !b.isTold() {
		return nil
	}
	b.describeScalar(t)
	return []detail{
		{kind: ir.NoteDetail, text: "%s " + operatorText[op], typ: t.Name, value: x},
		{kind: ir.NoteDetail, text: "%s", typ: t.Name, value: y},
	}
}

// describeScalar says how values of a type are written.
func (b runNotes) describeScalar(t *tree.Type) {
	if t == nil || t.Kind != tree.Integer || len(t.Enumerators) == 0 {
		return
	}
	s := ir.Scalar{Signed: t.Signed, Names: map[string]string{}}
	for i := len(t.Enumerators) - 1; i >= 0; i-- {
		s.Names[t.Enumerators[i].Value.String()] = ruleWord(t.Enumerators[i].Name)
	}
	b.program.AddScalar(t.Name, s)
}

// toldOf is the value of an assignment, which is told.
func (b *expressions) toldOf(pos source.Pos, target tree.Expr, v *term.Term) value {
	b.tellAssigned(pos, target, value{scalar: v})
	return value{scalar: v}
}

// shiftDetails say what the amount of a failing shift is.
func (b runNotes) shiftDetails(amount *term.Term, signed bool) []detail {
	typ := "unsigned"
	if signed {
		typ = "int"
	}
	return []detail{{kind: ir.NoteDetail, text: "it is %s", typ: typ, value: amount}}
}
