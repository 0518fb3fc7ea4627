package main

import (
	"fmt"
	"os"

	"yogi/internal/property"
	"yogi/internal/report"
	"yogi/internal/suppress"
	"yogi/rules"
)

// readSuppressions reads the comments of the program's files and the baseline.
func (o *checkOptions) readSuppressions() error {
	var names []string
	for _, r := range rules.All() {
		names = append(names, r.Name)
	}
	if o.job.Rule != nil {
		names = append(names, o.job.Rule.Name)
	}
	o.set = suppress.Read(o.job.Files, names)
	if o.baseline == "" {
		return nil
	}
	file, err := os.Open(o.baseline)
	if err != nil {
		return fmt.Errorf("reading the baseline: %w", err)
	}
	defer file.Close()
	return o.set.Baseline(o.baseline, file)
}

// suppressionWarnings are those about suppressions, once all results are known.
func (o *checkOptions) suppressionWarnings(results ...*report.Result) []report.Warning {
	return o.set.Warnings(results, func(name string) bool {
		if o.job.Rule != nil {
			return name == o.job.Rule.Name
		}
		check, err := property.ParseChecks([]string{name})
		return err == nil && o.job.Checks.Has(check)
	})
}
