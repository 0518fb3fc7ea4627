package c

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"yogi/internal/bug"
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
