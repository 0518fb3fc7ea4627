package lower

import (
	"yogi/internal/frontend/c/tree"
)

// numbers holds what reach finds of the uses of addresses as numbers (placement.go). What is not
// found here costs a proof what is known of places, and is no fault.
type numbers struct {
	frees    bool               // a function of the library may end the lifetime of an object
	makes    bool               // a function of the library makes objects
	empty    bool               // an object may have no bytes, and lie where another one does
	ordered  bool               // addresses are ordered, or one is taken from another
	ends     *bool              // the answer of lifetimesEnd, once it was asked
	opens    bool               // it may open what another of its functions closes, or close a stream
	made     bool               // a number that is no constant becomes an address by a conversion
	taken    bool               // addresses become numbers, numbers addresses
	behind   map[string]bool    // the types of pointers that may point behind an object
	flows    map[[2]string]bool // conversions between types of pointers
	literals []*tree.Object
	twins    [][2]*tree.Object // those of one text: a compiler may make one object of them
}

// endsLifetimes are the functions without a body after which an object is gone, at once or when the caller returns.
var endsLifetimes = makeSet("free", "cfree", "realloc", "reallocarray", "alloca", "fclose", "pclose", "endmntent", "closedir", "munmap",
	"getline", "getdelim", "__getdelim")

// makesChunks are the functions without a body that make objects of a size that they are given.
var makesChunks = makeSet("malloc", "calloc", "realloc", "aligned_alloc", "memalign")

// endsLifetime notes a function that may be called, if it ends the lifetime of objects.
func (r *reach) endsLifetime(def *tree.FunctionDef) {
	r.numbers.frees = r.numbers.frees || def.Body == nil && endsLifetimes[modelName(def)]
	r.numbers.opens = r.numbers.opens || def.Body == nil && (openers[modelName(def)] || streamClosers[def.Name])
	if def.Body == nil && modelName(def) == "alloca" {
		r.numbers.empty, r.unwatched = true, true
	}
}

// anyPointee stands for what a pointer to void, or to characters, may point at.
const anyPointee = "any"

// pointee names the type that a pointer leads to.
func pointee(t *tree.Type) string {
	if t == nil || t.Kind != tree.Pointer || t.Elem == nil {
		return anyPointee
	}
	elem := t.Elem
	for elem.Kind == tree.Array && elem.Elem != nil {
		elem = elem.Elem
	}
	return elem.Name
}

func (n *numbers) converted(e *tree.Convert) {
	from := e.Operand.ExprType()
	switch {
	case from.Kind == tree.Pointer && e.Type.Kind == tree.Integer:
		n.taken = true
	case from.Kind == tree.Integer && e.Type.Kind == tree.Pointer:
		if _, constant := e.Operand.(*tree.Constant); !constant && !isWordOfPointer(e.Operand) {
			n.made = true
		}
	case from.Kind == tree.Pointer && e.Type.Kind == tree.Pointer:
		if !isFreshResult(e.Operand) && !tree.IsNull(e) {
			n.flow(pointee(from), pointee(e.Type))
		}
	}
}

func (n *numbers) flow(from, to string) {
	if n.flows == nil {
		n.flows = map[[2]string]bool{}
	}
	if from != to {
		n.flows[[2]string{from, to}] = true
	}
}

// isFreshResult says that an expression is the result of a function without a body, which does not
// point behind an object that the program knows.
func isFreshResult(e tree.Expr) bool {
	call, ok := e.(*tree.Call)
	if !ok {
		return false
	}
	def := directCallee(call.Callee)
	return def != nil && def.Body == nil
}

// computed notes a pointer that is computed from another.
func (n *numbers) computed(e tree.Expr) {
	add, ok := e.(*tree.PointerAdd)
	if !ok {
		return
	}
	if _, _, inside := constantElement(add); inside {
		return
	}
	if _, constant := add.Index.(*tree.Constant); constant && add.Subtract {
		return
	}
	n.moved(add.Type)
}

