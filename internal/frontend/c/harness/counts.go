package harness

import (
	"slices"
	"strings"

	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/tree"
)

// This file finds out which parameter says how many elements another one leads to. A number that is
// named after the pointer (dest and dest_size, dst and dsize) counts what that leads to: it is there for
// that, and a function that copies compares both indices with the number that is smaller. Otherwise by
// what a function does with the two, and where it only hands them on, by what is done there. Other names
// are asked last.

// count holds what is known of the elements that a parameter leads to.
type count struct {
	by   int   // the parameter that says how many there are
	unit int64 // bytes that it counts each time
	some bool  // there is at least one
	each int   // the parameter that says how many bytes each has, as that of qsort; 0: none does
	more int   // how many there are beside those, as of a header whose bytes a length leaves out
}

// isCount says that a parameter may be a number of elements.
func isCount(p *tree.Object) bool {
	return p.Type.Kind == tree.Integer && p.Type.Size >= 2 && p.Type.Tag == ""
}

// isCountBehind says that a parameter leads to a number that a function may change: how much room there is, and then
// how much of it was used.
func isCountBehind(p *tree.Object) bool {
	return p.Type.Kind == tree.Pointer && !p.Type.Elem.Const && isCount(&tree.Object{Type: p.Type.Elem})
}

// lengthWords are parts of the names of parameters that say how many bytes there are.
var lengthWords = []string{"len", "size", "sz", "count", "cnt", "bytes", "num"}

// amountWords are put before or behind the name of a pointer for the number of its elements.
var amountWords = []string{"len", "length", "size", "sz", "n", "num", "count", "cnt", "bytes", "nbytes", "cap", "capacity"}

// isLength says that a parameter is called a number of bytes.
func isLength(p *tree.Object) bool {
	name := strings.ToLower(p.Name)
	return isCount(p) && (name == "n" || name == "l" || hasWord(name, lengthWords))
}

func hasWord(name string, words []string) bool {
	for _, w := range words {
		if strings.Contains(name, w) {
			return true
		}
	}
	return false
}

// counts are the parameters whose elements another parameter counts.
func (l *library) counts(f *tree.FunctionDef) map[int]count {
	out := map[int]count{}
	for i, p := range f.Params {
		if p.Type.Kind != tree.Pointer || l.maker(p.Type, p.Typedef, f, p.Name) != nil || !l.hasElements(p.Type.Elem) {
			continue
		}
		if c, found := l.countOf(f, i); found {
			if isNumbers(p.Type) && c.unit == elementSize(p.Type) && c.each == 0 {
				c.more = l.uncounted(f, i, c.by)
			}
			out[i] = c
		}
	}
	return out
}

// countOf finds what counts the elements of parameter i.
func (l *library) countOf(f *tree.FunctionDef, i int) (count, bool) {
	p := f.Params[i]
	if c, found := membersOf(f, i); found {
		return c, true
	}
	near := nearest(i, len(f.Params))
	named := slices.IndexFunc(near, func(j int) bool { return namesake(f, j) == p })
	if named >= 0 {
		j := near[named]
		if isCountBehind(f.Params[j]) {
			isRoom := isNumbers(p.Type) && !l.isReadToItsEnd(f, i) && l.readsBehind(f, j, 0)
			return count{by: j, unit: elementSize(p.Type)}, isRoom
		}
		if unit := l.counted(f, i, j, loose, 0); unit > 0 {
			return count{by: j, unit: unit}, true
		}
		if isNumbers(p.Type) {
			return count{by: j, unit: elementSize(p.Type)}, true
		}
	}
	behind := isNumbers(p.Type) && i+1 < len(f.Params) && isLength(f.Params[i+1]) && !l.isTaken(f, i, i+1)
	needed := loose
	if behind {
		needed = strict
	}
	isText := l.isReadToItsEnd(f, i)
	for _, j := range near {
		if !isCount(f.Params[j]) || l.isTaken(f, i, j) || isText && j != i+1 {
			continue
		}
		if unit := l.counted(f, i, j, needed, 0); unit > 0 {
			return count{by: j, unit: unit}, true
		}
	}
	return count{by: i + 1, unit: elementSize(p.Type)}, behind
}

// memberWords are names of the number of elements where another parameter has their size, and sizeWords of that.
var (
	memberWords = []string{"n", "nmemb", "nmembers", "nel", "nelem", "nelems", "nitems", "num", "count", "cnt"}
	sizeWords   = []string{"size", "sz", "es", "esize", "elsize", "elemsize", "width"}
)

