package pipeline

import (
	"fmt"
	"slices"
	"strings"
)

// Optimisations are the parts of the search that can be switched off to measure what they are worth, each
// with what it does. No verdict depends on them.
var Optimisations = []struct{ Name, Meaning string }{
	{conditionsOption, "a short-circuit condition is one branch"},
	{constantsOption, "variables that hold one constant at a point are replaced by it"},
	{largeBlocksOption, "branches that only choose between values are one block, and calls of functions of one block its body"},
	{invariantsOption, "loops that diverge are searched for inductive facts"},
}

const (
	conditionsOption  = "conditions"
	constantsOption   = "constants"
	largeBlocksOption = "large-blocks"
	invariantsOption  = "invariants"
)

// Switch sets an optimisation by its name and on or off.
func (s *Search) Switch(setting string) error {
	name, value, ok := strings.Cut(setting, "=")
	if !ok || value != "on" && value != "off" {
		return fmt.Errorf("%q is not NAME=on or NAME=off", setting)
	}
	names := make([]string, 0, len(Optimisations))
	for _, o := range Optimisations {
		names = append(names, o.Name)
	}
	if !slices.Contains(names, name) {
		return fmt.Errorf("there is no optimisation %q; there are %s", name, strings.Join(names, ", "))
	}
	s.Off = slices.DeleteFunc(s.Off, func(off string) bool { return off == name })
	if value == "off" {
		s.Off = append(s.Off, name)
	}
	return nil
}

func (s *Search) has(optimisation string) bool { return !slices.Contains(s.Off, optimisation) }
