package load

import (
	"fmt"
	"slices"
	"strings"

	"yogi/internal/prepare"
)

// DispensablePasses are the names of passes that a check can do without and that are no
// features: to find out which of them a verdict depends on.
func DispensablePasses() []string { return prepare.Table.Dispensable() }

// WithoutPass is the search without a dispensable pass.
func (s Search) WithoutPass(name string) (Search, error) {
	if names := DispensablePasses(); !slices.Contains(names, name) {
		return s, fmt.Errorf("there is no pass %q that can be left out; there are %s", name, strings.Join(names, ", "))
	}
	if !slices.Contains(s.Off, name) {
		s.Off = append(slices.Clone(s.Off), name)
	}
	return s, nil
}
