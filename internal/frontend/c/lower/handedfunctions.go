package lower

import (
	"slices"
	"strings"

	"yogi/internal/assumption"
	"yogi/internal/frontend/c/tree"
)

// isGivenFunctions says that a call of a kernel's function without a model hands over functions of the program: one by
// name, by a pointer to functions or by whatever else has its address, the address of an object with static storage
// whose initial value leads to some, or, where the name of the function says that it registers something, that of any
// object of a type that has pointers to functions. The system calls them some time, which the platform's harness does
// not, so that what they do would be out of sight. What is read of such an object, as the name of a driver for a
// message, hands over nothing.
func (b bodilessCalls) isGivenFunctions(callee *tree.FunctionDef, args []argument) bool {
	name := callee.Name
	if !b.options.TypedCalls || b.options.Undefined >= UndefinedHavocCalls { // which are those of the kernels' platforms
		return false
	}
	k, u := b.kernelMembers(), b.uncalled()
	h := handedFunctions{kernelMembers: k, seen: map[bytesOf]bool{}, called: b.calledByEntry()}
	for _, a := range args {
		if a.expr == nil || tree.IsNull(a.expr) {
			continue
		}
		h.found = h.found || u != nil && u.handed[a.expr]
		switch a.typ.Kind {
		case tree.Integer:
			h.found = h.found || isFunction(a.expr)
		case tree.Struct, tree.Union:
			h.place(a.expr, 0, a.typ.Size)
		case tree.Pointer:
			h.value(a.expr)
			h.found = h.found || a.typ.Elem != nil && isTold(k, name, a.typ.Elem) || k != nil && k.isHandedFilled(callee, a.expr)
			if from := tree.WithoutConversions(a.expr).ExprType(); from.Kind == tree.Pointer && registers(name) {
				h.found = h.found || hasFunctions(from.Elem)
			}
		}
	}
	return h.found
}

// isTold says that who calls a function of this name with the address of an object of a type tells it what the object
// has functions for.
func isTold(k *kernelMembers, name string, t *tree.Type) bool {
	return registers(name) && hasFunctions(t) || k != nil && k.hasGiven(t) && (activates(name) || !k.isKernels(t))
}

// isHandedFilled says that a function without a model gets an object of which it may call what was put into it: another
// module any, a kernel one that is about functions, unless the object is the kernel's own or the name of the function
// says that it takes the object back or only looks at it.
func (k *kernelMembers) isHandedFilled(callee *tree.FunctionDef, e tree.Expr) bool {
	by := kernel
	if k.isAnothers(callee.Pos) {
		by = anotherModule
	}
	if o := tree.VariableOf(e, tree.WithoutConversions); by == kernel && (takesBack(callee.Name) || o != nil && o.Extern) {
		return false
	}
	return slices.ContainsFunc(k.pointedTo(e, by), func(t *tree.Type) bool {
		return k.hasFilled(t) && (by == anotherModule || isTable(t) || len(t.Fields) <= mostFields)
	})
}

// mostFields bounds the structures of a kernel's that are about functions beside tables of them: those with more
// members are devices and the like, which are handed over for much else.
const mostFields = 32

// takesBack says that the name of a function is one of those behind which an object is called no more than before.
func takesBack(name string) bool {
	return slices.ContainsFunc(strings.Split(strings.ToLower(name), "_"), func(word string) bool { return slices.Contains(takingBack, word) })
}

var takingBack = strings.Fields(`active anchor busy cancel cleanup dbg debug del delete deregister destroy detach disable
	dump err exit fini flush forward free get info is kill lock name pending poison print printk put release remove
	stop test trylock unanchor unbind uninstall unlink unlock unreg unregister wait warn`)

// activates says that the name of a function is one of those that take something into use.
func activates(name string) bool {
	words := strings.Split(name, "_")
	return words[0] == "queue" || registers(name) || slices.ContainsFunc(words, func(word string) bool { return slices.Contains(activations, word) })
}

var activations = strings.Fields("activate add arm attach connect enqueue insert install reduce schedule start submit")

// isFunction says that a value is the address of a function of the program, whatever it is converted to.
func isFunction(e tree.Expr) bool {
	e = tree.WithoutConversions(e)
	if a, ok := e.(*tree.AddressOf); ok {
		e = a.Operand
	} else if d, ok := e.(*tree.Decay); ok {
		e = d.Array
	}
	f, ok := e.(*tree.FunctionRef)
	return ok && f.Function.Body != nil
}

// handsToVariable refuses an assignment by which a variable that the program only declares gets functions of the
// program, as a hook of the kernel or of another module does: who has the variable calls them some time. A null pointer
// takes them back.
func (b *expressions) handsToVariable(e *tree.Assign, v value) {
	o := tree.VariableOf(e.Target, tree.WithoutConversions)
	t := e.Target.ExprType()
	if o == nil || !o.Extern || !b.options.TypedCalls || b.options.Undefined >= UndefinedHavocCalls {
		return
	}
	leads := isFunctionPointer(t) || hasFunctions(t) || t.Kind == tree.Pointer && t.Elem != nil && hasFunctions(t.Elem)
	if !leads {
		h := handedFunctions{kernelMembers: b.kernelMembers(), seen: map[bytesOf]bool{}, called: b.calledByEntry()}
		if t.Kind == tree.Pointer {
			h.value(e.Value)
		}
		leads = h.found
	}
	if !leads {
		return
	}
	refuse := func() {
		b.refuse(e.Pos, CodeBeyond, "beyond the models: the variable "+o.Name+" is given functions of the program")
	}
	if v.scalar == nil {
		refuse()
		return
	}
	b.where(e.Pos, b.terms.Ne(v.scalar, b.zero(v.scalar.Sort())), refuse)
}

