package harness

import (
	"slices"
	"strings"

	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/tree"
)

// This file finds out what the functions of a library do with its objects: which make one, and
// which destroy one.

// library is a file and what else the program consists of.
type library struct {
	unit   *tree.Unit
	others []*tree.Unit
	bodies map[string]*tree.FunctionDef // definitions in other files
	// functions are those that the file can call, and of which it is known what they do.
	functions []*tree.FunctionDef
	makes     map[*tree.FunctionDef]bool
}

func newLibrary(unit *tree.Unit, others []*tree.Unit) *library {
	l := &library{unit: unit, others: others, bodies: map[string]*tree.FunctionDef{}, makes: map[*tree.FunctionDef]bool{}}
	for _, other := range others {
		for _, f := range other.Functions {
			if f.Body != nil && f.Linkage == tree.ExternalLinkage {
				l.bodies[f.Name] = f
			}
		}
	}
	for _, f := range unit.Functions {
		if f.Linkage != tree.ExternalLinkage && !strings.HasSuffix(f.Pos.File, ".h") {
			continue // a function of the file's own
		}
		if d := l.defined(f); d.Body != nil {
			l.functions = append(l.functions, d)
		}
	}
	return l
}

// defined is a function's definition where the program has one, else the function.
func (l *library) defined(f *tree.FunctionDef) *tree.FunctionDef {
	if f.Body == nil {
		if other := l.bodies[f.Name]; other != nil {
			return other
		}
	}
	return f
}

// isNumbers says that a pointer may lead to bytes or numbers.
func isNumbers(t *tree.Type) bool {
	if t.Kind != tree.Pointer {
		return false
	}
	switch t.Elem.Kind {
	case tree.Void, tree.Integer, tree.Float, tree.LongDouble, tree.Bool:
		return true
	}
	return false
}

func isCharacter(t *tree.Type) bool { return t.Kind == tree.Integer && t.Size == 1 }

// isText says that a type is a pointer to characters.
func isText(t *tree.Type) bool { return t.Kind == tree.Pointer && isCharacter(t.Elem) }

func isRecord(t *tree.Type) bool { return t.Kind == tree.Struct || t.Kind == tree.Union }

// hasElements says that an array of a type can be made.
func (l *library) hasElements(t *tree.Type) bool {
	switch {
	case t.Kind == tree.Void || t.IsScalar() && t.Kind != tree.Pointer:
		return true
	case isRecord(t):
		return t.Size > 0 && l.spelled(t) != ""
	}
	return isText(t)
}

// objectName names the objects of a library that a type leads to, as other declarations do: by the structure, whatever
// qualifies it, or by the type's own name where it is no pointer to a structure; "" for other types.
func objectName(t *tree.Type, typedef string) string {
	switch {
	case t.Kind != tree.Pointer || isList(t, typedef):
		return ""
	case isRecord(t.Elem):
		return "struct " + plain(t.Elem).Name
	case strings.HasSuffix(typedef, "*"):
		return ""
	}
	return typedef
}

// elementTypedef is the name of the type that one called typedef leads to; "": it has none.
func elementTypedef(typedef string) string {
	elem, found := strings.CutSuffix(typedef, " *")
	if !found {
		return ""
	}
	return elem
}

// isList says that a parameter is a list of arguments, or leads to one.
func isList(t *tree.Type, typedef string) bool {
	for ; t != nil; t = t.Elem {
		if strings.HasPrefix(t.Tag, "__va_list") {
			return true
		}
	}
	return strings.Contains(typedef, "va_list")
}

func sameObject(x *tree.Type, xTypedef string, y *tree.Type, yTypedef string) bool {
	name := objectName(x, xTypedef)
	return name != "" && name == objectName(y, yTypedef)
}

// makerWords are parts of the names of functions that make objects.
var makerWords = []string{"new", "create", "alloc", "make", "open", "init", "parse"}

