package lower

import (
	"slices"

	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/lower/asmtext"
	"yogi/internal/frontend/c/lower/intrinsic"
	"yogi/internal/frontend/c/lower/libcall"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
)

// The attributes pure and const promise that calls of a function do nothing but compute a result: from the arguments
// and memory, or from the arguments alone. Compilers leave out a call whose result nothing needs, not only where they
// optimise, and make one call of several. So a body that breaks the promise is undefined where a run gets there. What
// breaks it: it writes memory that is not its own, asks the outside, may fail or end the program, or, of const, reads
// memory that may change. What it calls counts as a whole, but for functions with such an attribute of their own.

// isPromised says that a function has the attribute pure or const.
func isPromised(def *tree.FunctionDef) bool { return def.Pure || def.Constant }

// isPromisedBody says that calls of a function of the program's are held to the promise.
func isPromisedBody(def *tree.FunctionDef) bool {
	return isPromised(def) && def.Body != nil && !libcall.IsModelFile(def.Pos.File)
}

// findBroken finds where the functions of the program break the promise of their attribute.
func (l *lowerer) findBroken() {
	p := &promises{functionFacts: &l.functionFacts}
	for _, def := range l.reach.functions {
		if !isPromisedBody(def) {
			continue
		}
		tree.EachExprOf(def.Body, func(e tree.Expr) {
			p.looked = map[*tree.FunctionDef]bool{}
			if what := p.breaks(def, e); what != "" {
				l.broken[e] = what
			}
		})
		if def.Constant {
			if what := p.readsChanging(def, map[*tree.FunctionDef]bool{}); what != "" {
				l.brokenBody[def] = what
			}
		}
	}
}

// leftOutOrCalled calls such a function where nothing needs the result, so that compilers may leave the call out: what
// it would not come back from, they go on behind.
func (b calls) leftOutOrCalled(pos source.Pos, def *tree.FunctionDef, args []argument, want resultUse) {
	b.where(pos, emitter{b: b.frame}.Choice(pos, ir.Unspecified, "made the call of "+def.Name+", whose result nothing needs"), func() {
		b.callDefined(pos, def, args, want.typ)
	})
}

// endWhereBroken ends the path at an expression that breaks the promise of the function that it stands in.
func (b *expressions) endWhereBroken(e tree.Expr) {
	if what := b.broken[e]; what != "" {
		b.unsupported(e.Position(), b.promiseBroken(what))
	}
}

// promiseBroken says in words what breaks the promise of the function that is lowered.
func (b *builder) promiseBroken(what string) string {
	attribute := "pure"
	if b.def.Constant {
		attribute = "const"
	}
	return b.def.Name + " has the attribute " + attribute + ", and " + what
}

// promises looks for what breaks them.
type promises struct {
	*functionFacts
	looked  map[*tree.FunctionDef]bool   // functions that the expression calls and that were looked into
	written map[*tree.Object]bool        // see mayBeWritten; nil: not looked for yet
	values  map[*tree.Object][]tree.Expr // what locals are assigned, of the functions in valuesOf
	valued  map[*tree.FunctionDef]bool
}

// breaks says in words what e, an expression of f, does beside its operands that no function with such an attribute may
// do; "": nothing.
func (p *promises) breaks(f *tree.FunctionDef, e tree.Expr) string {
	for _, target := range tree.Written(e) {
		if !p.isOwnPlace(f, target, nil) {
			return "writes memory that is not its own"
		}
	}
	switch e := e.(type) {
	case *tree.Asm:
		if e.Memory || !asmtext.Read(e.Text, e.IsBasic).IsEmpty() {
			return "has inline assembly"
		}
	case *tree.ObjectRef, *tree.Deref, *tree.Member:
		if t := e.ExprType(); t.Volatile && t.Kind != tree.Function {
			return "looks at a volatile object"
		}
	case *tree.Call:
		return p.callBreaks(f, e)
	}
	return ""
}

func (p *promises) callBreaks(f *tree.FunctionDef, e *tree.Call) string {
	def := directCallee(e.Callee)
	switch {
	case def == nil:
		return p.anyCalledBreaks(e)
	case p.isErrorFunction(def), intrinsic.IsError(def.Name), intrinsic.IsAssertion(def.Name) && def.Body == nil:
		return "may fail in a call of " + def.Name
	case isPromised(def):
		return ""
	case def.Body != nil && !libcall.IsModelFile(def.Pos.File):
		return p.bodyBreaks(def)
	case haltFunctions[def.Name], orderlyFunctions[def.Name], def.NoReturn:
		return "may end the program in a call of " + def.Name
	case intrinsic.IsNondet(def.Name):
		return "gets a value from outside, of " + def.Name
	case intrinsic.Lookup(def.Name) != nil, isOutput(modelName(def)): // what is printed, the program does not see
		return ""
	}
	return p.libraryCallBreaks(f, e, def)
}

