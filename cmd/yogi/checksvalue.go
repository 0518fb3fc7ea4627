package main

import (
	"strings"

	"github.com/spf13/pflag"

	"yogi/internal/pipeline"
	"yogi/internal/property"
)

// defineCheckFlag defines the flag that says which built-in checks of C are errors.
func defineCheckFlag(f *pflag.FlagSet, job *pipeline.Job) {
	f.Var((*checksValue)(&job.Checks), "check", "what is checked in C: "+strings.Join(property.CheckNames(), ", "))
}

// checksValue is a flag that takes names of checks, separated by commas; given several times, all of them.
type checksValue property.Checks

// String implements pflag.Value.
func (v *checksValue) String() string { return strings.Join(property.Checks(*v).Names(), ",") }

// Type implements pflag.Value.
func (v *checksValue) Type() string { return "names" }

// Set implements pflag.Value.
func (v *checksValue) Set(text string) error {
	more, err := property.ParseChecks(strings.Split(text, ","))
	*v |= checksValue(more)
	return err
}
