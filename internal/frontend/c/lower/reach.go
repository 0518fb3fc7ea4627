package lower

import (
	"slices"

	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/lower/format"
	"yogi/internal/frontend/c/lower/libcall"
	"yogi/internal/frontend/c/tree"
)

// reach finds what the entry can reach: functions, objects with static storage, and which objects
// must live in memory because their address is taken, they are indexed by a value that is not
// constant, or they are volatile. Only what is reached is lowered, so an unused part of a header
// costs nothing.
type reach struct {
	known *watching // what the unit says, as far as it was looked at
	reachedFunctions
	reachedObjects
	programTraits

	casts   casts
	numbers numbers
	devices []deviceBlock // where pointers lead that the program writes as numbers
	// outside holds what comes from outside the program, hiding what leak checks must know.
	outside        outsideUses
	hiding         hiding
	variables      variableUses
	behindPointers *behindPointers // nil: not looked for yet
}

// reachedFunctions are the functions that were found, and what is known of each.
type reachedFunctions struct {
	functions   []*tree.FunctionDef // with a body, in order of discovery
	followed    int                 // how many of functions have been looked into
	current     *tree.FunctionDef   // the one that is looked into
	called      map[*tree.FunctionDef]bool
	addressed   []*tree.FunctionDef // functions whose address is a value
	isPointed   map[*tree.FunctionDef]bool
	repeats     map[*tree.FunctionDef]bool // functions with a loop or a jump back
	startsList  map[*tree.FunctionDef]bool // functions that call va_start
	entryCalled bool                       // something calls the entry
}

// reachedObjects are the objects that were found, and what is known of each.
type reachedObjects struct {
	objects  []*tree.Object // static storage, in order of discovery
	seen     map[*tree.Object]bool
	inMemory map[*tree.Object]bool
	// escaping holds the objects a pointer to which may be a value, not only the inside of an
	// access.
	escaping map[*tree.Object]bool
	// unset holds the objects that may be read before they hold a value, see unset.go.
	unset map[*tree.Object]bool
	// read holds the objects whose contents matter. A string literal that is only handed to
	// functions without a body is none.
	read map[*tree.Object]bool
	// literals holds the initialisers of compound literals with static storage.
	literals  map[*tree.Object]*tree.Initializer
	unwatched bool // some objects may be temporaries or of variable size, whose end no sanitizer sees
}

// programTraits say what something in the program does.
type programTraits struct {
	rounds, choosesLocale bool // it changes the rounding mode, the locale
	// sharesMemory, blocksSignals: it may share memory with other processes, or keep signals waiting.
	sharesMemory, blocksSignals bool
	// looksAtNumbers: it asks where objects lie. comparesAddresses: it compares two that may be of
	// different objects.
	looksAtNumbers, comparesAddresses bool
	comparesConverted                 bool            // it compares addresses of which one had another type
	steady                            map[string]bool // the steady functions of the library that it may call
	passesCounts                      bool            // a list of arguments may have one that %n may write through
}

func newReach(known *watching) *reach {
	return &reach{
		known: known,
		reachedFunctions: reachedFunctions{
			called: map[*tree.FunctionDef]bool{}, isPointed: map[*tree.FunctionDef]bool{},
			repeats: map[*tree.FunctionDef]bool{}, startsList: map[*tree.FunctionDef]bool{},
		},
		reachedObjects: reachedObjects{
			seen: map[*tree.Object]bool{}, inMemory: map[*tree.Object]bool{}, escaping: map[*tree.Object]bool{},
			unset: map[*tree.Object]bool{}, read: map[*tree.Object]bool{}, literals: map[*tree.Object]*tree.Initializer{},
		},
		programTraits: programTraits{steady: map[string]bool{}},
		outside: outsideUses{
			classes: map[string]*outsideClass{}, usedAs: map[*tree.Call]*tree.Type{}, counted: map[*tree.Object]bool{},
			noted: map[notedCall]bool{},
		},
	}
}

// from follows everything that def can reach.
func (r *reach) from(def *tree.FunctionDef) {
	r.function(def)
	r.events(nil, "start", "end")
	r.follow()
}

// follow looks into the functions that were found and not looked into yet.
func (r *reach) follow() {
	for ; r.followed < len(r.functions); r.followed++ {
		r.current = r.functions[r.followed]
		r.repeats[r.current] = r.known.mayRepeat(r.current)
		r.casts.inBody(r.current.Body)
		r.stmt(r.current.Body)
	}
}

