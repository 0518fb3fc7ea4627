package main

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"yogi/internal/pipeline"
	"yogi/internal/property"
)

// defineCheckFlag defines the flag that says which built-in checks of C are errors.
func defineCheckFlag(f *pflag.FlagSet, job *pipeline.Job) {
	f.Var((*checksValue)(&job.Checks), "check", "what is checked in C besides reach: "+strings.Join(property.CheckNames(), ", ")+
		"; memory: "+strings.Join(property.MemorySafety.Names(), ", ")+"; all of them; -NAME leaves one out, reach too")
}

// checksValue is a flag that takes names of checks, separated by commas; given several times, all
// of them. A name behind a minus leaves that check out.
type checksValue property.Checks

// String implements pflag.Value.
func (v *checksValue) String() string { return strings.Join(property.Checks(*v).Names(), ",") }

// Type implements pflag.Value.
func (v *checksValue) Type() string { return "names" }

// Set implements pflag.Value.
func (v *checksValue) Set(text string) error {
	chosen, err := property.Checks(*v).Choose(strings.Split(text, ","))
	if err == nil && chosen == 0 {
		err = fmt.Errorf("no check is left")
	}
	*v = checksValue(chosen)
	return err
}
