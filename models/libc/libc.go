// Package libc holds models of functions of the C library, written in C: one function a file, with the
// function's name. A program that calls such a function and does not define it gets the model as a further file.
//
// A model does what C says the function does, within what the front end's own library functions
// (malloc, memcpy, strlen and others) and other models offer. Input that the world decides is asked
// for with __VERIFIER_nondet functions. A model whose text begins with the word "approximate" in
// its first comment gives every result that the function could give and others too: a proof holds
// for the function, and a test must be run with the machine's. So must a test of a model whose text
// begins with the word "bound", which does what the function does, and can do so only where it
// runs.
//
// Beside some of the approximate models, and of functions of which the table of the library says
// that they give any result, there is one in the folder under, whose text begins with
// "under-approximate": it does what the function does with some arguments, and ends the run with the
// others, where it is easy to find arguments for a result. It is for tests: where the run that was
// found is none of the machine's, another one is looked for with it.
package libc

import (
	"embed"
	"path"
	"strings"
)

//go:embed source/*.c under/*.c
var files embed.FS

// prefix begins the names of the files of models in positions.
const prefix = "<libc>/"

// File is the name of a model's file in positions.
func File(function string) string { return prefix + function + ".c" }

// IsFile says that a position's file is a model's, and of which function.
func IsFile(file string) (function string, ok bool) {
	name, ok := strings.CutPrefix(file, prefix)
	return strings.TrimSuffix(name, ".c"), ok
}

// Under is the name of a function's under-approximate model, beside the approximate one of its own
// name.
func Under(function string) string { return under + function }

const under = "under/"

// IsUnder says that a name is one that Under gives.
func IsUnder(function string) bool { return strings.HasPrefix(function, under) }

// Source is the text of a function's model, or of its under-approximate one by that name; nil if it
// has none.
func Source(function string) []byte {
	file, isUnder := strings.CutPrefix(function, under)
	if strings.ContainsAny(file, "/.") {
		return nil
	}
	if !isUnder {
		function = "source/" + file
	}
	text, err := files.ReadFile(function + ".c")
	if err != nil {
		return nil
	}
	return text
}

// IsApproximate says that a model allows more than its function does.
func IsApproximate(function string) bool {
	return strings.HasPrefix(string(Source(function)), "/* approximate")
}

// IsBound says that a compiled program must call the machine's function instead of its model.
func IsBound(function string) bool {
	return strings.HasPrefix(string(Source(function)), "/* bound")
}

// AsksWorld says that a model asks for inputs, in the place of what its function would find out of
// its arguments and the world.
func AsksWorld(function string) bool {
	return strings.Contains(string(Source(function)), "__VERIFIER_nondet")
}

// Functions are the names of the functions with a model, in order.
func Functions() []string {
	entries, err := files.ReadDir("source")
	if err != nil {
		panic(err) // the embedded folder is always there
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(path.Base(e.Name()), ".c"))
	}
	return names
}