// exportedSection is where kernels note the address of what a module exports, so that compilers keep it.
const exportedSection = ".discard.addressable"

// noteExported assumes of what the program exports to other modules that these do not use it.
func (l *lowerer) noteExported() {
	if !l.options.TypedCalls {
		return
	}
	for _, o := range l.unit.Objects {
		if o.Section != exportedSection {
			continue
		}
		o.Init.EachValue(func(e tree.Expr) {
			tree.EachExpr(e, func(e tree.Expr) {
				switch e := e.(type) {
				case *tree.FunctionRef:
					if e.Function.Body != nil {
						l.assumeOf(assumption.ExportsUnused, e.Function.Name, o.Pos)
					}
				case *tree.ObjectRef:
					if !e.Object.Extern {
						l.assumeOf(assumption.ExportsUnused, e.Object.Name, o.Pos)
					}
				}
			})
		})
	}
}

// registers says that the name of a function is one of those that register something.
func registers(name string) bool {
	return strings.Contains(name, "regist") && !strings.Contains(name, "unregist") && !strings.Contains(name, "deregist")
}

// hasFunctions says that a struct has a member that points to a function.
func hasFunctions(t *tree.Type) bool {
	if t.Kind != tree.Struct && t.Kind != tree.Union {
		return false
	}
	return slices.ContainsFunc(t.Fields, func(f *tree.Field) bool { return isFunctionPointer(f.Type) || hasFunctions(f.Type) })
}

func isFunctionPointer(t *tree.Type) bool {
	return t.Kind == tree.Pointer && t.Elem != nil && t.Elem.Kind == tree.Function
}

// handedFunctions looks for functions of the program in what pointers lead to.
type handedFunctions struct {
	*kernelMembers // nil: no kernel's
	seen           map[bytesOf]bool
	called         map[*tree.FunctionDef]bool // by the platform's harness, whatever leads to them
	found          bool
}

// calledByEntry are the functions that the entry calls by name: those of a module that a kernel calls itself, to which
// what is handed over for the module as a whole leads.
func (l *lowerer) calledByEntry() map[*tree.FunctionDef]bool {
	called := map[*tree.FunctionDef]bool{}
	if l.entry == nil || l.entry.Body == nil {
		return called
	}
	tree.EachExprOf(l.entry.Body, func(e tree.Expr) {
		if call, ok := e.(*tree.Call); ok {
			if def := directCallee(call.Callee); def != nil {
				called[named(def)] = true
			}
		}
	})
	return called
}

// bytesOf are those of an object from one offset to another.
type bytesOf struct {
	object   *tree.Object
	from, to int64
}

// value looks at what a value leads to.
func (h *handedFunctions) value(e tree.Expr) {
	switch e := e.(type) {
	case *tree.FunctionRef:
		h.found = h.found || e.Function.Body != nil && !h.called[named(e.Function)]
	case *tree.Convert:
		h.value(e.Operand)
	case *tree.AddressOf:
		h.place(e.Operand, 0, e.Operand.ExprType().Size)
	case *tree.Decay:
		h.place(e.Array, 0, e.Array.ExprType().Size)
	case *tree.PointerAdd:
		h.value(e.Pointer)
	case *tree.Conditional:
		if e.Then != nil {
			h.value(e.Then)
		}
		h.value(e.Else)
	case *tree.Comma:
		h.value(e.Right)
	default: // read of an object
		if isFunctionPointer(e.ExprType()) && !tree.IsNull(e) {
			h.found = true
		} else if e.ExprType().Kind == tree.Pointer {
			h.place(e, 0, e.ExprType().Size)
		}
	}
}

// place looks at the initial value of the bytes of an lvalue from one offset to another.
func (h *handedFunctions) place(e tree.Expr, from, to int64) {
	switch e := e.(type) {
	case *tree.FunctionRef:
		h.value(e)
	case *tree.Member:
		if h.isEmbedded(e) {
			h.place(e.Base, 0, e.Base.ExprType().Size)
		} else {
			h.place(e.Base, from+e.Field.Offset, to+e.Field.Offset)
		}
	case *tree.Deref:
		h.value(e.Pointer)
	case *tree.CompoundLiteral:
		h.initial(e.Init, from, to)
	case *tree.ObjectRef:
		if part := (bytesOf{e.Object, from, to}); !h.seen[part] {
			h.seen[part] = true
			h.initial(e.Object.Init, from, to)
		}
	}
}

func (h *handedFunctions) initial(init *tree.Initializer, from, to int64) {
	if init == nil {
		return
	}
	for _, entry := range init.Entries {
		if !h.found && from <= entry.Offset && entry.Offset < to {
			h.value(entry.Value)
		}
	}
}