// everything follows all functions with a body and all objects of the unit.
func (r *reach) everything(unit *tree.Unit) {
	for _, o := range unit.Objects {
		if !o.Extern {
			r.object(o)
		}
	}
	for _, def := range unit.Functions {
		if r.known.usesPack(def) {
			r.known.packs[def] = []*tree.Object{}
		}
		r.from(def)
	}
}

// sharingFunctions give memory that a process and those that it forks may share.
var sharingFunctions = makeSet("mmap", "mmap64", "shmat", "minherit", "syscall", "vfork", "clone")

// blockingFunctions change which signals wait, so that raise need not call a handler.
var blockingFunctions = makeSet("sigprocmask", "pthread_sigmask", "sighold", "sigset", "sigblock", "sigsetmask", "syscall")

func (r *reach) function(def *tree.FunctionDef) {
	for _, inlined := range def.Inlines {
		r.known.origins[inlined] = def
		r.function(inlined)
	}
	r.events(def, "call", "entry", "exit", "return")
	r.noteRounding(def)
	r.hiding.reached(modelName(def))
	if def.Body == nil {
		r.variables.isSecure = r.variables.isSecure || def.Name == "secure_getenv"
		if libcall.IsSteady(def.Name) {
			r.steady[def.Name] = true
		}
		r.sharesMemory = r.sharesMemory || sharingFunctions[def.Name]
		r.blocksSignals = r.blocksSignals || blockingFunctions[def.Name]
	}
	if r.called[def] || def.Body == nil || r.known.isErrorFunction(def) {
		return
	}
	r.called[def] = true
	r.functions = append(r.functions, def)
	for _, p := range def.Params {
		r.declared(p)
	}
	if def == r.known.entry {
		for _, required := range def.Requires {
			if required.Condition != nil {
				required.Condition.EachValue(r.value)
			}
		}
	}
}

func (r *reach) object(o *tree.Object) {
	r.declared(o)
	if r.seen[o] {
		return
	}
	r.seen[o] = true
	if o.Static || o.Extern || o.String != nil || o.Linkage != tree.NoLinkage {
		r.objects = append(r.objects, o)
		if o.Extern && r.known.isOutsideVariable(o) {
			r.takes(o.Type, 2)
		}
		o.Init.EachValue(r.value)
	}
}

// declared decides what can be decided from the type alone.
func (r *reach) declared(o *tree.Object) {
	r.numbers.empty = r.numbers.empty || o.Type.Size <= 0
	r.unwatched = r.unwatched || o.Type.Size < 0 && !o.Static && !o.Extern
	isLocal := !o.Static && !o.Extern && o.Linkage == tree.NoLinkage
	if o.Type.Volatile || !isLocal && holdsVolatile(o.Type) || o.String != nil || o.Tail > 0 {
		r.inMemory[o] = true
		return
	}
	if _, ok := r.known.cellsOf(o.Type); !ok {
		r.inMemory[o] = true
	}
}

func (r *reach) stmt(s tree.Stmt) {
	switch s := s.(type) {
	case *tree.Declare:
		r.object(s.Object)
		if s.Init == nil || namesItself(s) {
			r.unset[s.Object] = true
		}
		if s.Cleanup != nil {
			r.value(s.Cleanup)
		}
	case *tree.Block:
		r.passed(s.Stmts)
	case *tree.For:
		r.passed(append(slices.Clone(s.Init), s.Body))
	case *tree.ExprStmt:
		if target, ok := r.known.wholeFill(s.X); ok {
			r.place(target)
			return
		}
	}
	tree.Parts(s, r.value, r.stmt)
}

