package c

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"yogi/internal/bug"
	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/link"
	"yogi/internal/frontend/c/lower"
	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/frontend/c/typecheck"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/models/libc"
)

// FewLibrary is the Library of a program that has fewer runs than the one asked about, for the search for a test: main
// is given few texts, each of which is known, and functions have their under-approximate models where there are such.
const FewLibrary = "few"

// withLibrary links in the models of library functions that the program calls and does not define. models are
// the functions whose models were linked in.
func (o *Options) withLibrary(ctx context.Context, program *tree.Unit) (unit *tree.Unit, models []string, err error) {
	if o.Library == "none" || o.AllFunctions {
		return program, nil, nil
	}
	return link.Library(program, func(called string) (*tree.Unit, error) {
		name := called
		if plain, isBuiltin := strings.CutPrefix(called, "__builtin_"); isBuiltin && !lower.HasRow(plain) {
			name = plain
		}
		model := name
		if o.Library == FewLibrary && libc.Source(libc.Under(name)) != nil {
			model = libc.Under(name)
		}
		text := libc.Source(model)
		if localeModels[name] && choosesLocale(program) {
			return nil, nil
		}
		if text == nil || lower.IsIntrinsic(name, o.ErrorFunctions) {
			return nil, nil
		}
		file := libc.File(model)
		unit, diagnostics, err := typecheck.Check(ctx, typecheck.Options{
			DataModel: o.DataModel, Files: []string{file}, Source: map[string][]byte{file: text},
			Reading: preprocess.Reading{Defines: defines(program, name)}, Scans: o.Scans.tokens(),
		})
		if len(diagnostics) > 0 {
			bug.Errorf("the model of %s: %v", name, diagnostics)
		}
		if unit != nil {
			callAs(unit, name, called)
		}
		return unit, err
	})
}

// called are the models without that of getenv where no call of it was lowered as one of the model: the compiled
// program asks the machine's environment then.
func called(program *ir.Program, models []string) []string {
	isLowered := func(f *ir.Function) bool {
		name, ok := libc.IsFile(f.Pos.File)
		return ok && name == "getenv" && f.SourceName() == name
	}
	if slices.ContainsFunc(program.Functions, isLowered) {
		return models
	}
	return slices.DeleteFunc(slices.Clone(models), func(name string) bool { return name == "getenv" })
}

// callAs gives the model of a function the name by which a compiler knows that: a program may have a function of the
// plain name that is inlined and calls it.
func callAs(model *tree.Unit, name, called string) {
	for _, f := range model.Functions {
		if f.Name == name {
			f.Name = called
		}
	}
}

// localeModels hold in the C locale alone.
var localeModels = map[string]bool{"strcoll": true, "strxfrm": true, "__ctype_b_loc": true, "__ctype_get_mb_cur_max": true, "__ctype_tolower_loc": true, "__ctype_toupper_loc": true}

// pointModels print a decimal point, which a locale may have of more than one byte. They know that by a macro.
var pointModels = map[string]bool{"__vsnprintf": true}

// environModels may free the array of the environment, which programs see as environ. They know that by a macro.
var environModels = map[string]bool{"setenv": true, "putenv": true, "clearenv": true}

func isEnviron(o *tree.Object) bool { return o.Name == "environ" && o.Extern }

// choosesLocale says that the program may have another locale than C: it calls a function that chooses one, or hands
// it on.
func choosesLocale(program *tree.Unit) bool { return mentions(program, "setlocale", "uselocale") }

// mentions says that a function of one of these names occurs in an expression of the program.
func mentions(program *tree.Unit, names ...string) bool {
	found := false
	visit := func(e tree.Expr) {
		if f, ok := e.(*tree.FunctionRef); ok && slices.Contains(names, f.Function.Name) {
			found = true
		}
	}
	for _, f := range program.Functions {
		if f.Body != nil {
			tree.EachExprOf(f.Body, visit)
		}
	}
	for _, o := range program.Objects {
		if o.Init == nil {
			continue
		}
		for _, entry := range o.Init.Entries {
			tree.EachExpr(entry.Value, visit)
		}
	}
	return found
}

