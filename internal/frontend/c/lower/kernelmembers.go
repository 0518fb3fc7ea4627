package lower

import (
	"path/filepath"
	"slices"
	"strings"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// This file looks for members of a kernel's structures by which a program gives the kernel functions that the
// platform's harness does not call: those that no file of the platform names, as its functions call or follow what they
// name. What they hold would run some time, out of sight.

// kernelMembers tells such members from others.
type kernelMembers struct {
	platform string          // the folder of the platform's files
	own      map[string]bool // the folders of the program's sources, whose structures no kernel knows
	named    map[memberOf]bool
	// filled are the members that the program gives what may lead to functions.
	filled map[memberOf]bool
	// pointers are the local ones that begin as an address which is written down there.
	pointers map[*tree.Object]tree.Expr
	// taken are the program's variables and members that hold functions of the kernel.
	taken  map[any]bool
	called map[*tree.FunctionDef]bool // by the platform's entry
}

// memberOf is a member of the structure that is defined at a place, which is the same in all units.
type memberOf struct {
	defined source.Pos
	name    string
}

// kernelMembers returns nil where the program runs in no kernel of a platform.
func (l *lowerer) kernelMembers() *kernelMembers {
	if !l.options.TypedCalls || l.options.Undefined >= UndefinedHavocCalls || l.entry == nil {
		return nil
	}
	if l.members == nil {
		l.members = l.findKernelMembers()
	}
	return l.members
}

func (l *lowerer) findKernelMembers() *kernelMembers {
	k := &kernelMembers{platform: filepath.Dir(l.entry.Pos.File), own: map[string]bool{}, named: map[memberOf]bool{},
		filled: map[memberOf]bool{}, pointers: map[*tree.Object]tree.Expr{}, taken: map[any]bool{}, called: l.calledByEntry()}
	for _, f := range l.unit.Functions {
		switch {
		case f.Body == nil:
		case k.isOfPlatform(f.Pos):
			tree.EachExprOf(f.Body, func(e tree.Expr) {
				if m, ok := e.(*tree.Member); ok {
					k.named[memberOf{m.Base.ExprType().Defined, m.Field.Name}] = true
				}
				k.noteFilled(f, e)
			})
		case strings.HasSuffix(f.Pos.File, ".c"):
			k.own[filepath.Dir(f.Pos.File)] = true
		}
	}
	for _, f := range l.unit.Functions {
		if f.Body != nil && !k.isOfPlatform(f.Pos) {
			k.noteAssigned(f)
		}
	}
	return k
}

// noteFilled notes the member that a model gives a parameter of its own.
func (k *kernelMembers) noteFilled(f *tree.FunctionDef, e tree.Expr) {
	a, ok := e.(*tree.Assign)
	if !ok || !mayLead(a.Target.ExprType()) {
		return
	}
	v, ok := tree.WithoutConversions(a.Value).(*tree.ObjectRef)
	if !ok || !slices.Contains(f.Params, v.Object) {
		return
	}
	if t, member := memberAssigned(a.Target); member != nil {
		k.filled[memberOf{t.Defined, member.Name}] = true
	}
}

// noteAssigned notes what a function of the program gives members, and what it takes of the kernel's functions.
func (k *kernelMembers) noteAssigned(f *tree.FunctionDef) {
	tree.EachExprOf(f.Body, func(e tree.Expr) {
		if e, ok := e.(*tree.Assign); ok && mayLead(e.Target.ExprType()) && !tree.IsNull(e.Value) {
			if t, member := memberAssigned(e.Target); member != nil {
				k.filled[memberOf{t.Defined, member.Name}] = true
			}
			if k.isKernelFunction(e.Value) {
				k.taken[keeper(e.Target)] = true
			}
		}
	})
	tree.EachStmt(f.Body, func(stmt tree.Stmt) {
		s, ok := stmt.(*tree.Declare)
		if !ok || s.Object.Type.Kind != tree.Pointer || s.Init == nil || len(s.Init.Entries) != 1 {
			return
		}
		v := s.Init.Entries[0].Value
		if k.isKernelFunction(v) {
			k.taken[s.Object] = true
		}
		if a, ok := tree.WithoutConversions(v).(*tree.AddressOf); ok {
			k.pointers[s.Object] = a.Operand
		}
	})
}

// isKernelFunction says that a value may be a pointer to a function of the kernel: one that is read from a structure or
// variable of the kernel's, or that a function without a body returns.
func (k *kernelMembers) isKernelFunction(e tree.Expr) bool {
	if !isFunctionPointer(e.ExprType()) {
		return false
	}
	e = tree.WithoutConversions(e)
	switch e := e.(type) {
	case *tree.Call:
		def := directCallee(e.Callee)
		return def != nil && def.Unknown
	case *tree.Conditional:
		return e.Then != nil && k.isKernelFunction(e.Then) || e.Then == nil && k.isKernelFunction(e.Cond) || k.isKernelFunction(e.Else)
	case *tree.Comma:
		return k.isKernelFunction(e.Right)
	case *tree.StatementExpr:
		return e.Value != nil && k.isKernelFunction(e.Value)
	}
	if t, member := memberAssigned(e); member != nil {
		return k.isKernels(t) || k.taken[memberOf{t.Defined, member.Name}]
	}
	o := tree.VariableOf(e, tree.WithoutConversions)
	return o != nil && (o.Extern || k.taken[o])
}

// keeper is the member or the variable that an lvalue is a part of.
func keeper(e tree.Expr) any {
	if t, member := memberAssigned(e); member != nil {
		return memberOf{t.Defined, member.Name}
	}
	return tree.VariableOf(e, tree.WithoutConversions)
}

// callsKernel is for a call of the program's through a pointer that may lead to a function of the kernel, where it is
// none of the program. In an inline function of the kernel's headers it is the kernel that calls: what is called is
// taken for a function without a body, as the inline function would be if it were none. Elsewhere the call is refused.
func (b indirectCalls) callsKernel(e *tree.Call, callee tree.Expr, pointer *term.Term, args []argument, want resultUse, temps []*ir.Variable, done *ir.Block) {
	k := b.kernelMembers()
	if k == nil || k.isOfPlatform(e.Pos) || !k.isKernelFunction(callee) {
		return
	}
	what, name := "a call through a pointer of the kernel", "pointer"
	if t, member := memberAssigned(callee); member != nil {
		what, name = "a call through "+memberName(t, member), member.Name
	} else if o := tree.VariableOf(callee, tree.WithoutConversions); o != nil {
		what, name = "a call through the variable "+o.Name, o.Name
	}
	b.where(e.Pos, b.terms.Ne(pointer, b.addr(0)), func() {
		if b.def == nil || !k.isOfHeaders(b.def) {
			b.refuse(e.Pos, CodeBeyond, "beyond the models: "+what+", which leads to no function of the program")
			return
		}
		def := &tree.FunctionDef{Name: b.def.Name + "_calls_" + name, Type: callee.ExprType().Elem, Pos: e.Pos}
		v := b.bodilessCalls().undefinedCall(e.Pos, def, args, want)
		if e.Type.Kind != tree.Void {
			b.setTemps(e.Pos, e.Type, temps, v)
		}
		b.block.Jump(e.Pos, done)
		b.enter(b.newBlock("", e.Pos))
	})
}

// isOfHeaders says that a function is one of the kernel's headers.
func (k *kernelMembers) isOfHeaders(f *tree.FunctionDef) bool {
	return !k.isOfPlatform(f.Pos) && !k.own[filepath.Dir(f.Pos.File)] && strings.HasSuffix(f.Pos.File, ".h")
}

// hasGiven says that a structure, or one inside of it, has a member that the program gives functions.
func (k *kernelMembers) hasGiven(t *tree.Type) bool {
	for _, f := range t.Fields {
		if k.filled[memberOf{t.Defined, f.Name}] || k.hasGiven(f.Type) {
			return true
		}
	}
	return false
}

// hasFilled says that a structure, or one that it begins with, has a pointer to a function that the program or a model
// fills.
func (k *kernelMembers) hasFilled(t *tree.Type) bool {
	if t.Kind != tree.Struct && t.Kind != tree.Union {
		return false
	}
	return slices.ContainsFunc(t.Fields, func(f *tree.Field) bool {
		return isFunctionPointer(f.Type) && k.filled[memberOf{t.Defined, f.Name}] || f.Offset == 0 && k.hasFilled(f.Type)
	})
}

// isEmbedded says that a member is a structure inside of one of a kernel's: who has its address knows what is around
// it.
func (k *kernelMembers) isEmbedded(e *tree.Member) bool {
	return k != nil && e.Field.Type.Kind == tree.Struct && k.isKernels(e.Base.ExprType())
}

// receiver is who gets a pointer, and knows structures of the program's: a kernel its own ones, another module all.
type receiver int

const (
	kernel receiver = iota + 1
	anotherModule
)

// pointedTo are the structures that a value leads to the inside of: the one that it points to, and those around it
// which the receiver knows.
func (k *kernelMembers) pointedTo(e tree.Expr, by receiver) []*tree.Type {
	e = tree.WithoutConversions(e)
	if c, ok := e.(*tree.Conditional); ok {
		out := k.pointedTo(c.Else, by)
		if c.Then != nil {
			out = append(out, k.pointedTo(c.Then, by)...)
		}
		return out
	}
	lvalue, out := e, []*tree.Type(nil)
	switch x := e.(type) {
	case *tree.AddressOf:
		lvalue = x.Operand
	case *tree.Decay:
		lvalue = x.Array
	default:
		if t := e.ExprType(); t.Kind == tree.Pointer {
			out = append(out, t.Elem)
		}
		return out
	}
	for out = append(out, innermost(lvalue.ExprType())); ; {
		m, ok := tree.WithoutConversions(lvalue).(*tree.Member)
		if !ok {
			return out
		}
		lvalue = m.Base
		if t := lvalue.ExprType(); by == anotherModule || k.isEmbedded(m) {
			out = append(out, t)
		}
	}
}

// isAnothers says that what is declared at a place is no kernel's but another module's, whose structures both may know:
// a source of the program declares it.
func (k *kernelMembers) isAnothers(pos source.Pos) bool {
	return !k.isOfPlatform(pos) && k.own[filepath.Dir(pos.File)]
}

func (k *kernelMembers) isOfPlatform(pos source.Pos) bool {
	return filepath.Dir(pos.File) == k.platform
}

// isKernels says that a structure is neither the program's nor the platform's.
func (k *kernelMembers) isKernels(t *tree.Type) bool {
	return t != nil && t.Defined.IsValid() && !k.isOfPlatform(t.Defined) && !k.own[filepath.Dir(t.Defined.File)]
}

// isUncalled says that a structure is a kernel's and that the harness does not look at a member of it.
func (k *kernelMembers) isUncalled(t *tree.Type, member *tree.Field) bool {
	return k.isKernels(t) && !k.named[memberOf{t.Defined, member.Name}]
}

// givesMember refuses an assignment by which the harness misses functions of the program. A null pointer takes them
// back.
func (b *expressions) givesMember(e *tree.Assign, v value) {
	k := b.kernelMembers()
	if k == nil || k.isOfPlatform(e.Pos) {
		return
	}
	found := k.given(e.Target, e.Value)
	switch {
	case found == "":
	case v.scalar == nil:
		b.refuseGiven(e.Pos, found)
	default:
		b.where(e.Pos, b.terms.Ne(v.scalar, b.zero(v.scalar.Sort())), func() { b.refuseGiven(e.Pos, found) })
	}
}

// givesArguments refuses a call that hands on an object whose initial value has functions that the harness misses.
func (b *expressions) givesArguments(e *tree.Call) {
	k := b.kernelMembers()
	if k == nil {
		return
	}
	for _, a := range e.Args {
		if found := k.leads(a); found != "" {
			b.refuseGiven(e.Pos, found)
			return
		}
	}
}

// givesInitial refuses the initial value of a local object that has functions which the harness misses.
func (b *expressions) givesInitial(pos source.Pos, o *tree.Object, init *tree.Initializer) {
	k := b.kernelMembers()
	if k == nil || init == nil || k.isOfPlatform(pos) {
		return
	}
	h := memberSearch{kernelMembers: k, seen: map[partOf]bool{}}
	h.initial(o.Type, init, 0, o.Type.Size, "")
	if h.found != "" {
		b.refuseGiven(pos, h.found)
	}
}

// givesAssembly refuses inline assembly that stores functions of the program into a variable that it only declares or
// into a member that the harness does not look at, as exchanges do.
func (b *expressions) givesAssembly(e *tree.Asm) {
	k := b.kernelMembers()
	if k == nil {
		return
	}
	gives := false
	for _, in := range append(append([]tree.Expr{}, e.Inputs...), e.Outputs...) {
		gives = gives || isPlain(in) && mayLead(in.ExprType()) || k.leadsAnywhere(in)
	}
	if !gives {
		return
	}
	for _, out := range append(append([]tree.Expr{}, e.Outputs...), e.InMemory...) {
		if what := k.exchanged(out); what != "" {
			b.refuseGiven(e.Pos, what)
			return
		}
	}
}

// exchanged names an operand of assembly by which a kernel gets what the instructions store; "": it does not.
func (k *kernelMembers) exchanged(out tree.Expr) string {
	if d, ok := tree.WithoutConversions(out).(*tree.Deref); ok {
		if o, ok := tree.WithoutConversions(d.Pointer).(*tree.ObjectRef); ok && k.pointers[o.Object] != nil {
			out = k.pointers[o.Object]
		} else if ok && mayLead(out.ExprType()) {
			return "what " + o.Object.Name + " leads to"
		}
	}
	if t, member := memberAssigned(out); member != nil {
		if k.isUncalled(t, member) {
			return memberName(t, member)
		}
	} else if o := tree.VariableOf(out, tree.WithoutConversions); o != nil && o.Extern {
		return "the variable " + o.Name
	}
	return ""
}

// copiesToVariable refuses a copy of what leads to functions of the program into a variable that it only declares.
func (b *expressions) copiesToVariable(e *tree.Call, def *tree.FunctionDef) {
	k := b.kernelMembers()
	if k == nil || len(e.Args) < 2 || !strings.Contains(def.Name, "memcpy") && !strings.Contains(def.Name, "memmove") {
		return
	}
	h := handedFunctions{kernelMembers: k, seen: map[bytesOf]bool{}, called: k.called}
	h.value(e.Args[1])
	if o := tree.VariableOf(e.Args[0], tree.WithoutConversions); o != nil && o.Extern && h.found {
		b.refuseGiven(e.Pos, "the variable "+o.Name)
	}
}

// isPlain says that an operand of assembly is a value or a variable of the program, in a register.
func isPlain(e tree.Expr) bool {
	o, ok := tree.WithoutConversions(e).(*tree.ObjectRef)
	return ok && !o.Object.Extern
}

func (b *expressions) refuseGiven(pos source.Pos, what string) {
	b.refuse(pos, CodeBeyond, "beyond the models: "+what+" is given functions of the program")
}

// mayLead says that a value of a type leads to functions of whoever made it: a pointer to one or to a table of them.
func mayLead(t *tree.Type) bool {
	return isFunctionPointer(t) || t.Kind == tree.Pointer && t.Elem != nil && isTable(t.Elem)
}

// isTable says that most members of a structure are pointers to functions.
func isTable(t *tree.Type) bool {
	n := 0
	for _, f := range t.Fields {
		if isFunctionPointer(f.Type) {
			n++
		}
	}
	return t.Kind == tree.Struct && n > 0 && 2*n >= len(t.Fields)
}

// memberAssigned is the member that an lvalue is or is an element of, without a pointer that is read on the way.
func memberAssigned(e tree.Expr) (*tree.Type, *tree.Field) {
	for {
		switch x := tree.WithoutConversions(e).(type) {
		case *tree.Member:
			return x.Base.ExprType(), x.Field
		case *tree.Deref:
			e = x.Pointer
		case *tree.PointerAdd:
			e = x.Pointer
		case *tree.Decay:
			e = x.Array
			continue
		case *tree.AddressOf:
			e = x.Operand
			continue
		default:
			return nil, nil
		}
		if _, isRead := tree.WithoutConversions(e).(*tree.Member); isRead {
			return nil, nil
		}
	}
}

func memberName(t *tree.Type, member *tree.Field) string {
	if t.Tag == "" {
		return "the member " + member.Name
	}
	return "the member " + member.Name + " of " + t.Name
}

// given names what an assignment gives functions that the harness misses; "": nothing.
func (k *kernelMembers) given(target, v tree.Expr) string {
	t, member := memberAssigned(target)
	if kind := v.ExprType().Kind; kind == tree.Struct || kind == tree.Union {
		h := memberSearch{kernelMembers: k, seen: map[partOf]bool{}}
		h.place(tree.WithoutConversions(v), 0, v.ExprType().Size, "")
		return h.found
	}
	if member == nil || !k.isUncalled(t, member) {
		return k.leads(v)
	}
	to := target.ExprType()
	if isUnseen(v, to) || to.Kind == tree.Pointer && isTyped(to.Elem) && k.leadsAnywhere(v) {
		return memberName(t, member)
	}
	return k.leads(v)
}

// isUnseen says that a value of a type may lead to functions, and is read from somewhere.
func isUnseen(v tree.Expr, t *tree.Type) bool {
	if !mayLead(t) || tree.IsNull(v) {
		return false
	}
	switch v := tree.WithoutConversions(v).(type) {
	case *tree.FunctionRef, *tree.AddressOf, *tree.Decay, *tree.Constant:
		return false
	case *tree.Conditional:
		return v.Then == nil || isUnseen(v.Then, t) || isUnseen(v.Else, t)
	}
	return true
}

// isTyped says that who has a pointer to a type knows what it leads to.
func isTyped(t *tree.Type) bool {
	return t != nil && t.Kind != tree.Void && (t.Kind != tree.Integer || t.Size > 1)
}

// leads names the member by which a value leads to functions that the harness misses; "": none.
func (k *kernelMembers) leads(e tree.Expr) string {
	h := memberSearch{kernelMembers: k, seen: map[partOf]bool{}}
	h.value(e, "")
	return h.found
}

// leadsAnywhere says that a value leads to functions of the program that a kernel may call.
func (k *kernelMembers) leadsAnywhere(e tree.Expr) bool {
	h := memberSearch{kernelMembers: k, seen: map[partOf]bool{}}
	h.value(e, "it")
	return h.found != ""
}

// memberSearch follows a value through the initial values of what it leads to. Where it has come through a member that
// the harness does not look at, which by is the name of, each function of the program is found; in a structure of the
// program's own, which only the program knows, none is.
type memberSearch struct {
	*kernelMembers
	seen map[partOf]bool
	// within is the object whose initial value is looked at: what leads back into it, as the head of a list does, tells
	// nothing.
	within *tree.Object
	found  string
}

type partOf struct {
	bytesOf
	by string
}

func (h *memberSearch) value(e tree.Expr, by string) {
	switch e := e.(type) {
	case *tree.FunctionRef:
		if by != "" && e.Function.Body != nil && !h.called[named(e.Function)] && !h.isOfPlatform(e.Function.Pos) {
			h.found = by
		}
	case *tree.Convert:
		h.value(e.Operand, by)
	case *tree.AddressOf:
		h.place(e.Operand, 0, e.Operand.ExprType().Size, by)
	case *tree.Decay:
		h.place(e.Array, 0, e.Array.ExprType().Size, by)
	case *tree.PointerAdd:
		h.value(e.Pointer, by)
	case *tree.Conditional:
		if e.Then != nil {
			h.value(e.Then, by)
		}
		h.value(e.Else, by)
	case *tree.Comma:
		h.value(e.Right, by)
	}
}

func (h *memberSearch) place(e tree.Expr, from, to int64, by string) {
	switch e := e.(type) {
	case *tree.FunctionRef:
		h.value(e, by)
	case *tree.Member:
		if o := tree.VariableOf(e, tree.WithoutConversions); h.isEmbedded(e) && (o == nil || o != h.within) {
			h.place(e.Base, 0, e.Base.ExprType().Size, by)
		} else {
			h.place(e.Base, from+e.Field.Offset, to+e.Field.Offset, by)
		}
	case *tree.Deref:
		h.value(e.Pointer, by)
	case *tree.CompoundLiteral:
		h.initial(e.Type, e.Init, from, to, by)
	case *tree.ObjectRef:
		if part := (partOf{bytesOf{e.Object, from, to}, by}); !h.seen[part] {
			h.seen[part] = true
			outer := h.within
			h.within = e.Object
			h.initial(e.Object.Type, e.Object.Init, from, to, by)
			h.within = outer
		}
	}
}

func (h *memberSearch) initial(t *tree.Type, init *tree.Initializer, from, to int64, by string) {
	if init == nil {
		return
	}
	for _, entry := range init.Entries {
		if h.found != "" || entry.Offset < from || to <= entry.Offset || entry.Type.Kind != tree.Pointer || !isTyped(entry.Type.Elem) {
			continue
		}
		through := by
		if in, member := memberAt(t, entry.Offset); member != nil && !h.isKernels(in) {
			through = ""
		} else if member != nil && through == "" && h.isUncalled(in, member) {
			through = memberName(in, member)
			if isUnseen(entry.Value, entry.Type) {
				h.found = through
				return
			}
		}
		h.value(entry.Value, through)
	}
}

// memberAt is the member that a pointer at an offset in a type is, or is an element of, and the structure that has it.
func memberAt(t *tree.Type, offset int64) (in *tree.Type, member *tree.Field) {
	for {
		switch {
		case t.Kind == tree.Array && t.Elem.Size > 0:
			t, offset = t.Elem, offset%t.Elem.Size
			continue
		case t.Kind != tree.Struct && t.Kind != tree.Union:
			return in, member
		}
		var next *tree.Field
		for _, f := range t.Fields {
			if f.Offset <= offset && offset < f.Offset+f.Type.Size && (next == nil || next.Type.Kind != tree.Pointer) {
				next = f
			}
		}
		if next == nil {
			return in, member
		}
		in, member = t, next
		t, offset = next.Type, offset-next.Offset
	}
}
