package load

import (
	"path/filepath"

	"yogi/internal/element"
	"yogi/internal/feature"
	"yogi/internal/ir"
	"yogi/internal/property"
)

// This file makes jobs of others: with other checks, for another entry, without some features.

// ForEntry is the job for one of the entries; its evidence has a folder of its own.
func (j Job) ForEntry(name string) Job {
	j.Entry = name
	if j.Out != "" {
		j.Out = filepath.Join(j.Out, name)
	}
	return j
}

// AsWritten is the job whose program has the branches, calls, loops and assertions that were
// written.
func (j Job) AsWritten() Job {
	return j.WithoutElements().SwitchedOff(feature.LargeBlocks, feature.LoopsAsRecursion, feature.Addresses, feature.GuessedIndex)
}

// WithElements is the job whose program has facts about elements. With none it is ready to have
// some found.
func (j Job) WithElements(facts []element.Fact) Job {
	j.Elements = &Elements{facts}
	return j.SwitchedOff(feature.GuessedIndex)
}

// WithoutElements is the job whose program has no facts about elements.
func (j Job) WithoutElements() Job {
	j.Elements = nil
	return j
}

// OverMachineWords is the job whose program is one over machine words.
func (j Job) OverMachineWords() Job {
	j.Arith = bitsArith
	return j
}

// SwitchedOff is the job without some features of the search.
func (j Job) SwitchedOff(features ...feature.Feature) Job {
	j.Search = j.Without(features...)
	return j
}

// WithChecks is the job with further checks.
func (j Job) WithChecks(checks property.Checks) Job {
	if checks == 0 {
		return j
	}
	if j.Checks == 0 {
		j.Checks = property.Reach
	}
	j.Checks |= checks
	return j
}

// Moved is the job with every path put through change.
func (j Job) Moved(change func(path string) string) Job {
	files := make([]string, len(j.Files))
	for i, path := range j.Files {
		files[i] = change(path)
	}
	j.Files, j.Reading = files, j.Reading.Paths(change)
	readings := j.Readings
	j.Readings = nil
	for _, r := range readings {
		j.Readings = append(j.Readings, r.Paths(change))
	}
	j.Given = movedPlaces(j.Given, change)
	return j
}

// blockRuns ends runs where they violate some checks, and where they do what is not modelled.
func blockRuns(p *ir.Program, checks property.Checks) {
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			switch t := b.Terminator.(type) {
			case *ir.Error:
				if checks.HasSubProperty(t.Property) {
					b.Terminator = &ir.Halt{At: t.At, What: t.What}
				}
			case *ir.Unsupported:
				b.Terminator = &ir.Halt{At: t.At, What: t.Diagnostic.Message}
			}
		}
	}
}
