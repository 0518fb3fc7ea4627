package lower

import (
	"maps"
	"slices"
	"strings"

	"yogi/internal/frontend/c/lower/intrinsic"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/ir"
)

// What comes from outside the program is found before it is lowered: the classes of pointers that
// come from there, and the objects with linkage that such pointers may lead to, which must live in
// memory.

// outsideClass are the pointers from outside to objects of one type. Those of different classes
// lead to different objects.
type outsideClass struct {
	name  string
	elem  *tree.Type
	sites int // 1: at most one pointer of the class comes from outside in a run; 0: none
	known []knownPart
	// inner are places in other objects with static storage, that those of the program may lead to.
	inner []knownPart
	// holders are objects with linkage in which such pointers lie.
	holders []*tree.Object
}

// knownPart are places in an object with linkage that pointers of a class may lead to.
type knownPart struct {
	object *tree.Object
	part
}

// part are count places in an object, step bytes apart, the first of them offset bytes from its start.
type part struct{ offset, step, count int64 }

// mostKnown bounds the places of objects with linkage that pointers of a class may lead to.
const mostKnown = 8

// outsideUses holds what the reached code takes from outside.
type outsideUses struct {
	classes   map[string]*outsideClass
	functions []*tree.Type          // those to which pointers come from outside
	told      []*tree.Type          // that pointers lead to which functions without a body are given; twice: more than once in a run
	counted   map[*tree.Object]bool // what takesEntry has noted
	// toldFunctions are the types of functions that functions without a body are given.
	toldFunctions []*tree.Type
	usedAs        map[*tree.Call]*tree.Type // what a void pointer is converted to where it is returned
	// indirect are the calls through pointers, which may be calls of the outside; noted holds what was
	// noted of them.
	indirect []callThrough
	noted    map[notedCall]bool
	calls    int // of functions without a body, which may write what the program only declares
}

// A large array that the program only declares is written at each call of a function without a body, cell by cell, and
// where the cells are pointers each is a choice of where it leads. In a program with a hundred such calls that is most
// of its text, and what is made of it again to confirm a test takes more time than the search. So at all calls together
// no more than mostWritten cells of one array are written, but at each at least leastWritten.
const mostWritten, leastWritten = 2048, 8

// firstWritten is of how many cells the first elements of a large array are that a call writes.
func (u *outsideUses) firstWritten() int {
	return min(max(mostWritten/max(u.calls, 1), leastWritten), maxFilled)
}

// callThrough is a call through a pointer to functions of a type, with arguments of some types; times
// is 2 if it may run more than once, else 1.
type callThrough struct {
	call  *tree.Call
	of    *tree.Type
	args  []*tree.Type
	times int
}

// notedCall is such a call as one of a function; nil: of one that only the outside has.
type notedCall struct {
	call *tree.Call
	def  *tree.FunctionDef
}

// classNamed is the type of a pointer without qualifiers of what it points at. The memory pass
// tells void pointers of open programs apart; these are not.
func classNamed(pointer *tree.Type) string {
	if pointer.Elem.Kind == tree.Void {
		return "any object *"
	}
	return strings.NewReplacer("const ", "", "volatile ", "").Replace(pointer.Name)
}

// classOf is the class of a type of pointers.
func (u *outsideUses) classOf(pointer *tree.Type) *outsideClass {
	name := classNamed(pointer)
	if u.classes[name] == nil {
		u.classes[name] = &outsideClass{name: name, elem: pointer.Elem}
	}
	return u.classes[name]
}

// isFromOutside says that values of a type may lead to what is outside.
func isFromOutside(t *tree.Type) bool { return t.Kind == tree.Pointer && t.Elem != nil }

// isToData says that a pointer leads to an object.
func isToData(t *tree.Type) bool { return isFromOutside(t) && t.Elem.Kind != tree.Function }

// mayRepeat says that a function has a loop, or jumps back.
func (l *functionFacts) mayRepeat(def *tree.FunctionDef) bool {
	found := l.jumpsBack(def)
	tree.EachStmt(def.Body, func(s tree.Stmt) {
		switch s.(type) {
		case *tree.For, *tree.While, *tree.DoWhile:
			found = true
		}
	})
	return found
}

// sorted are the classes by their names.
func (u *outsideUses) sorted() []*outsideClass {
	var out []*outsideClass
	for _, name := range slices.Sorted(maps.Keys(u.classes)) {
		out = append(out, u.classes[name])
	}
	return out
}

