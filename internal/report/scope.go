package report

import (
	"fmt"
	"io"
	"strings"
)

// Scope says what was checked and what was not: a TRUE says nothing of what was not checked.
type Scope struct {
	Checked    []string `json:"checked"`
	NotChecked []string `json:"not_checked,omitempty"`
	// Flag has the rest checked too; "": no flag does.
	Flag string `json:"-"`
}

// WriteScope writes the line beside the verdict that says what it is about, if that is known.
func (r *Result) WriteScope(out io.Writer) {
	if r.Scope != nil {
		fmt.Fprintln(out, r.Scope)
	}
}

func (s *Scope) String() string {
	text := "checked: " + strings.Join(s.Checked, ", ")
	if len(s.NotChecked) > 0 {
		text += "; not checked: " + strings.Join(s.NotChecked, ", ")
	}
	if s.Flag != "" {
		text += " (" + s.Flag + ")"
	}
	return text
}
