// Package property says what is to be checked: the built-in checks, and the properties of the software
// verification competition.
//
// In goes a list of checks (--check), or the text of a property file in the competition's form; out come
// the entry function and what counts as the error. The front ends turn that into error edges of the
// program.
package property

import (
	"fmt"
	"regexp"
	"strings"
)

// Kind says what a property forbids. The zero value is invalid.
type Kind uint8

// The kinds.
const (
	Invalid Kind = iota
	// ErrorCall: a call of Property.Function.
	ErrorCall
	// ErrorLabel: reaching the label Property.Label.
	ErrorLabel
	// BuiltIn: what Property.Checks says.
	BuiltIn
	// Other: a property of the field that is understood and not checked; Property.Name says which.
	Other
)

// Property is one parsed property file.
type Property struct {
	Kind     Kind
	Name     string // as in verdicts: "unreach-call", "no-overflow"
	Entry    string // the function in init(...)
	Function string // for ErrorCall
	Label    string // for ErrorLabel
	Checks   Checks // for BuiltIn
}

var (
	checkLine = regexp.MustCompile(`^CHECK\(\s*init\(\s*([A-Za-z_]\w*)\(\)\s*\)\s*,\s*LTL\(\s*(.*?)\s*\)\s*\)$`)
	callLine  = regexp.MustCompile(`^G\s*!\s*call\(\s*([A-Za-z_]\w*)\(\)\s*\)$`)
	labelLine = regexp.MustCompile(`^G\s*!\s*label\(\s*([A-Za-z_]\w*)\s*\)$`)
)

// formulas are the properties that need no name of a function or label. Those without checks are known and
// not checked.
var formulas = map[string]Property{
	"G valid-free":       {Name: "valid-memsafety", Checks: InvalidFree},
	"G valid-deref":      {Name: "valid-memsafety", Checks: Null | Bounds | UseAfterFree},
	"G valid-memtrack":   {Name: "valid-memsafety", Checks: Leak},
	"G valid-memcleanup": {Name: "valid-memcleanup", Checks: Cleanup},
	"G ! overflow":       {Name: "no-overflow", Checks: Overflow},
	"G ! data-race":      {Name: "no-data-race"},
	"F end":              {Name: "termination"},
	"G def-behavior":     {Name: "def-behavior"},
}

// Parse reads a property file. A file may hold several lines of one property (valid-memsafety has
// three); an error says which line is not understood.
func Parse(text string) (Property, error) {
	var found Property
	for number, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "//") || strings.HasPrefix(line, "#") {
			continue
		}
		p, err := parseLine(line)
		if err != nil {
			return Property{}, fmt.Errorf("line %d: %w", number+1, err)
		}
		if found.Kind != Invalid && !found.mergesWith(p) {
			return Property{}, fmt.Errorf("line %d: a second property: one at a time is checked", number+1)
		}
		p.Checks |= found.Checks
		found = p
	}
	if found.Kind == Invalid {
		return Property{}, fmt.Errorf("no CHECK( init(main()), LTL(...) ) line")
	}
	return found, nil
}

// mergesWith reports whether two lines speak of one property.
func (p Property) mergesWith(other Property) bool {
	p.Checks, other.Checks = 0, 0
	return p == other && (p.Kind == BuiltIn || p.Kind == Other)
}

func parseLine(line string) (Property, error) {
	parts := checkLine.FindStringSubmatch(line)
	if parts == nil {
		return Property{}, fmt.Errorf("%q is not of the form CHECK( init(main()), LTL(...) )", line)
	}
	entry, formula := parts[1], strings.Join(strings.Fields(parts[2]), " ")
	if call := callLine.FindStringSubmatch(formula); call != nil {
		return Property{Kind: ErrorCall, Name: "unreach-call", Entry: entry, Function: call[1]}, nil
	}
	if label := labelLine.FindStringSubmatch(formula); label != nil {
		return Property{Kind: ErrorLabel, Name: "unreach-call", Entry: entry, Label: label[1]}, nil
	}
	found, ok := formulas[formula]
	if !ok {
		return Property{}, fmt.Errorf("the formula %q is not known", formula)
	}
	found.Kind, found.Entry = BuiltIn, entry
	if found.Checks == 0 {
		found.Kind = Other
	}
	return found, nil
}