// nameLibrary gives functions without a body that are written as symbols of the C library, asm("read"), the library's
// names, unless they are known under their own: headers declare functions under further names for their inline ones.
// Builtin functions whose models are functions can be linked then.
func (o *Options) nameLibrary(program *tree.Unit) {
	known := func(name string) bool {
		return lower.IsLibrary(name) || libc.Source(name) != nil || lower.IsIntrinsic(name, o.ErrorFunctions)
	}
	for _, f := range program.Functions {
		if f.Body == nil && f.Symbol != "" && !known(f.Name) && known(f.Symbol) {
			f.Name = f.Symbol
		}
		// A builtin function belongs to nobody, unless its model is a function that is linked in. What the program
		// defines under the plain name compilers call for the builtin one.
		plain, isBuiltin := strings.CutPrefix(f.Builtin, "__builtin_")
		if isBuiltin && f.Body == nil && !lower.HasRow(plain) && libc.Source(plain) != nil && !slices.ContainsFunc(program.Functions, isDefinition(plain)) {
			f.Linkage = tree.ExternalLinkage
		}
	}
}

// symbolsOf are the symbols of what a program only declares with asm("symbol"), by its names. A name that has several,
// or is that of a definition too, has none here, nor has one whose symbol is the name of a definition.
func symbolsOf(unit *tree.Unit) map[string]string {
	out := map[string]string{}
	defined := map[string]bool{}
	unclear := map[string]bool{}
	note := func(name, symbol string, isOnlyDeclared bool) {
		symbol = cmp.Or(symbol, name)
		known, isKnown := out[name]
		unclear[name] = unclear[name] || !isOnlyDeclared || isKnown && known != symbol
		out[name], defined[name] = symbol, defined[name] || !isOnlyDeclared
	}
	for _, f := range unit.Functions {
		note(f.Name, f.Symbol, f.Body == nil)
	}
	for _, o := range unit.Objects {
		if o.Name != "" && o.Linkage == tree.ExternalLinkage {
			note(o.Name, o.Symbol, o.Extern)
		}
	}
	maps.DeleteFunc(out, func(name, symbol string) bool { return unclear[name] || symbol == name || defined[symbol] })
	return out
}

// isDefinition says that a function has a name, and a body that is not there only to be inlined.
func isDefinition(name string) func(*tree.FunctionDef) bool {
	return func(f *tree.FunctionDef) bool { return f.Name == name && f.Body != nil && !isOnlyInlined(f) }
}

// isOnlyInlined says that the program defines a function only to have it inlined.
func isOnlyInlined(f *tree.FunctionDef) bool {
	return f.Body != nil && f.Linkage == tree.ExternalLinkage && !f.Exported && !f.Weak
}

// inlineLibrary lets a call of a library function that the program defines only to have it inlined take the library's
// as well. What the system's headers so define does what the library does.
func (o *Options) inlineLibrary(program *tree.Unit) {
	for _, f := range program.Functions {
		isLibrary := lower.IsLibrary(f.Name) || libc.Source(f.Name) != nil
		if !isOnlyInlined(f) || !isLibrary || lower.IsIntrinsic(f.Name, o.ErrorFunctions) || lower.IsStandardHeader(f.Pos.File) {
			continue
		}
		outside := *f
		outside.Body, outside.Labels, outside.Inlines = nil, nil, nil
		f.Outside = &outside
	}
}

// checksOfItsOwn refuses a program that defines a function which was read as glibc's, with a check of sizes.
func checksOfItsOwn(program *tree.Unit) source.Diagnostics {
	checked := map[string][]*tree.FunctionDef{}
	for _, f := range program.Functions {
		if f.Checked != "" {
			checked[f.Checked] = append(checked[f.Checked], f)
		}
	}
	var found source.Diagnostics
	for _, g := range program.Functions {
		if g.Body == nil || g.Linkage != tree.ExternalLinkage {
			continue
		}
		for _, f := range checked[g.Name] {
			found.Add(g.Pos, lower.CodeUnsupported, "%s is defined here, and calls of it at %s are read as those of glibc's", g.Name, f.Pos)
		}
	}
	return found
}

// A call of __builtin_NAME is one that the compiler expands, or a call of NAME, whoever defines that: -fno-builtin says
// nothing of it. So where the program defines NAME a call takes either, as the compiler likes.

// alwaysExpanded are builtin functions that no build calls by the plain name.
var alwaysExpanded = map[string]bool{
	"abs": true, "labs": true, "llabs": true, "imaxabs": true, "fabs": true, "fabsf": true, "fabsl": true,
	"copysign": true, "copysignf": true, "copysignl": true, "signbit": true, "signbitf": true, "signbitl": true, "alloca": true,
}

