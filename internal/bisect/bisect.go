// Package bisect finds which part of a setting a verdict depends on: a switch of the search, a pass
// over the program, a flag. In go parts, each with the flags that change it, and a function that
// checks; out comes what changes the verdict alone, or else the smallest set that does (delta
// debugging, Zeller and Hildebrandt, TSE 2002).
//
// A set is smallest in that the verdict of the rest is the default one again, whichever part is taken away.
package bisect

import (
	"context"
	"slices"

	"yogi/internal/feature"
	"yogi/internal/trial"
)

// Part is a change of the setting.
type Part struct {
	Name  string
	Flags []string // of check
}

// Parts are a change of each feature of the search, on its own, and the loss of each pass that is no switch.
func Parts() []Part {
	var parts []Part
	for _, row := range feature.Table {
		parts = append(parts, Part{row.Other(), []string{"--opt", row.Other()}})
	}
	for _, pass := range feature.Passes {
		parts = append(parts, Part{"without pass " + string(pass), feature.Without(pass).Flags()})
	}
	return parts
}

// PartsOf are the flags of a setting, each with its values.
func PartsOf(flags []string) []Part {
	var parts []Part
	for _, word := range flags {
		if len(parts) == 0 || len(word) > 1 && word[0] == '-' {
			parts = append(parts, Part{})
		}
		last := &parts[len(parts)-1]
		last.Flags = append(last.Flags, word)
		if last.Name != "" {
			last.Name += " "
		}
		last.Name += word
	}
	return parts
}

// Try is one check with some parts changed.
type Try struct {
	Parts   []Part
	Outcome trial.Outcome
	Changes bool // the verdict
}

// Options say how is checked.
type Options struct {
	Check func(ctx context.Context, flags []string) (trial.Outcome, error)
	Tell  func(Try) // of each try
	// Reasons: two unknowns with different reasons are two verdicts, and so are fails of different properties.
	Reasons bool
	Alone   bool // try each part alone first
}

// Result holds what was found.
type Result struct {
	Default trial.Outcome
	// Alone are the parts each of which changes the verdict by itself.
	Alone []Try
	// Smallest is a set without a part too many, where none does so alone; nil if all together change nothing either.
	Smallest *Try
}

// bisection is one call of Run.
type bisection struct {
	options Options
	base    trial.Outcome
}

// Run finds what changes the verdict of the default setting.
func Run(ctx context.Context, parts []Part, o Options) (Result, error) {
	b := &bisection{options: o}
	base, err := o.Check(ctx, nil)
	if err != nil {
		return Result{}, err
	}
	b.base = base
	o.Tell(Try{Outcome: base})
	result := Result{Default: base}
	if o.Alone {
		if result.Alone, err = b.alone(ctx, parts); err != nil || len(result.Alone) > 0 {
			return result, err
		}
	}
	all, err := b.try(ctx, parts)
	if err != nil || !all.Changes {
		return result, err
	}
	smallest, err := b.smallest(ctx, all)
	result.Smallest = &smallest
	return result, err
}

// alone tries each part by itself.
func (b *bisection) alone(ctx context.Context, parts []Part) ([]Try, error) {
	var found []Try
	for _, p := range parts {
		t, err := b.try(ctx, []Part{p})
		if err != nil {
			return found, err
		}
		if t.Changes {
			found = append(found, t)
		}
	}
	return found, nil
}

// smallest leaves out of a set that changes the verdict what is not needed for it: chunks, then smaller ones.
func (b *bisection) smallest(ctx context.Context, all Try) (Try, error) {
	best := all
	for size := len(best.Parts) / 2; size > 0; {
		shrunk := false
		for start := 0; start < len(best.Parts) && len(best.Parts) > 1; {
			rest := slices.Concat(best.Parts[:start], best.Parts[min(start+size, len(best.Parts)):])
			if len(rest) == 0 {
				break
			}
			t, err := b.try(ctx, rest)
			if err != nil {
				return best, err
			}
			if t.Changes {
				best, shrunk = t, true
			} else {
				start += size
			}
		}
		if !shrunk || size > 1 {
			size /= 2 // single parts are tried again as long as one could go
		}
	}
	return best, nil
}

func (b *bisection) try(ctx context.Context, parts []Part) (Try, error) {
	var flags []string
	for _, p := range parts {
		flags = append(flags, p.Flags...)
	}
	outcome, err := b.options.Check(ctx, flags)
	if err != nil {
		return Try{}, err
	}
	t := Try{parts, outcome, b.options.kind(outcome) != b.options.kind(b.base)}
	b.options.Tell(t)
	return t, nil
}

// kind returns what is compared of a verdict.
func (o Options) kind(of trial.Outcome) string {
	if o.Reasons {
		return of.Verdict
	}
	for _, kind := range []string{"TRUE", "FALSE", "UNKNOWN"} {
		if of.Is(kind) {
			return kind
		}
	}
	return ""
}
