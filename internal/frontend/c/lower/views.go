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
	forgot  map[string]bool                       // records to which a pointer was void's, a number or a word
	scalars bool                                  // so was a pointer to a scalar
	stored  map[string]int64                      // of a union: the size of the smallest member that is stored alone
	named   map[string]int64                      // of a union: the size of the largest member that is named
	copied  map[string]bool                       // records whose padding is looked at where they are stored as a whole
	unions  map[string]*tree.Type                 // the unions of which a member is named
	passed  map[tree.Expr]bool                    // arguments whose conversions tell nothing
	fresh   map[*tree.FunctionDef]bool            // whether a function returns nothing but fresh memory and null
	whole   map[string]map[*tree.Field]*tree.Type // the records whose members are known, each by its first one
	names   map[*tree.Field]string
	wide    bool // bytes of a long double that are none of its value may be looked at
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
		if v.direct[key] {
			l.assumeOf(assumption.PaddingKept, t.Name, source.Pos{})
		}
		return false
	}
	if v.direct[key] {
		return l.hasPadding(t) || holdsUnion(t)
	}
	smallest, isStored := v.stored[key]
	return isStored && smallest < v.named[key] || t.Kind == tree.Struct && slices.ContainsFunc(t.Fields, func(f *tree.Field) bool {
		inner := recordIn(f.Type)
		return inner != nil && l.looksAtPadding(inner)
	})
}

// looksAtWide says whether the program may look at the bytes of a long double that are padding, other than as those of
// a record.
func (l *padding) looksAtWide() bool {
	if !l.views.known {
		l.findViews()
	}
	return l.views.wide
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
	v.copied = map[string]bool{}
	v.unions, v.passed, v.fresh = map[string]*tree.Type{}, map[tree.Expr]bool{}, map[*tree.FunctionDef]bool{}
	for _, f := range l.reach.functions {
		tree.EachExprOf(f.Body, l.noteView)
	}
	for _, o := range l.reach.objects {
		o.Init.EachValue(func(value tree.Expr) { tree.EachExpr(value, l.noteView) })
	}
	l.noteUnions()
	l.expand(v.forgot)
	l.noteForgottenOnes()
	l.expand(v.direct)
}

