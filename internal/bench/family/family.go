// Package family makes programs of any size of one shape, to see how time and memory grow with it.
//
// In goes a name and a size, out comes a C program. Each is about locks that are taken and released in turn, and is
// safe; broken, one release is missing and the program fails. What differs is what the size multiplies: functions,
// calls, cases, locks. A line that is proved once and holds for all functions costs time that grows with the size; one
// that every function, or every pair of them, needs anew costs the square.
package family

import (
	"bytes"
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"
	"text/template"
)

// shapes has a template for each family. It is given the size, the numbers below it, and whether it is broken.
//
//go:embed shapes/*.c.tmpl
var shapes embed.FS

// Names lists the families.
func Names() []string {
	entries, err := shapes.ReadDir("shapes")
	if err != nil {
		panic(err) // it is embedded
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".c.tmpl"))
	}
	return names
}

// Is says that there is a family of a name.
func Is(name string) bool { return slices.Contains(Names(), name) }

// least is the smallest size: a broken program has a function that is not the first or the last.
const least = 3

// Text is the program of a family and a size.
func Text(name string, size int) ([]byte, error) { return text(name, size, none) }

// Broken is such a program with a defect in the middle.
func Broken(name string, size int) ([]byte, error) { return text(name, size, size/2) }

// none is the number of no function.
const none = -1

// text is the program of a family and a size, whose function of a number is wrong.
func text(name string, size, bad int) ([]byte, error) {
	if !Is(name) {
		return nil, fmt.Errorf("no family %q: there are %s", name, strings.Join(Names(), ", "))
	}
	if size < least {
		return nil, fmt.Errorf("a program of size %d: the smallest is %d", size, least)
	}
	shape, err := template.New(name+".c.tmpl").Funcs(template.FuncMap{
		"less": func(n, m int) int { return n - m },
		"even": func(n int) bool { return n%2 == 0 },
	}).ParseFS(shapes, path.Join("shapes", name+".c.tmpl"))
	if err != nil {
		return nil, fmt.Errorf("the shape of %s: %w", name, err)
	}
	var out bytes.Buffer
	numbers := make([]int, size)
	for i := range numbers {
		numbers[i] = i
	}
	err = shape.Execute(&out, map[string]any{"Size": size, "Numbers": numbers, "Bad": bad})
	return out.Bytes(), err
}
