package lower

import (
	"fmt"
	"maps"
	"slices"

	"yogi/internal/assumption"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// views says of which types the program may look at bytes that belong to no member: an object is
// looked at through a pointer to another type, by a function that compares bytes, or by another
// member of a union. It is told from the types alone. Each file has a type of its own of what a header declares, and
// one may store what another one looks at, so a record stands for all of its name.
type views struct {
	used    map[*tree.Type][]byte
	known   bool
	direct  map[string]bool                       // records that are looked at
	forgot  map[string]bool                       // records a pointer to which became one to void, or a number
	scalars bool                                  // some pointer to void, or number, became one to a scalar
	stored  map[string]int64                      // of a union: the size of the smallest member that is stored alone
	named   map[string]int64                      // of a union: the size of the largest member that is named
	whole   map[string]map[*tree.Field]*tree.Type // the records whose members are known, each by its first one
	names   map[*tree.Field]string
}

// looksAtPadding says whether the program may look at bytes of objects of type t that are padding,
// or that a union's member does not have.
func (l *padding) looksAtPadding(t *tree.Type) bool {
	v := &l.views
	if !v.known {
		l.findViews()
	}
	t = recordIn(t)
	if t == nil || t.Size < 0 {
		return false
	}
	key := v.nameOf(t)
	if t.Size > maxPadding {
		if v.direct[key] || v.forgot[key] && v.scalars {
			l.assumeOf(assumption.PaddingKept, t.Name, source.Pos{})
		}
		return false
	}
	if v.direct[key] || v.forgot[key] && v.scalars {
		return l.hasPadding(t) || holdsUnion(t)
	}
	smallest, isStored := v.stored[key]
	return isStored && smallest < v.named[key] || t.Kind == tree.Struct && slices.ContainsFunc(t.Fields, func(f *tree.Field) bool {
		inner := recordIn(f.Type)
		return inner != nil && l.looksAtPadding(inner)
	})
}

// recordIn is the struct or union that a type is, or is an array of; else nil.
func recordIn(t *tree.Type) *tree.Type {
	for t.Kind == tree.Array {
		t = t.Elem
	}
	if t.Kind == tree.Struct || t.Kind == tree.Union {
		return t
	}
	return nil
}

func holdsUnion(t *tree.Type) bool {
	if t = recordIn(t); t == nil {
		return false
	}
	return t.Kind == tree.Union || slices.ContainsFunc(t.Fields, func(f *tree.Field) bool { return holdsUnion(f.Type) })
}

// findViews looks at all functions that a run reaches.
func (l *padding) findViews() {
	v := &l.views
	v.known = true
	v.direct, v.forgot = map[string]bool{}, map[string]bool{}
	v.stored, v.named = map[string]int64{}, map[string]int64{}
	v.whole, v.names = map[string]map[*tree.Field]*tree.Type{}, map[*tree.Field]string{}
	for _, f := range l.reach.functions {
		tree.EachExprOf(f.Body, l.noteView)
	}
	for _, o := range l.reach.objects {
		o.Init.EachValue(func(value tree.Expr) { tree.EachExpr(value, l.noteView) })
	}
	// A file may look at what it knows the name of alone.
	for _, noted := range []map[string]bool{v.direct, v.forgot} {
		for _, name := range slices.Sorted(maps.Keys(noted)) {
			for _, t := range v.whole[name] {
				for _, f := range t.Fields {
					l.eachRecord(recordIn(f.Type), noted)
				}
			}
		}
	}
}

func (l *padding) noteView(e tree.Expr) {
	l.views.meet(e.ExprType())
	for _, written := range tree.Written(e) {
		l.noteStored(written)
	}
	switch e := e.(type) {
	case *tree.Convert:
		l.noteConversion(e)
	case *tree.Member:
		if t := e.Base.ExprType(); t.Kind == tree.Union {
			name := l.views.nameOf(t)
			l.views.named[name] = max(l.views.named[name], e.Field.Type.Size)
		}
	case *tree.Call:
		if slices.ContainsFunc(l.callees(e), func(def *tree.FunctionDef) bool { return def.Body == nil && comparesBytes(modelName(def)) }) {
			for _, a := range e.Args {
				l.noteLookedAt(pointerBehind(a))
			}
		}
	}
}

// meet knows the members of records that an expression is about.
func (v *views) meet(t *tree.Type) {
	for t != nil && t.Kind == tree.Pointer {
		t = t.Elem
	}
	if t == nil {
		return
	}
	record := recordIn(t)
	if record == nil || len(record.Fields) == 0 {
		return
	}
	name := v.nameOf(record)
	if v.whole[name] == nil {
		v.whole[name] = map[*tree.Field]*tree.Type{}
	}
	v.whole[name][keyOf(record)] = record
}

// nameOf is the name that a record has in all files: its tag, or what it consists of. Two records that have one name
// by chance are looked at together. "" is one without members and without a tag.
func (v *views) nameOf(t *tree.Type) string {
	if t.Tag != "" {
		return fmt.Sprint(t.Kind, " ", t.Tag)
	}
	key := keyOf(t)
	if key == nil {
		return ""
	}
	if v.names[key] == "" {
		name := fmt.Sprint(t.Kind, " ", t.Size)
		for _, f := range t.Fields {
			name += fmt.Sprint(" ", f.Name, " ", f.Offset, " ", f.BitOffset, " ", f.BitWidth, " ", f.Type.Kind, " ", f.Type.Size)
		}
		v.names[key] = name
	}
	return v.names[key]
}

// keyOf gives the key that stands for all qualified versions of a record, which share their members.
func keyOf(t *tree.Type) *tree.Field {
	if len(t.Fields) == 0 {
		return nil
	}
	return t.Fields[0]
}

// noteStored notes the members of unions that are stored alone.
func (l *padding) noteStored(target tree.Expr) {
	for m, ok := target.(*tree.Member); ok; m, ok = m.Base.(*tree.Member) {
		t := m.Base.ExprType()
		if t.Kind != tree.Union {
			continue
		}
		name := l.views.nameOf(t)
		if smallest, known := l.views.stored[name]; !known || m.Field.Type.Size < smallest {
			l.views.stored[name] = m.Field.Type.Size
		}
	}
}

// noteConversion looks at what a pointer leads to before and after a conversion.
func (l *padding) noteConversion(e *tree.Convert) {
	from, to := e.Operand.ExprType(), e.Type
	switch {
	case from.Kind == tree.Pointer && to.Kind == tree.Pointer:
		l.notePointers(from.Elem, to.Elem)
	case from.Kind == tree.Pointer && to.Kind == tree.Integer:
		l.noteForgotten(recordIn(from.Elem))
	case from.Kind == tree.Integer && to.Kind == tree.Pointer && to.Elem.IsScalar():
		l.views.scalars = l.views.scalars || tree.ConstantOf(e.Operand) == nil
	}
}

func (l *padding) notePointers(from, to *tree.Type) {
	record, other := recordIn(from), recordIn(to)
	switch {
	case from.Kind == tree.Void && to.IsScalar():
		l.views.scalars = true
	case record == nil || other != nil && isSameRecord(record, other):
	case to.Kind == tree.Void:
		l.noteForgotten(record)
	case other != nil:
		l.noteOtherRecord(record, other)
	case to.Kind != tree.Function:
		l.noteLookedAt(record)
	}
}

// isSameRecord says that two types of a file are one record, but for qualifiers.
func isSameRecord(x, y *tree.Type) bool {
	if len(x.Fields)+len(y.Fields) == 0 {
		return x.Tag == y.Tag
	}
	return keyOf(x) == keyOf(y)
}

// noteOtherRecord notes that a pointer to one record became one to another: what is a scalar there
// may be padding here.
func (l *padding) noteOtherRecord(record, other *tree.Type) {
	mine, theirs := l.usedBits(record), l.usedBits(other)
	for i := range min(len(mine), len(theirs)) {
		if theirs[i]&^mine[i] != 0 {
			l.noteLookedAt(record)
		}
		if mine[i]&^theirs[i] != 0 {
			l.noteLookedAt(other)
		}
	}
	isUnknown := record.Size < 0 || other.Size < 0
	if isUnknown || holdsUnion(record) || holdsUnion(other) || max(record.Size, other.Size) > maxPadding {
		l.noteLookedAt(record)
		l.noteLookedAt(other)
	}
}

func (l *padding) noteLookedAt(record *tree.Type)  { l.eachRecord(record, l.views.direct) }
func (l *padding) noteForgotten(record *tree.Type) { l.eachRecord(record, l.views.forgot) }

// eachRecord enters a record and those in it.
func (l *padding) eachRecord(t *tree.Type, into map[string]bool) {
	if t == nil {
		return
	}
	name := l.views.nameOf(t)
	if name == "" || into[name] {
		return
	}
	into[name] = true
	for _, f := range t.Fields {
		l.eachRecord(recordIn(f.Type), into)
	}
}

// comparesBytes says that a function of the library looks at all bytes of objects.
func comparesBytes(name string) bool { return name == "memcmp" || name == "bcmp" || name == "memchr" }

// pointerBehind is the record that a pointer leads to before it is converted for a call; nil: none.
func pointerBehind(e tree.Expr) *tree.Type {
	for {
		if c, ok := e.(*tree.Convert); ok && c.Type.Kind == tree.Pointer && c.Operand.ExprType().Kind == tree.Pointer {
			e = c.Operand
			continue
		}
		if t := e.ExprType(); t.Kind == tree.Pointer {
			return recordIn(t.Elem)
		}
		return nil
	}
}
