// Package property reads what is to be checked.
//
// The input is the text of a property file in the form that the software verification competition uses;
// the output names the entry function and what counts as the error. The front ends turn that into error
// edges of the program.
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
}

var (
	checkLine = regexp.MustCompile(`^CHECK\(\s*init\(\s*([A-Za-z_]\w*)\(\)\s*\)\s*,\s*LTL\(\s*(.*?)\s*\)\s*\)$`)
	callLine  = regexp.MustCompile(`^G\s*!\s*call\(\s*([A-Za-z_]\w*)\(\)\s*\)$`)
	labelLine = regexp.MustCompile(`^G\s*!\s*label\(\s*([A-Za-z_]\w*)\s*\)$`)
)

// others are the formulas of the properties that are known and not checked.
var others = map[string]string{
	"G valid-free":       "valid-memsafety",
	"G valid-deref":      "valid-memsafety",
	"G valid-memtrack":   "valid-memsafety",
	"G valid-memcleanup": "valid-memcleanup",
	"G ! overflow":       "no-overflow",
	"G ! data-race":      "no-data-race",
	"F end":              "termination",
	"G def-behavior":     "def-behavior",
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
		if found.Kind != Invalid && (found.Kind != Other || p != found) {
			return Property{}, fmt.Errorf("line %d: a second property: one at a time is checked", number+1)
		}
		found = p
	}
	if found.Kind == Invalid {
		return Property{}, fmt.Errorf("no CHECK( init(main()), LTL(...) ) line")
	}
	return found, nil
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
	if name, ok := others[formula]; ok {
		return Property{Kind: Other, Name: name, Entry: entry}, nil
	}
	return Property{}, fmt.Errorf("the formula %q is not known", formula)
}
