package lower

import (
	"fmt"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// builder appends to one function of the program: instructions and blocks, inputs, and the error edges
// of checks (guard.go). It knows values as terms, and nothing of where objects are.
type builder struct {
	*lowerer
	function *ir.Function
	def      *tree.FunctionDef // no more than a name for a function that no source has, as @start
	block    *ir.Block         // that instructions go to
	first    *ir.Block         // entry block: allocations of the function's objects
	exit     *ir.Block
	known    knownHere
	temp     int
	inCall   string // the function of the C library whose accesses are being checked, or ""
	unneeded bool   // nothing needs the value of the expression that is being evaluated
}

func newBuilder(l *lowerer, f *ir.Function, def *tree.FunctionDef) *builder {
	return &builder{
		lowerer: l, function: f, def: def, known: newKnownHere(),
		first: f.NewBlock("entry", f.Pos), block: f.NewBlock("", f.Pos),
	}
}

func (b *builder) exitBlock(pos source.Pos) *ir.Block {
	if b.exit == nil {
		b.exit = b.function.NewBlock("return", pos)
		b.exit.Terminator = &ir.Return{At: ir.At{Pos: pos}}
	}
	return b.exit
}

func (b *builder) emit(i ir.Instruction) {
	if a, ok := i.(*ir.Alloc); ok {
		b.emitAlloc(a)
	} else {
		b.block.Emit(i)
	}
	b.textEnds().noteTextEnds(i)
	if _, ok := i.(*ir.Call); ok {
		b.known.forget()
		return
	}
	for _, v := range ir.Defined(i) {
		b.known.forgetVariable(v.Sym)
	}
}

func (b *builder) assign(pos source.Pos, dst *ir.Variable, src *term.Term) {
	b.emit(&ir.Assign{At: ir.At{Pos: pos}, Dst: dst, Src: b.written(dst, src)})
}

func (b *builder) assumeTrue(pos source.Pos, cond *term.Term) {
	if !cond.IsTrue() {
		b.emit(&ir.Assume{At: ir.At{Pos: pos}, Cond: cond})
	}
}

// havoc sets dst to an input. Values of _Bool are 0 or 1.
func (b *builder) havoc(pos source.Pos, dst *ir.Variable, kind ir.InputKind, name, typ string) {
	b.emit(&ir.Havoc{At: ir.At{Pos: pos}, Dst: dst, Input: b.newInput(kind, name, typ, pos)})
	b.mathematicalIntegers().assumeValue(pos, dst)
}

// input returns a fresh input of a scalar type.
func (b *builder) input(pos source.Pos, t *tree.Type, kind ir.InputKind, name string) *term.Term {
	c := cell{typ: t}
	v := b.registerOf(b.newTemp(b.registerSort(c)), c)
	b.havocScalar(pos, v, t, kind, name)
	return b.read(v)
}

func (b *builder) havocScalar(pos source.Pos, v *ir.Variable, t *tree.Type, kind ir.InputKind, name string) {
	b.havoc(pos, v, kind, name, t.Name)
	b.runNotes().describeScalar(t)
	if t.Kind == tree.Bool && v.Sort.Width > 1 {
		b.assumeTrue(pos, b.terms.BVUle(v.Sym, b.terms.BVConst(v.Sort.Width, 1)))
	}
}

// newTemp makes a variable that is set once an evaluation and not changed until the value is used.
func (b *builder) newTemp(s *term.Sort) *ir.Variable {
	b.temp++
	v := b.function.NewLocal("t"+itoa(b.temp), s)
	v.Source = ""
	b.temps[v] = true
	return v
}

// keep puts a value into a temporary.
func (b *builder) keep(pos source.Pos, t *term.Term) *term.Term {
	v := b.newTemp(t.Sort())
	if signed, ok := b.viewed(t); ok {
		v = b.newTemp(b.terms.Int())
		b.mathematical.registers[v] = integerType{t.Sort().Width, signed}
	}
	b.assign(pos, v, t)
	return b.read(v)
}

// stable returns the value of t as it is now, even if evaluating later changes the registers in it.
func (b *builder) stable(pos source.Pos, t *term.Term, later ...tree.Expr) *term.Term {
	if t == nil || !b.readsRegister(t) {
		return t
	}
	for _, e := range later {
		if b.hasEffects(e) {
			return b.keep(pos, t)
		}
	}
	return t
}

func (b *builder) readsRegister(t *term.Term) bool {
	if t.IsConst() {
		return false
	}
	for _, sym := range t.Vars() {
		if v := b.program.VariableOf(sym); !v.Constant && !b.temps[v] {
			return true
		}
	}
	return false
}

// newBlock adds a block; enter makes it the current one.
func (b *builder) newBlock(label string, pos source.Pos) *ir.Block {
	return b.function.NewBlock(label, pos)
}

func (b *builder) enter(block *ir.Block) {
	b.block = block
	b.known.forget()
}

// end terminates the current block; what follows is unreachable until a block is entered.
func (b *builder) end(t ir.Terminator) {
	b.block.Terminator = t
	b.enter(b.newBlock("", t.Position()))
}

func (b *builder) jump(pos source.Pos, to *ir.Block) {
	b.block.Jump(pos, to)
	b.enter(b.newBlock("", pos))
}

// jumpTo goes to a block and continues there.
func (b *builder) jumpTo(pos source.Pos, to *ir.Block) {
	b.block.Jump(pos, to)
	b.enter(to)
}

func (b *builder) branch(pos source.Pos, cond *term.Term, then, els *ir.Block) {
	b.block.Branch(pos, cond, then, els)
	b.block = nil
}

// unsupported ends the path.
func (b *builder) unsupported(pos source.Pos, what string) {
	b.refuse(pos, CodeUnsupported, what)
}

// refuse ends the path with a diagnostic.
func (b *builder) refuse(pos source.Pos, code source.Code, what string) {
	b.end(&ir.Unsupported{At: ir.At{Pos: pos}, Diagnostic: &source.Diagnostic{Pos: pos, Code: code, Message: what}})
}

// unmodelledCall ends the path at a call of a function whose effects are not modelled.
func (b *builder) unmodelledCall(pos source.Pos, t *tree.Type, what, name string) value {
	return b.refuseCall(pos, t, CodeUnmodelled, what, ownDefinition(name)+b.withoutCaller())
}

// unseenWrite ends the path at a call of a function that may write what is not seen.
func (b *builder) unseenWrite(pos source.Pos, t *tree.Type, name string) value {
	help := ownDefinition(name) + b.withoutCaller() + "; or --undefined havoc-args, with which it leaves anything in what it is given"
	return b.refuseCall(pos, t, CodeUnmodelled, "call of "+name+", which may write through its arguments", help)
}

func ownDefinition(name string) string {
	return "a definition of " + name + " that does what matters of it, in one more C file behind the others"
}

// withoutCaller says that a function which makes a call that is not modelled can be left out, as one that prints
// messages often is beside the point. Of the entry nothing would remain, and the models of the library are not the
// user's.
func (b *builder) withoutCaller() string {
	if b.def == nil || b.def.Body == nil || b.def == b.entry || !b.def.Pos.IsWritten() {
		return ""
	}
	return fmt.Sprintf("; or --remove-body %s, which makes the call: it then may return anything", b.def.Name)
}

// refuseCall ends the path at a call, and says what may help.
func (b *builder) refuseCall(pos source.Pos, t *tree.Type, code source.Code, what, help string) value {
	b.end(&ir.Unsupported{At: ir.At{Pos: pos}, Diagnostic: &source.Diagnostic{Pos: pos, Code: code, Message: what, Notes: []string{help}}})
	return b.anyValue(t)
}

// unsupportedValue ends the path and returns some value of the type for the unreachable rest.
func (b *builder) unsupportedValue(pos source.Pos, t *tree.Type, what string) value {
	b.unsupported(pos, what)
	return b.anyValue(t)
}

// anyValue is a placeholder for code that is not reached.
func (b *builder) anyValue(t *tree.Type) value {
	if t.Kind == tree.Void {
		return value{}
	}
	s := b.shapeOf(t)
	if s.byAddress {
		return value{address: b.addr(0)}
	}
	if t.IsScalar() || !t.IsAggregate() {
		return value{scalar: b.zero(b.sortOf(t))}
	}
	v := value{cells: make([]*term.Term, len(s.cells))}
	for i, c := range s.cells {
		v.cells[i] = b.zero(b.cellSort(c))
	}
	return v
}

func (l *layout) zero(s *term.Sort) *term.Term { return l.terms.Const(term.ZeroValue(s)) }
