package ctest

import (
	"fmt"
	"slices"
	"strings"
)

// allocator is a function of the library that allocates, besides malloc, which the driver defines whole.
type allocator struct {
	declared string // its parameters
	passed   string // and their names
}

// chosenAllocators are those of which a test says where they fail. Elsewhere they do what the library's
// do: calloc gives zeros, and realloc keeps what was there and frees the old object. So the program calls
// them under the name yogi_chosen_NAME, and what the driver and the library call stays the library's.
var chosenAllocators = map[string]allocator{
	"calloc":        {"__SIZE_TYPE__ yogi_1, __SIZE_TYPE__ yogi_2", "yogi_1, yogi_2"},
	"realloc":       {"void *yogi_1, __SIZE_TYPE__ yogi_2", "yogi_1, yogi_2"},
	"reallocarray":  {"void *yogi_1, __SIZE_TYPE__ yogi_2, __SIZE_TYPE__ yogi_3", "yogi_1, yogi_2, yogi_3"},
	"aligned_alloc": {"__SIZE_TYPE__ yogi_1, __SIZE_TYPE__ yogi_2", "yogi_1, yogi_2"},
	"memalign":      {"__SIZE_TYPE__ yogi_1, __SIZE_TYPE__ yogi_2", "yogi_1, yogi_2"},
}

// chosen are the allocators whose failures the test chooses, in the order of their names.
func (p *world) chosen() []string {
	var out []string
	for _, q := range p.functions {
		if _, ok := chosenAllocators[q.name]; ok && !slices.Contains(out, q.name) {
			out = append(out, q.name)
		}
	}
	slices.Sort(out)
	return out
}

// writeChosen writes an allocator that fails where the test says so.
func (p driverText) writeChosen(out *strings.Builder, name string, a allocator, choices string) {
	does := "yogi_does_" + name
	if slices.Contains(monitors[p.Property].counted, name) {
		does = "yogi_counted_" + name
	} else {
		fmt.Fprintf(out, "extern void *%s(%s) __asm__(\"%s\");\n", does, a.declared, name)
	}
	call := does + "(" + a.passed + ")"
	choices = strings.ReplaceAll(choices, "? 0 : yogi_fresh(yogi_size)", "? (yogi_fails_here(YOGI_ENOMEM), (void *)0) : "+call)
	fmt.Fprintf(out, "void *yogi_chosen_%s(%s) { %sreturn %s; }\n\n", name, a.declared, choices, call)
}
