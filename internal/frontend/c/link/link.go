package link

import (
	"slices"
	"strings"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// The codes of the diagnostics.
const (
	CodeTwice    source.Code = "multiple-definition"
	CodeConflict source.Code = "conflicting-declarations"
	CodeUntyped  source.Code = "no-parameters"
)

// Units links units. Definitions of one name in two units are refused, except that a definition without an
// initial value gives way to one with it (gcc's -fcommon), a weak one to one that is not, and an inline one to
// an external one, whose Inlines it is then.
func Units(units []*tree.Unit) (*tree.Unit, source.Diagnostics) {
	l := &linker{objects: map[string]*tree.Object{}, functions: map[string]*tree.FunctionDef{}, defined: map[string]bool{}, unnamed: map[any]bool{}}
	l.models = findModels(units)
	l.findFileLocal(units)
	renames := l.findDefined(units) || len(l.models)+len(l.fileLocal) > 0
	l.number(units)
	l.findTyped(units)
	if len(l.diagnostics) > 0 {
		return nil, l.diagnostics
	}
	if len(units) == 1 && !renames {
		return units[0], nil
	}
	l.findUnnamed(units)
	for _, u := range units {
		for _, o := range u.Objects {
			if !l.unnamed[o] {
				l.chooseObject(o)
			}
		}
		for _, f := range u.Functions {
			if l.unnamed[f] {
				continue
			}
			if l.isModelled(f) {
				l.fitsModel(f)
				continue
			}
			if other := l.fileLocal[f]; other != nil && !callableAs(other, f) {
				l.conflict(f.Pos, f.Name, f.Type.Name, other.Pos, other.Type.Name)
			}
			l.chooseFunction(f)
		}
	}
	if len(l.diagnostics) > 0 {
		return nil, l.diagnostics
	}
	return l.join(units), nil
}

type linker struct {
	objects   map[string]*tree.Object      // the chosen ones, by external name
	functions map[string]*tree.FunctionDef // the same
	inlines   []*tree.FunctionDef          // the definitions that serve only to be inlined, in the order of the units
	defined   map[string]bool              // the symbols that some unit defines
	models    map[string]*tree.FunctionDef // what stands for functions that headers define, by their names
	unnamed   map[any]bool                 // declarations that are left out
	// fileLocal leads functions without a body to those that they are under another name.
	fileLocal   map[*tree.FunctionDef]*tree.FunctionDef
	diagnostics source.Diagnostics
}

// findDefined notes what the units define, and says whether some name is written as another symbol.
func (l *linker) findDefined(units []*tree.Unit) (renames bool) {
	note := func(name, symbol string, isDefinition bool) {
		if symbol != "" {
			name, renames = symbol, true
		}
		l.defined[name] = l.defined[name] || isDefinition
	}
	for _, u := range units {
		for _, o := range u.Objects {
			if o.Linkage == tree.ExternalLinkage && o.Function == nil {
				note(o.Name, o.Symbol, !o.Extern)
			}
		}
		for _, f := range u.Functions {
			if f.Linkage == tree.ExternalLinkage {
				note(f.Name, f.Symbol, f.Body != nil && f.Exported)
			}
		}
	}
	return renames
}

// key returns a linker's name for a name: the symbol that it is written as, asm("symbol"), or itself. A name that is
// written as a symbol nobody defines keeps its name for what is known of the library's functions, and is not the
// one that another file defines under that name.
func (l *linker) key(name, symbol string) string {
	switch {
	case symbol == "":
		return name
	case l.defined[symbol]:
		return symbol
	}
	return name + " as " + symbol
}

func (l *linker) objectKey(o *tree.Object) string        { return l.key(o.Name, o.Symbol) }
func (l *linker) functionKey(f *tree.FunctionDef) string { return l.key(f.Name, f.Symbol) }

func (l *linker) chooseObject(o *tree.Object) {
	if o.Linkage != tree.ExternalLinkage || o.Function != nil {
		return
	}
	if f := l.functions[l.objectKey(o)]; f != nil {
		l.conflict(o.Pos, o.Name, "an object", f.Pos, "a function")
		return
	}
	old := l.objects[l.objectKey(o)]
	if old == nil {
		l.objects[l.objectKey(o)] = o
		return
	}
	isAssembled := old.Assembled || o.Assembled
	switch {
	case !sameObject(old, o):
		l.conflict(o.Pos, o.Name, o.Type.Name, old.Pos, old.Type.Name)
	case objectRank(o) == strong && objectRank(old) == strong:
		l.twice(o.Pos, o.Name, old.Pos)
	case objectRank(o) > objectRank(old), objectRank(o) == objectRank(old) && old.Type.Size < 0:
		l.objects[l.objectKey(o)] = o
	}
	l.objects[l.objectKey(o)].Assembled = isAssembled
}

func (l *linker) chooseFunction(f *tree.FunctionDef) {
	if f.Linkage != tree.ExternalLinkage {
		return
	}
	if o := l.objects[l.functionKey(f)]; o != nil {
		l.conflict(f.Pos, f.Name, "a function", o.Pos, "an object")
		return
	}
	if functionRank(f) == inline {
		l.inlines = append(l.inlines, f)
	}
	old := l.functions[l.functionKey(f)]
	if old == nil {
		l.functions[l.functionKey(f)] = f
		return
	}
	chosen, other := old, f
	if functionRank(f) > functionRank(old) {
		chosen, other = f, old
	}
	switch {
	case functionRank(f) == strong && functionRank(old) == strong:
		l.twice(f.Pos, f.Name, old.Pos)
		return
	case !callableAs(chosen, other):
		l.conflict(f.Pos, f.Name, f.Type.Name, old.Pos, old.Type.Name)
		return
	}
	chosen.NoReturn = chosen.NoReturn || other.NoReturn
	chosen.Constant, chosen.Pure = chosen.Constant || other.Constant, chosen.Pure || other.Pure
	chosen.NonNull.Join(other.NonNull)
	for _, r := range other.Requires {
		if !slices.ContainsFunc(chosen.Requires, r.SameAs) { // a header's, in each of its files
			chosen.Requires = append(chosen.Requires, r)
		}
	}
	chosen.ReturnsNonNull = chosen.ReturnsNonNull || other.ReturnsNonNull
	chosen.ReturnsTwice = chosen.ReturnsTwice || other.ReturnsTwice
	chosen.Unknown = chosen.Unknown || other.Unknown
	// A definition of a unit that was linked before may have such beside it, and give way to a library's.
	chosen.Inlines, other.Inlines = append(chosen.Inlines, other.Inlines...), nil
	l.functions[l.functionKey(f)] = chosen
}

// rank says which of two declarations of one name the linker takes: the higher.
type rank uint8

const (
	declared rank = iota // without a prototype: only the number of functions' arguments is not known
	prototyped
	inline
	weak
	common // a definition of an object without an initial value
	strong
)

func objectRank(o *tree.Object) rank {
	switch {
	case o.Extern:
		return declared
	case o.Weak:
		return weak
	case o.Init == nil:
		return common
	}
	return strong
}

func functionRank(f *tree.FunctionDef) rank {
	switch {
	case f.Body == nil && f.Type.Unspecified:
		return declared
	case f.Body == nil:
		return prototyped
	case f.Weak:
		return weak
	case !f.Exported:
		return inline
	}
	return strong
}

func (l *linker) twice(pos source.Pos, name string, first source.Pos) {
	l.diagnostics.Add(pos, CodeTwice, "%s is defined twice: first at %s", name, first)
	l.note("make one of them static, or leave one of the files out")
}

func (l *linker) conflict(pos source.Pos, name, typ string, other source.Pos, otherType string) {
	l.diagnostics.Add(pos, CodeConflict, "%s is declared as %s, and as %s at %s", name, typ, otherType, other)
	l.note("the files are of one program: declare what they share in a header that each of them includes")
}

func (l *linker) note(text string) {
	last := l.diagnostics[len(l.diagnostics)-1]
	last.Notes = append(last.Notes, text)
}

// join makes the program of the units, with every reference led to what was chosen.
func (l *linker) join(units []*tree.Unit) *tree.Unit {
	out := &tree.Unit{Pointer: units[0].Pointer, Char: units[0].Char}
	before := 0 // definitions of the units before
	for _, u := range units {
		last := before
		out.Assembly = append(out.Assembly, u.Assembly...)
		out.Assumed = append(out.Assumed, u.Assumed...)
		out.Unread = append(out.Unread, u.Unread...)
		out.Unkept = append(out.Unkept, u.Unkept...)
		out.Elsewhere = append(out.Elsewhere, u.Elsewhere...)
		out.RoundedConstants = out.RoundedConstants || u.RoundedConstants
		for _, o := range u.Objects {
			if l.object(o) == o && !l.unnamed[o] {
				out.Objects = append(out.Objects, o)
			}
		}
		for _, f := range u.Functions {
			if f.Place > 0 {
				f.Place += before
				last = max(last, f.Place)
			}
			if l.function(f) == f && !l.unnamed[f] {
				out.Functions = append(out.Functions, f)
			}
		}
		before = last
	}
	for _, o := range out.Objects {
		o.Init.EachValue(l.expression)
	}
	l.addInlines(out)
	fillSections(out)
	fillMembers(out)
	for _, f := range out.Functions {
		if f.Body != nil {
			l.statement(f.Body)
		}
		for _, r := range f.Requires {
			if r.Condition != nil {
				r.Condition.EachValue(l.expression)
			}
		}
	}
	dropInlines(out)
	l.joinRule(out, units)
	out.Types = joinTypes(units)
	return out
}

// joinTypes takes the named types of all units, less the names that stand for types of different representations.
func joinTypes(units []*tree.Unit) []tree.NamedType {
	first := map[string]*tree.Type{}
	differ := map[string]bool{}
	for _, u := range units {
		for _, t := range u.Types {
			if old := first[t.Name]; old == nil || old.Size < 0 {
				first[t.Name] = t.Type
			} else if t.Type.Size >= 0 && !alike(old, t.Type) {
				differ[t.Name] = true
			}
		}
	}
	var out []tree.NamedType
	for name, t := range first {
		if !differ[name] {
			out = append(out, tree.NamedType{Name: name, Type: t})
		}
	}
	slices.SortFunc(out, func(x, y tree.NamedType) int { return strings.Compare(x.Name, y.Name) })
	return out
}

// joinRule takes each handler of the rule, which was read behind every unit, from the first unit
// that has it. Functions of one name that are static in their files are different functions, with
// handlers of their own.
func (l *linker) joinRule(out *tree.Unit, units []*tree.Unit) {
	type key struct {
		number int
		event  string
		static *tree.FunctionDef // nil: the name says which function it is
	}
	seen := map[key]bool{}
	macros := map[string]bool{}
	for _, u := range units {
		for _, h := range u.Handlers {
			k := key{number: h.Number, event: h.Def.Name}
			if h.Observed != nil {
				h.Observed = l.function(h.Observed)
				if h.Observed.Linkage != tree.ExternalLinkage {
					k.static = h.Observed
				}
			}
			if !seen[k] {
				seen[k] = true
				l.statement(h.Def.Body)
				out.Handlers = append(out.Handlers, h)
			}
		}
		for _, name := range u.Macros {
			if !macros[name] {
				macros[name] = true
				out.Macros = append(out.Macros, name)
			}
		}
	}
}

// findTyped refuses a handler whose arguments no file knows the types of.
func (l *linker) findTyped(units []*tree.Unit) {
	type key struct {
		number int
		event  string
	}
	found := map[key]bool{}
	for _, u := range units {
		for _, h := range u.Handlers {
			if h.Observed != nil && h.Observed.Linkage == tree.ExternalLinkage {
				found[key{h.Number, h.Def.Name}] = true
			}
		}
	}
	for _, u := range units {
		for _, h := range u.Untyped {
			if k := (key{h.Number, h.Def.Name}); !found[k] {
				found[k] = true
				l.diagnostics.Add(h.Observed.Pos, CodeUntyped, "%s is declared without parameters, and no call passes what the rule asks of its arguments", h.Function)
				l.note("declare it with a list of parameters, as the header of the library does")
			}
		}
	}
}

// object returns the object that o's name stands for in the program.
func (l *linker) object(o *tree.Object) *tree.Object {
	if o.Linkage != tree.ExternalLinkage || o.Function != nil {
		return o
	}
	if chosen := l.objects[l.objectKey(o)]; chosen != nil {
		return chosen
	}
	return o
}

// function returns the function that f's name stands for in the program.
func (l *linker) function(f *tree.FunctionDef) *tree.FunctionDef {
	if l.isModelled(f) {
		return l.models[f.Name]
	}
	if other := l.fileLocal[f]; other != nil {
		return other
	}
	if f.Linkage != tree.ExternalLinkage {
		return f
	}
	if chosen := l.functions[l.functionKey(f)]; chosen != nil {
		return chosen
	}
	return f
}