// membersOf reports whether what parameter i leads to is elements of a size that another parameter says, as of qsort
// and fread: a void pointer, and behind it the two numbers.
func membersOf(f *tree.FunctionDef, i int) (count, bool) {
	if t := f.Params[i].Type; t.Elem.Kind != tree.Void || i+2 >= len(f.Params) || !isCount(f.Params[i+1]) || !isCount(f.Params[i+2]) {
		return count{}, false
	}
	for _, of := range [][2]int{{i + 1, i + 2}, {i + 2, i + 1}} {
		if slices.Contains(memberWords, joined(f.Params[of[0]].Name)) && slices.Contains(sizeWords, joined(f.Params[of[1]].Name)) {
			return count{by: of[0], unit: 1, each: of[1]}, true
		}
	}
	return count{}, false
}

// isReadToItsEnd says that a function of the library reads what parameter i leads to up to a zero: it is a text then,
// and a number further away that bounds an index into it is one of something else, with which it shares the index.
func (l *library) isReadToItsEnd(f *tree.FunctionDef, i int) bool {
	f = l.defined(f)
	if f.Body == nil || i >= len(f.Params) {
		return false
	}
	u, found := usesOf(f.Body, f.Params[i], nil), false
	tree.EachExprOf(f.Body, func(e tree.Expr) {
		call, isCall := e.(*tree.Call)
		if !isCall {
			return
		}
		callee, direct := call.Callee.(*tree.FunctionRef)
		if !direct || l.defined(callee.Function).Body != nil {
			return
		}
		known, isKnown := clib.Lookup(callee.Function.Name)
		if !isKnown {
			return
		}
		for a, arg := range call.Args {
			found = found || a < len(known.Params) && known.Params[a].Read.Unit == clib.String && len(known.Params[a].Read.Count) == 0 && u.whole[objectOf(arg)]
		}
	})
	return found
}

// isTaken says that number j is named after another pointer than parameter i, and that there is something better to be
// made of that: what a length that stands right behind it counts, or a text, if the function looks for its end.
func (l *library) isTaken(f *tree.FunctionDef, i, j int) bool {
	owner := namesake(f, j)
	if owner == nil || owner == f.Params[i] {
		return false
	}
	return j != i+1 && i+1 < len(f.Params) && isLength(f.Params[i+1]) || isText(f.Params[i].Type) && l.readsText(f, i, 0)
}

// namesake is the pointer that number j of a function is named after as its length, or nil: the one of which it has the
// name (dest_size, destLen, n_dest), else the only one of which it has the beginning (dsize for dst).
func namesake(f *tree.FunctionDef, j int) *tree.Object {
	number := f.Params[j]
	name := joined(number.Name)
	if isCountBehind(number) {
		name = strings.TrimSuffix(strings.TrimPrefix(name, "p"), "ptr")
	} else if !isCount(number) {
		return nil
	}
	if slices.Contains(amountWords, name) {
		return nil
	}
	var begin []*tree.Object
	for _, p := range f.Params {
		stem := joined(p.Name)
		if p.Type.Kind != tree.Pointer || stem == "" || p == number {
			continue
		}
		word, ok := strings.CutPrefix(name, stem)
		if !ok {
			word, ok = strings.CutSuffix(name, stem)
		}
		if ok && slices.Contains(amountWords, word) {
			return p
		}
		if abbreviates(name, stem) {
			begin = append(begin, p)
		}
	}
	if len(begin) != 1 {
		return nil
	}
	return begin[0]
}

// abbreviates says that a name is the first letters of a pointer's, three at most and not all, and behind them a word
// for an amount of more than one letter.
func abbreviates(name, pointer string) bool {
	for n := 1; n <= 3 && n < len(pointer) && n+1 < len(name); n++ {
		if name[:n] == pointer[:n] && slices.Contains(amountWords, name[n:]) {
			return true
		}
	}
	return false
}

