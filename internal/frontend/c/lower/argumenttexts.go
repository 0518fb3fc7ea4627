package lower

import (
	"maps"
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
	changed bool
}

// textStart is a value that an object starts with.
type textStart struct {
	object *tree.Object
	value  tree.Expr
}

// holdTexts finds the variables that hold main's texts alone.
func (w *argumentFlow) holdTexts() {
	s := &textSearch{flow: w, vectors: w.vectors(), held: heldTexts{}}
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
	eachWritten(e, s.drop)
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
	more, ok := s.text(value)
	if !ok {
		s.drop(o)
		return
	}
	for _, literal := range more {
		if !slices.Contains(literals, literal) {
			literals, s.changed = append(literals, literal), true
		}
	}
	s.held[o] = literals
}

// text says that a value is null, leads into one of main's texts, or into one of some literals.
func (s *textSearch) text(e tree.Expr) (literals []*tree.Object, ok bool) {
	if tree.IsNull(e) {
		return nil, true
	}
	switch e := e.(type) {
	case *tree.ObjectRef:
		literals, ok = s.held[e.Object]
		return literals, ok || s.flow.optarg == e.Object
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

// heldBy finds the variable of main's texts that a place is, and the literals that it may lead into.
func (b programStart) heldBy(p place) (literals []*tree.Object, ok bool) {
	if p.storage == nil || p.typ.Kind != tree.Pointer {
		return nil, false
	}
	if optarg := b.arguments.optarg; optarg != nil && p.storage == b.statics[optarg] {
		return nil, true
	}
	for o := range maps.Keys(b.arguments.held) {
		if p.storage == b.statics[o] || p.storage == b.locals[o] {
			return b.arguments.held[o], true
		}
	}
	return nil, false
}

// knownHeld says of the value of optarg, and of variables that hold main's texts alone, that it is null or leads into a
// text.
func (b programStart) knownHeld(pos source.Pos, p place, v *term.Term) {
	if b.arguments == nil {
		return
	}
	literals, ok := b.heldBy(p)
	if !ok {
		return
	}
	any := []*term.Term{b.terms.Eq(v, b.addr(0)), b.isInText(pos, v)}
	for _, o := range literals {
		s := b.statics[o]
		if s == nil || s.address == nil {
			return
		}
		any = append(any, b.terms.BVUlt(b.terms.BVSub(v, s.address), b.addr(uint64(len(o.String)))))
	}
	b.emit(&ir.Assume{At: ir.At{Pos: pos}, Known: true, Cond: b.terms.Or(any...)})
}