// value visits an expression whose value (not whose place) is used.
func (r *reach) value(e tree.Expr) {
	switch e := e.(type) {
	case *tree.ObjectRef, *tree.Deref, *tree.Member, *tree.StringRef, *tree.CompoundLiteral:
		r.place(e)
	case *tree.AddressOf:
		if d, ok := e.Operand.(*tree.Deref); ok {
			r.numbers.computed(d.Pointer)
		}
		r.escape(e.Operand)
	case *tree.Decay:
		if e.Array.ExprType().Length <= 0 { // it may have no element, and be where the object ends
			r.numbers.moved(e.Type)
		}
		r.unwatched = r.unwatched || isTemporary(e.Array)
		r.escape(e.Array)
	case *tree.FunctionRef:
		r.endsLifetime(e.Function) // by a pointer to it
		r.pointed(e.Function)
	case *tree.PointerAdd:
		r.numbers.computed(e)
		tree.Operands(e, r.value, r.stmt)
	case *tree.PointerDiff:
		r.looksAtNumbers, r.numbers.ordered = true, true
		tree.Operands(e, r.value, r.stmt)
	case *tree.Binary:
		r.compared(e)
		tree.Operands(e, r.value, r.stmt)
	case *tree.Assign:
		r.hiding.assigned(e.Target)
		r.place(e.Target)
		r.value(e.Value)
	case *tree.Convert:
		r.hiding.converted(e, int64(r.known.pointerWidth()/8))
		r.casts.converted(e)
		r.numbers.converted(e)
		r.noteUse(e)
		r.value(e.Operand)
	case *tree.AssignOp:
		r.numbers.moved(e.Target.ExprType())
		r.place(e.Target)
		r.value(e.Operand)
	case *tree.IncDec:
		r.numbers.moved(e.Target.ExprType())
		r.place(e.Target)
	case *tree.Call:
		r.call(e)
	case *tree.Constant:
		r.numberedAddress(e)
	default:
		tree.Operands(e, r.value, r.stmt)
	}
}

func (r *reach) call(e *tree.Call) {
	def := directCallee(e.Callee)
	args, _ := r.known.unpacked(r.current, e.Args)
	if def == nil {
		r.value(e.Callee)
		r.outside.indirect = append(r.outside.indirect, callThrough{e, calledPointer(e).ExprType().Elem, tree.TypesOf(args), r.times()})
	} else {
		def = r.known.inlined(def, args)
		r.entryCalled = r.entryCalled || named(def) == r.known.entry
		if r.known.asksEnvironment(def, args) {
			r.variables.asked(r.current, def, args[0])
		} else {
			r.function(def)
		}
		if def.Name == "__yogi_abort" {
			return
		}
		r.endsLifetime(def)
		r.noteCall(e, def, r.times())
		if def.Outside != nil {
			r.function(def.Outside)
			r.endsLifetime(def.Outside)
			r.noteCall(e, def.Outside, r.times())
		}
		if def.Body == nil && r.current != nil && modelName(def) == "va_start" {
			r.startsList[r.current] = true
		}
	}
	r.passesCounts = r.passesCounts || passesCount(e, def, args)
	for _, a := range args {
		if def != nil && def.Body == nil && r.unreadString(a, def) {
			continue
		}
		r.value(a)
	}
}

// passesCount says that a function that may have a body finds in its list of arguments one that %n may write through.
// def is nil where the call is through a pointer.
func passesCount(e *tree.Call, def *tree.FunctionDef, args []tree.Expr) bool {
	var called *tree.Type
	switch {
	case def == nil:
		called = calledPointer(e).ExprType().Elem
	case def.Body != nil:
		called = def.Type
	}
	if called == nil || !called.Variadic || len(args) < len(called.Params) {
		return false
	}
	return slices.ContainsFunc(tree.TypesOf(args[len(called.Params):]), format.MayCount)
}

// noteCall notes what a call, direct or through a pointer, of a function does, which runs so many times.
// Where the function has a body that is seen there.
func (r *reach) noteCall(e *tree.Call, def *tree.FunctionDef, times int) {
	r.choosesLocale = r.choosesLocale || def.Name == "setlocale" || def.Name == "uselocale"
	if def.Body != nil {
		return
	}
	r.takesResult(e, def, times)
	r.numbers.makes = r.numbers.makes || makesChunks[modelName(def)]
	if isCopy(modelName(def)) {
		r.hiding.copied(e.Args)
	}
}

// unreadString notes a string literal handed to a function without a body that is no builtin with a
// model: nothing reads it there.
func (r *reach) unreadString(a tree.Expr, def *tree.FunctionDef) bool {
	if hasModel(def) {
		return false
	}
	o := stringOf(a)
	if o == nil {
		return false
	}
	read := r.read[o]
	r.object(o)
	r.inMemory[o] = true
	r.read[o] = read
	return true
}

