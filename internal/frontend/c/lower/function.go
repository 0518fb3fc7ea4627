package lower

import (
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// body is the state of lowering one function: the block that instructions go to and what names mean.
type body struct {
	*lowerer
	jumps
	known     knownHere
	function  *ir.Function
	def       *tree.FunctionDef // nil for @start
	block     *ir.Block
	first     *ir.Block // entry block: allocations of the function's objects
	locals    map[*tree.Object]*storage
	origins   map[*term.Term]*ir.Variable // of registers: the addresses that integers in them were computed from, see placement.go
	lengths   map[*tree.Type]*ir.Variable // lengths of variable-length array types
	callers   []callerPointer             // the parameters of the entry so far
	starting  bool                        // static objects get their initial values
	forEffect *tree.Call                  // a call whose result is not looked at
	exit      *ir.Block
	variadic  *term.Term // address of the arguments that va_start starts with; nil: it is not used
	// resultAddress is where a struct that is not split is returned; nil otherwise.
	resultAddress *term.Term
	scopes        []*scope
	recorded      []*storage // the locals in the shadow state
	// allocas are the addresses of other objects that die with the activation.
	allocas []*ir.Variable
	// temporaries are the addresses of the objects that rvalues with arrays in them live in.
	temporaries []*ir.Variable
	// repeating says that the current statement may run more than once in an activation.
	repeating int
	temp      int
	eventPos  source.Pos // where the event is whose handler is being lowered
	inCall    string     // the function of the C library whose accesses are being checked, or ""
}

// shape is how a type travels between functions: as scalars, or as the address of a copy.
type shape struct {
	cells     []cell
	byAddress bool
}

func (l *lowerer) shapeOf(t *tree.Type) shape {
	if t.Kind == tree.Void {
		return shape{}
	}
	cells, ok := l.cellsOf(t)
	if !ok {
		return shape{byAddress: true}
	}
	return shape{cells: cells}
}

// declareFunctions makes the ir.Function of every reached function with its parameters and results, so
// that calls can be lowered in any order.
func (l *lowerer) declareFunctions() {
	taken := map[string]bool{}
	for _, def := range l.reach.functions {
		f := l.program.NewFunction(functionName(def, taken), def.Pos)
		l.funcs[def] = f
		result := l.shapeOf(def.Type.Result)
		if result.byAddress {
			f.NewParameter("result", l.terms.BV(l.pointerWidth()))
		}
		for _, c := range result.cells {
			v := l.registerOf(f.NewResult("return"+c.path, l.registerSort(c)), c)
			v.Type, v.Signed = c.typ.Name, isSigned(c.typ)
		}
		for _, p := range def.Params {
			l.declareParameter(f, p)
		}
		if l.takesArguments(def) {
			f.NewParameter(variadicName, l.terms.BV(l.pointerWidth()))
		}
	}
}

// functionName is unique among the taken ones: several files may have static functions of one name.
func functionName(def *tree.FunctionDef, taken map[string]bool) string {
	name := def.Name
	for n := 2; taken[name]; n++ {
		name = def.Name + ":" + itoa(n)
	}
	taken[name] = true
	return name
}

func (l *lowerer) declareParameter(f *ir.Function, p *tree.Object) {
	s := l.shapeOf(p.Type)
	if s.byAddress {
		v := f.NewParameter(p.Name, l.terms.BV(l.pointerWidth()))
		v.Pos, v.Type = p.Pos, p.Type.Name
		return
	}
	for _, c := range s.cells {
		v := l.registerOf(f.NewParameter(p.Name+c.path, l.registerSort(c)), c)
		describe(v, p, c)
	}
}

func (l *lowerer) lowerFunction(def *tree.FunctionDef) {
	b := l.newBody(l.funcs[def], def)
	b.bindParameters()
	b.ruleEvents().observedBody()
	b.finish()
}

func (l *lowerer) newBody(f *ir.Function, def *tree.FunctionDef) *body {
	b := &body{
		lowerer:  l,
		jumps:    newJumps(),
		known:    newKnownHere(),
		function: f,
		def:      def,
		locals:   map[*tree.Object]*storage{},
		origins:  map[*term.Term]*ir.Variable{},
		lengths:  map[*tree.Type]*ir.Variable{},
	}
	b.first = f.NewBlock("entry", f.Pos)
	b.block = f.NewBlock("", f.Pos)
	return b
}

// finish joins the entry block, which holds the allocations found on the way, to the body.
func (b *body) finish() {
	b.shadowLocals()
	b.addressing().noteReturn()
	b.first.Jump(b.function.Pos, b.function.Blocks[1])
	for _, block := range b.function.Blocks {
		if block.Terminator == nil {
			// Only reached by code that nothing jumps to.
			block.Terminator = &ir.Halt{At: ir.At{Pos: block.Pos}, What: "unreachable"}
		}
	}
	b.shadow().guardEndlessLoops()
}

func (b *body) bindParameters() {
	params := b.function.Params
	if b.shapeOf(b.def.Type.Result).byAddress {
		b.resultAddress = params[0].Sym
		params = params[1:]
	}
	for _, p := range b.def.Params {
		s := b.shapeOf(p.Type)
		n := len(s.cells)
		switch {
		case s.byAddress:
			b.locals[p] = &storage{address: params[0].Sym, size: p.Type.Size}
			b.shadowLocal(p, b.locals[p])
			n = 1
		case b.reach.inMemory[p]:
			b.locals[p] = b.allocateLocal(p)
			b.shadowLocal(p, b.locals[p])
			for i, c := range s.cells {
				b.storeCell(b.locals[p].address, c, b.read(params[i]), p.Pos)
			}
		default:
			b.locals[p] = newStorage(s.cells, params[:n:n])
		}
		params = params[n:]
	}
	if b.takesArguments(b.def) {
		b.variadic = params[0].Sym
	}
}

// fallOff ends a function whose last statement may be passed: main returns 0, another result is
// whatever it is.
func (b *body) fallOff(pos source.Pos) {
	for _, r := range b.function.Results {
		if kind := r.Sort.Kind; b.def.Name == "main" && (kind == term.KindBV || kind == term.KindInt) {
			b.assign(pos, r, b.zero(r.Sort))
		} else {
			b.havoc(pos, r, ir.UninitializedRead, "result of "+b.def.Name, r.Type)
		}
	}
	b.jump(pos, b.exitBlock(pos))
}

func (b *body) exitBlock(pos source.Pos) *ir.Block {
	if b.exit == nil {
		b.exit = b.function.NewBlock("return", pos)
		b.exit.Terminator = &ir.Return{At: ir.At{Pos: pos}}
	}
	return b.exit
}

func (b *body) emit(i ir.Instruction) {
	if a, ok := i.(*ir.Alloc); ok {
		b.emitAlloc(a)
	} else {
		b.block.Emit(i)
	}
	b.noteTextEnds(i)
	if _, ok := i.(*ir.Call); ok {
		b.known.forget()
		return
	}
	for _, v := range ir.Defined(i) {
		b.known.forgetVariable(v.Sym)
	}
}

func (b *body) assign(pos source.Pos, dst *ir.Variable, src *term.Term) {
	b.emit(&ir.Assign{At: ir.At{Pos: pos}, Dst: dst, Src: b.written(dst, src)})
}

func (b *body) assumeTrue(pos source.Pos, cond *term.Term) {
	if !cond.IsTrue() {
		b.emit(&ir.Assume{At: ir.At{Pos: pos}, Cond: cond})
	}
}

// havoc sets dst to an input. Values of _Bool are 0 or 1.
func (b *body) havoc(pos source.Pos, dst *ir.Variable, kind ir.InputKind, name, typ string) {
	b.emit(&ir.Havoc{At: ir.At{Pos: pos}, Dst: dst, Input: b.newInput(kind, name, typ, pos)})
	b.mathematicalIntegers().assumeValue(pos, dst)
}

// input returns a fresh input of a scalar type.
func (b *body) input(pos source.Pos, t *tree.Type, kind ir.InputKind, name string) *term.Term {
	c := cell{typ: t}
	v := b.registerOf(b.newTemp(b.registerSort(c)), c)
	b.havocScalar(pos, v, t, kind, name)
	return b.read(v)
}

func (b *body) havocScalar(pos source.Pos, v *ir.Variable, t *tree.Type, kind ir.InputKind, name string) {
	b.havoc(pos, v, kind, name, t.Name)
	b.describeScalar(t)
	if t.Kind == tree.Bool && v.Sort.Width > 1 {
		b.assumeTrue(pos, b.terms.BVUle(v.Sym, b.terms.BVConst(v.Sort.Width, 1)))
	}
}

// newTemp makes a variable that is set once an evaluation and not changed until the value is used.
func (b *body) newTemp(s *term.Sort) *ir.Variable {
	b.temp++
	v := b.function.NewLocal("t"+itoa(b.temp), s)
	v.Source = ""
	b.temps[v] = true
	return v
}

// keep puts a value into a temporary.
func (b *body) keep(pos source.Pos, t *term.Term) *term.Term {
	v := b.newTemp(t.Sort())
	if signed, ok := b.viewed(t); ok {
		v = b.newTemp(b.terms.Int())
		b.mathematical.registers[v] = integerType{t.Sort().Width, signed}
	}
	b.assign(pos, v, t)
	return b.read(v)
}

// stable returns the value of t as it is now, even if evaluating later changes the registers in it.
func (b *body) stable(pos source.Pos, t *term.Term, later ...tree.Expr) *term.Term {
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

func (b *body) readsRegister(t *term.Term) bool {
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
func (b *body) newBlock(label string, pos source.Pos) *ir.Block {
	return b.function.NewBlock(label, pos)
}

func (b *body) enter(block *ir.Block) {
	b.block = block
	b.known.forget()
}

// end terminates the current block; what follows is unreachable until a block is entered.
func (b *body) end(t ir.Terminator) {
	b.block.Terminator = t
	b.enter(b.newBlock("", t.Position()))
}

func (b *body) jump(pos source.Pos, to *ir.Block) {
	b.block.Jump(pos, to)
	b.enter(b.newBlock("", pos))
}

// jumpTo goes to a block and continues there.
func (b *body) jumpTo(pos source.Pos, to *ir.Block) {
	b.block.Jump(pos, to)
	b.enter(to)
}

func (b *body) branch(pos source.Pos, cond *term.Term, then, els *ir.Block) {
	b.block.Branch(pos, cond, then, els)
	b.block = nil
}

// unsupported ends the path.
func (b *body) unsupported(pos source.Pos, what string) {
	b.refuse(pos, CodeUnsupported, what)
}

// refuse ends the path with a diagnostic.
func (b *body) refuse(pos source.Pos, code source.Code, what string) {
	b.end(&ir.Unsupported{At: ir.At{Pos: pos}, Diagnostic: &source.Diagnostic{Pos: pos, Code: code, Message: what}})
}

// unmodelledCall ends the path at a call of a function whose effects are not modelled.
func (b *body) unmodelledCall(pos source.Pos, t *tree.Type, what, name string) value {
	b.end(&ir.Unsupported{At: ir.At{Pos: pos}, Diagnostic: &source.Diagnostic{
		Pos: pos, Code: CodeUnmodelled, Message: what, Notes: []string{
			"a definition of " + name + " that does what matters of it, in one more C file behind the others",
		},
	}})
	return b.anyValue(t)
}

// unsupportedValue ends the path and returns some value of the type for the unreachable rest.
func (b *body) unsupportedValue(pos source.Pos, t *tree.Type, what string) value {
	b.unsupported(pos, what)
	return b.anyValue(t)
}

// anyValue is a placeholder for code that is not reached.
func (b *body) anyValue(t *tree.Type) value {
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

func (l *lowerer) zero(s *term.Sort) *term.Term { return l.terms.Const(term.ZeroValue(s)) }
