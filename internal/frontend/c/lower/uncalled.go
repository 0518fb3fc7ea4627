package lower

import (
	"slices"
	"strings"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
)

// This file follows the addresses of a program's functions in a kernel, and finds those that no call through a pointer
// leads to: the harness does not call such a function, and who has its address calls it out of sight. An address is
// followed through the whole program without regard to order: a variable is one place, its elements alike, a member is
// one place in all objects of its structure, and so is a union as a whole. What lies behind other pointers is one place
// for all. So a function counts as called as soon as some call may find it.

// uncalledFunctions are those of the program that nothing calls through a pointer, though their addresses go somewhere.
type uncalledFunctions struct {
	// handed are the arguments by which functions without a body get the address of one of the program, as a value or
	// in a variable.
	handed map[tree.Expr]bool
	of     map[*tree.FunctionDef]bool
	// known are those of them that the program calls, and other modules may, since objects that lead to them are
	// theirs, too.
	known map[*tree.FunctionDef]bool
	// leading is the function that an object with static storage leads to by its initial value, if any.
	leading map[*tree.Object]*tree.FunctionDef
}

// placeOf is where the address of a function may be: a *tree.Object, a memberOf, or one of the types here.
type placeOf any

type (
	resultOf  struct{ of *tree.FunctionDef }
	calledBy  struct{ call *tree.Call }
	handedAs  struct{ argument tree.Expr }
	elsewhere struct{} // behind pointers, and with who is outside
)

// uncalled returns nil where the program runs in no kernel of a platform.
func (l *lowerer) uncalled() *uncalledFunctions {
	k := l.kernelMembers()
	if k == nil {
		return nil
	}
	if l.notCalled == nil {
		l.notCalled = l.findUncalled(k)
	}
	return l.notCalled
}

func (l *lowerer) findUncalled(k *kernelMembers) *uncalledFunctions {
	f := addressFlow{
		lowerer: l, holds: map[placeOf][]held{}, to: map[placeOf][]placeOf{},
	}
	for _, def := range l.reach.functions {
		f.within = def
		tree.EachStmt(def.Body, f.stmt)
		tree.EachExprOf(def.Body, f.expr)
		f.escapes(def.Body)
	}
	for _, o := range l.objectsGiven() {
		f.initial(o, o.Type, o.Init)
	}
	called, given := map[*tree.FunctionDef]bool{}, map[*tree.FunctionDef]bool{}
	byPlatform, isShared := map[*tree.FunctionDef]bool{}, f.sharedStructures()
	u := &uncalledFunctions{
		known: map[*tree.FunctionDef]bool{},
		of:    map[*tree.FunctionDef]bool{}, handed: map[tree.Expr]bool{}, leading: map[*tree.Object]*tree.FunctionDef{},
	}
	for place, values := range f.holds {
		for _, v := range values {
			def := v.function
			if def == nil || def.Body == nil || k.called[def] || k.isOfPlatform(def.Pos) {
				continue
			}
			given[def] = true
			switch place := place.(type) {
			case calledBy:
				called[def] = true
				byPlatform[def] = byPlatform[def] || k.isOfPlatform(place.call.Pos)
			case memberOf:
				u.known[def] = u.known[def] || isShared[place.defined]
			case handedAs:
				u.handed[place.argument] = true
			}
		}
	}
	for def := range given {
		u.known[def] = u.known[def] && called[def] && !byPlatform[def]
		if !called[def] || u.known[def] {
			u.of[def] = true
		}
	}
	return u
}

// objectsGiven are the objects with static storage that the program reaches, and those that a kernel finds by their
// sections.
func (l *lowerer) objectsGiven() []*tree.Object {
	return slices.Concat(l.reach.objects, l.inSections())
}

// inSections are the objects of the program that no expression need name, since a kernel reads the section that they
// are put into.
func (l *lowerer) inSections() []*tree.Object {
	var out []*tree.Object
	for _, o := range l.unit.Objects {
		if o.Section != "" && !o.Extern && o.Init != nil && !isListedOnly(o.Section) && !l.kernelMembers().isOfPlatform(o.Pos) {
			out = append(out, o)
		}
	}
	return out
}

// isListedOnly says that a section of a kernel's modules is no place where functions are found to be called: it is an
// ordinary one of data, or lists functions for another purpose.
func isListedOnly(section string) bool {
	return slices.ContainsFunc(listedOnly, func(prefix string) bool { return strings.HasPrefix(section, prefix) })
}