// maker is the function that returns an object for a parameter of a type: of those whose result is fresh memory, else
// of those whose names say so, the one with the fewest arguments, of which none is such an object. Of two the one is
// taken that has the parameter's name in its own.
func (l *library) maker(t *tree.Type, typedef string, user *tree.FunctionDef, parameter string) *tree.FunctionDef {
	if objectName(t, typedef) == "" {
		return nil
	}
	type rank struct{ unknown, objects, params, unnamed int }
	less := func(x, y rank) bool {
		return slices.Compare([]int{x.unknown, x.objects, x.params, x.unnamed}, []int{y.unknown, y.objects, y.params, y.unnamed}) < 0
	}
	var found *tree.FunctionDef
	var best rank
	for _, f := range l.functions {
		if f == user || f.Type.Variadic || !sameObject(f.Type.Result, f.ResultTypedef, t, typedef) || takes(f, t, typedef) || hasList(f) {
			continue
		}
		r := rank{objects: objects(f), params: len(f.Params)}
		name := strings.ToLower(f.Name)
		if !l.isMaker(f) {
			if r.unknown = 1; !hasWord(name, makerWords) {
				continue
			}
		}
		if parameter == "" || !strings.Contains(name, strings.ToLower(parameter)) {
			r.unnamed = 1
		}
		if found == nil || less(r, best) {
			found, best = f, r
		}
	}
	return found
}

// mostCalled is how many functions of the library one calls at most that fills an object: those that parse call more,
// and what they do would be most of what there is to check.
const mostCalled = 8

// filler is a function that makes an object from data where maker has none to put in: behind an empty one much of what
// a function does is never reached. It is of fresh memory as well, and of several the one that calls the fewest
// functions, then the one with the fewest arguments.
func (l *library) filler(maker *tree.FunctionDef, t *tree.Type, typedef string, user *tree.FunctionDef) *tree.FunctionDef {
	if l.takesData(maker) || !l.isMaker(maker) {
		return nil
	}
	var found *tree.FunctionDef
	best := []int{mostCalled + 1}
	for _, f := range l.functions {
		if f == user || f == maker || f.Body == nil || f.Type.Variadic || !sameObject(f.Type.Result, f.ResultTypedef, t, typedef) ||
			takes(f, t, typedef) || objects(f) > 0 || !l.isMaker(f) || !l.takesData(f) {
			continue
		}
		if rank := []int{l.called(f), len(f.Params)}; slices.Compare(rank, best) < 0 {
			found, best = f, rank
		}
	}
	return found
}

// called is how many functions with a body a function, and those that it calls, have to do with.
func (l *library) called(f *tree.FunctionDef) int { return l.calledBeside(f, nil) }

// calledBeside is as called, without those that are known.
func (l *library) calledBeside(f *tree.FunctionDef, known map[*tree.FunctionDef]bool) int {
	n := 0
	for g := range l.below(f) {
		if !known[g] {
			n++
		}
	}
	return n
}

// below are the functions with a body that a function, and those that it calls, have to do with.
func (l *library) below(f *tree.FunctionDef) map[*tree.FunctionDef]bool {
	seen := map[*tree.FunctionDef]bool{}
	l.eachExprBelow(f, func(e tree.Expr) {
		if e, ok := e.(*tree.FunctionRef); ok {
			if g := l.defined(e.Function); g.Body != nil {
				seen[g] = true
			}
		}
	})
	return seen
}

// takesData says that a function takes a text, or bytes or numbers with how many they are, and besides only numbers.
// It neither frees nor keeps what it is given, which lies in variables of main.
func (l *library) takesData(f *tree.FunctionDef) bool { return l.areData(f, 0) }

// areData is as takesData, of the parameters from one on.
func (l *library) areData(f *tree.FunctionDef, from int) bool {
	counts := l.counts(f)
	found := false
	for i, p := range f.Params {
		_, counted := counts[i]
		switch {
		case i < from || p.Type.Kind == tree.Integer || p.Type.Kind == tree.Bool || p.Type.Kind == tree.Float:
		case !(isText(p.Type) || counted && isNumbers(p.Type)) || l.releases(f, i, 0) || l.consumes(f, i, 0):
			return false
		case !isText(p.Type) || !l.isOutput(f, i):
			found = true
		}
	}
	return found
}

