package load

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"yogi/internal/element"
	"yogi/internal/feature"
	"yogi/internal/frontend/c"
	"yogi/internal/frontend/c/target"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/term"
	"yogi/models/libc"
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
	return j.withoutElements().SwitchedOff(feature.LargeBlocks, feature.LoopsAsRecursion, feature.GuessedIndex)
}

// WithElements is the job whose program has facts about elements. With none it is ready to have
// some found.
func (j Job) WithElements(facts []element.Fact) Job {
	j.Elements = &Elements{facts}
	return j.SwitchedOff(feature.GuessedIndex)
}

// withoutElements is the job whose program has no facts about elements.
func (j Job) withoutElements() Job {
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

// Moved is the job with every path put through change. What __FILE__ says stays what it was.
func (j Job) Moved(change func(path string) string) Job {
	old := j
	j.Reading, j.Readings = j.Reading.Paths(change), nil
	for _, r := range old.Readings {
		j.Readings = append(j.Readings, r.Paths(change))
	}
	j.Files = make([]string, len(old.Files))
	for i, path := range old.Files {
		j.Files[i] = change(path)
		r := &j.Reading
		if old.Readings != nil {
			r = &j.Readings[i]
		}
		*r = r.Named(j.Files[i], old.ReadingOf(i).TypedName(c.NoFlag, path))
	}
	j.Given, j.Case = movedPlaces(j.Given, change), j.Case.Moved(change)
	return j
}

// ForOthers is the job as another machine can read it that has copies of all files: it says where this machine's
// standard headers lie, if it reads those.
func (j Job) ForOthers() (Job, error) {
	t, err := target.Named(j.DataModel)
	if err != nil {
		return j, fmt.Errorf("finding the standard headers: %w", err)
	}
	j.Reading = j.Reading.ForOthers(t)
	j.Readings = slices.Clone(j.Readings)
	for i := range j.Readings {
		j.Readings[i] = j.Readings[i].ForOthers(t)
	}
	return j, nil
}

// ReadsThisMachine says that a file of the job is read with this machine's standard headers.
func (j Job) ReadsThisMachine() (bool, error) {
	t, err := target.Named(j.DataModel)
	if err != nil {
		return false, fmt.Errorf("finding the standard headers: %w", err)
	}
	for i := range j.Files {
		if j.ReadingOf(i).ReadsThisMachine(t) {
			return true, nil
		}
	}
	return false, nil
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

// Result names a result of a function of the C library.
type Result struct {
	Function string
	Value    term.Value // an integer; the zero value: whatever it returns or writes
}

// avoidResults ends runs in which a function gives one of some results.
func avoidResults(p *ir.Program, avoided []Result) {
	for _, f := range p.Functions {
		for _, b := range f.Blocks {
			for n := 0; n < len(b.Instructions); n++ {
				h, ok := b.Instructions[n].(*ir.Havoc)
				if !ok {
					continue
				}
				others, ends := otherResults(p.Terms, h, avoided)
				if ends {
					b.Instructions = b.Instructions[:n]
					b.Terminator = &ir.Halt{At: h.At, What: h.Input.Name + " gives a result"}
				} else if !others.IsTrue() {
					b.Instructions = slices.Insert(b.Instructions, n+1, ir.Instruction(&ir.Assume{At: h.At, Cond: others}))
				}
			}
		}
	}
}

// otherResults is the condition that an input is none of the results that are avoided; ends: it is
// one whatever it is.
func otherResults(terms *term.Builder, h *ir.Havoc, avoided []Result) (others *term.Term, ends bool) {
	others = terms.True()
	for _, r := range avoided {
		switch {
		case !IsResultOf(h.Input, r.Function):
		case !r.Value.IsValid():
			return nil, true
		case h.Input.Kind == ir.UndefinedCall && h.Dst.Sort.Kind == term.KindBV && h.Dst.Sort.Width == r.Value.Width():
			others = terms.And(others, terms.Ne(h.Dst.Sym, terms.Const(r.Value)))
		}
	}
	return others, false
}

// IsResultOf says that an input stands for what a function of the C library returns or writes, or is
// one that the function's model asks for.
func IsResultOf(in *ir.Input, function string) bool {
	if model, isModel := libc.IsFile(in.Pos.File); isModel {
		return strings.TrimPrefix(model, "__") == function
	}
	name := in.Name
	if part := strings.IndexAny(name, ".["); part > 0 {
		name = name[:part]
	}
	return (in.Kind == ir.UndefinedCall || in.Kind == ir.MemoryWrite) && name == function
}
