package lower

import (
	"slices"

	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/lower/libcall"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// Programs often keep one of main's texts in a variable, as in name = optarg or out = argv[i], and look at it later. A
// variable whose address nobody takes, and that is given nothing in all of the program but null, pointers into main's
// texts and string literals, holds one of these wherever it is read.

// heldTexts are the variables that hold null, a pointer into one of main's texts, or one into the literals noted of it.
type heldTexts map[*tree.Object][]*tree.Object

// textSearch finds them: those that may are dropped until what is given to each that is left is one of these.
type textSearch struct {
	flow    *argumentFlow
	vectors map[*tree.Object]bool
	held    heldTexts
	// repeated are the expressions in loops.
	repeated map[tree.Expr]bool
	changed  bool
	isStep   bool // the value that is looked at is given a step
}

// textStart is a value that an object starts with.
type textStart struct {
	object *tree.Object
	value  tree.Expr
}

// holdTexts finds the variables that hold main's texts alone.
func (w *argumentFlow) holdTexts() {
	s := &textSearch{flow: w, vectors: w.vectors(), held: heldTexts{}, repeated: w.repeated()}
	w.stepped = map[*tree.Object]bool{}
	starts := s.candidates()
	for s.changed = true; s.changed; {
		s.changed = false
		for _, start := range starts {
			s.give(start.object, start.value)
		}
		for _, f := range w.reach.functions {
			tree.EachExprOf(f.Body, s.written)
		}
	}
	w.held = s.held
}

// repeated are the steps by ++ and -- in loops.
func (w *argumentFlow) repeated() map[tree.Expr]bool {
	steps := map[tree.Expr]bool{}
	for _, f := range w.reach.functions {
		tree.EachStmt(f.Body, func(s tree.Stmt) {
			switch s.(type) {
			case *tree.While, *tree.DoWhile, *tree.For:
				tree.EachExprOf(s, func(e tree.Expr) {
					if _, ok := e.(*tree.IncDec); ok {
						steps[e] = true
					}
				})
			}
		})
	}
	return steps
}

// candidates notes the variables that may hold texts alone, and returns what they start with: they hold a value
// wherever they are read, and are written where that is seen.
func (s *textSearch) candidates() (starts []textStart) {
	add := func(o *tree.Object, init *tree.Initializer) {
		if s.flow.reach.inMemory[o] || o.Type.Kind != tree.Pointer || o.Type.Volatile || libcall.IsModelFile(o.Pos.File) {
			return
		}
		s.held[o] = nil
		if init != nil && len(init.Entries) > 0 {
			starts = append(starts, textStart{o, init.Entries[0].Value})
		}
	}
	for _, o := range s.flow.reach.objects {
		if !o.Extern && !o.Weak && !o.Assembled && !o.Thread && !o.OfRule && o.Section == "" {
			add(o, o.Init)
		}
	}
	for _, f := range s.flow.reach.functions {
		tree.EachStmt(f.Body, func(inner tree.Stmt) {
			block, ok := inner.(*tree.Block)
			if !ok {
				return
			}
			for i, part := range block.Stmts {
				d, ok := part.(*tree.Declare)
				if ok && d.Init != nil && !namesItself(d) && !isPassed(block, i, block == f.Body) {
					add(d.Object, d.Init)
				}
			}
		})
	}
	return starts
}

// isPassed says that a jump may get behind statement i of a block without it: one to a label or a case that is there,
// for the body of a function from what is in front of it.
func isPassed(block *tree.Block, i int, isBody bool) bool {
	return slices.ContainsFunc(block.Stmts[i+1:], hasOwnTarget) && !(isBody && !slices.ContainsFunc(block.Stmts[:i], hasGoto))
}

// hasOwnTarget says that a statement has a label, or a case of a switch around it.
func hasOwnTarget(s tree.Stmt) bool {
	found := false
	switch s.(type) {
	case *tree.Labeled, *tree.Case:
		return true
	case *tree.Switch:
		tree.EachStmt(s, func(inner tree.Stmt) {
			if _, ok := inner.(*tree.Labeled); ok {
				found = true
			}
		})
	default:
		tree.Parts(s, func(tree.Expr) {}, func(inner tree.Stmt) { found = found || hasOwnTarget(inner) })
	}
	return found
}

// hasGoto says that there is a jump to a label in a statement.
func hasGoto(s tree.Stmt) bool {
	found := false
	tree.EachStmt(s, func(inner tree.Stmt) {
		switch inner.(type) {
		case *tree.Goto, *tree.ComputedGoto:
			found = true
		}
	})
	return found
}

// written looks at what an expression gives to variables.
func (s *textSearch) written(e tree.Expr) {
	if assign, ok := e.(*tree.Assign); ok {
		if o, ok := assign.Target.(*tree.ObjectRef); ok {
			s.give(o.Object, assign.Value)
		}
		return
	}
	steps := s.stepsOnce(e)
	eachWritten(e, func(o *tree.Object) {
		if _, isHeld := s.held[o]; steps && isHeld {
			s.step(o)
			return
		}
		s.drop(o)
	})
}

// drop notes that a variable may hold anything.
func (s *textSearch) drop(o *tree.Object) {
	if _, ok := s.held[o]; ok {
		delete(s.held, o)
		s.changed = true
	}
}

// give notes that a variable is given a value.
func (s *textSearch) give(o *tree.Object, value tree.Expr) {
	literals, ok := s.held[o]
	if !ok {
		return
	}
	s.isStep = false
	more, ok := s.text(value)
	if !ok {
		s.drop(o)
		return
	}
	if s.isStep {
		s.step(o)
	}
	for _, literal := range more {
		if !slices.Contains(literals, literal) {
			literals, s.changed = append(literals, literal), true
		}
	}
	s.held[o] = literals
}

// step notes that a variable is given the address behind a character of a text, which may be behind its end.
func (s *textSearch) step(o *tree.Object) {
	s.changed = s.changed || !s.flow.stepped[o]
	s.flow.stepped[o] = true
}

// stepsOnce says that an expression moves a variable by one character, and is not in a loop.
func (s *textSearch) stepsOnce(e tree.Expr) bool {
	step, ok := e.(*tree.IncDec)
	return ok && step.Delta == 1 && step.ElemSize == 1 && step.SizeExpr == nil && !s.repeated[e]
}

// findsInText says that a call gives null or a pointer into the text that is its first argument.
func findsInText(e *tree.Call) bool {
	def := directCallee(e.Callee)
	if def == nil || !finders[modelName(def)] {
		return false
	}
	return !slices.ContainsFunc(takenBy(def), func(taken *tree.FunctionDef) bool {
		return !isOfSystem(taken) && !libcall.IsModelFile(taken.Pos.File) || taken.Body != nil && !libcall.IsModelFile(taken.Pos.File)
	})
}

// finders are the functions of the library that look for something in a text, and change none.
var finders = makeSet("strchr", "strrchr", "index", "rindex", "strchrnul", "strstr", "strcasestr", "strpbrk")

// text says that a value is null, leads into one of main's texts, or into one of some literals.
func (s *textSearch) text(e tree.Expr) (literals []*tree.Object, ok bool) {
	if tree.IsNull(e) {
		return nil, true
	}
	switch e := e.(type) {
	case *tree.ObjectRef:
		literals, ok = s.held[e.Object]
		return literals, ok && !s.flow.stepped[e.Object] || s.flow.optarg == e.Object
	case *tree.Convert:
		if e.Type.Kind == tree.Pointer && e.Operand.ExprType().Kind == tree.Pointer {
			return s.text(e.Operand)
		}
	case *tree.Deref:
		return nil, e.Type.Kind == tree.Pointer && isVector(s.vectors, e.Pointer)
	case *tree.Decay:
		literal := emit.Literal(e)
		if literal == nil || len(literal.String) == 0 {
			return nil, false
		}
		return []*tree.Object{literal}, true
	case *tree.Call:
		if len(e.Args) > 0 && findsInText(e) {
			return s.text(e.Args[0])
		}
	case *tree.PointerAdd:
		if k, isNumber := numberIn(e.Index); isNumber && k == 1 && !e.Subtract && e.ElemSize == 1 && e.SizeExpr == nil {
			s.isStep = true
			return s.text(e.Pointer)
		}
	case *tree.Assign:
		return s.text(e.Value)
	case *tree.Comma:
		return s.text(e.Right)
	case *tree.Conditional:
		then := e.Then
		if then == nil {
			then = e.Cond
		}
		first, isFirst := s.text(then)
		second, isSecond := s.text(e.Else)
		return slices.Concat(first, second), isFirst && isSecond
	}
	return nil, false
}

// heldBy is the variable of main's texts that a place is, optarg among them; nil: it is none.
func (b programStart) heldBy(p place) *tree.Object {
	if b.arguments == nil || p.storage == nil || p.typ.Kind != tree.Pointer {
		return nil
	}
	if optarg := b.arguments.optarg; optarg != nil && p.storage == b.statics[optarg] {
		return optarg
	}
	for o := range b.arguments.held {
		if p.storage == b.statics[o] || p.storage == b.locals[o] {
			return o
		}
	}
	return nil
}

// knownHeld says of the value of optarg, and of variables that hold main's texts alone, that it is null or leads into a
// text.
func (b programStart) knownHeld(pos source.Pos, p place, v *term.Term) {
	o := b.heldBy(p)
	if o == nil {
		return
	}
	known := b.isHeld(pos, o, v)
	if p.storage.isInText != nil {
		known = b.terms.Or(b.terms.Not(p.storage.isInText.Sym), known)
	}
	b.emit(&ir.Assume{At: ir.At{Pos: pos}, Known: true, Cond: known})
}

// isHeld says that a value of a variable is null or leads into one of the texts that the variable may hold.
func (b programStart) isHeld(pos source.Pos, o *tree.Object, v *term.Term) *term.Term {
	any := []*term.Term{b.terms.Eq(v, b.addr(0)), b.isInText(pos, v)}
	for _, o := range b.arguments.held[o] {
		s := b.statics[o]
		if s == nil || s.address == nil {
			return b.terms.True()
		}
		any = append(any, b.terms.BVUlt(b.terms.BVSub(v, s.address), b.addr(uint64(len(o.String)))))
	}
	return b.terms.Or(any...)
}

// A variable may be given the address behind a character, as in name++ behind name = strrchr(argv[0], '/'). That may
// be behind the end of a text, so beside such a variable there is a flag that says whether it leads into one. A step
// of one character does not lead from one text to another.

// addTextFlag gives the registers of a local variable its flag.
func (b programStart) addTextFlag(o *tree.Object, s *storage) {
	if b.arguments != nil && b.arguments.stepped[o] && s.address == nil {
		s.isInText = b.function.NewLocal(textFlag(o), b.terms.Bool())
	}
}

// addTextFlag gives the registers of a variable with static storage its flag.
func (l *lowerer) addTextFlag(o *tree.Object, s *storage) {
	if l.arguments == nil || !l.arguments.stepped[o] || s.address != nil {
		return
	}
	name := textFlag(o)
	for n := 2; l.names[name]; n++ {
		name = textFlag(o) + ":" + itoa(n)
	}
	s.isInText = l.buffer(name, l.terms.Bool())
}

func textFlag(o *tree.Object) string { return o.Name + " leads into a text" }

// noteHeld notes that a variable was given a value.
func (b programStart) noteHeld(pos source.Pos, p place, v *term.Term) {
	o := b.heldBy(p)
	if o == nil || p.storage.isInText == nil {
		return
	}
	isSomewhere := b.terms.Or(b.terms.Eq(v, b.addr(0)), b.terms.Ne(b.granuleOf(v), b.granuleOf(b.addr(0))))
	b.assign(pos, p.storage.isInText, b.terms.And(isSomewhere, b.isHeld(pos, o, v)))
}

// storeStep writes to a place what a step makes of it: what did not lead into a text does not behind it.
func (b *frame) storeStep(pos source.Pos, p place, v *term.Term) *term.Term {
	if p.storage == nil || p.storage.isInText == nil {
		return b.storeScalar(pos, p, v)
	}
	flag := p.storage.isInText
	was := b.newTemp(flag.Sort)
	b.assign(pos, was, flag.Sym)
	v = b.storeScalar(pos, p, v)
	b.assign(pos, flag, b.terms.And(was.Sym, flag.Sym))
	return v
}