// takes says that a function takes such an object, or the address of a pointer to one.
func takes(f *tree.FunctionDef, t *tree.Type, typedef string) bool {
	for _, p := range f.Params {
		if sameObject(p.Type, p.Typedef, t, typedef) || p.Type.Kind == tree.Pointer && sameObject(p.Type.Elem, elementTypedef(p.Typedef), t, typedef) {
			return true
		}
	}
	return false
}

// hasList says that a function takes a list of arguments.
func hasList(f *tree.FunctionDef) bool {
	return slices.ContainsFunc(f.Params, func(p *tree.Object) bool { return isList(p.Type, p.Typedef) })
}

// objects is how many arguments of a function lead to objects of a library.
func objects(f *tree.FunctionDef) int {
	n := 0
	for _, p := range f.Params {
		if objectName(p.Type, p.Typedef) != "" {
			n++
		}
	}
	return n
}

// isMaker says that a function returns fresh memory, or what it has got from a function that does.
func (l *library) isMaker(f *tree.FunctionDef) bool {
	if f = l.defined(f); f.Body == nil {
		return isAllocator(f)
	}
	if made, known := l.makes[f]; known {
		return made
	}
	l.makes[f] = false // of a function that calls itself
	fresh := l.fresh(f)
	made := false
	tree.EachStmt(f.Body, func(s tree.Stmt) {
		if r, ok := s.(*tree.Return); ok && r.X != nil {
			made = made || l.isFresh(r.X, fresh)
		}
	})
	l.makes[f] = made
	return made
}

func isAllocator(f *tree.FunctionDef) bool {
	known, ok := clib.Lookup(f.Name)
	return f.Allocates || ok && known.Result.Kind == clib.Fresh
}

// fresh are the variables of a function that lead to fresh memory.
func (l *library) fresh(f *tree.FunctionDef) map[*tree.Object]bool {
	out := map[*tree.Object]bool{}
	all := stores(f.Body)
	for changed := true; changed; {
		changed = false
		for _, s := range all {
			if !out[s.to] && l.isFresh(s.value, out) {
				out[s.to], changed = true, true
			}
		}
	}
	return out
}

// isFresh says that a pointer may lead into fresh memory. A function that is called through a
// pointer and returns void * is taken for an allocator that the program can choose.
func (l *library) isFresh(e tree.Expr, fresh map[*tree.Object]bool) bool {
	switch e := tree.WithoutConversions(e).(type) {
	case *tree.ObjectRef:
		return fresh[e.Object]
	case *tree.PointerAdd:
		return l.isFresh(e.Pointer, fresh)
	case *tree.Conditional:
		return e.Then != nil && l.isFresh(e.Then, fresh) || l.isFresh(e.Else, fresh)
	case *tree.Comma:
		return l.isFresh(e.Right, fresh)
	case *tree.Assign:
		return l.isFresh(e.Value, fresh)
	case *tree.AddressOf:
		return l.liesInFresh(e.Operand, fresh)
	case *tree.Decay:
		return l.liesInFresh(e.Array, fresh)
	case *tree.StatementExpr:
		return e.Value != nil && l.isFresh(e.Value, fresh)
	case *tree.Call:
		if callee, direct := e.Callee.(*tree.FunctionRef); direct {
			return l.isMaker(callee.Function)
		}
		return e.Type.Kind == tree.Pointer && e.Type.Elem.Kind == tree.Void
	}
	return false
}

func (l *library) liesInFresh(e tree.Expr, fresh map[*tree.Object]bool) bool {
	switch e := e.(type) {
	case *tree.Member:
		return l.liesInFresh(e.Base, fresh)
	case *tree.Deref:
		return l.isFresh(e.Pointer, fresh)
	}
	return false
}

