package pass

import (
	"errors"
	"fmt"
)

// Check complains of rows that are not told apart, of passes whose needs nothing before them
// establishes, whichever optional rows are left out, of passes whose uses nothing establishes where
// no row is left out, and of properties in wanted that do not hold in the end. Of the program
// before the first row some properties hold.
func (t Table) Check(before, wanted Property) error {
	var problems []error
	fail := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	all, surely := before, before // what holds if no row is left out, and what holds whatever is
	seen := map[string]bool{}
	for _, row := range t {
		switch {
		case row.Name == "" || row.Does == "" || len(row.Passes)+len(row.Instead) == 0:
			fail("row %q has no name, says nothing or does nothing", row.Name)
		case seen[row.Name]:
			fail("there are two rows %q", row.Name)
		}
		seen[row.Name] = true
		left := surely
		for _, pass := range row.Passes {
			if missing := pass.Needs &^ surely; missing != 0 {
				fail("%s, pass %s: it needs what does not hold there: %v", row.Name, pass.Name, missing)
			}
			if missing := pass.Uses &^ all; missing != 0 {
				fail("%s, pass %s: it makes use of what does not hold there: %v", row.Name, pass.Name, missing)
			}
			all, surely = pass.after(all), pass.after(surely)
		}
		for _, pass := range row.Instead {
			if missing := pass.Needs &^ left; missing != 0 {
				fail("%s, pass %s instead: it needs what does not hold there: %v", row.Name, pass.Name, missing)
			}
			left = pass.after(left)
		}
		if row.Optional() {
			surely &= left
		}
	}
	if missing := wanted &^ surely; missing != 0 {
		fail("behind the last row does not hold: %v", missing)
	}
	return errors.Join(problems...)
}
