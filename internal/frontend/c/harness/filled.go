package harness

import (
	"fmt"
	"slices"
	"strings"

	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/tree"
)

// This file makes objects and variables that hold something, where main is to begin in the middle of a program's life
// (Options.Filled) and not at its start. No function of the library says what that is, so names and code are asked: a
// member that is named as the number of another one's elements agrees with it, numbers that are tested alone have any
// values, and those that are computed with stay as they start, since what they have to agree with is not known.

// mostNested is how far objects lead to other ones.
const mostNested = 3

// held is what the functions of a program do with its variables and members, by their keys.
type held struct {
	computed map[string]bool // an index, an amount, or an operand of arithmetic, or compared with one
	tested   map[string]bool // pointers that are compared with null
	released map[string]bool // pointers to what is given back to an allocator
	written  map[string]bool
	tied     map[string]bool // pointers whose order or distance is asked for: both lead into one object
	used     map[string]bool // by the function that main calls, and those below it
	// Of pointers, also of those whose values others are given:
	asked    map[string]bool                  // they are compared with null, or handed to what is not known
	read     map[string]bool                  // what they lead to is read or written
	contents map[string]map[string]*tree.Type // what void pointers lead to below that function, by the names of types
	flows    []flow
}

// place is the key of a variable or a member that an expression reads; "": it reads neither.
func place(e tree.Expr) string {
	switch e := tree.WithoutConversions(e).(type) {
	case *tree.ObjectRef:
		return objectKey(e.Object)
	case *tree.Member:
		return fieldKey(e.Base.ExprType(), e.Field)
	}
	return ""
}

func objectKey(o *tree.Object) string {
	if o.IsShared() {
		return o.Name
	}
	return fmt.Sprintf("%s %p", o.Name, o)
}

func fieldKey(record *tree.Type, f *tree.Field) string { return plain(record).Name + "." + f.Name }

// heldBy looks at all functions of the program, and at what f has to do with.
func (l *library) heldBy(f *tree.FunctionDef) *held {
	h := &held{
		computed: map[string]bool{}, tested: map[string]bool{}, released: map[string]bool{},
		written: map[string]bool{}, tied: map[string]bool{}, used: map[string]bool{},
		asked: map[string]bool{}, read: map[string]bool{}, contents: map[string]map[string]*tree.Type{},
	}
	l.eachExprBelow(f, func(e tree.Expr) {
		h.used[place(e)] = true
		h.addContents(e)
	})
	for changed := true; changed; {
		known := len(h.computed)
		h.flows = nil
		for _, u := range append([]*tree.Unit{l.unit}, l.others...) {
			for _, g := range u.Functions {
				if g.Body != nil {
					l.look(h, g)
				}
			}
		}
		changed = len(h.computed) > known
	}
	for key := range h.tested {
		h.asked[key] = true
	}
	delete(h.asked, "")
	delete(h.read, "")
	h.follow()
	return h
}

// look adds what one function does.
func (l *library) look(h *held, f *tree.FunctionDef) {
	truth := func(e tree.Expr) { h.tested[place(e)] = true }
	tree.EachStmt(f.Body, func(s tree.Stmt) {
		switch s := s.(type) {
		case *tree.If:
			truth(s.Cond)
		case *tree.While:
			truth(s.Cond)
		case *tree.DoWhile:
			truth(s.Cond)
		case *tree.For:
			if s.Cond != nil {
				truth(s.Cond)
			}
		case *tree.Declare:
			if s.Init == nil {
				return
			}
			if h.computed[objectKey(s.Object)] {
				s.Init.EachValue(h.compute)
			}
			if s.Object.Type.IsScalar() {
				s.Init.EachValue(func(e tree.Expr) { h.addFlow(e, objectKey(s.Object)) })
			}
		}
	})
	tree.EachExprOf(f.Body, func(e tree.Expr) {
		l.lookAtPointers(h, e)
		for _, target := range tree.Written(e) {
			h.written[place(target)] = true
		}
		switch e := e.(type) {
		case *tree.PointerAdd:
			h.compute(e.Index)
		case *tree.IncDec:
			h.compute(e.Target)
		case *tree.AssignOp:
			h.compute(e.Target)
			h.compute(e.Operand)
		case *tree.Assign:
			if h.computed[place(e.Target)] {
				h.compute(e.Value)
			}
		case *tree.Conditional:
			truth(e.Cond)
		case *tree.Unary:
			if e.Op == tree.LogicalNot {
				truth(e.Operand)
			} else {
				h.compute(e.Operand)
			}
		case *tree.Binary:
			h.lookAtBoth(e)
		case *tree.PointerDiff:
			h.tied[place(e.Left)], h.tied[place(e.Right)] = true, true
		case *tree.Call:
			l.lookAtCall(h, e)
		}
	})
}

