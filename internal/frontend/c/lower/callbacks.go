package lower

import (
	"slices"
	"strings"

	"yogi/internal/frontend/c/lower/intrinsic"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
)

// A function without a body may call functions of the program that the outside can name: with
// --undefined havoc-calls all of them, at any call and as often as it likes. By default it calls
// none, with one exception: where nothing that the program itself calls can be an error, and a
// function without parameters that only the outside can call reaches one, that function is there to
// be called. (What one with parameters is given is for its callers to keep to.)

// callbacksName is the name of the IR function that calls them.
const callbacksName = "@outside"

// chooseCallbacks finds the functions that functions without a body call.
func (l *lowerer) chooseCallbacks(entry *tree.FunctionDef) {
	switch {
	case entry == nil || l.options.Open || l.options.AllFunctions:
	case l.options.Undefined == UndefinedHavocCalls:
		for _, def := range l.unit.Functions {
			if l.reach.isVisible(def) {
				l.callbacks = append(l.callbacks, def)
			}
		}
		for _, def := range l.reach.addressed {
			if def.Body != nil && !slices.Contains(l.callbacks, def) {
				l.callbacks = append(l.callbacks, def)
			}
		}
	case !l.options.RuleOnly && l.options.Undefined == UndefinedNondet && l.options.Checks.Names() != nil && slices.Equal(l.options.Checks.Names(), property.Reach.Names()):
		l.callbacks = l.forgottenErrors(entry)
	}
	for _, def := range l.callbacks {
		l.reach.entryCalled = l.reach.entryCalled || named(def) == entry
		l.reach.from(def)
		if def.Linkage != tree.ExternalLinkage {
			v := l.program.NewGlobal("named:"+itoa(len(l.isNamed)+1), l.terms.Bool())
			l.names[v.Name] = true
			l.isNamed[def] = v
		}
	}
}

// nameFunction notes that the program has made the address of a function, which the outside may know from then on.
func (b fromOutside) nameFunction(pos source.Pos, def *tree.FunctionDef) {
	if v := b.isNamed[named(def)]; v != nil {
		b.assign(pos, v, b.terms.True())
	}
}

// forgottenErrors are the functions that the program never calls and that reach an error, if nothing else does.
func (l *lowerer) forgottenErrors(entry *tree.FunctionDef) []*tree.FunctionDef {
	s := &errorScan{watching: &l.watching, known: map[*tree.FunctionDef]*scanned{}}
	called := s.from(append([]*tree.FunctionDef{entry}, append(l.atStart(), l.atEnd()...)...))
	if !called.outside || called.fails {
		return nil
	}
	var out []*tree.FunctionDef
	for _, def := range l.unit.Functions {
		known := l.reach.isVisible(def) || slices.Contains(l.reach.addressed, def)
		if known && def.Body != nil && len(def.Params) == 0 && !called.functions[def] && s.from([]*tree.FunctionDef{def}).fails {
			out = append(out, def)
		}
	}
	return out
}

// errorScan looks for calls of error functions.
type errorScan struct {
	*watching
	known   map[*tree.FunctionDef]*scanned
	current *scanned
}

// scanned holds what a function does itself.
type scanned struct {
	calls, names             []*tree.FunctionDef
	fails, outside, indirect bool
}

// called holds what functions do with all that they call.
type called struct {
	functions      map[*tree.FunctionDef]bool
	fails, outside bool
}

// from follows the calls of functions; where some call is through a pointer, every function that is named is called.
func (s *errorScan) from(work []*tree.FunctionDef) called {
	out := called{functions: map[*tree.FunctionDef]bool{}}
	var named []*tree.FunctionDef
	indirect := false
	for len(work) > 0 {
		def := work[len(work)-1]
		work = work[:len(work)-1]
		if out.functions[def] || def.Body == nil {
			continue
		}
		out.functions[def] = true
		f := s.scan(def)
		out.fails, out.outside, indirect = out.fails || f.fails, out.outside || f.outside, indirect || f.indirect
		work, named = append(work, f.calls...), append(named, f.names...)
		if indirect {
			work, named = append(work, named...), nil
		}
	}
	return out
}

func (s *errorScan) scan(def *tree.FunctionDef) *scanned {
	if f := s.known[def]; f != nil {
		return f
	}
	f := &scanned{}
	s.known[def], s.current = f, f
	for _, label := range def.Labels {
		f.fails = f.fails || label.Name == s.options.ErrorLabel
	}
	s.stmt(def.Body)
	return f
}

func (s *errorScan) stmt(x tree.Stmt) { tree.Parts(x, s.expr, s.stmt) }

