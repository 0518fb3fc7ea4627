package lower

import (
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// expressions evaluate what expressions of the source say, in the function of a frame.
type expressions struct {
	*frame
	within    statements
	lengths   map[*tree.Type]*ir.Variable // lengths of variable-length array types
	forEffect *tree.Call                  // a call whose result is not looked at
}

// statements do for expressions what has statements in it or may jump to one.
type statements interface {
	statementExpr(e *tree.StatementExpr) value
	asm(e *tree.Asm)
	ruleEvents() ruleEvents // whose handlers are functions in C
}

// body lowers the statements of a function.
type body struct {
	expressions
	jumps
	eventPos source.Pos                      // where the event is whose handler is being lowered
	held     map[*tree.Object][]*tree.Object // see addressesHeld; nil: not looked for yet
}

// shape is how a type travels between functions: as scalars, or as the address of a copy.
type shape struct {
	cells     []cell
	byAddress bool
}

func (l *layout) shapeOf(t *tree.Type) shape {
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
	if def == l.entry {
		b.programStart().keepArguments()
	}
	if def == l.entry && l.assumesInside() {
		b.fromOutside().callersKeepConditions(def, b.given())
	}
	if def == l.entry {
		b.listsUncalled()
	}
	if what := b.brokenBody[def]; what != "" {
		b.unsupported(def.Pos, b.promiseBroken(what))
	}
	b.ruleEvents().observedBody()
	b.finish()
}

func (l *lowerer) newBody(f *ir.Function, def *tree.FunctionDef) *body {
	b := &body{
		expressions: expressions{frame: newFrame(newBuilder(l, f, def)), lengths: map[*tree.Type]*ir.Variable{}},
		jumps:       newJumps(),
	}
	b.within = b
	return b
}

// finish joins the entry block, which holds the allocations found on the way, to the body.
func (b *body) finish() {
	b.localLives().shadowLocals()
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
			b.localLives().shadowLocal(p, b.locals[p])
			n = 1
		case b.reach.inMemory[p]:
			b.locals[p] = b.allocateLocal(p)
			b.localLives().shadowLocal(p, b.locals[p])
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

// given are the values that the function is called with.
func (b *body) given() map[*tree.Object][]*term.Term {
	params := b.function.Params
	if b.shapeOf(b.def.Type.Result).byAddress {
		params = params[1:]
	}
	values := map[*tree.Object][]*term.Term{}
	for _, p := range b.def.Params {
		n := 1
		s := b.shapeOf(p.Type)
		if !s.byAddress {
			n = len(s.cells)
		}
		for _, v := range params[:n] {
			if s.byAddress {
				values[p] = append(values[p], v.Sym)
			} else {
				values[p] = append(values[p], b.read(v))
			}
		}
		params = params[n:]
	}
	return values
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