// alwaysCalled are those that compilers do not expand and of whose results they take nothing for granted, as that what
// malloc gives is no object of the program's.
var alwaysCalled = map[string]bool{"free": true, "exit": true, "_exit": true, "_Exit": true, "abort": true}

// calledBy are functions that compilers call in the place of a builtin one.
var calledBy = map[string][]string{
	"printf": {"puts", "putchar"}, "vprintf": {"puts", "putchar"}, "puts": {"putchar"},
	"fprintf": {"fputs", "fputc", "fwrite"}, "vfprintf": {"fputs", "fputc", "fwrite"}, "fputs": {"fputc", "fwrite"},
	"memmove": {"memcpy"}, "mempcpy": {"memcpy"}, "bcopy": {"memmove", "memcpy"}, "bzero": {"memset"},
}

// takeOwn lets calls of builtin functions take those that the program defines under the plain names: a file's own
// static one, or the program's.
func takeOwn(program *tree.Unit) {
	type symbol struct {
		name string
		unit int // of a static function; -1: each file
	}
	defined := map[symbol]*tree.FunctionDef{}
	for _, f := range program.Functions {
		if f.Body == nil || isOnlyInlined(f) {
			continue
		}
		of := symbol{cmp.Or(f.Symbol, f.Name), -1}
		if f.Linkage != tree.ExternalLinkage {
			of.unit = f.Unit
		}
		defined[of] = f
	}
	for _, f := range program.Functions {
		name, isBuiltin := strings.CutPrefix(f.Builtin, "__builtin_")
		if !isBuiltin || f.Body != nil || alwaysExpanded[name] {
			continue
		}
		checked := strings.TrimSuffix(strings.TrimPrefix(name, "__"), "_chk")
		if !lower.IsLibrary(checked) && !clib.IsExported(checked) && libc.Source(checked) == nil {
			continue
		}
		own := func(name string) *tree.FunctionDef {
			return cmp.Or(defined[symbol{name, f.Unit}], defined[symbol{name, -1}])
		}
		isOwn := func(name string) bool { return own(name) != nil }
		switch called := own(name); {
		case called != nil && takesTheSame(f.Type, called.Type):
			passOn(f, called)
		case called != nil, checked != name && isOwn(checked), slices.ContainsFunc(calledBy[checked], isOwn):
			f.Own = true
		}
	}
}

// takesTheSame says that what is handed to one function is what the other gets, and what that returns its result.
func takesTheSame(builtin, own *tree.Type) bool {
	same := func(a, b *tree.Type) bool {
		return a.Kind == b.Kind && a.Size == b.Size && (a.IsScalar() || a.Kind == tree.Void) && (a.Kind != tree.Integer || a.Signed == b.Signed)
	}
	return !builtin.Unspecified && !own.Unspecified && !builtin.Variadic && !own.Variadic &&
		slices.EqualFunc(builtin.Params, own.Params, same) && same(builtin.Result, own.Result)
}

// passOn makes of a builtin function one that passes its arguments on to the program's, or is the builtin one still.
func passOn(f, own *tree.FunctionDef) {
	builtin := *f
	node := func(t *tree.Type) tree.Node { return tree.Node{Type: t, Pos: own.Pos} }
	call := &tree.Call{Node: node(own.Type.Result), Callee: &tree.FunctionRef{Node: node(own.Type), Function: own}}
	f.Params = nil
	for _, t := range own.Type.Params {
		p := &tree.Object{Name: "argument", Type: t, Parameter: true, Function: f, Pos: own.Pos}
		f.Params = append(f.Params, p)
		call.Args = append(call.Args, &tree.ObjectRef{Node: node(t), Object: p})
	}
	at := tree.StmtNode{Pos: own.Pos}
	f.Body = &tree.Block{StmtNode: at, End: own.Pos, Stmts: []tree.Stmt{&tree.Return{StmtNode: at, X: call}}}
	if own.Type.Result.Kind == tree.Void {
		f.Body.Stmts = []tree.Stmt{&tree.ExprStmt{StmtNode: at, X: call}}
	}
	f.Name, f.Builtin, f.Type, f.Linkage = own.Name, "", own.Type, tree.InternalLinkage
	f.Pos, f.End, f.NoReturn, f.Constant, f.Pure = own.Pos, own.End, own.NoReturn, false, false
	if !alwaysCalled[strings.TrimPrefix(builtin.Builtin, "__builtin_")] {
		f.Outside = &builtin
	}
}
