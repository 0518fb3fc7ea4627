package lower

import (
	"math"
	"slices"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
)

// localLives ends the lifetimes of local objects, and begins them again.
type localLives struct{ *frame }

func (b *frame) localLives() localLives { return localLives{b} }

// The lifetime of a local object ends with its block (C11 6.2.4p6), which only matters to the check
// of accesses to dead objects. Objects are written to the shadow state where the function starts,
// marked dead wherever control leaves their block, and alive again where it passes their
// declaration or a label behind it.

// scope is a block of the source that is being lowered.
type scope struct {
	stmt    tree.Stmt  // a Block or a For
	objects []*storage // those in the shadow state
	flagged []*storage // those whose reads are checked
	again   []*storage // those of objects that get a new place where control leaves the block, see reentered.go
	// lengths are the objects of variable length, which live from their declaration on.
	lengths []variableLength
	// cleanups run, the last one first, when control leaves the block behind their declarations.
	cleanups []cleanup
}

// cleanup is a call of the attribute of that name, and the number of labels that stand before its declaration.
type cleanup struct {
	call   tree.Expr
	labels int
}

// variableLength is an object of variable length, and the number of labels that stand before its declaration.
type variableLength struct {
	storage *storage
	labels  int
}

// scheduled notes that control passes a declaration with a cleanup, or of an object of variable length.
func (b *body) scheduled(s *tree.Declare) {
	if s.Object.Type.Size < 0 && !s.Object.Static && !s.Object.Extern && len(b.scopes) > 0 {
		inner := b.scopes[len(b.scopes)-1]
		inner.lengths = append(inner.lengths, variableLength{b.storageOf(s.Object), len(b.placed)})
	}
	if s.Cleanup == nil {
		return
	}
	if len(b.scopes) == 0 {
		b.unsupported(s.Pos, "the attribute cleanup of "+s.Object.Name+" here")
		return
	}
	inner := b.scopes[len(b.scopes)-1]
	inner.cleanups = append(inner.cleanups, cleanup{s.Cleanup, len(b.placed)})
}

// allLabels is more than there are: no cleanup is declared behind them.
const allLabels = math.MaxInt

// hasCleanups says that leaving one of the open scopes runs a function.
func (b localLives) hasCleanups() bool {
	return slices.ContainsFunc(b.scopes, func(s *scope) bool { return len(s.cleanups) > 0 })
}

// tracksScopes says that leaving a block means something.
func (b localLives) tracksScopes() bool { return b.checks(property.UseAfterFree) }

// openScope opens a block. Where jumps may lead back in it, control may leave it at a place that stands before
// declarations that it has passed: these are noted where the block is opened.
func (b *body) openScope(s tree.Stmt) {
	b.scopes = append(b.scopes, &scope{stmt: s})
	if b.jumpsBack(b.def) {
		for _, o := range declaredIn(s) {
			b.localLives().noteLocal(o, b.storageOf(o))
		}
	}
}

// declaredIn returns the local objects of a block, without those of blocks in it.
func declaredIn(block tree.Stmt) []*tree.Object {
	var found []*tree.Object
	add := func(o *tree.Object) {
		if !o.Static && !o.Extern {
			found = append(found, o)
		}
	}
	var statement func(tree.Stmt)
	var expression func(tree.Expr)
	expression = func(e tree.Expr) {
		if l, ok := e.(*tree.CompoundLiteral); ok {
			add(l.Object)
		}
		tree.Operands(e, expression, statement)
	}
	statement = func(s tree.Stmt) {
		switch s := s.(type) {
		case *tree.Block, *tree.For:
			return
		case *tree.Declare:
			add(s.Object)
		}
		tree.Parts(s, expression, statement)
	}
	tree.Parts(block, expression, statement)
	return found
}

func (b *body) closeScope(pos source.Pos) {
	b.leaveScopes(pos, len(b.scopes)-1, allLabels)
	b.scopes = b.scopes[:len(b.scopes)-1]
}

// leaveScopes ends the scopes beyond the first depth ones, from the innermost: control leaves them
// here. Of the other scopes it runs the cleanups that are declared behind the first labels labels,
// which a jump back to one of these leaves, and ends the objects of variable length that are declared there
// (6.2.4p7). The objects of a scope are dead when the cleanups of a scope around it run.
func (b *body) leaveScopes(pos source.Pos, depth, labels int) {
	for i := len(b.scopes) - 1; i >= 0; i-- {
		s := b.scopes[i]
		for k := len(s.cleanups) - 1; k >= 0; k-- {
			if i >= depth || s.cleanups[k].labels >= labels {
				b.effect(s.cleanups[k].call)
			}
		}
		if i >= depth {
			b.localLives().endLives(pos, s)
			continue
		}
		for _, v := range s.lengths {
			if v.labels >= labels && b.localLives().tracksScopes() {
				b.shadow().finishObject(pos, v.storage.address)
			}
		}
	}
}

// endLives marks dead the objects of a scope.
func (b localLives) endLives(pos source.Pos, s *scope) {
	for _, o := range s.flagged {
		b.initialization().noteUnset(pos, o)
	}
	if !b.tracksScopes() {
		return
	}
	for _, o := range s.objects {
		b.shadow().finishObject(pos, o.address)
	}
	for _, o := range s.again {
		b.fromOutside().newPlace(pos, o)
	}
}