// moved notes that a pointer of a type is computed that may point behind its object.
func (n *numbers) moved(t *tree.Type) {
	if t.Kind != tree.Pointer {
		return
	}
	if n.behind == nil {
		n.behind = map[string]bool{}
	}
	n.behind[pointee(t)] = true
}

// spread follows the conversions of pointers that may point behind an object, once everything is found.
func (n *numbers) spread() {
	for changed := true; changed; {
		changed = false
		for f := range n.flows {
			if n.behind[f[0]] && !n.behind[f[1]] {
				n.behind[f[1]] = true
				changed = true
			}
		}
	}
}

// lifetimesEnd says that an object may be gone while a pointer to it is left: something frees, or a
// local's address is a value.
func (r *reach) lifetimesEnd() bool {
	if r.numbers.ends == nil {
		ends := r.localsEnd()
		r.numbers.ends = &ends
	}
	return *r.numbers.ends
}

func (r *reach) localsEnd() bool {
	if r.numbers.frees {
		return true
	}
	for o := range r.escaping {
		if !o.Static && !o.Extern && o.Linkage == tree.NoLinkage && o.String == nil {
			return true
		}
	}
	return false
}

// pointsBehind says that a pointer of a type may point behind the last byte of an object.
func (r *reach) pointsBehind(t *tree.Type) bool {
	return t.Kind != tree.Pointer || r.numbers.behind[pointee(t)]
}

// exposesAddresses says that the number of an address is taken somewhere.
func (r *reach) exposesAddresses() bool {
	return r.numbers.taken || r.casts.count > 0
}

// measuresChunks says that something looks at how far objects are from each other, and that malloc makes some.
func (r *reach) measuresChunks() bool {
	return r.numbers.makes && (r.numbers.ordered || r.exposesAddresses())
}

// compared notes a comparison of addresses.
func (r *reach) compared(e *tree.Binary) {
	switch e.Op {
	case tree.Less, tree.LessEqual, tree.Greater, tree.GreaterEqual:
		r.numbers.ordered = r.numbers.ordered || isPointer(e.Left)
		r.looksAtNumbers = r.looksAtNumbers || isPointer(e.Left)
	case tree.Equal, tree.NotEqual:
		left, right := comparedPointer(e.Left), comparedPointer(e.Right)
		if left == nil || right == nil || tree.IsNull(left) || tree.IsNull(right) || isOfFunctions(left) {
			return
		}
		r.comparesAddresses, r.looksAtNumbers = true, true
		r.comparesConverted = r.comparesConverted || isRetyped(left) || isRetyped(right)
	}
}

// isRetyped says that an expression is a pointer that was one to another type.
func isRetyped(e tree.Expr) bool {
	from, to := tree.WithoutConversions(e).ExprType(), e.ExprType()
	return from.Kind == tree.Pointer && to.Kind == tree.Pointer && !sameType(from, to)
}

// textsInMemory are the string literals that have addresses.
func (r *reach) textsInMemory() []*tree.Object {
	if r.numbers.literals == nil {
		r.numbers.literals = []*tree.Object{}
		for _, o := range r.objects {
			if o.String != nil && r.inMemory[o] {
				r.numbers.literals = append(r.numbers.literals, o)
			}
		}
		seen := map[string][]*tree.Object{}
		for _, o := range r.numbers.literals {
			for _, twin := range seen[string(o.String)] {
				r.numbers.twins = append(r.numbers.twins, [2]*tree.Object{twin, o})
			}
			seen[string(o.String)] = append(seen[string(o.String)], o)
		}
	}
	return r.numbers.literals
}

// mayPointAtText says that pointers of a type may point at string literals.
func mayPointAtText(t *tree.Type) bool {
	if t.Kind != tree.Pointer || t.Elem == nil {
		return true
	}
	return t.Elem.Kind == tree.Void || t.Elem.Kind == tree.Integer
}
