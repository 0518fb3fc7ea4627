package clib

import (
	_ "embed" // the list
	"strings"
)

//go:embed exported.txt
var exportedText string

var exported = namesOf(exportedText)

func namesOf(text string) map[string]bool {
	out := map[string]bool{}
	for line := range strings.Lines(text) {
		if name := strings.TrimSpace(line); name != "" && name[0] != '#' {
			out[name] = true
		}
	}
	return out
}

// IsExported says that glibc has a function of a name, whether something more is known of it or not. A program that
// declares it by hand, without a header, and does not define it has that one.
func IsExported(name string) bool { return exported[name] }
