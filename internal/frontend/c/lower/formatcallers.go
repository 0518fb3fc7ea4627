package lower

import (
	"slices"

	"yogi/internal/frontend/c/lower/emit"
	"yogi/internal/frontend/c/lower/format"
	"yogi/internal/frontend/c/lower/libcall"
	"yogi/internal/frontend/c/target"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
	"yogi/internal/term"
)

// A function that prints for others, as die(format, ...), has no literal where it calls vfprintf, but its callers have.
// Which of their literals the format is, a run tells by its address, so nothing has to be known of how it got there:
// these are texts to ask about, and a format that is none of them is one of which nothing is known.

// formatParameter is a parameter that a format may come from.
type formatParameter struct {
	def    *tree.FunctionDef
	number int
}

// formatParameterOf is the parameter of def that an expression names; false: it names none.
func formatParameterOf(def *tree.FunctionDef, e tree.Expr) (formatParameter, bool) {
	named, ok := tree.WithoutConversions(e).(*tree.ObjectRef)
	if !ok || def == nil {
		return formatParameter{}, false
	}
	number := slices.Index(def.Params, named.Object)
	return formatParameter{def, number}, number >= 0
}

// argumentsOf are what direct calls give each parameter that is a pointer, with the call.
func (l *functionFacts) argumentsOf(p formatParameter) []formatGiven {
	if l.formatsGiven == nil {
		l.formatsGiven = map[formatParameter][]formatGiven{}
		for _, f := range l.reach.functions {
			if libcall.IsModelFile(f.Pos.File) {
				continue
			}
			tree.EachExprOf(f.Body, func(e tree.Expr) {
				call, ok := e.(*tree.Call)
				if !ok {
					return
				}
				def := directCallee(call.Callee)
				if def == nil || def.Body == nil {
					return
				}
				for i, a := range call.Args[:min(len(call.Args), len(def.Params))] {
					if a.ExprType().Kind == tree.Pointer {
						at := formatParameter{def, i}
						l.formatsGiven[at] = append(l.formatsGiven[at], formatGiven{f, call, a})
					}
				}
			})
		}
	}
	return l.formatsGiven[p]
}

// formatGiven is an argument of a call in a function.
type formatGiven struct {
	caller   *tree.FunctionDef
	call     *tree.Call
	argument tree.Expr
}

// formatsOf are the literals that a parameter may be, by what calls give it, directly or through parameters of theirs.
// One is left out if a call that has it passes other arguments than it converts.
func (l *functionFacts) formatsOf(p formatParameter) []*tree.Object {
	var found []*tree.Object
	misfits := map[*tree.Object]bool{}
	asked := map[formatParameter]bool{}
	var ask func(formatParameter)
	ask = func(p formatParameter) {
		if asked[p] {
			return
		}
		asked[p] = true
		for _, given := range l.argumentsOf(p) {
			if from, ok := formatParameterOf(given.caller, given.argument); ok {
				ask(from)
				continue
			}
			for _, text := range textsOf(given.argument) {
				o := emit.Text(text)
				if !l.reach.seen[o] {
					continue
				}
				if !slices.Contains(found, o) {
					found = append(found, o)
				}
				if p.def.Type.Variadic && !l.converts(text, given.call.Args[len(p.def.Params):]) {
					misfits[o] = true
				}
			}
		}
	}
	ask(p)
	return slices.DeleteFunc(found, func(o *tree.Object) bool { return misfits[o] })
}

// textsOf are the literals that an expression is one of, as far as that is plain.
func textsOf(e tree.Expr) []tree.Expr {
	if emit.Text(e) != nil {
		return []tree.Expr{e}
	}
	if choice := choiceOfTexts(e); choice != nil {
		return append(textsOf(choice.Then), textsOf(choice.Else)...)
	}
	return nil
}

