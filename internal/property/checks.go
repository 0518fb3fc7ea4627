package property

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Checks is a set of the checks that are built in. The front end for C makes an error edge of each place
// where one of them can fail; a check that is not in the set costs nothing. The zero value is the default:
// Reach alone.
type Checks uint16

// The checks. C11 clauses are those of the behaviour that is undefined.
const (
	// Reach: calls of error functions, failing assertions, error labels.
	Reach Checks = 1 << iota
	// Null: access through a null pointer (6.5.3.2p4).
	Null
	// Bounds: access outside of every object, through a pointer that is not null (6.5.6p8).
	Bounds
	// UseAfterFree: access to an object whose lifetime has ended (6.2.4p2).
	UseAfterFree
	// InvalidFree: free or realloc of what is no live object of the heap, or not its start (7.22.3.3p2).
	InvalidFree
	// Leak: an object of the heap that nothing points to any more when the program ends.
	Leak
	// Cleanup: an object of the heap that is not freed when the program ends.
	Cleanup
	// Overflow: a signed result that its type cannot represent (6.5p5), that of << included (6.5.7p4).
	Overflow
	// Division: division by zero (6.5.5p5).
	Division
	// Shift: a shift by a negative amount or by the width or more (6.5.7p3).
	Shift
	// Uninitialized: a read of an object that holds no value yet (6.3.2.1p2).
	Uninitialized
)

// ConstantOverflow begins what is said of a signed overflow that compilers compute, so that no run of a
// compiled program shows it.
const ConstantOverflow = "signed overflow in a constant expression"

// Outside begins what is said of an access outside of an object. The address sanitizers of compilers see only
// those near an object.
const Outside = "access outside of"

// Ended is said of an access to an object that is dead. OrAgain stands behind it where the object
// may be one of a block that was entered again since: compilers put the next one in its place, so
// that no sanitizer sees a difference. Nor do sanitizers see the end of temporaries, arrays of variable
// length and what alloca gives, which OrUnwatched is about.
const (
	Ended       = "access to an object whose lifetime has ended"
	OrAgain     = ", or whose block was entered again"
	OrUnwatched = ", perhaps a temporary or one of variable size"
)

// Unneeded stands behind what is said of an access that reads a value which the program does not use, as the
// statement *p does. Compilers leave such reads out.
const Unneeded = ", of which nothing needs the value"

// ToNonNull begins what is said of a null pointer that a call hands to a parameter that is declared to be none.
const ToNonNull = "a null pointer for the parameter"

// InCall stands, with the function's name behind it, at the end of what is said of an access that a
// function of the C library makes. Sanitizers look into some of those functions.
const InCall = " in a call of "

// checkNames are the words of the command line, in the order in which help lists them, with the property
// that a violation is one of.
var checkNames = []struct {
	check       Checks
	name        string
	subProperty string
}{
	{Reach, "reach", "unreach-call"},
	{Null, "null", "valid-deref"},
	{Bounds, "bounds", "valid-deref"},
	{UseAfterFree, "uaf", "valid-deref"},
	{InvalidFree, "double-free", "valid-free"},
	{Leak, "leak", "valid-memtrack"},
	{Cleanup, "cleanup", "valid-memcleanup"},
	{Overflow, "overflow", "no-overflow"},
	{Division, "div", "no-division-by-zero"},
	{Shift, "shift", "valid-shift"},
	{Uninitialized, "uninit", "valid-read"},
}

// CheckNames are the names of the checks.
func CheckNames() []string {
	names := make([]string, len(checkNames))
	for i, c := range checkNames {
		names[i] = c.name
	}
	return names
}

// ParseChecks reads names of checks.
func ParseChecks(names []string) (Checks, error) {
	all := CheckNames()
	var found Checks
	for _, name := range names {
		i := slices.Index(all, name)
		if i < 0 {
			return 0, fmt.Errorf("%q is no check; there are %s", name, strings.Join(all, ", "))
		}
		found |= checkNames[i].check
	}
	return found, nil
}

// MemorySafety are the checks of the group memory.
const MemorySafety = Null | Bounds | UseAfterFree | InvalidFree | Leak

// Choose is c with what names add and, behind a minus, leave out: checks, or groups of them. An error function is one
// unless reach is left out by name, whatever else is asked for.
func (c Checks) Choose(names []string) (Checks, error) {
	if c == 0 {
		c = Reach
	}
	for _, name := range names {
		word, isLeftOut := strings.CutPrefix(name, "-")
		some, err := checksCalled(word)
		if err != nil {
			return 0, err
		}
		if isLeftOut {
			c &^= some
		} else {
			c |= some
		}
	}
	return c, nil
}

// checksCalled are the checks of a group, or the one with a name.
func checksCalled(word string) (Checks, error) {
	switch word {
	case "all":
		return ParseChecks(CheckNames())
	case "memory":
		return MemorySafety, nil
	}
	some, err := ParseChecks([]string{word})
	if err != nil {
		err = fmt.Errorf("%w; memory is %s", err, strings.Join(MemorySafety.Names(), ", "))
	}
	return some, err
}

// Has reports whether one of the checks in some is in c; the default holds for the empty set.
func (c Checks) Has(some Checks) bool {
	if c == 0 {
		c = Reach
	}
	return c&some != 0
}

// Each lists the checks in c one by one.
func (c Checks) Each() []Checks {
	var all []Checks
	for _, known := range checkNames {
		if c.Has(known.check) {
			all = append(all, known.check)
		}
	}
	return all
}

// Names are the names of the checks in c.
func (c Checks) Names() []string {
	var names []string
	for _, known := range checkNames {
		if c.Has(known.check) {
			names = append(names, known.name)
		}
	}
	return names
}

// SubProperty is the property that a violation of the check is one of, in the words of verdicts:
// "valid-deref". c is a single check.
func (c Checks) SubProperty() string {
	for _, known := range checkNames {
		if known.check == c {
			return known.subProperty
		}
	}
	return "unreach-call"
}

// MarshalJSON writes the names.
func (c Checks) MarshalJSON() ([]byte, error) { return json.Marshal(c.Names()) }

// UnmarshalJSON reads what MarshalJSON writes.
func (c *Checks) UnmarshalJSON(text []byte) (err error) {
	var names []string
	if err := json.Unmarshal(text, &names); err != nil {
		return err
	}
	*c, err = ParseChecks(names)
	return err
}

// HasSubProperty reports whether one of the checks is violated where a sub-property is.
func (c Checks) HasSubProperty(name string) bool {
	return slices.ContainsFunc(c.Each(), func(check Checks) bool { return check.SubProperty() == name })
}

// NameOf is the name of the check that fails with a sub-property and words; "" for what is no built-in check.
func NameOf(subProperty, what string) string {
	var of Checks
	switch {
	case subProperty != Null.SubProperty():
	case strings.Contains(what, "null pointer"):
		of = Null
	case strings.Contains(what, Ended):
		of = UseAfterFree
	default:
		of = Bounds
	}
	for _, known := range checkNames {
		if known.check == of || of == 0 && known.subProperty == subProperty {
			return known.name
		}
	}
	return ""
}