// The sections of data, of what is exported, of functions that probes or injected faults may or may not be in, and of
// the module itself, whose functions the harness calls.
var listedOnly = strings.Fields(`.bss .data .discard .exit.data .export_symbol .gnu.linkonce.this_module .init.data
	.init.rodata .modinfo .ref.data .rodata __bug_table __dyndbg __ksymtab ___ksymtab __param __versions
	_error_injection_whitelist _kprobe_blacklist`)

// addressFlow follows addresses of functions from place to place.
type addressFlow struct {
	*lowerer
	within *tree.FunctionDef // whose body is looked at
	holds  map[placeOf][]held
	to     map[placeOf][]placeOf
	// shared are structures of which other modules get objects or give some, outward where what they get without its
	// type is.
	shared  []*tree.Type
	outward []placeOf
}

// held is the address of a function, or a pointer without a type that leads to a structure.
type held struct {
	function *tree.FunctionDef
	leadsTo  *tree.Type
}

// add puts a function into a place, and into those that what is there goes to.
func (f *addressFlow) add(place placeOf, v held) {
	if slices.Contains(f.holds[place], v) {
		return
	}
	f.holds[place] = append(f.holds[place], v)
	for _, next := range f.to[place] {
		f.add(next, v)
	}
}

// link lets what is in a place go to another one.
func (f *addressFlow) link(from, to placeOf) {
	if from == to || slices.Contains(f.to[from], to) {
		return
	}
	f.to[from] = append(f.to[from], to)
	for _, v := range f.holds[from] {
		f.add(to, v)
	}
}

// flow lets the value of an expression go to a place.
func (f *addressFlow) flow(e tree.Expr, to placeOf) {
	switch e := e.(type) {
	case nil:
	case *tree.FunctionRef:
		f.add(to, held{function: named(e.Function)})
	case *tree.AddressOf:
		if ref, ok := e.Operand.(*tree.FunctionRef); ok {
			f.flow(ref, to)
		} else if d, ok := e.Operand.(*tree.Deref); ok {
			f.flow(d.Pointer, to)
		}
	case *tree.Convert:
		f.flow(e.Operand, to)
		if e.Operand.ExprType().Kind == tree.Pointer {
			for _, t := range f.kernelMembers().pointedTo(e.Operand, anotherModule) {
				if t.Kind == tree.Struct || t.Kind == tree.Union {
					f.add(to, held{leadsTo: t})
				}
			}
		}
	case *tree.Conditional:
		if e.Then == nil {
			f.flow(e.Cond, to)
		} else {
			f.flow(e.Then, to)
		}
		f.flow(e.Else, to)
	case *tree.Comma:
		f.flow(e.Right, to)
	case *tree.StatementExpr:
		if e.Value != nil {
			f.flow(e.Value, to)
		}
	case *tree.Assign:
		f.flow(e.Value, to)
	case *tree.AssignOp:
		f.flow(e.Operand, to)
		f.from(e.Target, to)
	case *tree.IncDec:
		f.from(e.Target, to)
	case *tree.PointerAdd:
		f.flow(e.Pointer, to)
	case *tree.Unary:
		f.flow(e.Operand, to)
	case *tree.Binary:
		if !e.Op.Decides() {
			f.flow(e.Left, to)
			f.flow(e.Right, to)
		}
	case *tree.VaArg:
		f.link(elsewhere{}, to)
	case *tree.Call:
		for _, def := range f.callees(e) {
			f.link(resultOf{def}, to)
		}
	case *tree.ObjectRef, *tree.Member, *tree.Deref, *tree.CompoundLiteral:
		f.from(e, to)
	}
}

// callees are the functions that a call may call, with their bodies where they have some.
func (f *addressFlow) callees(e *tree.Call) []*tree.FunctionDef {
	if def := directCallee(e.Callee); def != nil {
		return append([]*tree.FunctionDef{named(def)}, def.Inlines...)
	}
	return f.candidates(calledPointer(e).ExprType().Elem, tree.TypesOf(e.Args), e.Type)
}

func (f *addressFlow) from(lvalue tree.Expr, to placeOf) {
	if place := placeNamed(lvalue); place != nil {
		f.link(place, to)
	}
}

// mayHold says that a value of a type may be the address of a function.
func (f *addressFlow) mayHold(t *tree.Type) bool {
	if t.Kind == tree.Pointer {
		return t.Elem.Kind == tree.Function || t.Elem.Kind == tree.Void
	}
	return t.Kind == tree.Integer && t.Size >= int64(f.unit.Pointer)
}

