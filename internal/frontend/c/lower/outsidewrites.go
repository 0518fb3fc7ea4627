package lower

import (
	"strings"

	"yogi/internal/assumption"
	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// What a call of a function without a body changes: the objects that the program only declares,
// whatever is asked for, since they are the outside's; and with Options.Undefined also what the
// function is handed over and what it can name.

// changeOutside gives any values to what a call may change.
func (b fromOutside) changeOutside(pos source.Pos, def *tree.FunctionDef, args []argument) {
	w := &outsideWriter{frame: b.frame, pos: pos, call: &outsideCall{def: def, args: args, writes: true}, level: b.options.Undefined}
	if b.startsAnyhow() && strings.HasPrefix(def.Name, ir.OutsideFunction) {
		w.level = max(w.level, UndefinedHavocArgs)
	}
	for _, o := range b.reach.objects {
		if isLibraryObject(o) || isConstant(o.Type) || !o.IsShared() || o.String != nil {
			continue
		}
		if o.Extern || w.level >= UndefinedHavocArgs {
			w.object(o)
		}
	}
	if w.level >= UndefinedHavocArgs {
		for i, a := range args {
			t := objectBehind(a)
			switch {
			case t != nil && a.scalar != nil && !isConstant(t):
				w.behind(a.scalar, t, ir.Origin{Argument: i + 1, Count: 1}, 0)
				if !isWhole(a.expr) {
					w.assumeOf(assumption.OutsideKeeps, "what lies beside an object of type "+t.Name+" that it is given", pos)
				}
			case a.scalar == nil && a.typ.Kind != tree.Void && leadsAnywhere(a.typ):
				w.assumeOf(assumption.OutsideKeeps, "where pointers in an argument of type "+a.typ.Name+" lead", pos)
			case a.typ.Kind == tree.Integer && isAddress(a.expr):
				w.assumeOf(assumption.OutsideKeeps, "an object whose address it is given as a number", pos)
			}
		}
	}
}

// changeLibrarys gives any values to the variables of the library that the program uses, as a call of a function of it
// may.
func (b fromOutside) changeLibrarys(pos source.Pos, def *tree.FunctionDef, args []argument) {
	if b.options.Open || clib.Is(modelName(def), clib.Computes) {
		return
	}
	w := &outsideWriter{frame: b.frame, pos: pos, call: &outsideCall{def: def, args: args, writes: true}}
	for _, o := range b.reach.objects {
		if isLibraryVariable(o) {
			w.object(o)
		}
	}
}

// isWhole says that a pointer is shown to lead to the start of an object with a name, all of which is of the type that
// objectBehind says: nothing lies beside it.
func isWhole(e tree.Expr) bool {
	var of tree.Expr
	switch e := tree.WithoutConversions(e).(type) {
	case *tree.AddressOf:
		of = e.Operand
	case *tree.Decay:
		of = e.Array
	}
	switch of.(type) {
	case *tree.ObjectRef, *tree.CompoundLiteral:
		return true
	}
	return false
}

// leadsAnywhere says that values of a type hold pointers to objects that may be written.
func leadsAnywhere(t *tree.Type) bool {
	found := false
	pointersIn(t, func(to *tree.Type) { found = found || to.Kind != tree.Function && !isConstant(to) })
	return found
}

// isAddress says that a number is made of a pointer at once.
func isAddress(e tree.Expr) bool {
	for {
		c, ok := e.(*tree.Convert)
		if !ok {
			return false
		}
		if c.Operand.ExprType().Kind == tree.Pointer {
			return true
		}
		e = c.Operand
	}
}

// isOutsideVariable says that an object that the program only declares has parts that can be given values one by one.
func (l *objectFacts) isOutsideVariable(o *tree.Object) bool {
	cells, ok := l.cellsOf(o.Type)
	return ok && o.Type.Size >= 0 && len(cells) <= maxFilled && !isLibraryObject(o) && !l.options.Open
}

// initializeOutside gives an object that the program only declares its value at the start: any; its
// pointers lead to what the outside knows.
func (b fromOutside) initializeOutside(o *tree.Object, s *storage) {
	cells, _ := b.cellsOf(o.Type)
	for i, c := range cells {
		isPointer := c.bitWidth == 0 && isFromOutside(c.typ)
		switch {
		case isPointer && s.address == nil:
			b.assign(o.Pos, s.registers[i], b.outsideData(o.Pos, c, o.Name, nil))
		case isPointer:
			b.storeCell(s.address, c, b.outsideData(o.Pos, c, o.Name, nil), o.Pos)
		case s.address == nil:
			b.havocScalar(o.Pos, s.registers[i], c.typ, ir.EntryParameter, o.Name+c.path)
		}
	}
}

// outsideWriter writes what one call writes.
type outsideWriter struct {
	*frame
	pos   source.Pos
	call  *outsideCall
	level Undefined
}

// farthest bounds how many pointers are followed from what a function is handed over.
const farthest = 2

// object gives an object with linkage any value.
func (w *outsideWriter) object(o *tree.Object) {
	s := w.statics[o]
	cells, ok := w.cellsOf(o.Type)
	if !ok || o.Type.Size < 0 || len(cells) > maxFilled {
		first := w.firstElements(o.Type)
		if first == nil || s.address == nil {
			w.assumeOf(assumption.OutsideKeeps, o.Name, w.pos)
			return
		}
		w.assumeOf(assumption.OutsideKeeps, o.Name+" behind its first "+itoa(int(first.Length))+" elements", w.pos)
		cells, _ = w.cellsOf(first)
	}
	from := ir.Origin{Object: symbolOf(o), Count: 1}
	if s.address != nil {
		w.cells(s.address, cells, from)
		if w.level >= UndefinedHavocArgs {
			w.follow(s.address, cells, 1)
		}
		return
	}
	for i, c := range s.cells {
		w.anything(s.registers[i], c, w.targetOf(from, c))
	}
}

// firstElements is the type of the first elements of a large array, or one of unknown length, of as
// many parts as are written one by one; nil: not even one element is.
func (w *outsideWriter) firstElements(t *tree.Type) *tree.Type {
	if t.Kind != tree.Array || t.Elem.Size <= 0 {
		return nil
	}
	cells, ok := w.cellsOf(t.Elem)
	if !ok || len(cells) == 0 || len(cells) > maxFilled {
		return nil
	}
	n := int64(max(w.reach.outside.firstWritten()/len(cells), 1))
	return &tree.Type{
		Kind: tree.Array, Name: t.Elem.Name + "[" + itoa(int(n)) + "]",
		Elem: t.Elem, Length: n, Size: n * t.Elem.Size, Align: t.Align,
	}
}

// behind writes to the object of type t at an address, unless that is null, and to what is reachable from there.
func (w *outsideWriter) behind(at *term.Term, t *tree.Type, from ir.Origin, depth int) {
	cells, ok := w.cellsOf(t)
	if t.Kind == tree.Void || t.Size <= 0 {
		w.assumeOf(assumption.OutsideKeeps, "objects behind pointers of type "+t.Name+" *", w.pos)
		return
	}
	if !ok || len(cells) > maxFilled {
		first := w.firstElements(t)
		if first == nil {
			w.assumeOf(assumption.OutsideKeeps, "objects of type "+t.Name, w.pos)
			return
		}
		w.assumeOf(assumption.OutsideKeeps, "objects of type "+t.Name+" behind their first "+itoa(int(first.Length))+" elements", w.pos)
		cells, _ = w.cellsOf(first)
	}
	w.where(w.pos, w.terms.Ne(at, w.zero(at.Sort())), func() {
		w.follow(at, cells, depth+1)
		w.cells(at, cells, from)
	})
}

// follow writes to the objects that the pointers in an object lead to, before they are changed.
func (w *outsideWriter) follow(at *term.Term, cells []cell, depth int) {
	for _, c := range cells {
		if c.bitWidth > 0 || !isToData(c.typ) || isConstant(c.typ.Elem) {
			continue
		}
		if depth > farthest {
			w.assumeOf(assumption.OutsideKeeps, "what lies more than two pointers away from what it is given", w.pos)
			continue
		}
		to := w.fromOutside().loadedOutside(w.pos, at, w.offset(at, c.key.offset), c)
		w.behind(to, c.typ.Elem, ir.Origin{}, depth)
	}
}

// cells writes to cells of an object at an address.
func (w *outsideWriter) cells(at *term.Term, cells []cell, from ir.Origin) {
	for _, c := range cells {
		if isModelled(c.typ) {
			v := w.newTemp(w.cellSort(c))
			w.anything(v, c, w.targetOf(from, c))
			w.storeCell(at, c, v.Sym, w.pos)
		}
	}
}

// targetOf says where a cell lies; a bit-field, and what is behind pointers, is not said.
func (w *outsideWriter) targetOf(from ir.Origin, c cell) string {
	if c.bitWidth > 0 || from.Count == 0 {
		return c.typ.Name
	}
	from.Offset = c.key.offset
	return ir.Origins{Parameters: w.fromOutside().parameterKinds(w.call), List: []ir.Origin{from}}.String()
}

// anything gives a variable any value of a cell.
func (w *outsideWriter) anything(v *ir.Variable, c cell, target string) {
	name := w.call.def.Name + "():" + c.typ.Name + c.path
	if c.bitWidth == 0 && isFromOutside(c.typ) {
		w.assign(w.pos, v, w.fromOutside().outsideData(w.pos, c, name, w.call))
		return
	}
	w.havoc(w.pos, v, ir.MemoryWrite, name, target)
	if c.typ.Kind == tree.Bool && v.Sort.Width > 1 {
		w.assumeTrue(w.pos, w.terms.BVUle(v.Sym, w.terms.BVConst(v.Sort.Width, 1)))
	}
}