// joined is a name in small letters, without what separates its words.
func joined(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

// nearest are the numbers below n but i, the one behind it and the one before it first.
func nearest(i, n int) []int {
	var out []int
	for distance := 1; distance < n; distance++ {
		for _, j := range []int{i + distance, i - distance} {
			if j >= 0 && j < n {
				out = append(out, j)
			}
		}
	}
	return out
}

// elementSize is the size of what a pointer leads to; 1 if that has none.
func elementSize(t *tree.Type) int64 {
	if t.Kind != tree.Pointer {
		return 1
	}
	return max(t.Elem.Size, 1)
}

// evidence is how much a function has to do with a pointer and a number for the number to count its elements.
type evidence int

const (
	strict evidence = iota // an index or the pointer is compared, or both are handed on
	loose                  // also that the number falls while the pointer moves, as it does for each of two that move
)

// counted says that parameter j of a function counts what parameter i leads to, as bytes for each; 0: nothing says so.
func (l *library) counted(f *tree.FunctionDef, i, j int, needed evidence, depth int) int64 {
	f = l.defined(f)
	if f.Body == nil || depth > maxHanded || i >= len(f.Params) || j >= len(f.Params) {
		return 0
	}
	u := usesOf(f.Body, f.Params[i], f.Params[j])
	if u.isBounded(f.Body, needed) {
		return elementSize(f.Params[i].Type)
	}
	unit := int64(0)
	tree.EachExprOf(f.Body, func(e tree.Expr) {
		call, isCall := e.(*tree.Call)
		if !isCall || unit > 0 {
			return
		}
		callee, direct := call.Callee.(*tree.FunctionRef)
		for a := range call.Args {
			for b := range call.Args {
				if direct && unit == 0 && u.whole[objectOf(call.Args[a])] {
					unit = l.handed(u, callee.Function, call.Args, a, b, needed, depth)
				}
			}
		}
	})
	return unit
}

// optionReaders are functions that are handed what main is: how many texts there are, and where.
var optionReaders = []string{"getopt", "getopt_long", "getopt_long_only"}

// handed says that a call hands a pointer on as argument a, and as argument b how many there are.
func (l *library) handed(u *uses, callee *tree.FunctionDef, args []tree.Expr, a, b int, needed evidence, depth int) int64 {
	times := int64(1)
	n := tree.WithoutConversions(args[b])
	if product, ok := n.(*tree.Binary); ok && product.Op == tree.Multiply {
		for _, sides := range [][2]tree.Expr{{product.Left, product.Right}, {product.Right, product.Left}} {
			if c := tree.ConstantOf(sides[1]); c != nil && c.Int.IsInt64() && c.Int.Sign() > 0 {
				n, times = tree.WithoutConversions(sides[0]), c.Int.Int64()
			}
		}
	}
	if a == b || !u.numbers[objectOf(n)] {
		return 0
	}
	if slices.Contains(optionReaders, callee.Name) && a == 1 && b == 0 && times == 1 && l.defined(callee).Body == nil {
		return elementSize(args[a].ExprType())
	}
	known, ok := clib.Lookup(callee.Name)
	if l.defined(callee).Body != nil || !ok || a >= len(known.Params) {
		if times > 1 {
			return 0
		}
		return l.counted(callee, a, b, needed, depth+1)
	}
	for _, amount := range []clib.Amount{known.Params[a].Write, known.Params[a].Read} {
		if len(amount.Count) != 1 || amount.Count[0].Param != b+1 {
			continue
		}
		switch amount.Unit {
		case clib.Bytes:
			return times
		case clib.Elements:
			return times * elementSize(args[a].ExprType())
		}
	}
	return 0
}

// uses are the variables of a function that hold a pointer that it was given, or a number.
type uses struct {
	whole    map[*tree.Object]bool // the pointer as it was given
	pointers map[*tree.Object]bool // the pointer, perhaps moved on
	numbers  map[*tree.Object]bool
	ends     map[*tree.Object]bool // the pointer and the number added
}

// usesOf are those of a pointer, and of a number unless that is nil.
func usesOf(body *tree.Block, pointer, number *tree.Object) *uses {
	all := stores(body)
	u := &uses{
		whole: map[*tree.Object]bool{pointer: true}, pointers: map[*tree.Object]bool{pointer: true},
		numbers: map[*tree.Object]bool{}, ends: map[*tree.Object]bool{},
	}
	if number != nil {
		u.numbers[number] = true
	}
	add := func(to map[*tree.Object]bool, o *tree.Object, is bool) bool {
		isNew := is && !to[o]
		to[o] = to[o] || is
		return isNew
	}
	for changed := true; changed; {
		changed = false
		for _, s := range all {
			changed = add(u.whole, s.to, u.whole[objectOf(s.value)]) || changed
			changed = add(u.numbers, s.to, u.numbers[objectOf(s.value)]) || changed
			changed = add(u.pointers, s.to, u.isPointer(s.value)) || changed
			changed = add(u.ends, s.to, u.isEnd(s.value)) || changed
		}
	}
	return u
}

// store gives a variable a value.
type store struct {
	to    *tree.Object
	value tree.Expr
}

// stores are those to variables of a function's own.
func stores(body *tree.Block) []store {
	var out []store
	tree.EachStmt(body, func(s tree.Stmt) {
		if d, ok := s.(*tree.Declare); ok && d.Init != nil && d.Object.Type.IsScalar() {
			d.Init.EachValue(func(e tree.Expr) { out = append(out, store{d.Object, e}) })
		}
	})
	tree.EachExprOf(body, func(e tree.Expr) {
		if a, ok := e.(*tree.Assign); ok {
			if to, ok := a.Target.(*tree.ObjectRef); ok && !to.Object.Static {
				out = append(out, store{to.Object, a.Value})
			}
		}
	})
	return out
}

// objectOf is the variable whose value an expression is, or nil.
func objectOf(e tree.Expr) *tree.Object {
	if ref, ok := tree.WithoutConversions(e).(*tree.ObjectRef); ok {
		return ref.Object
	}
	return nil
}

// isPointer says that an expression is the pointer, perhaps moved on.
func (u *uses) isPointer(e tree.Expr) bool {
	switch e := tree.WithoutConversions(e).(type) {
	case *tree.ObjectRef:
		return u.pointers[e.Object]
	case *tree.PointerAdd:
		return u.isPointer(e.Pointer)
	case *tree.IncDec:
		return u.isPointer(e.Target)
	}
	return false
}

// isNumber says that an expression is the number, or that with a constant added.
func (u *uses) isNumber(e tree.Expr) bool {
	switch e := tree.WithoutConversions(e).(type) {
	case *tree.ObjectRef:
		return u.numbers[e.Object]
	case *tree.Binary:
		return (e.Op == tree.Add || e.Op == tree.Subtract) && u.isNumber(e.Left) && tree.ConstantOf(e.Right) != nil
	}
	return false
}

// isEnd says that an expression is the pointer behind the last element.
func (u *uses) isEnd(e tree.Expr) bool {
	switch e := tree.WithoutConversions(e).(type) {
	case *tree.ObjectRef:
		return u.ends[e.Object]
	case *tree.PointerAdd:
		return !e.Subtract && u.isPointer(e.Pointer) && u.isNumber(e.Index)
	}
	return false
}

// isBounded says that a function compares an index into what the pointer leads to with the number, or the pointer with
// its end, or, where loose evidence is enough, counts the number down as the pointer moves on.
func (u *uses) isBounded(body *tree.Block, needed evidence) bool {
	var indices []tree.Expr
	moves, falls, found := false, false, false
	tree.EachExprOf(body, func(e tree.Expr) {
		switch e := e.(type) {
		case *tree.PointerAdd:
			if u.isPointer(e.Pointer) && !e.Subtract {
				indices = append(indices, e.Index)
			}
		case *tree.IncDec:
			target := objectOf(e.Target)
			moves = moves || e.Delta > 0 && u.pointers[target]
			falls = falls || e.Delta < 0 && u.numbers[target]
		}
	})
	tree.EachExprOf(body, func(e tree.Expr) {
		b, ok := e.(*tree.Binary)
		if !ok || b.Op < tree.Less || b.Op > tree.NotEqual {
			return
		}
		for _, sides := range [][2]tree.Expr{{b.Left, b.Right}, {b.Right, b.Left}} {
			x, bound := tree.WithoutConversions(sides[0]), sides[1]
			distance, isDistance := x.(*tree.PointerDiff)
			switch {
			case u.isPointer(x) && u.isEnd(bound), isDistance && u.isPointer(distance.Left) && u.isNumber(bound):
				found = true
			case u.isNumber(bound):
				for _, index := range indices {
					found = found || samePath(x, index)
				}
			}
		}
	})
	if slices.ContainsFunc(indices, u.countsDown) {
		found = found || falls
	}
	return found || needed == loose && falls && moves
}

// countsDown says that an index is the number, or that before or after it is counted down.
func (u *uses) countsDown(index tree.Expr) bool { return u.numbers[objectOf(counter(index))] }

// samePath says that two expressions read one variable or member, before or after it is counted up.
func samePath(x, y tree.Expr) bool {
	switch x := tree.WithoutConversions(x).(type) {
	case *tree.IncDec:
		return samePath(x.Target, y)
	case *tree.ObjectRef:
		y, ok := counter(y).(*tree.ObjectRef)
		return ok && x.Object == y.Object
	case *tree.Member:
		y, ok := counter(y).(*tree.Member)
		return ok && x.Field == y.Field && samePath(x.Base, y.Base)
	case *tree.Deref:
		y, ok := counter(y).(*tree.Deref)
		return ok && samePath(x.Pointer, y.Pointer)
	}
	return false
}

// counter is the variable that an expression counts up or down, without conversions: itself if it does not.
func counter(e tree.Expr) tree.Expr {
	e = tree.WithoutConversions(e)
	if counting, ok := e.(*tree.IncDec); ok {
		return tree.WithoutConversions(counting.Target)
	}
	return e
}