// libraryCallBreaks is about a call of a function of the library, or one that is not known.
func (p *promises) libraryCallBreaks(f *tree.FunctionDef, e *tree.Call, def *tree.FunctionDef) string {
	name := modelName(def)
	known, isKnown := clib.Lookup(name)
	switch {
	case clib.Is(name, clib.Computes):
		return ""
	case !isKnown && def.Builtin == "" && !hasModel(def), isKnown && known.World:
		return "calls " + def.Name
	case isKnown && def.Type.Result.Kind == tree.Pointer && known.Result.Kind == clib.Fresh:
		return "allocates memory"
	}
	for _, a := range e.Args {
		t := a.ExprType()
		if t.Kind != tree.Pointer {
			continue
		}
		if t.Elem.Kind == tree.Function {
			called := directCallee(a)
			if called == nil || called.Body == nil {
				return "calls through a pointer"
			}
			if what := p.bodyBreaks(called); what != "" && !isPromised(called) {
				return what
			}
		} else if !t.Elem.Const && !p.isOwnPointer(f, a, nil) {
			return "lets " + def.Name + " write memory that is not its own"
		}
	}
	return ""
}

// anyCalledBreaks is about a call through a pointer, which may be one of any function of so many parameters whose
// address the program takes.
func (p *promises) anyCalledBreaks(e *tree.Call) string {
	found := false
	for _, def := range p.reach.functions {
		if !def.AddressTaken || len(def.Params) != len(e.Args) {
			continue
		}
		if isPromised(def) {
			found = true
			continue
		}
		if def.Body == nil {
			return "calls through a pointer"
		}
		if what := p.bodyBreaks(def); what != "" {
			return what
		}
		found = true
	}
	if !found {
		return "calls through a pointer"
	}
	return ""
}

// bodyBreaks is what a function that makes no promise does that one which does may not do.
func (p *promises) bodyBreaks(def *tree.FunctionDef) string {
	if p.looked[def] {
		return ""
	}
	p.looked[def] = true
	what := ""
	tree.EachExprOf(def.Body, func(e tree.Expr) {
		if what == "" {
			what = p.breaks(def, e)
		}
	})
	return what
}

// isOwnPlace says that an lvalue of f is a part of an object that is gone when f returns.
func (p *promises) isOwnPlace(f *tree.FunctionDef, e tree.Expr, asked []*tree.Object) bool {
	switch e := e.(type) {
	case *tree.ObjectRef:
		return !e.Object.Static && !e.Object.Type.Volatile
	case *tree.CompoundLiteral:
		return true
	case *tree.Member:
		return p.isOwnPlace(f, e.Base, asked)
	case *tree.Deref:
		return p.isOwnPointer(f, e.Pointer, asked)
	}
	return false
}

// isOwnPointer says that an address leads to such a part: it is that of one, or a variable that is assigned no other.
// asked are variables of which it is to be shown.
func (p *promises) isOwnPointer(f *tree.FunctionDef, e tree.Expr, asked []*tree.Object) bool {
	switch e := tree.WithoutConversions(e).(type) {
	case *tree.AddressOf:
		return p.isOwnPlace(f, e.Operand, asked)
	case *tree.Decay:
		return p.isOwnPlace(f, e.Array, asked)
	case *tree.PointerAdd:
		return p.isOwnPointer(f, e.Pointer, asked)
	case *tree.Conditional:
		return e.Then != nil && p.isOwnPointer(f, e.Then, asked) && p.isOwnPointer(f, e.Else, asked)
	case *tree.Constant:
		return tree.IsNull(e)
	case *tree.Assign:
		return p.isOwnPointer(f, e.Value, asked)
	case *tree.IncDec:
		return p.isOwnPointer(f, e.Target, asked)
	case *tree.ObjectRef:
		return p.isOwnVariable(f, e.Object, asked)
	}
	return false
}

func (p *promises) isOwnVariable(f *tree.FunctionDef, o *tree.Object, asked []*tree.Object) bool {
	if slices.Contains(asked, o) {
		return true
	}
	if o.Static || o.AddressTaken || o.Type.Kind != tree.Pointer || slices.Contains(f.Params, o) {
		return false
	}
	p.findValues(f)
	asked = append(asked, o)
	return !slices.ContainsFunc(p.values[o], func(v tree.Expr) bool { return !p.isOwnPointer(f, v, asked) })
}

