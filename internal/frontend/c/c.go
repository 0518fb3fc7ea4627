// Package c is the C front end: files in, an ir.Program out. It preprocesses, checks (package typecheck)
// and lowers (package lower) one program in one data model.
package c

import (
	"context"
	"fmt"
	"slices"

	"yogi/internal/frontend/c/lower"
	"yogi/internal/frontend/c/typecheck"
	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
)

// Options say which program is made of the files. Empty choices are the first one named.
type Options struct {
	DataModel      string // LP64 or ILP32
	Files          []string
	Source         []byte // content of Files[0]; nil: read it
	IncludeDirs    []string
	Defines        []string // NAME or NAME=VALUE
	Undefines      []string
	Entry          string   // main
	ErrorFunctions []string // in addition to the usual ones
	ErrorLabel     string
	Malloc         string // never-null or may-fail
	Undefined      string // nondet, havoc-args or error
	Rule           string // a rule as package slic weaves it; its violation is then the only error
	// AllFunctions makes the program of every function with a body, not only of what the entry reaches; it needs no
	// entry. A construct of the language that is not modelled is then a diagnostic wherever it stands.
	AllFunctions bool
	Terms        *term.Builder
}

// Load makes the program. Diagnostics are about the user's text; the error is about the world or the
// options. There is a program exactly if both are empty.
func Load(ctx context.Context, options Options) (*ir.Program, source.Diagnostics, error) {
	lowering, err := options.lowering()
	if err != nil {
		return nil, nil, err
	}
	unit, diagnostics, err := typecheck.Check(ctx, typecheck.Options{
		DataModel: lowering.Model.Name, Files: options.Files, Source: options.sources(),
		IncludeDirs: options.IncludeDirs, Defines: options.Defines, Undefines: options.Undefines,
		Rule: options.Rule,
	})
	if err != nil || len(diagnostics) > 0 {
		return nil, diagnostics, err
	}
	program, err := lower.Program(unit, lowering)
	if found, ok := err.(source.Diagnostics); ok {
		return nil, found, nil
	}
	if err == nil && options.AllFunctions {
		if refused := Refused(program, lower.CodeUnsupported); len(refused) > 0 {
			return nil, refused, nil
		}
	}
	return program, nil, err
}

// Refused lists the places of the program that end in Unsupported with one of the codes, by position.
func Refused(program *ir.Program, codes ...source.Code) source.Diagnostics {
	var out source.Diagnostics
	for _, f := range program.Functions {
		for _, block := range f.Blocks {
			if t, ok := block.Terminator.(*ir.Unsupported); ok && slices.Contains(codes, t.Diagnostic.Code) {
				out = append(out, t.Diagnostic)
			}
		}
	}
	out.Sort()
	return out
}

// sources is the text that was given instead of the file, by its name.
func (o *Options) sources() map[string][]byte {
	if o.Source == nil || len(o.Files) == 0 {
		return nil
	}
	return map[string][]byte{o.Files[0]: o.Source}
}

func (o *Options) lowering() (lower.Options, error) {
	model, err := Model(o.DataModel)
	out := lower.Options{
		Terms: o.Terms, Model: model, Entry: o.Entry,
		ErrorFunctions: o.ErrorFunctions, ErrorLabel: o.ErrorLabel, Files: o.Files,
		AllFunctions: o.AllFunctions,
		RuleOnly:     o.Rule != "",
	}
	switch o.Malloc {
	case "", "never-null":
	case "may-fail":
		out.MallocMayFail = true
	default:
		return out, fmt.Errorf("malloc %q is neither never-null nor may-fail", o.Malloc)
	}
	switch o.Undefined {
	case "", "nondet":
	case "havoc-args":
		out.Undefined = lower.UndefinedHavocArgs
	case "error":
		out.Undefined = lower.UndefinedError
	default:
		return out, fmt.Errorf("undefined %q is none of nondet, havoc-args, error", o.Undefined)
	}
	return out, err
}

// Model is the data model called name.
func Model(name string) (*ir.DataModel, error) {
	switch name {
	case "", "LP64":
		return &ir.DataModel{Name: "LP64", PointerWidth: 64, LongWidth: 64, GranuleBits: 32}, nil
	case "ILP32":
		return &ir.DataModel{Name: "ILP32", PointerWidth: 32, LongWidth: 32, GranuleBits: 12}, nil
	}
	return nil, fmt.Errorf("data model %q is neither ILP32 nor LP64", name)
}
