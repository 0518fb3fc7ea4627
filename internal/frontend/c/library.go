package c

import (
	"context"
	"slices"

	"yogi/internal/bug"
	"yogi/internal/frontend/c/link"
	"yogi/internal/frontend/c/lower"
	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/frontend/c/typecheck"
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
	return link.Library(program, func(name string) (*tree.Unit, error) {
		model := name
		if o.Library == FewLibrary && libc.Source(libc.Under(name)) != nil {
			model = libc.Under(name)
		}
		text := libc.Source(model)
		if localeModels[name] && declares(program, "setlocale") {
			return nil, nil
		}
		if text == nil || lower.IsIntrinsic(name, o.ErrorFunctions) {
			return nil, nil
		}
		file := libc.File(model)
		unit, diagnostics, err := typecheck.Check(ctx, typecheck.Options{
			DataModel: o.DataModel, Files: []string{file}, Source: map[string][]byte{file: text},
			Reading: preprocess.Reading{Defines: defines(program, name)}, Scans: o.Scans,
		})
		if len(diagnostics) > 0 {
			bug.Errorf("the model of %s: %v", name, diagnostics)
		}
		return unit, err
	})
}

// localeModels hold in the C locale alone.
var localeModels = map[string]bool{"strcoll": true, "strxfrm": true, "__ctype_b_loc": true, "__ctype_tolower_loc": true, "__ctype_toupper_loc": true}

// declares says that the program has a function of a name.
func declares(program *tree.Unit, name string) bool {
	return slices.ContainsFunc(program.Functions, func(f *tree.FunctionDef) bool { return f.Name == name })
}

// nameLibrary gives functions without a body that are written as symbols of the C library, asm("read"), the library's
// names, unless they are known under their own: headers declare functions under further names for their inline ones.
func (o *Options) nameLibrary(program *tree.Unit) {
	known := func(name string) bool {
		return lower.IsLibrary(name) || libc.Source(name) != nil || lower.IsIntrinsic(name, o.ErrorFunctions)
	}
	for _, f := range program.Functions {
		if f.Body == nil && f.Symbol != "" && !known(f.Name) && known(f.Symbol) {
			f.Name = f.Symbol
		}
	}
}

// inlineLibrary lets a call of a library function that the program defines only to have it inlined take the library's
// as well. What the system's headers so define does what the library does.
func (o *Options) inlineLibrary(program *tree.Unit) {
	for _, f := range program.Functions {
		isOnlyInlined := f.Body != nil && f.Linkage == tree.ExternalLinkage && !f.Exported && !f.Weak
		isLibrary := lower.IsLibrary(f.Name) || libc.Source(f.Name) != nil
		if !isOnlyInlined || !isLibrary || lower.IsIntrinsic(f.Name, o.ErrorFunctions) || lower.IsStandardHeader(f.Pos.File) {
			continue
		}
		outside := *f
		outside.Body, outside.Labels, outside.Inlines = nil, nil, nil
		f.Outside = &outside
	}
}

// checksOfItsOwn refuses a program that defines a function which was read as glibc's, with a check of sizes.
func checksOfItsOwn(program *tree.Unit) source.Diagnostics {
	var found source.Diagnostics
	for _, f := range program.Functions {
		for _, g := range program.Functions {
			if f.Checked != "" && g.Name == f.Checked && g.Body != nil && g.Linkage == tree.ExternalLinkage {
				found.Add(g.Pos, lower.CodeUnsupported, "%s is defined here, and calls of it at %s are read as those of glibc's", g.Name, f.Pos)
			}
		}
	}
	return found
}