// typeOfResult is the type of the pointers that a call returns: what a void pointer is converted to at once.
func (r *reach) typeOfResult(e *tree.Call, result *tree.Type) *tree.Type {
	if used := r.outside.usedAs[e]; used != nil && result.Elem != nil && result.Elem.Kind == tree.Void {
		return used
	}
	return result
}

// noteUse notes what the result of a call is converted to.
func (r *reach) noteUse(e *tree.Convert) {
	if call, ok := e.Operand.(*tree.Call); ok && isToData(e.Type) && e.Type.Elem.Kind != tree.Void {
		r.outside.usedAs[call] = e.Type
	}
}

// noteIndirect notes what calls through pointers do, as far as it is known by now which functions they
// may call, and reports whether something is new.
func (r *reach) noteIndirect() (isNew bool) {
	for i := 0; i < len(r.outside.indirect); i++ {
		c := r.outside.indirect[i]
		note := func(key *tree.FunctionDef, def *tree.FunctionDef) {
			if use := (notedCall{c.call, key}); !r.outside.noted[use] {
				r.outside.noted[use], isNew = true, true
				r.noteCall(c.call, def, c.times)
			}
		}
		for _, def := range r.known.candidates(c.of, c.args, c.call.Type) {
			note(def, def)
			if def.Outside != nil {
				note(def.Outside, def.Outside)
			}
		}
		if r.callsUnknown() {
			note(nil, &tree.FunctionDef{Name: ir.OutsideFunction, Type: c.of})
		}
	}
	return isNew
}

// times is how often what is found now may run: 2 stands for any number.
func (r *reach) times() int {
	if r.isRepeated() {
		return 2
	}
	return 1
}

// takesResult notes that a call of a function without a body, which runs so many times, returns
// pointers from outside.
func (r *reach) takesResult(e *tree.Call, def *tree.FunctionDef, times int) {
	if def.Body != nil || r.known.options.Open || hasModel(def) {
		return
	}
	if !isOfSystem(def) && !IsLibrary(def.Name) && !intrinsic.IsNondet(def.Name) {
		r.outside.calls++
		r.notesTold(e.Args, times)
	}
	if r.known.options.Undefined >= UndefinedHavocArgs {
		for _, a := range e.Args {
			if t := behind(a); a.ExprType().Kind == tree.Pointer && t != nil {
				r.takes(t, 2)
			}
		}
	}
	if r.known.isAllocator(def) {
		return
	}
	result := def.Type.Result
	if result.Kind == tree.Pointer {
		result = r.typeOfResult(e, result)
	}
	r.takes(result, times)
}

// isRepeated says that what is found now may run more than once.
func (r *reach) isRepeated() bool {
	return r.current == nil || r.current != r.known.entry || r.repeats[r.current]
}

// takes notes that values of a type come from outside, so many times (2: any number).
func (r *reach) takes(t *tree.Type, times int) {
	cells, ok := r.known.cellsOf(t)
	if !ok {
		return
	}
	for _, c := range cells {
		switch {
		case isToData(c.typ):
			r.outside.classOf(c.typ).sites += times
		case isFromOutside(c.typ):
			r.takesFunction(c.typ.Elem)
		}
	}
}

// takesEntry notes what an entry is called with, and what it finds.
func (r *reach) takesEntry(entry *tree.FunctionDef) {
	if entry == nil || entry.Name == "main" || r.known.options.Open {
		return
	}
	pointers := 0
	for _, p := range entry.Params {
		if isToData(p.Type) {
			pointers++
		}
	}
	once := func(o *tree.Object, times int) {
		if !r.outside.counted[o] {
			r.outside.counted[o] = true
			r.takes(o.Type, times)
		}
	}
	for _, p := range entry.Params {
		once(p, min(max(pointers, 1), 2))
	}
	for _, o := range r.objects {
		if r.known.leavesAnything(o) {
			once(o, 1)
		}
	}
}

