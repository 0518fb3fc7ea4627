package main

import (
	"fmt"
	"os"
	"strings"

	"yogi/internal/property"
	"yogi/internal/report"
	"yogi/internal/settings"
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
	if file := o.settings.file; file != nil {
		for _, ignore := range file.Suppression.Ignore {
			covers := func(path string) bool { return file.Covers(ignore.Files, o.original(path)) }
			rule := suppress.Rule{Covers: covers, Checks: ignore.Check, Reason: ignore.Reason, File: settings.Shown(file.Path)}
			if err := o.set.Add(rule); err != nil {
				return err
			}
		}
	}
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

// original is the path of a file of which a copy is checked.
func (o *checkOptions) original(path string) string {
	if o.copies != "" {
		if below, ok := strings.CutPrefix(path, o.copies+"/"); ok {
			return "/" + below
		}
	}
	return path
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
