package pipeline

import (
	"fmt"
	"slices"
	"strings"
)

// needed are passes without which the engine cannot read the program.
var needed = []string{"normalize", memoryPass, "modifies"}

// DispensablePasses are the names of passes that a check can do without and that are no Optimisations: to find out which of
// them a verdict depends on. A pass that runs several times has a name for each.
func DispensablePasses() []string {
	names := []string{memoryMapsOption}
	for i, p := range passes {
		label := passLabel(i)
		isSwitch := slices.ContainsFunc(Optimisations, func(o struct{ Name, Meaning string }) bool { return o.Name == label })
		if !slices.Contains(needed, p.name) && !isSwitch {
			names = append(names, label)
		}
	}
	return names
}

// passLabel is the name of a pass, with a number where it runs several times.
func passLabel(index int) string {
	name, before, all := passes[index].name, 0, 0
	for i, p := range passes {
		if p.name == name {
			all++
			if i <= index {
				before++
			}
		}
	}
	if all == 1 {
		return name
	}
	return fmt.Sprintf("%s#%d", name, before)
}

// IsOffByDefault reports whether a part of the search is left out unless somebody switches it on.
func IsOffByDefault(optimisation string) bool { return slices.Contains(offByDefault, optimisation) }

// LeaveOutPass makes a search one without a dispensable pass.
func (s *Search) LeaveOutPass(name string) error {
	if names := DispensablePasses(); !slices.Contains(names, name) {
		return fmt.Errorf("there is no pass %q that can be left out; there are %s", name, strings.Join(names, ", "))
	}
	if !slices.Contains(s.Off, name) {
		s.Off = append(s.Off, name)
	}
	return nil
}