func (h *held) lookAtBoth(e *tree.Binary) {
	left, right := place(e.Left), place(e.Right)
	switch {
	case e.Op == tree.LogicalAnd || e.Op == tree.LogicalOr:
		h.tested[left], h.tested[right] = true, true
	case e.Op >= tree.Less && e.Op <= tree.NotEqual:
		if e.Op < tree.Equal && e.Left.ExprType().Kind == tree.Pointer {
			h.tied[left], h.tied[right] = true, true
		}
		if tree.IsNull(e.Right) {
			h.tested[left] = true
		}
		if h.computed[left] {
			h.compute(e.Right)
		}
		if h.computed[right] {
			h.compute(e.Left)
		}
	case e.Op != tree.BitAnd && e.Op != tree.BitOr:
		h.compute(e.Left)
		h.compute(e.Right)
	}
}

// compute notes that an expression is computed with. What a function returns, and what lies behind a pointer, is not
// followed.
func (h *held) compute(e tree.Expr) {
	switch e := tree.WithoutConversions(e).(type) {
	case *tree.Binary:
		h.compute(e.Left)
		h.compute(e.Right)
	case *tree.Unary:
		h.compute(e.Operand)
	case *tree.Conditional:
		if e.Then != nil {
			h.compute(e.Then)
		}
		h.compute(e.Else)
	case *tree.Comma:
		h.compute(e.Right)
	case *tree.ObjectRef, *tree.Member:
		h.computed[place(e)] = true
	}
}

func (l *library) lookAtCall(h *held, call *tree.Call) {
	callee := call.Function()
	if callee == nil {
		return
	}
	callee = l.defined(callee)
	known, isKnown := clib.Lookup(callee.Name)
	counts := map[int]bool{}
	if callee.Body == nil && isKnown {
		for _, p := range known.Params {
			for _, amount := range []clib.Amount{p.Read, p.Write} {
				for _, c := range amount.Count {
					counts[c.Param-1] = true
				}
			}
		}
	}
	for i, arg := range call.Args {
		switch {
		case callee.Body != nil && i < len(callee.Params) && h.computed[objectKey(callee.Params[i])], counts[i], callee.Body == nil && isAllocator(callee):
			h.compute(arg)
		}
		if key := place(arg); key != "" && !h.released[key] && arg.ExprType().Kind == tree.Pointer && l.releases(callee, i, 0) {
			h.released[key] = true
		}
	}
}

// fillVariables has the variables of the file that a function has to do with hold something.
func (w *writer) fillVariables(f *tree.FunctionDef, others []*tree.Unit) {
	used := w.objectsOf(f)
	for _, o := range w.unit.Objects {
		t := o.Type
		switch {
		case !used[o] || t.Const || o.Linkage == tree.NoLinkage || o.String != nil || o.Assembled || o.OfRule || w.isStream(t),
			leadsSomewhere(o),
			!o.IsShared() && !w.held.changes(o), o.Extern && preprocess.IsStandardHeader(o.Pos.File):
			continue
		}
		if o.Extern && !isDefined(o.Name, others) {
			if w.spelled(t) == "" || t.Size < 0 {
				continue
			}
			w.declare("%s;", w.declared(plain(t), o.Name))
		}
		if w.fillPlace(o.Name, &tree.Field{Name: o.Name, Type: t}, objectKey(o), f, 0) {
			w.assume("%s holds something", o.Name)
		}
	}
}

// leadsSomewhere says that a variable, or a member of it, starts as a pointer that is not null, as a table of functions
// does: it holds what it has to.
func leadsSomewhere(o *tree.Object) bool {
	if o.Init == nil {
		return false
	}
	return o.Type.Kind == tree.Pointer || slices.ContainsFunc(o.Init.Entries, func(e tree.InitEntry) bool {
		return e.Type.Kind == tree.Pointer && !tree.IsNull(e.Value)
	})
}

// changes says that some function changes a variable of its file or a part of it.
func (h *held) changes(o *tree.Object) bool {
	return h.written[objectKey(o)] || o.AddressTaken || isRecord(o.Type)
}