// declared notes that control passes the declaration of an object.
func (b localLives) declared(pos source.Pos, o *tree.Object, s *storage) {
	b.noteLocal(o, s)
	if s.address != nil && b.reach.escaping[o] && len(b.scopes) > 1 {
		b.addressing().noteGone(ir.At{Pos: pos}) // soon: where the block ends, or begins again
	}
	if s.address == nil || !b.isShadowed(o) {
		return
	}
	if o.Type.Size >= 0 && (b.repeating > 0 || len(b.def.Labels) > 0) {
		b.shadow().begin(pos, s.address, b.addr(uint64(o.Size())), nameOfObject(o))
	}
}

// noteLocal notes an object of the innermost block that is open, which it may have noted before.
func (b localLives) noteLocal(o *tree.Object, s *storage) {
	if len(b.scopes) == 0 {
		return
	}
	inner := b.scopes[len(b.scopes)-1]
	if len(s.flags) > 0 && !slices.Contains(inner.flagged, s) {
		inner.flagged = append(inner.flagged, s)
	}
	if s.address == nil || !b.isShadowed(o) || !b.tracksScopes() || slices.Contains(inner.objects, s) {
		return
	}
	inner.objects = append(inner.objects, s)
	if b.fromOutside().isNewEachTime(o) {
		inner.again = append(inner.again, s)
	}
}

// reentered notes that control comes to a label: what was declared before it in the blocks around it is
// alive, and where jumps lead back what is declared behind it, too.
func (b localLives) reentered() {
	if !b.tracksScopes() {
		return
	}
	for _, s := range b.scopes {
		for _, o := range s.objects {
			if o.size >= 0 {
				b.shadow().begin(o.object.Pos, o.address, b.addr(uint64(o.size)), nameOfObject(o.object))
			}
		}
	}
}

// isShadowed reports whether a local is in the shadow state: a pointer to it may be a value, or its
// size is no constant.
func (b localLives) isShadowed(o *tree.Object) bool {
	return b.checks(memoryChecks) && (b.reach.escaping[o] || o.Type.Size < 0)
}

// leaveFor marks dead what a jump to a label leaves: the blocks that are open here and not around the
// label. A label that stands before a declaration with a cleanup is outside of its scope.
func (b *body) leaveFor(pos source.Pos, l *tree.Label) {
	if !b.localLives().tracksScopes() && !b.checks(property.Uninitialized) && !b.localLives().hasCleanups() {
		return
	}
	around := b.blocksAround()[l]
	depth := 0
	for depth < len(b.scopes) && depth < len(around) && b.scopes[depth].stmt == around[depth] {
		depth++
	}
	labels := allLabels
	if n, placed := b.placed[l]; placed {
		labels = n
	}
	b.leaveScopes(pos, depth, labels)
}

// blocksAround finds the blocks around each label of the function, from the outermost.
func (b *body) blocksAround() map[*tree.Label][]tree.Stmt {
	if b.around != nil {
		return b.around
	}
	b.around = map[*tree.Label][]tree.Stmt{}
	var path []tree.Stmt
	var stmt func(tree.Stmt)
	var expr func(tree.Expr)
	expr = func(e tree.Expr) { tree.Operands(e, expr, stmt) }
	stmt = func(s tree.Stmt) {
		switch s.(type) {
		case *tree.Block, *tree.For:
			path = append(path, s)
			defer func() { path = path[:len(path)-1] }()
		}
		if label, ok := s.(*tree.Labeled); ok {
			b.around[label.Label] = append([]tree.Stmt(nil), path...)
		}
		tree.Parts(s, expr, stmt)
	}
	stmt(b.def.Body)
	return b.around
}

// shadowLocals writes the function's own objects to the shadow state where it starts, and that they
// are dead where it returns.
func (b localLives) shadowLocals() {
	localsEnded := b.shadow().leaveMain(b.def)
	if !b.checks(memoryChecks) {
		return
	}
	b.block = b.first
	for _, s := range b.recorded {
		if s.size >= 0 {
			b.shadow().begin(s.object.Pos, s.address, b.addr(uint64(s.size)), nameOfObject(s.object))
		} else {
			// No object before the declaration.
			b.assign(b.function.Pos, b.program.VariableOf(s.address), b.addr(0))
		}
	}
	for _, address := range slices.Concat(b.allocas, b.temporaries) {
		b.assign(b.function.Pos, address, b.addr(0))
	}
	if b.exit != nil && !localsEnded {
		b.block = b.exit
		b.endLocals()
	}
}

// endLocals marks dead the function's own objects, and what it allocated with alloca.
func (b localLives) endLocals() {
	for _, s := range b.recorded {
		b.shadow().finishObject(b.function.Pos, s.address)
	}
	for _, address := range slices.Concat(b.allocas, b.temporaries) {
		b.shadow().finishObject(b.function.Pos, address.Sym)
	}
}

// endTemporaries marks temporaries dead: the full expression that they belong to has ended (C11
// 6.2.4p8). One that is not made on this path has no address, or that of one that is dead.
func (b localLives) endTemporaries(pos source.Pos, list []*ir.Variable) {
	for _, address := range list {
		b.shadow().finishObject(pos, address.Sym)
	}
}

// shadowLocal notes that a local object is in the shadow state.
func (b localLives) shadowLocal(o *tree.Object, s *storage) {
	if s.address != nil && b.isShadowed(o) {
		b.recorded = append(b.recorded, s)
	}
}