// initializer is the function that initialises an object, as surely as least at least: of several the surest, then that
// with the fewest arguments.
func (l *library) initializer(t *tree.Type, user *tree.FunctionDef, least initialization) *tree.FunctionDef {
	var found *tree.FunctionDef
	var best []int
	for _, f := range l.functions {
		at := slices.IndexFunc(f.Params, func(p *tree.Object) bool { return sameObject(p.Type, "", t, "") })
		if f == user || at < 0 || f.Type.Variadic || hasList(f) || objects(f) != 1 {
			continue
		}
		rank := []int{int(l.initializes(f, f.Params[at])), len(f.Params)}
		if rank[0] <= int(least) && (found == nil || slices.Compare(rank, best) < 0) {
			found, best = f, rank
		}
	}
	return found
}

// leavesEmpty says that a function which returns fresh memory puts nothing into it.
func (l *library) leavesEmpty(f *tree.FunctionDef) bool {
	if f = l.defined(f); f.Body == nil {
		return true
	}
	fresh := l.fresh(f)
	leads := func(e tree.Expr) bool { return l.isFresh(e, fresh) }
	empty := true
	tree.EachExprOf(f.Body, func(e tree.Expr) {
		for _, target := range tree.Written(e) {
			empty = empty && !l.liesInFresh(target, fresh)
		}
		call, ok := e.(*tree.Call)
		if !ok || !empty {
			return
		}
		callee, direct := call.Callee.(*tree.FunctionRef)
		switch {
		case slices.ContainsFunc(call.Args, leads):
			empty = direct && (isDestructor(callee.Function) || callee.Function.Name == "free")
		case direct && l.isMaker(callee.Function):
			empty = l.leavesEmpty(callee.Function)
		}
	})
	return empty
}

// initialization is what says that a function initialises an object, the surest first.
type initialization int

const (
	byName        initialization = iota // or it gives members the addresses of functions, as what fills a table does
	byFreshMemory                       // it gives a member fresh memory, and has a name that makers have
	byReset                             // its name says so of an object that may have been in use before
	notAtAll
)

// initializes is what says that a function initialises what a parameter leads to.
func (l *library) initializes(f *tree.FunctionDef, p *tree.Object) initialization {
	name := strings.ToLower(f.Name)
	if strings.Contains(name, "init") {
		return byName
	}
	setsFunctions, setsFresh := false, false
	fresh := l.fresh(f)
	tree.EachExprOf(f.Body, func(e tree.Expr) {
		a, ok := e.(*tree.Assign)
		if !ok {
			return
		}
		m, isMember := a.Target.(*tree.Member)
		if !isMember {
			return
		}
		if deref, isDeref := m.Base.(*tree.Deref); !isDeref || !isObject(deref.Pointer, p) {
			return
		}
		if address, isAddress := tree.WithoutConversions(a.Value).(*tree.AddressOf); isAddress {
			_, isFunction := address.Operand.(*tree.FunctionRef)
			setsFunctions = setsFunctions || isFunction
		}
		setsFresh = setsFresh || l.isFresh(a.Value, fresh)
	})
	switch {
	case setsFunctions:
		return byName
	case setsFresh && hasWord(name, makerWords):
		return byFreshMemory
	case strings.Contains(name, "reset"):
		return byReset
	}
	return notAtAll
}

// destructorWords are parts of the names of functions that destroy objects, the surest first.
var destructorWords = []string{"free", "delete", "destroy", "release", "unref", "decref", "close", "put"}

// destructor is the function that destroys what a pointer leads to.
func (l *library) destructor(t *tree.Type, typedef string) *tree.FunctionDef {
	var found *tree.FunctionDef
	best := len(destructorWords)
	for _, f := range l.functions {
		if n := destroys(f); n < best && sameObject(f.Params[0].Type, f.Params[0].Typedef, t, typedef) {
			found, best = f, n
		}
	}
	return found
}

// destroys is the number of the word in a function's name that says that it destroys what its only argument leads to;
// that of words if there is none.
func destroys(f *tree.FunctionDef) int {
	if len(f.Params) == 1 && f.Params[0].Type.Kind == tree.Pointer {
		for n, word := range destructorWords {
			if strings.Contains(strings.ToLower(f.Name), word) {
				return n
			}
		}
	}
	return len(destructorWords)
}

func isDestructor(f *tree.FunctionDef) bool { return destroys(f) < len(destructorWords) }