// fillRecord has the members of an object hold something.
func (w *writer) fillRecord(lvalue string, t *tree.Type, f *tree.FunctionDef, depth int) {
	if t.Kind != tree.Struct || depth > mostNested {
		return
	}
	counted := w.fillCounted(lvalue, t, f, depth)
	for _, field := range t.Fields {
		switch {
		case field.Name == "":
			w.fillRecord(lvalue, field.Type, f, depth)
		case !counted[field] && w.held.used[fieldKey(t, field)] && !field.Type.Const:
			if field.Type.Kind == tree.Pointer && sameRecord(field.Type.Elem, t) {
				w.fillNext(lvalue, field, t, f, depth)
				continue
			}
			w.fillPlace(lvalue+"."+field.Name, field, fieldKey(t, field), f, depth)
		}
	}
}

func sameRecord(x, y *tree.Type) bool { return isRecord(x) && plain(x).Name == plain(y).Name }

// fillPlace has one variable or member hold something, if anything is known that it may hold.
func (w *writer) fillPlace(lvalue string, field *tree.Field, key string, f *tree.FunctionDef, depth int) bool {
	t, before := field.Type, len(w.body)
	p := &tree.Object{Name: field.Name, Type: t}
	switch {
	case t.Kind == tree.Struct:
		w.fillRecord(lvalue, t, f, depth)
	case len(t.Enumerators) > 0 && w.spelled(plain(t)) != "":
		value, _ := w.enumerator(p)
		w.line("%s = %s;", lvalue, value)
	case t.Kind == tree.Integer || t.Kind == tree.Bool:
		if !w.held.computed[key] && w.spelled(plain(t)) != "" {
			w.line("%s = %s;", lvalue, w.any(t))
		}
	case t.Kind == tree.Pointer:
		if value := w.pointee(p, key, f, depth); value != "" {
			if w.held.tested[key] {
				value = fmt.Sprintf("%s ? %s : 0", w.any(intType), value)
			}
			w.line("%s = %s;", lvalue, value)
		}
	}
	return len(w.body) > before
}

// pointee makes what a pointer leads to; "": nothing is known of that.
func (w *writer) pointee(p *tree.Object, key string, f *tree.FunctionDef, depth int) string {
	where := automatic
	if w.held.released[key] {
		where = heap
	}
	elem := p.Type.Elem
	switch {
	case depth >= mostNested || w.held.tied[key]:
	case isText(p.Type):
		v := w.characters(p.Name, w.length, where)
		if plain(elem).Name != "char" {
			return "(void *)" + v
		}
		return v
	case w.contentsOf(w.held, p.Type, key) != nil:
		return w.node(p.Name, w.contentsOf(w.held, p.Type, key), where, f, depth)
	case elem.Kind == tree.Function:
		if v, _, err := w.callback(p); err == nil && v != "0" {
			return v
		}
	}
	return ""
}

// node makes an object that another one leads to.
func (w *writer) node(name string, t *tree.Type, where storage, f *tree.FunctionDef, depth int) string {
	v := w.variable(name)
	if where == automatic {
		w.line("static %s;", w.declared(plain(t), v))
		w.fillRecord(v, t, f, depth+1)
		return "&" + v
	}
	w.line("%s = __builtin_calloc(1, sizeof *%s);", w.declared(&tree.Type{Kind: tree.Pointer, Elem: plain(t)}, v), v)
	w.leaveOutNull(v)
	w.holdsMemory = true
	w.fillRecord("(*"+v+")", t, f, depth+1)
	return v
}

// backWords are parts of the names of members that lead back to where a list came from.
var backWords = []string{"prev", "parent", "back", "owner", "last", "tail"}

// fillNext has an object lead to another one of its kind, or not: all lists have as many nodes, one or two, since those
// that are walked together have.
func (w *writer) fillNext(lvalue string, field *tree.Field, t *tree.Type, f *tree.FunctionDef, depth int) {
	if w.inList || hasWord(strings.ToLower(field.Name), backWords) || w.spelled(t) == "" {
		return
	}
	if !w.hasLists {
		w.hasLists = true
		w.declarations = append(w.declarations, "static int lists_go_on;")
		w.body = slices.Insert(w.body, 0, "lists_go_on = "+w.any(intType)+";")
		w.assume("lists have one node each, or two each")
	}
	where := automatic
	if w.held.released[fieldKey(t, field)] {
		where = heap
	}
	w.inList = true
	next := w.node(field.Name, t, where, f, depth-1)
	w.inList = false
	w.line("%s.%s = lists_go_on ? %s : 0;", lvalue, field.Name, next)
}

