package harness

import (
	"slices"

	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/tree"
)

// This file finds out how many elements a function must be given to get anywhere: one that reads the
// eighth byte of a header, or returns where there are fewer than twelve, does nothing with six.

// reach is the byte behind the last one that constants of a function say is there behind a parameter: as the distance
// of an access, or as what the number of elements, each of so many bytes, is compared with. number is that parameter,
// below 0: none of the function is known to be.
func (l *library) reach(f *tree.FunctionDef, pointer, number int, unit int64, depth int) int64 {
	f = l.defined(f)
	if f.Body == nil || depth > maxHanded || pointer >= len(f.Params) {
		return 0
	}
	var counter *tree.Object
	if number >= 0 {
		counter = f.Params[number]
	}
	u := usesOf(f.Body, f.Params[pointer], counter)
	farthest := int64(0)
	tree.EachExprOf(f.Body, func(e tree.Expr) {
		switch e := e.(type) {
		case *tree.PointerAdd:
			if u.isPointer(e) && !e.Subtract {
				farthest = max(farthest, u.distance(e)+elementSize(e.ExprType()))
			}
		case *tree.Binary:
			if e.Op < tree.Less || e.Op > tree.NotEqual {
				return
			}
			for _, sides := range [][2]tree.Expr{{e.Left, e.Right}, {e.Right, e.Left}} {
				if u.isNumber(sides[0]) {
					farthest = max(farthest, (constantPart(sides[1])+1)*unit)
				}
			}
		case *tree.Call:
			farthest = max(farthest, l.reachOfCall(u, e, depth))
		}
	})
	return farthest
}

// reachOfCall is reach for what a call does with the pointer.
func (l *library) reachOfCall(u *uses, call *tree.Call, depth int) int64 {
	callee, direct := call.Callee.(*tree.FunctionRef)
	if !direct {
		return 0
	}
	number := slices.IndexFunc(call.Args, u.isNumber)
	known, isKnown := clib.Lookup(callee.Function.Name)
	isKnown = isKnown && l.defined(callee.Function).Body == nil
	farthest := int64(0)
	for i, arg := range call.Args {
		if !u.isPointer(arg) {
			continue
		}
		n := int64(0)
		switch {
		case isKnown && i < len(known.Params):
			for _, amount := range []clib.Amount{known.Params[i].Read, known.Params[i].Write} {
				if len(amount.Count) == 1 && amount.Unit == clib.Bytes {
					if at := amount.Count[0].Param - 1; at >= 0 && at < len(call.Args) {
						n = max(n, constantPart(call.Args[at]))
					}
				}
			}
		case !isKnown:
			n = l.reach(callee.Function, i, number, 1, depth+1)
		}
		farthest = max(farthest, u.distance(arg)+n)
	}
	return farthest
}

// distance is how many bytes constants move the pointer on in an expression.
func (u *uses) distance(e tree.Expr) int64 {
	if add, ok := tree.WithoutConversions(e).(*tree.PointerAdd); ok && !add.Subtract {
		return u.distance(add.Pointer) + constantPart(add.Index)*elementSize(add.ExprType())
	}
	return 0
}

// constantPart is the sum of the constants that an expression adds, at most so many that no sum of a few overflows; 0
// where there are none, or less.
func constantPart(e tree.Expr) int64 {
	e = tree.WithoutConversions(e)
	if c := tree.ConstantOf(e); c != nil {
		if !c.Int.IsInt64() {
			return 0
		}
		return min(max(c.Int.Int64(), 0), mostSized)
	}
	if sum, ok := e.(*tree.Binary); ok && sum.Op == tree.Add {
		return min(constantPart(sum.Left)+constantPart(sum.Right), mostSized)
	}
	return 0
}

// needed is how many elements a counted array has at most: as many as one has without a reason for more, and so many
// behind what constants of the function say is there, if that is more than these.
func (w *writer) needed(f *tree.FunctionDef, parameter int, c count) int {
	p := f.Params[parameter]
	most := w.mostElements(p.Type.Elem)
	if !isNumbers(p.Type) || c.each > 0 {
		return most
	}
	reach := int((w.reach(f, parameter, c.by, c.unit, 0) + elementSize(p.Type) - 1) / elementSize(p.Type))
	if reach <= most || reach+most > outputRoom {
		return most
	}
	return reach + most
}