// expr notes what an expression itself moves.
func (f *addressFlow) expr(e tree.Expr) {
	switch e := e.(type) {
	case *tree.Assign:
		if place := placeNamed(e.Target); place != nil && f.mayHold(e.Type) {
			f.flow(e.Value, place)
			if f.kernelMembers().isForDriver(memberAssigned(e.Target)) {
				f.outward = append(f.outward, place)
			}
		}
	case *tree.AssignOp:
		if place := placeNamed(e.Target); place != nil && f.mayHold(e.Type) {
			f.flow(e.Operand, place)
		}
	case *tree.CompoundLiteral:
		f.initial(e.Object, e.Type, e.Init)
	case *tree.Asm:
		for _, out := range slices.Concat(e.Outputs, e.InMemory) {
			for _, in := range slices.Concat(e.Inputs, e.Outputs, e.InMemory) {
				if place := placeNamed(out); place != nil && f.mayHold(out.ExprType()) && f.mayHold(in.ExprType()) {
					f.flow(in, place)
				}
			}
		}
	case *tree.Call:
		f.call(e)
	}
}

func (f *addressFlow) call(e *tree.Call) {
	f.share(e)
	if directCallee(e.Callee) == nil {
		f.flow(calledPointer(e), calledBy{e})
	}
	for _, def := range f.callees(e) {
		for i, a := range e.Args {
			switch {
			case def.Body == nil:
				f.hand(a)
			case !f.mayHold(a.ExprType()):
			case i < len(def.Params):
				f.flow(a, def.Params[i])
			default:
				f.flow(a, elsewhere{})
			}
		}
	}
}

// share notes the structures that a call lets another module know: those that its function gets or returns, those that
// go into a function together with what another module declares, and what is around a device for another driver.
func (f *addressFlow) share(e *tree.Call) {
	k := f.kernelMembers()
	def := directCallee(e.Callee)
	isAnothers := def != nil && named(def).Body == nil && k.isAnothers(def.Pos)
	if isAnothers && e.Type.Kind == tree.Pointer {
		f.shared = append(f.shared, e.Type.Elem)
	}
	isForDriver := def != nil && slices.Contains(addingDevices, def.Name)
	if !isAnothers && !isForDriver && !slices.ContainsFunc(e.Args, f.isAnothersVariable) {
		return
	}
	for _, a := range e.Args {
		f.shared = append(f.shared, k.pointedTo(a, anotherModule)...)
		if isAnothers {
			f.outward = append(f.outward, handedAs{a})
		}
	}
}

// addingDevices are the functions of a kernel's by which a module adds a device that another module drives, who looks
// at the structure around it.
var addingDevices = strings.Fields("__auxiliary_device_add auxiliary_device_init")

// isForDriver says that a member of a kernel's structure is what who makes a device tells the driver of it, which is
// another module: data of its own that both know.
func (k *kernelMembers) isForDriver(in *tree.Type, member *tree.Field) bool {
	return member != nil && k.isKernels(in) &&
		(member.Name == "platform_data" || member.Name == "data" && in.Tag == "platform_device_info")
}

func (f *addressFlow) isAnothersVariable(e tree.Expr) bool {
	o := tree.VariableOf(e, tree.WithoutConversions)
	if a, ok := tree.WithoutConversions(e).(*tree.AddressOf); ok {
		o = tree.VariableOf(a.Operand, tree.WithoutConversions)
	}
	return o != nil && o.Extern && f.kernelMembers().isAnothers(o.Pos)
}

// sharedStructures are those that other modules know, by where they are defined, and what of the program's they lead
// to.
func (f *addressFlow) sharedStructures() map[source.Pos]bool {
	known := map[source.Pos]bool{}
	var add func(t *tree.Type)
	add = func(t *tree.Type) {
		for t.Kind == tree.Array || t.Kind == tree.Pointer {
			t = t.Elem
		}
		isOwn := f.kernelMembers().isAnothers(t.Defined)
		if t.Kind != tree.Struct && t.Kind != tree.Union || !isOwn || known[t.Defined] {
			return
		}
		known[t.Defined] = true
		for _, member := range t.Fields {
			add(member.Type)
		}
	}
	for _, t := range f.shared {
		add(t)
	}
	for _, place := range f.outward {
		for _, v := range f.holds[place] {
			if v.leadsTo != nil {
				add(v.leadsTo)
			}
		}
	}
	return known
}