// expand enters what is in the records that are noted: a file may look at what it knows the name of alone.
func (l *padding) expand(noted map[string]bool) {
	for _, name := range slices.Sorted(maps.Keys(noted)) {
		for _, t := range l.views.whole[name] {
			for _, f := range t.Fields {
				l.eachRecord(recordIn(f.Type), noted)
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
			l.views.unions[name] = t
		}
	case *tree.Asm:
		l.noteAssembly(e)
	case *tree.VaArg:
		l.noteRegained(elementBehind(e.Type))
	case *tree.Call:
		for _, def := range l.callees(e) {
			l.noteCall(e, def)
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
	case l.views.passed[e] || tree.ConstantOf(e.Operand) != nil:
	case from.Kind == tree.Pointer && to.Kind == tree.Pointer:
		if !l.isFresh(e.Operand) && !isContainerOf(e) {
			l.notePointers(from.Elem, to.Elem)
		}
	case from.Kind == tree.Pointer && to.Kind == tree.Integer:
		l.noteForgotten(recordIn(from.Elem))
		l.noteWide(from.Elem)
	case from.Kind == tree.Integer && to.Kind == tree.Pointer:
		l.noteRegained(to.Elem)
	}
}

// notePointers notes that what is stored through a pointer to one type may be looked at through one to another.
func (l *padding) notePointers(from, to *tree.Type) {
	from, to = innermost(from), innermost(to)
	record, other := recordIn(from), recordIn(to)
	if isExtended(from) != isExtended(to) {
		l.views.wide = true
	}
	switch {
	case from.Kind == tree.Function || to.Kind == tree.Function:
	case record != nil && other != nil && isSameRecord(record, other):
	case from.Kind == tree.Pointer || to.Kind == tree.Pointer:
		l.noteWords(from, to)
		if other == nil && to.Kind != tree.Void {
			l.noteLookedAt(record)
		} else if record == nil && from.Kind != tree.Void {
			l.noteLookedAt(other)
		} else {
			l.noteForgotten(record)
			l.noteForgotten(other)
		}
	case from.Kind == tree.Void:
		l.noteRegained(to)
	case to.Kind == tree.Void:
		l.noteRegained(from)
	case record != nil && other != nil:
		l.noteOtherRecord(record, other)
	default:
		// What has a pointer to characters, an arena for instance, looks at what is stored there as a record.
		l.noteLookedAt(record)
		l.noteLookedAt(other)
	}
}

// noteWords notes that pointers that lie in memory may be read as others.
func (l *padding) noteWords(from, to *tree.Type) {
	if from.Kind == tree.Pointer && to.Kind == tree.Pointer && isSamePointee(from.Elem, to.Elem) {
		return
	}
	for _, t := range []*tree.Type{from, to} {
		if t.Kind == tree.Pointer {
			l.noteRegained(innermost(t.Elem))
		}
	}
}

// isSamePointee says that two pointers lead to one type, but for qualifiers.
func isSamePointee(x, y *tree.Type) bool {
	x, y = innermost(x), innermost(y)
	record, other := recordIn(x), recordIn(y)
	if record != nil || other != nil {
		return record != nil && other != nil && isSameRecord(record, other)
	}
	return x.Kind == y.Kind && x.Size == y.Size && (x.Kind != tree.Pointer || isSamePointee(x.Elem, y.Elem))
}

// noteRegained notes that a pointer to a type became one to void, a number or a word in memory, or was made of one.
func (l *padding) noteRegained(t *tree.Type) {
	if t == nil {
		return
	}
	t = innermost(t)
	l.noteWide(t)
	l.noteForgotten(recordIn(t))
	l.views.scalars = l.views.scalars || t.IsScalar()
}

// noteWide notes that bytes of a type may be looked at, if it is long double.
func (l *padding) noteWide(t *tree.Type) {
	l.views.wide = l.views.wide || isExtended(innermost(t))
}

// elementBehind is what a pointer leads to; nil: the type is none.
func elementBehind(t *tree.Type) *tree.Type {
	if t.Kind != tree.Pointer {
		return nil
	}
	return t.Elem
}

// noteForgottenOnes looks at the records whose pointers were others at some time: which of them a pointer led to is
// not followed, so the bytes of one may be looked at as those of each other one.
func (l *padding) noteForgottenOnes() {
	v := &l.views
	names := slices.Sorted(maps.Keys(v.forgot))
	var used []byte
	for _, name := range names {
		for _, t := range v.whole[name] {
			mine := l.usedBits(t)
			used = append(used, make([]byte, max(0, len(mine)-len(used)))...)
			for i, bits := range mine {
				used[i] |= bits
			}
		}
	}
	for _, name := range names {
		isAlone := !v.scalars && len(names) == 1
		for _, t := range v.whole[name] {
			if v.scalars || !isAlone && (t.Size > maxPadding || holdsUnion(t)) || hasOthers(used, l.usedBits(t)) {
				v.direct[name] = true
			}
		}
		v.direct[name] = v.direct[name] || v.scalars
	}
}

// hasOthers says that some bits are used that are not among those of a type.
func hasOthers(used, mine []byte) bool {
	for i, bits := range mine {
		if used[i]&^bits != 0 {
			return true
		}
	}
	return false
}

// noteUnions looks at unions: a member may have what is padding of another one, and a pointer in it may be read as
// another.
func (l *padding) noteUnions() {
	for _, name := range slices.Sorted(maps.Keys(l.views.unions)) {
		t := l.views.unions[name]
		used := l.usedBits(t)
		var pointees []*tree.Type
		for _, f := range t.Fields {
			record := recordIn(f.Type)
			if used == nil || !hasOthers(used[f.Offset:], l.usedBits(f.Type)) {
				// Nothing that the union names lies in padding of this member.
			} else if record != nil && holdsBitFields(record) {
				l.views.copied[l.views.nameOf(record)] = true
			} else {
				l.noteLookedAt(t)
			}
			pointees = appendPointees(pointees, f.Type)
		}
		l.noteMixed(pointees)
	}
}

// noteMixed notes that pointers to several types share a place, each of which may be read as another, or as a number.
func (l *padding) noteMixed(pointees []*tree.Type) {
	areSame := !slices.ContainsFunc(pointees, func(p *tree.Type) bool { return !isSamePointee(p, pointees[0]) })
	for _, p := range pointees {
		if recordIn(p) != nil || !areSame {
			l.noteRegained(p)
		}
	}
}

// noteAssembly notes that instructions may move a pointer to another.
func (l *padding) noteAssembly(e *tree.Asm) {
	var pointees []*tree.Type
	for _, operand := range slices.Concat(e.Outputs, e.Inputs, e.InMemory) {
		pointees = appendPointees(pointees, operand.ExprType())
	}
	l.noteMixed(pointees)
}

// holdsBitFields says that a record has a bit-field. Programs name the word around bit-fields by another member of a
// union, and compilers keep what is in it when a bit-field is stored.
func holdsBitFields(record *tree.Type) bool {
	return slices.ContainsFunc(record.Fields, func(f *tree.Field) bool {
		inner := recordIn(f.Type)
		return f.BitWidth > 0 || inner != nil && holdsBitFields(inner)
	})
}

// pointeesAt are the pointers among the members of a record, by their offsets.
func pointeesAt(record *tree.Type) map[int64]*tree.Type {
	out := map[int64]*tree.Type{}
	for _, f := range record.Fields {
		if f.Type.Kind == tree.Pointer {
			out[f.Offset] = f.Type
		} else if f.Type.Kind == tree.Struct {
			for at, p := range pointeesAt(f.Type) {
				out[f.Offset+at] = p
			}
		}
	}
	return out
}

// appendPointees appends what the pointers in a type lead to.
func appendPointees(to []*tree.Type, t *tree.Type) []*tree.Type {
	t = innermost(t)
	switch t.Kind {
	case tree.Pointer:
		if t.Elem.Kind != tree.Function {
			to = append(to, innermost(t.Elem))
		}
	case tree.Struct, tree.Union:
		for _, f := range t.Fields {
			to = appendPointees(to, f.Type)
		}
	}
	return to
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
	others := pointeesAt(other)
	for at, p := range pointeesAt(record) {
		if q := others[at]; q != nil {
			l.noteWords(p, q)
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
