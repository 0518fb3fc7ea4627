package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"yogi/internal/feature"
	"yogi/internal/frontend/c/target"
	"yogi/internal/pipeline"
)

// choice is a flag that takes one of a few words.
type choice struct {
	value   *string
	allowed []string
}

// choiceVar defines a flag that takes one of the allowed words; the first is the default.
func choiceVar(flags *pflag.FlagSet, value *string, name, usage string, allowed ...string) {
	*value = allowed[0]
	flags.Var(&choice{value, allowed}, name, usage)
}

func (c *choice) String() string { return *c.value }

func (c *choice) Type() string { return strings.Join(c.allowed, "|") }

// Set implements pflag.Value.
func (c *choice) Set(word string) error {
	for _, a := range c.allowed {
		if a == word {
			*c.value = word
			return nil
		}
	}
	return fmt.Errorf("must be one of %s", strings.Join(c.allowed, ", "))
}

// byteSize is a flag for an amount of memory: a number with the unit B, KiB, MiB, GiB, KB, MB or GB.
type byteSize uint64

var units = []struct {
	name  string
	bytes uint64
}{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}, {"GB", 1e9}, {"MB", 1e6}, {"KB", 1e3}, {"B", 1}, {"", 1}}

func (b *byteSize) String() string {
	for _, u := range units {
		if n := uint64(*b); n > 0 && n%u.bytes == 0 {
			return fmt.Sprintf("%d%s", n/u.bytes, u.name)
		}
	}
	return "0"
}

// Type implements pflag.Value.
func (b *byteSize) Type() string { return "size" }

// Set implements pflag.Value.
func (b *byteSize) Set(text string) error {
	for _, u := range units {
		number, ok := strings.CutSuffix(text, u.name)
		if !ok {
			continue
		}
		n, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil || n < 0 || n*float64(u.bytes) > 1<<60 {
			return fmt.Errorf("%q is not an amount of memory such as 4GiB", text)
		}
		*b = byteSize(n * float64(u.bytes))
		return nil
	}
	return nil
}

// featureVar defines --opt, which switches features of the search on and off.
func featureVar(f *pflag.FlagSet, search *pipeline.Search) {
	var lines strings.Builder
	for _, row := range feature.Table {
		fmt.Fprintf(&lines, "\n  %s: %s", row.Name, row.Does)
		if !row.On {
			lines.WriteString(" (off unless switched on)")
		}
	}
	f.Var(featureFlag{search}, "opt", "`name=on|off`: switch a feature of the search, to measure what it is worth; all are on unless said otherwise:"+lines.String())
}

type featureFlag struct{ search *pipeline.Search }

func (o featureFlag) String() string { return "" }

// Type implements pflag.Value.
func (o featureFlag) Type() string { return "name=on|off" }

// Set implements pflag.Value.
func (o featureFlag) Set(setting string) (err error) {
	*o.search, err = o.search.Switched(setting)
	return err
}

// withoutPassVar defines --without-pass, which is for yogi bisect and not shown.
func withoutPassVar(f *pflag.FlagSet, search *pipeline.Search) {
	const name = "without-pass"
	f.Var(withoutPass{search}, name, "leave out a `pass` over the program: "+feature.List(feature.Passes))
	if err := f.MarkHidden(name); err != nil {
		panic(err)
	}
}

// readingsVar defines --readings, which is for yogi matrix and not shown.
func readingsVar(f *pflag.FlagSet, folder *string) {
	const name = "readings"
	f.StringVar(folder, name, "", "`folder`, of this run alone, of what files come to before a rule is read")
	if err := f.MarkHidden(name); err != nil {
		panic(err)
	}
}

// basisVar defines --basis, which is for yogi matrix and not shown.
func basisVar(f *pflag.FlagSet, basis *bool) {
	const name = "basis"
	f.BoolVar(basis, name, false, "make no check, and print what is the same only for checks whose verdicts are")
	if err := f.MarkHidden(name); err != nil {
		panic(err)
	}
}

type withoutPass struct{ search *pipeline.Search }

func (w withoutPass) String() string { return "" }

// Type implements pflag.Value.
func (w withoutPass) Type() string { return "pass" }

// Set implements pflag.Value.
func (w withoutPass) Set(name string) (err error) {
	*w.search, err = w.search.WithoutPass(name)
	return err
}

// targetFlag chooses a target of the C front end, which the data model stands for.
type targetFlag struct{ model *string }

func (t *targetFlag) String() string { return "" }

// Type implements pflag.Value.
func (t *targetFlag) Type() string { return strings.Join(target.Names(), "|") }

// Set implements pflag.Value.
func (t *targetFlag) Set(name string) error {
	if !slices.Contains(target.Names(), name) {
		return fmt.Errorf("must be one of %s", strings.Join(target.Names(), ", "))
	}
	chosen, err := target.Named(name)
	if err != nil {
		return err
	}
	*t.model = chosen.Model.Name
	return nil
}