// hand notes what a function without a body gets by an argument: the address of a function, or that of a variable or an
// array which may hold one.
func (f *addressFlow) hand(argument tree.Expr) {
	inner := tree.WithoutConversions(argument)
	if f.mayHold(inner.ExprType()) {
		f.flow(argument, handedAs{argument})
		return
	}
	lvalue := inner
	switch e := inner.(type) {
	case *tree.AddressOf:
		lvalue = e.Operand
	case *tree.Decay:
		lvalue = e.Array
	default:
		return
	}
	if place := placeNamed(lvalue); place != nil && place != (elsewhere{}) && f.mayHold(innermost(lvalue.ExprType())) {
		f.link(place, handedAs{argument})
	}
}

// innermost is the type of the elements of an array, in rows of them too; of another type the type itself.
func innermost(t *tree.Type) *tree.Type {
	for t.Kind == tree.Array {
		t = t.Elem
	}
	return t
}

// stmt notes what a statement itself moves.
func (f *addressFlow) stmt(s tree.Stmt) {
	switch s := s.(type) {
	case *tree.Declare:
		if !s.Object.Static {
			f.initial(s.Object, s.Object.Type, s.Init)
		}
	case *tree.Return:
		if s.X != nil && f.mayHold(s.X.ExprType()) {
			f.flow(s.X, resultOf{named(f.within)})
		}
	}
}

func (f *addressFlow) initial(o *tree.Object, t *tree.Type, init *tree.Initializer) {
	if init == nil {
		return
	}
	for _, entry := range init.Entries {
		if !f.mayHold(entry.Type) {
			continue
		}
		place := placeAt(t, entry.Offset)
		if place == nil {
			place = o
		}
		f.flow(entry.Value, place)
		if f.kernelMembers().isForDriver(memberAt(t, entry.Offset)) {
			f.outward = append(f.outward, place)
		}
	}
}

// escapes lets places whose addresses are values be read and written as what lies behind pointers.
func (f *addressFlow) escapes(body tree.Stmt) {
	plain := map[tree.Expr]bool{} // whose address is only followed where it stands
	tree.EachExprOf(body, func(e tree.Expr) {
		switch e := e.(type) {
		case *tree.Deref:
			p := tree.WithoutConversions(e.Pointer)
			for {
				add, ok := p.(*tree.PointerAdd)
				if !ok {
					break
				}
				p = tree.WithoutConversions(add.Pointer)
			}
			plain[p] = true
		case *tree.AddressOf:
			f.escape(e.Operand, plain[e])
		case *tree.Decay:
			f.escape(e.Array, plain[e])
		}
	})
}

func (f *addressFlow) escape(lvalue tree.Expr, isPlain bool) {
	place := placeNamed(lvalue)
	if isPlain || place == nil || !f.mayHold(innermost(lvalue.ExprType())) {
		return
	}
	f.link(place, elsewhere{})
	f.link(elsewhere{}, place)
}

// placeNamed is the place that an lvalue is or is an element of; nil: it is none that holds addresses.
func placeNamed(e tree.Expr) placeOf {
	switch e := tree.WithoutConversions(e).(type) {
	case *tree.ObjectRef:
		return e.Object
	case *tree.CompoundLiteral:
		return e.Object
	case *tree.Member:
		return placeOfMember(e)
	case *tree.Deref:
		p := tree.WithoutConversions(e.Pointer)
		for {
			switch x := p.(type) {
			case *tree.PointerAdd:
				p = tree.WithoutConversions(x.Pointer)
				continue
			case *tree.Decay:
				return placeNamed(x.Array)
			case *tree.AddressOf:
				return placeNamed(x.Operand)
			}
			return elsewhere{}
		}
	}
	return nil
}

// placeOfMember is that of a member, or of the outermost union that it is in.
func placeOfMember(e *tree.Member) placeOf {
	t := e.Base.ExprType()
	place := memberOf{t.Defined, e.Field.Name}
	for base := e.Base; ; {
		if t = base.ExprType(); t.Kind == tree.Union {
			place = memberOf{t.Defined, ""}
		}
		inner, isMember := tree.WithoutConversions(base).(*tree.Member)
		if !isMember {
			return place
		}
		base = inner.Base
	}
}

// placeAt is the same for what is at an offset of a type; nil: of a type without members.
func placeAt(t *tree.Type, offset int64) placeOf {
	var place placeOf
	for {
		switch {
		case t.Kind == tree.Array && t.Elem.Size > 0:
			t, offset = t.Elem, offset%t.Elem.Size
			continue
		case t.Kind == tree.Union:
			return memberOf{t.Defined, ""}
		case t.Kind != tree.Struct:
			return place
		}
		i := slices.IndexFunc(t.Fields, func(f *tree.Field) bool {
			return f.Offset <= offset && (offset < f.Offset+f.Type.Size || f.Type.Kind == tree.Array && f.Type.Size <= 0)
		})
		if i < 0 {
			return place
		}
		member := t.Fields[i]
		place = memberOf{t.Defined, member.Name}
		t, offset = member.Type, offset-member.Offset
	}
}

