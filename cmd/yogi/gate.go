package main

import (
	"errors"
	"io"

	"github.com/spf13/pflag"

	"yogi/internal/gate"
	"yogi/internal/report"
)

// gateOptions are the flags for build servers: what is written for them, and what fails a build.
type gateOptions struct {
	junit   string // file
	quality string // file
	failOn  string
	// setup says that a verdict is unknown since something is not installed, which no rule excuses.
	setup bool
}

// What ends with an exit status other than 0.
const (
	failOnUnknown = "unknown"
	failOnFailure = "failure"
)

func (o *gateOptions) define(f *pflag.FlagSet) {
	o.defineFiles(f)
	choiceVar(f, &o.failOn, "fail-on", "which verdicts fail a build, by an exit status other than 0: failure: FALSE alone; unknown: UNKNOWN as well", failOnUnknown, failOnFailure)
}

// defineFiles defines the flags for what is written alone.
func (o *gateOptions) defineFiles(f *pflag.FlagSet) {
	f.StringVar(&o.junit, "junit", "", "`file` for the results as JUnit's XML, for build servers: a FALSE is a failure, an UNKNOWN a skipped test")
	f.StringVar(&o.quality, "code-quality", "", "`file` for the failures as GitLab's code quality report")
}

// write writes the files that are asked for.
func (o *gateOptions) write(results []*report.Result) error {
	return errors.Join(
		toFile(o.junit, "JUnit's XML", func(out io.Writer) error { return gate.JUnit(out, version(), results) }),
		toFile(o.quality, "GitLab's code quality", func(out io.Writer) error { return gate.CodeQuality(out, results) }),
	)
}

// look remembers of the results what the exit status rests on.
func (o *gateOptions) look(results []*report.Result) {
	for _, r := range results {
		o.setup = o.setup || r.Reason == "setup"
	}
}

// status is the end of a check by the rule of --fail-on.
func (o *gateOptions) status(err error) error {
	var exit exitError
	if o.failOn == failOnFailure && !o.setup && errors.As(err, &exit) && exit.status == statusUnknown {
		return nil
	}
	return err
}
