package pipeline

import (
	"fmt"
	"slices"
	"strings"

	"yogi/internal/prepare"
)

// DispensablePasses are the names of passes that a check can do without and that are no
// features: to find out which of them a verdict depends on.
func DispensablePasses() []string { return prepare.Table.Dispensable() }

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
