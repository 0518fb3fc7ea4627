package lower

import (
	"slices"

	"yogi/internal/assumption"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// Not all that a pointer from outside may lead to is looked at. What is left out is named (assumption.OutsideNotTo).

// notTo says that pointers from outside do not lead to something.
func (l *objectFacts) notTo(what string, pos source.Pos) {
	l.assumeOf(assumption.OutsideNotTo, what, pos)
}

// leftOut names what pointers of a class do not lead to, of an object of type t: its parts, and
// what its pointers lead to.
func (l *objectFacts) leftOut(class *outsideClass, t *tree.Type, object string, pos source.Pos) {
	if class.elem.Kind == tree.Void {
		return
	}
	if l.hasOmittedParts(class.elem, t, 0) {
		l.notTo("what lies deep in "+object+", or in rows of it behind the first "+itoa(mostKnown), pos)
	}
	if l.pointersBehind(class, t) == nil && leadsTo(t, class.elem) {
		l.notTo("where the pointers in "+object+" lead", pos)
	}
	if l.liesFar(class, t) {
		l.notTo("what lies behind several pointers from "+object, pos)
	}
}

// leftOutOfOthers names where the initial values of objects with linkage lead that the program has and never looks at.
func (l *objectFacts) leftOutOfOthers(class *outsideClass) {
	for _, o := range l.unit.Objects {
		if l.reach.seen[o] || !l.reach.isKnownOutside(o, class.elem) || o.Extern || o.Init == nil || class.elem.Kind == tree.Void {
			continue
		}
		leads := slices.ContainsFunc(o.Init.Entries, func(e tree.InitEntry) bool {
			_, isNumber := e.Value.(*tree.Constant)
			return !isNumber
		})
		if leads && (leadsTo(o.Type, class.elem) || l.liesFar(class, o.Type)) {
			l.notTo("where the pointers in "+o.Name+" lead", o.Pos)
		}
	}
}

// hasOmittedParts says that partsFor leaves out parts of an object of type t.
func (l *objectFacts) hasOmittedParts(elem, t *tree.Type, depth int) bool {
	switch {
	case sameType(elem, t):
		return depth > deepest
	case t.Kind == tree.Array && t.Elem != nil:
		if t.Length <= 0 && len(l.partsFor(elem, t.Elem, depth+1)) > 0 {
			return true
		}
		rows := t.Length > mostKnown && slices.ContainsFunc(l.partsFor(elem, t.Elem, depth+1), func(p part) bool { return p.count != 1 })
		return rows || l.hasOmittedParts(elem, t.Elem, depth+1)
	case t.Kind == tree.Struct || t.Kind == tree.Union:
		return slices.ContainsFunc(t.Fields, func(f *tree.Field) bool { return f.BitWidth == 0 && l.hasOmittedParts(elem, f.Type, depth+1) })
	}
	return false
}

// pointersIn calls visit with the types that the pointers in an object of type t lead to.
func pointersIn(t *tree.Type, visit func(*tree.Type)) {
	switch t.Kind {
	case tree.Pointer:
		if t.Elem != nil {
			visit(t.Elem)
		}
	case tree.Array:
		if t.Elem != nil {
			pointersIn(t.Elem, visit)
		}
	case tree.Struct, tree.Union:
		for _, f := range t.Fields {
			pointersIn(f.Type, visit)
		}
	}
}

// leadsTo says that a pointer to elem lies in an object of type t.
func leadsTo(t, elem *tree.Type) bool {
	found := false
	pointersIn(t, func(to *tree.Type) { found = found || sameType(to, elem) })
	return found
}

// liesFar says that pointers of a class may lead to what is reached by two or more pointers from an
// object of type t, or to a part of what is reached by one.
func (l *objectFacts) liesFar(class *outsideClass, t *tree.Type) bool {
	asked := [2]*tree.Type{class.elem, t}
	far, isKnown := l.far[asked]
	if isKnown {
		return far
	}
	seen := map[*tree.Type]bool{}
	var visit func(to *tree.Type)
	visit = func(to *tree.Type) {
		if far || seen[to] {
			return
		}
		seen[to] = true
		isPart := !sameType(to, class.elem) && (len(l.partsFor(class.elem, to, 0)) > 0 || l.hasOmittedParts(class.elem, to, 0))
		if far = isPart || leadsTo(to, class.elem); !far {
			pointersIn(to, visit)
		}
	}
	pointersIn(t, visit)
	if l.far == nil {
		l.far = map[[2]*tree.Type]bool{}
	}
	l.far[asked] = far
	return far
}

// ofAnotherType is what pointers may lead to by the rules for accesses (6.5p7), or after a conversion.
const ofAnotherType = "an object of another type than it points to"

// leftOutOfOtherTypes names that pointers of a class do not lead to an object that the outside may know and whose type
// does not fit, though C lets such pointers access it.
func (l *objectFacts) leftOutOfOtherTypes(class *outsideClass, o *tree.Object, isKnown bool) {
	switch {
	case class.elem.Kind == tree.Void:
		if !isKnown {
			l.notTo("an object whose address the program does not take", o.Pos)
		}
	case len(l.partsFor(class.elem, o.Type, 0)) == 0 && l.mayAccess(class.elem, o.Type):
		l.notTo(ofAnotherType, o.Pos)
	}
}

// mayAccess says that an lvalue of a type may access an object of another one, or a part of it: as characters, with the
// other sign, or as an array of its elements.
func (l *objectFacts) mayAccess(elem, t *tree.Type) bool {
	if elem.Size == 1 || elem.Kind == tree.Array {
		return true
	}
	cells, ok := l.cellsOf(t)
	return elem.Kind == tree.Integer && (!ok || slices.ContainsFunc(cells, func(c cell) bool {
		return c.typ.Kind == tree.Integer && c.typ.Size == elem.Size
	}))
}

// leftOutOfCompared names what pointers of a class may compare equal to and do not lead to: what they lead to only
// after a conversion, and texts, of which two literals may be one.
func (b fromOutside) leftOutOfCompared(class *outsideClass, pos source.Pos) {
	if b.reach.comparesConverted && class.elem.Kind != tree.Void {
		b.notTo(ofAnotherType, pos)
	}
	if b.reach.comparesAddresses && class.elem.Size == 1 && len(b.reach.textsInMemory()) > 0 {
		b.notTo("a string literal of the program", pos)
	}
}

// leftOutOfTold names what pointers of a class do not lead to, of what earlier calls were given.
func (b fromOutside) leftOutOfTold(class *outsideClass, pos source.Pos) {
	same := 0
	for _, t := range b.reach.outside.told {
		switch {
		case class.elem.Kind == tree.Void:
			b.notTo("an object that an earlier call was given, as a pointer to void", pos)
			return
		case sameType(t, class.elem):
			same++
			if leadsTo(t, class.elem) {
				b.notTo("where the pointers lead in an object of type "+t.Name+" that an earlier call was given", pos)
			}
		case len(b.partsFor(class.elem, t, 0)) > 0 || b.hasOmittedParts(class.elem, t, 0) || leadsTo(t, class.elem) || b.liesFar(class, t):
			b.notTo("a part of an object of type "+t.Name+" that an earlier call was given, or what lies behind its pointers", pos)
		}
	}
	if same > 1 && class.sites > 1 {
		b.notTo("more than one object of type "+class.elem.Name+" at a time that earlier calls were given", pos)
	}
}
