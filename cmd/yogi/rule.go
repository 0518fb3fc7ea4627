package main

import (
	"errors"
	"os"

	"yogi/internal/property/slic"
)

// useRule reads the rule that a check is about.
func (o *checkOptions) useRule() error {
	if o.property != "" || len(o.job.ErrorFunctions) > 0 || o.job.ErrorLabel != "" {
		return errors.New("--rule excludes --property, --error-function and --error-label: its violation is the only error")
	}
	rule, err := slic.Parse(o.rule, os.ReadFile)
	if err != nil {
		return err
	}
	o.job.SetRule(rule)
	return nil
}