// converts says that a format converts arguments of such types: that each is there, and passed as what is read.
func (l *functionFacts) converts(text tree.Expr, args []tree.Expr) bool {
	s, ok := emit.LiteralText(text)
	if !ok {
		return false
	}
	list, ok := format.ParsePrint(s)
	if !ok {
		return false
	}
	for i, want := range l.printedTypes(list) {
		if want == nil || i >= len(args) {
			return false
		}
		t := args[i].ExprType()
		fits := t.Kind == want.Kind || t.Kind == tree.Pointer && want.Kind == tree.Integer
		if !fits || roundUp(t.Size, l.slotSize()) != roundUp(want.Size, l.slotSize()) {
			return false
		}
	}
	return true
}

// printedTypes are the types of the arguments that conversions read, in order; nil stands for one that is not known.
func (l *functionFacts) printedTypes(list []format.Printed) []*tree.Type {
	var types []*tree.Type
	number := &tree.Type{Kind: tree.Integer, Name: "int", Size: 4, Align: 4, Signed: true}
	for _, p := range list {
		if p.Widened {
			types = append(types, number)
		}
		if p.Counted {
			types = append(types, number)
		}
		if p.Specifier != 'm' {
			types = append(types, l.printedType(p))
		}
	}
	return types
}

// printedType is the type of the argument that a conversion reads; integers are told apart by their size alone.
func (l *functionFacts) printedType(p format.Printed) *tree.Type {
	integer := func(size int64) *tree.Type {
		return &tree.Type{Kind: tree.Integer, Name: "int", Size: size, Align: size, Signed: true}
	}
	switch p.Specifier {
	case 's', 'S', 'p':
		return voidPointer(l.slotSize())
	case 'c', 'C':
		return integer(4)
	case 'd', 'i', 'u', 'o', 'x', 'X':
		switch p.Length {
		case "", "h", "hh":
			return integer(4)
		case "l":
			return integer(int64(l.options.Model.LongWidth / 8))
		case "z", "t":
			return integer(l.slotSize())
		case "ll", "j":
			return integer(8)
		}
	case 'e', 'E', 'f', 'F', 'g', 'G', 'a', 'A':
		if p.Length == "" || p.Length == "l" {
			return &tree.Type{Kind: tree.Float, Name: "double", Size: 8, Align: 8}
		}
	}
	return nil
}

func (e emitter) FormatsOf(at tree.Expr) []libcall.Format {
	b := e.b
	p, ok := formatParameterOf(b.def, at)
	if !ok {
		return nil
	}
	var out []libcall.Format
	for _, o := range b.formatsOf(p) {
		reference := &tree.StringRef{Node: tree.Node{Type: o.Type, Pos: o.Pos}, Object: o}
		text, ok := emit.LiteralText(&tree.Decay{Node: tree.Node{Type: voidPointer(b.slotSize()), Pos: o.Pos}, Array: reference})
		if !ok {
			continue
		}
		if list, ok := format.ParsePrint(text); ok {
			out = append(out, libcall.Format{Address: b.objectPlace(o, o.Type).address, Conversions: list})
		}
	}
	return out
}

func (e emitter) ListedArguments(pos source.Pos, list *term.Term, conversions []format.Printed) []emit.Argument {
	b := e.b
	if list == nil || b.target.Lists == target.AArch64Lists || list.Sort() != b.terms.BV(b.pointerWidth()) {
		return nil
	}
	at := list
	if !b.listIsPlace() {
		at = b.loadScalar(pos, place{typ: voidPointer(8), address: b.offset(list, overflowArea)})
	}
	at = b.keep(pos, at)
	checked := map[int]bool{}
	for _, p := range conversions {
		if p.IsText() {
			checked[p.Argument] = true
			if p.Counted {
				checked[p.Argument-1] = true
			}
		}
	}
	types := b.printedTypes(conversions)
	args := make([]emit.Argument, len(types))
	offset := int64(0)
	for i, t := range types {
		if t == nil || b.byReference(t) {
			return nil
		}
		args[i] = emit.Argument{Type: t}
		if checked[i] {
			args[i].Value = b.keep(pos, b.loadScalar(pos, place{typ: t, address: b.offset(at, offset)}))
		}
		offset += roundUp(b.slotBytes(t), b.slotSize())
	}
	return args
}