// stringOf returns the string literal that e points at directly.
func stringOf(e tree.Expr) *tree.Object { return emit.Literal(e) }

// place visits an lvalue that is read or written as such; its address goes nowhere.
func (r *reach) place(e tree.Expr) {
	switch e := e.(type) {
	case *tree.ObjectRef:
		r.object(e.Object)
		r.read[e.Object] = true
	case *tree.StringRef:
		r.object(e.Object)
		r.read[e.Object] = true
		r.inMemory[e.Object] = true
	case *tree.CompoundLiteral:
		r.object(e.Object)
		r.read[e.Object] = true
		r.literals[e.Object] = e.Init
		e.Init.EachValue(r.value)
	case *tree.Member:
		r.hiding.member(e.Base.ExprType(), int64(r.known.pointerWidth()/8))
		r.place(e.Base)
	case *tree.Deref:
		if inner := directPlace(e); inner != nil {
			r.place(inner)
			return
		}
		r.into(e.Pointer)
	default:
		r.value(e)
	}
}

// into visits a pointer that is only used to access what it points at, as pointerValue evaluates
// it.
func (r *reach) into(e tree.Expr) {
	switch e := e.(type) {
	case *tree.PointerAdd:
		r.into(e.Pointer)
		r.value(e.Index)
		if e.SizeExpr != nil {
			r.value(e.SizeExpr)
		}
		return
	case *tree.Convert:
		if e.Type.Kind == tree.Pointer && e.Operand.ExprType().Kind == tree.Pointer {
			r.hiding.converted(e, int64(r.known.pointerWidth()/8))
			r.casts.converted(e)
			r.into(e.Operand)
			return
		}
	case *tree.Decay:
		r.within(e.Array)
		return
	case *tree.AddressOf:
		if _, isFunction := e.Operand.(*tree.FunctionRef); !isFunction {
			r.within(e.Operand)
			return
		}
	}
	r.value(e)
}

// within visits an lvalue that is accessed at an address inside it.
func (r *reach) within(e tree.Expr) {
	switch e := e.(type) {
	case *tree.ObjectRef:
		r.object(e.Object)
		r.read[e.Object] = true
		r.inMemory[e.Object] = true
	case *tree.CompoundLiteral:
		r.place(e)
		r.inMemory[e.Object] = true
	case *tree.Member:
		r.hiding.member(e.Base.ExprType(), int64(r.known.pointerWidth()/8))
		r.within(e.Base)
	case *tree.Deref:
		r.into(e.Pointer)
	default:
		r.escape(e)
	}
}

// escape visits an lvalue whose address becomes a value.
func (r *reach) escape(e tree.Expr) {
	switch e := e.(type) {
	case *tree.FunctionRef:
		r.endsLifetime(e.Function) // by a pointer to it
		r.pointed(e.Function)
	case *tree.ObjectRef:
		r.object(e.Object)
		r.read[e.Object] = true
		r.inMemory[e.Object] = true
		r.escaping[e.Object] = true
	case *tree.CompoundLiteral:
		r.place(e)
		r.inMemory[e.Object] = true
		r.escaping[e.Object] = true
	case *tree.StringRef:
		r.place(e)
	case *tree.Member:
		r.hiding.member(e.Base.ExprType(), int64(r.known.pointerWidth()/8))
		r.escape(e.Base)
	case *tree.Deref:
		r.value(e.Pointer)
	default:
		r.value(e)
	}
}

func (r *reach) pointed(def *tree.FunctionDef) {
	def = named(def)
	r.function(def)
	if def.Outside != nil {
		r.endsLifetime(def.Outside)
	}
	if !r.isPointed[def] {
		r.isPointed[def] = true
		r.entryCalled = r.entryCalled || def == r.known.entry // perhaps, through the pointer
		r.addressed = append(r.addressed, def)
	}
}

// directCallee returns the function that a callee expression names, or nil for a computed one.
func directCallee(e tree.Expr) *tree.FunctionDef {
	switch e := e.(type) {
	case *tree.FunctionRef:
		return e.Function
	case *tree.AddressOf:
		return directCallee(e.Operand)
	case *tree.Deref:
		return directCallee(e.Pointer)
	case *tree.Convert:
		if e.Type.Kind == tree.Pointer {
			return directCallee(e.Operand)
		}
	}
	return nil
}