func (s *errorScan) expr(e tree.Expr) {
	switch e := e.(type) {
	case *tree.FunctionRef:
		s.current.names = append(s.current.names, e.Function)
	case *tree.Call:
		for _, a := range e.Args {
			s.expr(a)
		}
		s.call(e)
		return
	}
	tree.Operands(e, s.expr, s.stmt)
}

func (s *errorScan) call(e *tree.Call) {
	def := directCallee(e.Callee)
	if def != nil {
		s.current.calls = append(s.current.calls, def.Inlines...)
	}
	switch {
	case def == nil:
		s.current.indirect = true
		s.expr(e.Callee)
	case s.isErrorFunction(def), intrinsic.IsAssertion(def.Name) && def.Body == nil:
		s.current.fails = true
	case def.Body != nil:
		s.current.calls = append(s.current.calls, def)
	case !isOfSystem(def) && !IsLibrary(def.Name) && !intrinsic.IsWord(def.Name) && !s.isAllocator(def):
		s.current.outside = true
	}
}

// declareCallbacks makes the IR function, so that calls of functions without a body find it.
func (l *lowerer) declareCallbacks(entry *tree.FunctionDef) {
	if len(l.callbacks) > 0 {
		l.callingBack = l.program.NewFunction(callbacksName, entry.Pos)
	}
}

// lowerCallbacks: any of the functions is called, any number of times.
func (l *lowerer) lowerCallbacks() {
	if l.callingBack == nil {
		return
	}
	f := l.callingBack
	b := l.newBody(f, &tree.FunctionDef{Name: callbacksName, Type: &tree.Type{Kind: tree.Function, Result: &tree.Type{Kind: tree.Void}}, Pos: f.Pos})
	again, done := b.newBlock("again", f.Pos), b.newBlock("", f.Pos)
	b.block.Jump(f.Pos, again)
	b.enter(again)
	var names []string
	for _, def := range l.callbacks {
		name := def.Name
		if def.Linkage != tree.ExternalLinkage {
			name = "static"
		}
		names = append(names, name)
	}
	choice := b.newTemp(b.terms.BV(32))
	b.havoc(f.Pos, choice, ir.CallBack, "the outside", strings.Join(names, ","))
	dispatch := &ir.Goto{At: ir.At{Pos: f.Pos}}
	some := b.terms.False()
	var blocks []*ir.Block
	for i, def := range l.callbacks {
		guard := b.terms.Eq(choice.Sym, b.terms.BVConst(32, uint64(i+1)))
		if v := b.isNamed[def]; v != nil {
			guard = b.terms.And(guard, v.Sym)
		}
		some = b.terms.Or(some, guard)
		block := b.newBlock(def.Name, f.Pos)
		blocks = append(blocks, block)
		dispatch.Targets = append(dispatch.Targets, ir.Target{Guard: guard, Block: block})
	}
	dispatch.Targets = append(dispatch.Targets, ir.Target{Guard: b.terms.Not(some), Block: done})
	b.end(dispatch)
	for i, def := range l.callbacks {
		b.enter(blocks[i])
		b.fromOutside().callFromOutside(def)
		b.block.Jump(f.Pos, again)
	}
	b.enter(done)
	b.end(&ir.Return{At: ir.At{Pos: f.Pos}})
	b.finish()
}

// callFromOutside calls a function with any arguments.
func (b fromOutside) callFromOutside(def *tree.FunctionDef) {
	f := b.funcs[def]
	var args []*term.Term
	if b.shapeOf(def.Type.Result).byAddress {
		args = append(args, b.programStart().freshObject(def.Pos, def.Type.Result, def.Type.Result.Name, writtenByNobody))
	}
	for _, p := range def.Params {
		args = append(args, b.programStart().entryArgument(def.Pos, "callback "+p.Name, p.Type)...)
	}
	if b.takesArguments(def) {
		args = append(args, b.programStart().freshBytes(def.Pos, unknownObjectSize, "", variadicName, objectName{}, writtenByCaller))
	}
	results := make([]*ir.Variable, len(f.Results))
	if b.shown != nil {
		for i, r := range f.Results {
			results[i] = b.newTemp(r.Sort)
		}
	}
	b.emit(&ir.Call{At: ir.At{Pos: def.Pos}, Callee: f, Args: b.passed(f, args), Results: results})
	for _, r := range results {
		if r != nil {
			b.show(def.Pos, r.Sym)
		}
	}
}

// callBack lets a function without a body call what the outside can name.
func (b fromOutside) callBack(pos source.Pos) {
	if b.callingBack != nil {
		b.emit(&ir.Call{At: ir.At{Pos: pos}, Callee: b.callingBack, Args: []*term.Term{}, Results: []*ir.Variable{}})
	}
}
