package ctest

import (
	_ "embed" // what gives the environment a variable
	"fmt"
	"strings"

	"yogi/internal/ir"
	"yogi/internal/verdict"
)

// This file is about the variables of the environment that the program names where it asks for them. Before anything of
// the program runs the driver gives each the text that the test says, or takes it out of the environment, and getenv is
// the machine's.

//go:embed variables.c.txt
var setsVariables string

// variable is one of the environment's.
type variable struct {
	name  string
	isSet bool
	text  *contents // nil: the empty one
	size  uint64    // 0: as large as its contents need
}

// isAboutVariable reports whether an input says whether a variable of the environment is set, or how large its text is.
func isAboutVariable(in *ir.Input) bool {
	_, ok := ir.VariableOf(in.Name)
	return ok
}

// planVariables finds the variables that the program names.
func (p *world) planVariables(program *ir.Program, test *verdict.Test) {
	given := map[string]uint64{}
	for _, in := range test.Inputs {
		if isAboutVariable(in.Input) {
			given[in.Input.Name], _ = bitsOf(in.Value)
		}
	}
	for _, f := range program.Functions {
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				h, ok := i.(*ir.Havoc)
				if !ok || h.Input.Kind != ir.AllocationChoice || !isAboutVariable(h.Input) {
					continue
				}
				name, _ := ir.VariableOf(h.Input.Name)
				p.variables = append(p.variables, &variable{
					name: name, isSet: given[h.Input.Name] == 0, size: given[ir.SizeOfVariable(name)],
				})
			}
		}
	}
}

// isTextOfVariable takes the contents of an object that is the text of a variable.
func (p *world) isTextOfVariable(c *contents) bool {
	name, ok := ir.VariableOf(c.fresh.Name)
	if !ok {
		return false
	}
	for _, v := range p.variables {
		if v.name == name {
			v.text = c
			return true
		}
	}
	return false
}

// writeVariables writes the function that gives the environment its variables, before constructors of the program run.
func (p driverText) writeVariables(out *strings.Builder) {
	if len(p.variables) == 0 {
		return
	}
	out.WriteString(setsVariables)
	out.WriteString("__attribute__((constructor(101))) static void yogi_set_variables(void)\n{\n")
	for _, v := range p.variables {
		text := `""`
		switch {
		case !v.isSet:
			text = "0"
		case v.text != nil:
			offsets := v.text.offsets()
			text = fmt.Sprintf("%s(yogi_zeroed(1, %d))", v.text.filler(), max(v.size, offsets[len(offsets)-1]+2))
		}
		fmt.Fprintf(out, "  yogi_variable(%q, %s);\n", v.name+"=", text)
	}
	out.WriteString("}\n\n")
}