// needs says that an object has to come from its maker: to be filled it need not if the maker sets no member that the
// function has to do with, and then what the maker does is not on the way to it.
func (w *writer) needs(maker *tree.FunctionDef, t *tree.Type) bool {
	if w.held == nil || t.Elem.Kind != tree.Struct || t.Elem.Size <= 0 || w.spelled(t.Elem) == "" {
		return true
	}
	sets := w.sets(maker)
	return slices.ContainsFunc(t.Elem.Fields, func(m *tree.Field) bool {
		key := fieldKey(t.Elem, m)
		return m.Name == "" || w.held.used[key] && sets[key]
	})
}

// sets are the places that a function, and those that it calls, store to.
func (l *library) sets(f *tree.FunctionDef) map[string]bool {
	out := map[string]bool{}
	l.eachExprBelow(f, func(e tree.Expr) {
		for _, target := range tree.Written(e) {
			out[place(target)] = true
		}
	})
	return out
}

// fillMade fills what a function that makes an object leaves empty: elements that another member counts, where the
// function stores to neither.
func (w *writer) fillMade(lvalue string, t *tree.Type, maker, f *tree.FunctionDef) bool {
	if w.held == nil || t.Kind != tree.Struct {
		return false
	}
	sets := w.sets(maker)
	empty := *t
	empty.Fields = slices.DeleteFunc(slices.Clone(t.Fields), func(m *tree.Field) bool { return sets[fieldKey(t, m)] })
	return len(w.fillCounted(lvalue, &empty, f, 0)) > 0
}

// fillCounted fills the members that lead to elements which other members count, and these.
func (w *writer) fillCounted(lvalue string, t *tree.Type, f *tree.FunctionDef, depth int) map[*tree.Field]bool {
	done := map[*tree.Field]bool{}
	for _, p := range t.Fields {
		if !w.held.used[fieldKey(t, p)] || p.Type.Kind != tree.Pointer || depth >= mostNested || w.held.tied[fieldKey(t, p)] {
			continue
		}
		elem := p.Type.Elem
		isElements := isRecord(elem) && elem.Size > 0 || elem.Kind == tree.Integer || elem.Kind == tree.Bool
		by := countsOf(t, p)
		if !isElements || len(by) == 0 || w.spelled(plain(elem)) == "" || slices.ContainsFunc(by, func(n *tree.Field) bool { return done[n] }) {
			continue
		}
		w.fillElements(lvalue, t, p, by, f, depth)
		done[p] = true
		for _, n := range by {
			done[n] = true
		}
	}
	return done
}

func (w *writer) fillElements(lvalue string, t *tree.Type, p *tree.Field, by []*tree.Field, f *tree.FunctionDef, depth int) {
	elem, most := p.Type.Elem, mostMade
	if depth > 0 || isRecord(elem) {
		most = 1
	}
	n, v := w.variable(by[0].Name), w.variable(p.Name)
	if most > 1 {
		w.line("int %s = %s ? %d : 1;", n, w.any(intType), most)
	} else {
		n = "1"
	}
	w.room(elem, v, n, heap)
	if !isRecord(elem) {
		w.fill(v, n, elem)
	} else {
		w.line("__builtin_memset(%s, 0, %s * sizeof *%[1]s);", v, n)
		w.fillRecord(v+"[0]", elem, f, depth+1)
	}
	w.line("%s.%s = %s;", lvalue, p.Name, v)
	for _, c := range by {
		w.line("%s.%s = %s;", lvalue, c.Name, n)
		w.assume("%s is the number of elements behind %s, at most %d and not none", c.Name, p.Name, most)
	}
}

// countsOf are the members that are named as the number of the elements that a pointer of their structure leads to: by
// its name, or the end of it (saved_images, image_count), or by an amount alone where it is the only such pointer.
func countsOf(t *tree.Type, p *tree.Field) []*tree.Field {
	leads := func(f *tree.Field) bool { return f.Type.Kind == tree.Pointer && f.Type.Elem.Kind != tree.Function }
	isOnly := !slices.ContainsFunc(t.Fields, func(f *tree.Field) bool { return f != p && leads(f) })
	var out []*tree.Field
	for _, n := range t.Fields {
		if n.Type.Kind != tree.Integer || n.Type.Size < 2 || n.BitWidth > 0 || len(n.Type.Enumerators) > 0 || n.Type.Const {
			continue
		}
		name, stem := joined(n.Name), singular(joined(p.Name))
		for _, word := range amountWords {
			rest, found := strings.CutSuffix(name, word)
			if !found {
				rest, found = strings.CutPrefix(name, word)
			}
			if rest = singular(rest); found && (rest == "" && isOnly || len(rest) > 1 && strings.HasSuffix(stem, rest)) {
				out = append(out, n)
				break
			}
		}
	}
	return out
}

func singular(name string) string { return strings.TrimSuffix(name, "s") }