// findValues finds what the locals of f are assigned.
func (p *promises) findValues(f *tree.FunctionDef) {
	if p.valued == nil {
		p.valued, p.values = map[*tree.FunctionDef]bool{}, map[*tree.Object][]tree.Expr{}
	}
	if p.valued[f] {
		return
	}
	p.valued[f] = true
	tree.EachStmt(f.Body, func(s tree.Stmt) {
		if d, ok := s.(*tree.Declare); ok {
			d.Init.EachValue(func(e tree.Expr) { p.values[d.Object] = append(p.values[d.Object], e) })
		}
	})
	tree.EachExprOf(f.Body, func(e tree.Expr) {
		for _, target := range tree.Written(e) {
			ref, ok := target.(*tree.ObjectRef)
			if !ok {
				continue
			}
			switch e := e.(type) {
			case *tree.Assign:
				p.values[ref.Object] = append(p.values[ref.Object], e.Value)
			case *tree.Asm:
				p.values[ref.Object] = append(p.values[ref.Object], e)
			}
		}
	})
}

// readsChanging says in words which memory a function reads, or one that it calls, that may change from one call to the
// next; "": none.
func (p *promises) readsChanging(f *tree.FunctionDef, looked map[*tree.FunctionDef]bool) string {
	looked[f] = true
	what := ""
	tree.EachExprOf(f.Body, func(e tree.Expr) {
		switch e := e.(type) {
		case *tree.ObjectRef:
			if e.Object.Static && p.mayBeWritten(e.Object) {
				what = "looks at " + e.Object.Name + ", which may change"
			}
		case *tree.Deref:
			if e.Type.Kind != tree.Function && placeRoot(e) == nil && !p.isOwnPlace(f, e, nil) {
				what = "looks at memory behind a pointer, which may change"
			}
		case *tree.Call:
			def := directCallee(e.Callee)
			if def == nil || def.Constant || looked[def] {
				return
			}
			if def.Body != nil && !libcall.IsModelFile(def.Pos.File) {
				if inside := p.readsChanging(def, looked); inside != "" {
					what = inside
				}
				return
			}
			for _, a := range e.Args {
				if a.ExprType().Kind == tree.Pointer && pointerRoot(a) == nil && !p.isOwnPointer(f, a, nil) {
					what = "lets " + def.Name + " look at memory, which may change"
				}
			}
		}
	})
	return what
}

// mayBeWritten says that an object with static storage may hold something else later in a run: the program writes it by
// its name, or uses its address for more than to look at an element.
func (p *promises) mayBeWritten(o *tree.Object) bool {
	if isConstant(o.Type) {
		return false
	}
	if o.Extern || o.Type.Volatile || o.IsShared() && p.options.Undefined >= UndefinedHavocArgs {
		return true
	}
	if p.written == nil {
		p.written = map[*tree.Object]bool{}
		for _, def := range p.reach.functions {
			p.noteWritten(func(visit func(tree.Expr)) { tree.EachExprOf(def.Body, visit) })
		}
		for _, object := range p.reach.objects {
			object.Init.EachValue(func(e tree.Expr) { p.noteWritten(func(visit func(tree.Expr)) { tree.EachExpr(e, visit) }) })
		}
	}
	return p.written[o]
}

func (p *promises) noteWritten(each func(visit func(tree.Expr))) {
	otherwise := map[*tree.Object]int{} // uses that are not in a scalar which is looked at
	each(func(e tree.Expr) {
		for _, target := range tree.Written(e) {
			p.written[placeRoot(target)] = true
		}
		switch e := e.(type) {
		case *tree.ObjectRef:
			if !e.Type.IsScalar() {
				otherwise[e.Object]++
			}
		case *tree.Deref, *tree.Member:
			if root := placeRoot(e); root != nil && e.ExprType().IsScalar() {
				otherwise[root]--
			}
		case *tree.AddressOf:
			if root := placeRoot(e.Operand); root != nil && e.Operand.ExprType().IsScalar() {
				otherwise[root]++
			}
		}
	})
	for o, uses := range otherwise {
		p.written[o] = p.written[o] || uses > 0
	}
}

// placeRoot is the object that an lvalue is a part of as it is written; nil: that is not seen there.
func placeRoot(e tree.Expr) *tree.Object {
	switch e := e.(type) {
	case *tree.ObjectRef:
		return e.Object
	case *tree.StringRef:
		return e.Object
	case *tree.Member:
		return placeRoot(e.Base)
	case *tree.Deref:
		return pointerRoot(e.Pointer)
	}
	return nil
}

// pointerRoot is the object that an address is one of as it is written; nil: that is not seen there.
func pointerRoot(e tree.Expr) *tree.Object {
	switch e := tree.WithoutConversions(e).(type) {
	case *tree.AddressOf:
		return placeRoot(e.Operand)
	case *tree.Decay:
		return placeRoot(e.Array)
	case *tree.PointerAdd:
		return pointerRoot(e.Pointer)
	}
	return nil
}