// expose puts the objects with linkage that pointers from outside may lead to in memory.
func (r *reach) expose() {
	if r.known.options.Undefined >= UndefinedHavocArgs || r.known.startsAnyhow() && len(r.outside.functions) > 0 {
		for _, o := range r.objects {
			if o.IsShared() && !isLibraryObject(o) {
				r.takes(o.Type, 2)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.outside.classes)) {
		class := r.outside.classes[name]
		if class.sites == 0 {
			continue
		}
		for _, o := range r.objects {
			r.exposeTo(class, o)
		}
		r.known.leftOutOfOthers(class)
	}
}

// exposeTo lets pointers of a class lead to an object, into it, and where its pointers lead.
func (r *reach) exposeTo(class *outsideClass, o *tree.Object) {
	known, inner := r.isKnownOutside(o, class.elem), r.known.isInner(o)
	if known || inner {
		r.known.leftOut(class, o.Type, o.Name, o.Pos)
	}
	if o.IsShared() && o.String == nil && !isLibraryObject(o) || inner {
		r.known.leftOutOfOtherTypes(class, o, known || inner)
	}
	if known && !o.Extern && len(r.known.pointersBehind(class, o.Type)) > 0 {
		if len(class.holders) < mostKnown {
			class.holders = append(class.holders, o)
		} else {
			r.known.notTo("where the pointers in "+o.Name+" lead", o.Pos)
		}
	}
	for _, p := range r.known.partsFor(class.elem, o.Type, 0) {
		list := &class.known
		switch {
		case known:
		case inner:
			list = &class.inner
		default:
			return
		}
		if len(*list) == mostKnown {
			r.known.notTo(o.Name, o.Pos)
			return
		}
		*list = append(*list, knownPart{o, p})
		r.inMemory[o], r.escaping[o], r.read[o] = true, true, true
	}
}

// isKnownOutside says that the outside knows an object: it has linkage. A void pointer of which
// nothing says what it is leads to those of them whose addresses the program takes itself.
func (r *reach) isKnownOutside(o *tree.Object, elem *tree.Type) bool {
	if !o.IsShared() || o.String != nil || isLibraryObject(o) {
		return false
	}
	return elem.Kind != tree.Void || r.escaping[o]
}

// isLibraryObject says that an object is declared by a standard header, or in a model of the C library, and is none of
// the library's variables.
func isLibraryObject(o *tree.Object) bool {
	return isStandardStream(o) || IsStandardHeader(o.Pos.File) && !isLibraryVariable(o)
}

// isLibraryVariable says that an object is a variable of the C library, or of another one that is installed, which
// calls of its functions may change.
func isLibraryVariable(o *tree.Object) bool {
	isLibrarys := IsStandardHeader(o.Pos.File) || libraryVariables[o.Name]
	return o.Extern && isLibrarys && !isConstant(o.Type) && !isStandardStream(o)
}

// libraryVariables are those of the C library, which programs may declare themselves. What getopt has is in its model.
var libraryVariables = makeSet("environ", "timezone", "daylight", "tzname", "signgam", "getdate_err", "h_errno",
	"error_message_count", "error_print_progname", "error_one_per_line", "program_invocation_name", "program_invocation_short_name",
	"optarg", "optind", "opterr", "optopt", "re_syntax_options", "loc1", "loc2", "locs", "svc_fdset", "rpc_createerr")

// deepest bounds how deep a part lies in an object.
const deepest = 3

// partsFor are the parts of an object of type t that pointers to elem fit: those of that type.
func (l *objectFacts) partsFor(elem, t *tree.Type, depth int) []part {
	switch {
	case elem == nil || depth > deepest:
		return nil
	case elem.Kind == tree.Void:
		return []part{{count: 1}}
	case sameType(elem, t):
		return []part{{count: 1}}
	}
	var out []part
	switch t.Kind {
	case tree.Array:
		if t.Length <= 0 || t.Elem.Size <= 0 {
			return nil
		}
		for _, p := range l.partsFor(elem, t.Elem, depth+1) {
			if p.count == 1 {
				out = append(out, part{p.offset, t.Elem.Size, t.Length})
				continue
			}
			for i := range min(t.Length, mostKnown) {
				out = append(out, part{p.offset + i*t.Elem.Size, p.step, p.count})
			}
		}
	case tree.Struct, tree.Union:
		for _, f := range t.Fields {
			if f.BitWidth > 0 || f.OffsetExpr != nil {
				continue
			}
			for _, p := range l.partsFor(elem, f.Type, depth+1) {
				p.offset += f.Offset
				if !slices.Contains(out, p) {
					out = append(out, p)
				}
			}
		}
	}
	return out
}
