package c

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"slices"

	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/target"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/frontend/c/typecheck"
	"yogi/internal/source"
)

// This file chooses between the standard headers that come with the checker, which are small and the
// same everywhere, and the machine's, which declare more; and it reads the machine's <ctype.h> for
// programs that choose a locale.

// MachineHeaders says that the machine has standard headers for a data model.
func MachineHeaders(dataModel string) bool {
	chosen, err := target.Named(dataModel)
	return err == nil && preprocess.HasMachine(chosen)
}

// ReadsMachineHeaders says that standard headers of a C library are read for a data model, where there are some.
func ReadsMachineHeaders(dataModel string) bool {
	chosen, err := target.Named(dataModel)
	return err == nil && chosen.X86
}

// OwnHeadersLack names what the files use and the headers that come with the checker do not
// declare, where the machine's headers declare more of it; "" if there is nothing of the kind.
func OwnHeadersLack(ctx context.Context, options Options) (string, error) {
	if !MachineHeaders(options.DataModel) || !includesSomething(options.Units) {
		return "", nil
	}
	if options.Scans == nil {
		options.Scans = NewScans()
	}
	own, err := options.undeclared(ctx, ownHeaders)
	if err != nil {
		return "", err
	}
	if own.isNothing() { // a look at the directives tells whether there is more to ask
		decisions, err := options.decidedByMachine(ctx, len(own.decisions))
		if err != nil || apart(own.decisions, decisions) == "" {
			return "", err
		}
	}
	machine, err := options.undeclared(ctx, machineHeaders)
	switch {
	case err != nil:
		return "", err
	case len(machine.complaints) < len(own.complaints):
		return own.complaints[0], nil
	case len(machine.complaints) > len(own.complaints) || len(machine.called) > len(own.called):
		return "", nil
	case len(machine.called) < len(own.called):
		return own.called[0] + " is not declared", nil
	}
	return apart(own.decisions, machine.decisions), nil
}

// decidedByMachine lists the conditions of the files as they come out with the machine's headers; nil if the files have
// none with the others.
func (o Options) decidedByMachine(ctx context.Context, conditions int) (decisions []preprocess.Decision, err error) {
	if conditions == 0 {
		return nil, nil
	}
	o.Units = slices.Clone(o.Units)
	for i := range o.Units {
		o.Units[i].Reading.SystemOwn = true
	}
	return o.decided(ctx)
}

// decided lists how the conditions of the files come out.
func (o *Options) decided(ctx context.Context) (decisions []preprocess.Decision, err error) {
	chosen, err := target.Named(o.DataModel)
	if err != nil {
		return nil, err
	}
	for _, u := range o.Units {
		_, _, err := typecheck.Tokens(ctx, chosen, typecheck.Options{
			Files: []string{u.File}, Source: u.overlay(), Reading: u.Reading, Scans: o.Scans.tokens(),
			Decided: func(d preprocess.Decision) { decisions = append(decisions, d) },
		})
		if err != nil {
			return nil, err
		}
	}
	return decisions, nil
}

// apart names a condition of the files that comes out otherwise with the machine's headers than with those that come
// with the checker: some define a macro that others do not. "": there is none.
func apart(own, machine []preprocess.Decision) string {
	for i, d := range machine {
		if i >= len(own) || own[i] != d {
			return fmt.Sprintf("#%s at %s:%d is %v", d.Word, d.Pos.File, d.Pos.Line, !d.IsTrue)
		}
	}
	if len(own) > len(machine) {
		d := own[len(machine)]
		return fmt.Sprintf("#%s at %s:%d is %v", d.Word, d.Pos.File, d.Pos.Line, d.IsTrue)
	}
	return ""
}

// lack lists what headers fail to declare: the complaints about the files that are read with them,
// and the functions that these call and nothing declares or defines. Decisions are the conditions of the files.
type lack struct {
	complaints, called []string
	decisions          []preprocess.Decision
}

func (l lack) isNothing() bool { return len(l.complaints) == 0 && len(l.called) == 0 }

// includesSomething says that a file has a directive #include, as far as a look at its text tells.
func includesSomething(units []Unit) bool {
	for _, u := range units {
		text := u.Source
		if text == nil {
			text, _ = os.ReadFile(u.File) // a file that cannot be read is complained of when it is
		}
		if includes.Match(text) {
			return true
		}
	}
	return false
}

// includes is a directive, or asks whether there is a header; that a path in a line marker has the word is none.
var includes = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include|__has_include`)

// headers are a kind of system headers.
type headers int

const (
	ownHeaders     headers = iota // those that come with the checker
	machineHeaders                // those of the machine
)

// undeclared finds what one kind of headers lacks.
func (o Options) undeclared(ctx context.Context, of headers) (lack, error) {
	var out lack
	var called []string
	defined := map[string]bool{}
	for _, u := range o.Units {
		reading := u.Reading
		reading.SystemOwn = of == machineHeaders
		unit, diagnostics, err := typecheck.Check(ctx, typecheck.Options{
			DataModel: o.DataModel, Files: []string{u.File}, Source: u.overlay(), Reading: reading, Scans: o.Scans.tokens(), Again: true,
			Decided: func(d preprocess.Decision) { out.decisions = append(out.decisions, d) },
		})
		if err != nil {
			return out, err
		}
		for _, d := range diagnostics {
			out.complaints = append(out.complaints, d.Message)
		}
		if unit == nil {
			continue
		}
		for _, f := range unit.Functions {
			defined[f.Name] = defined[f.Name] || f.Body != nil
			if f.Implicit && f.Builtin == "" {
				called = append(called, f.Name)
			}
		}
	}
	for _, name := range called {
		if !defined[name] {
			out.called = append(out.called, name)
		}
	}
	return out, nil
}

// noTables is a macro by which glibc's <ctype.h> declares functions alone. What it has else are macros that read the
// classes of characters in a table of the library, which is another one in each locale.
const noTables = "__NO_CTYPE"

// linked checks the files and links them. Those of a program that may choose a locale are read without the macros
// that look into tables, unless a condition of theirs asks for such a macro: of a call of isspace it is known what
// holds in any locale, of a table nothing.
func (o *Options) linked(ctx context.Context) (*tree.Unit, source.Diagnostics, error) {
	unit, diagnostics, err := o.linkedAsGiven(ctx)
	if unit == nil || !choosesLocale(unit) || !mentions(unit, "__ctype_b_loc") {
		return unit, diagnostics, err
	}
	again := *o
	again.Units = slices.Clone(o.Units)
	for i := range again.Units {
		reading := &again.Units[i].Reading
		reading.Defines = append(slices.Clone(reading.Defines), noTables)
	}
	given, err := o.decided(ctx)
	if err != nil {
		return nil, nil, err
	}
	others, err := again.decided(ctx)
	if err != nil {
		return nil, nil, err
	}
	if !slices.Equal(given, others) {
		return unit, diagnostics, nil
	}
	return again.linkedAsGiven(ctx)
}