// handsUncalled refuses runs of a statement of the program that gives away a function which nothing calls, for what the
// statement itself evaluates. Other runs go on, so that what is wrong in them is found.
func (b *body) handsUncalled(s tree.Stmt) {
	u := b.uncalled()
	if u == nil || len(u.of) == 0 || b.kernelMembers().isOfPlatform(b.def.Pos) {
		return
	}
	var found *givenAway
	note := func(e tree.Expr) {
		if e != nil {
			found = u.namedIn(e, found)
		}
	}
	switch s := s.(type) {
	case *tree.ExprStmt:
		note(s.X)
	case *tree.Declare:
		if !s.Object.Static {
			s.Init.EachValue(note)
		}
	case *tree.Return:
		note(s.X)
	case *tree.If:
		note(s.Cond)
	case *tree.Switch:
		note(s.Cond)
	case *tree.While:
		note(s.Cond)
	case *tree.DoWhile:
		note(s.Cond)
	case *tree.For:
		note(s.Cond)
		note(s.Post)
	}
	b.refuseGivenAway(found)
}

// listsUncalled is the same for what the program puts into sections.
func (b *body) listsUncalled() {
	u := b.uncalled()
	if u == nil {
		return
	}
	var found *givenAway
	for _, o := range b.inSections() {
		found = first(found, u.leadsTo(o, nil), o.Pos)
	}
	b.refuseGivenAway(found)
}

func (b *body) refuseGivenAway(found *givenAway) {
	if found == nil {
		return
	}
	b.where(found.pos, emitter{b: b.frame}.Choice(found.pos, ir.UndefinedCall, found.of.Name), func() {
		why := "nothing here calls it"
		if b.uncalled().known[found.of] {
			why = "other modules may call it"
		}
		b.refuse(found.pos, CodeBeyond, "beyond the models: "+found.of.Name+" is given away, and "+why)
	})
}

// givenAway is a function that nothing calls, and where it is given away.
type givenAway struct {
	of  *tree.FunctionDef
	pos source.Pos
}

func first(found *givenAway, def *tree.FunctionDef, pos source.Pos) *givenAway {
	if found != nil || def == nil {
		return found
	}
	return &givenAway{def, pos}
}

// namedIn is the first of the functions that an expression names other than to call it, or that an object which it
// names leads to, unless one is found already. The statements inside of it are looked at where they are lowered.
func (u *uncalledFunctions) namedIn(e tree.Expr, found *givenAway) *givenAway {
	visit := func(e tree.Expr) { found = u.namedIn(e, found) }
	switch e := e.(type) {
	case *tree.FunctionRef:
		if def := named(e.Function); u.of[def] {
			found = first(found, def, e.Pos)
		}
	case *tree.ObjectRef:
		found = first(found, u.leadsTo(e.Object, nil), e.Pos)
	case *tree.Call:
		if directCallee(e.Callee) == nil {
			visit(e.Callee)
		}
		for _, a := range e.Args {
			visit(a)
		}
	case *tree.Conditional:
		c, isConstant := tree.WithoutConversions(e.Cond).(*tree.Constant)
		switch {
		case !isConstant || c.Int == nil || e.Then == nil:
			tree.Operands(e, visit, func(tree.Stmt) {})
		case c.Int.Sign() != 0:
			visit(e.Then)
		default:
			visit(e.Else)
		}
	default:
		tree.Operands(e, visit, func(tree.Stmt) {})
	}
	return found
}

// leadsTo is the first of the functions that the initial value of an object leads to; nil: none.
func (u *uncalledFunctions) leadsTo(o *tree.Object, within []*tree.Object) *tree.FunctionDef {
	if o.Init == nil || slices.Contains(within, o) {
		return nil
	}
	if def, isKnown := u.leading[o]; isKnown {
		return def
	}
	var found *tree.FunctionDef
	o.Init.EachValue(func(e tree.Expr) {
		tree.EachExpr(e, func(e tree.Expr) {
			switch e := e.(type) {
			case *tree.FunctionRef:
				if def := named(e.Function); found == nil && u.of[def] {
					found = def
				}
			case *tree.ObjectRef:
				if found == nil {
					found = u.leadsTo(e.Object, append(within, o))
				}
			}
		})
	})
	if found != nil || len(within) == 0 { // else it may be by way of what is looked at already
		u.leading[o] = found
	}
	return found
}
