package c

import (
	"context"
	"slices"

	"yogi/internal/frontend/c/harness"
	"yogi/internal/frontend/c/lower"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// Function is a function with a body.
type Function struct {
	Name string
	Pos  source.Pos
	// Watched: calls of it are events of the rule, which is about those who call it.
	Watched bool
}

// Exported lists the functions that other programs can call: those with a body that are not static
// nor only there to be inlined, less the ones that are words of the checker, such as an assertion.
// Diagnostics and the error are as for Load.
func Exported(ctx context.Context, options Options) ([]Function, source.Diagnostics, error) {
	unit, _, diagnostics, err := options.read(ctx)
	if err != nil || len(diagnostics) > 0 {
		return nil, diagnostics, err
	}
	var out []Function
	for _, f := range unit.Functions {
		if f.Body != nil && f.Linkage == tree.ExternalLinkage && f.Exported && !lower.IsIntrinsic(f.Name, options.ErrorFunctions) {
			isWatched := slices.ContainsFunc(unit.Handlers, func(h *tree.Handler) bool {
				return h.Observed == f && (h.Event == "call" || h.Event == "return")
			})
			out = append(out, Function{f.Name, f.Pos, isWatched})
		}
	}
	return out, nil, nil
}

// ForHarness is a file that was read once and of whose functions many may get a harness. It may be used by several
// goroutines at once.
type ForHarness struct{ unit *tree.Unit }

// WithoutMain is how the file is read beside a harness: a main that it has gives way to the harness's.
func (f *ForHarness) WithoutMain(r Reading) Reading {
	if harness.NamesMain(f.unit) {
		r.Defines = append(slices.Clone(r.Defines), harness.MainRenamed)
	}
	return r
}

// ReadForHarness reads the options' one file. Diagnostics and the error are as for Load.
func ReadForHarness(ctx context.Context, options Options) (*ForHarness, source.Diagnostics, error) {
	unit, _, diagnostics, err := options.read(ctx)
	if err != nil || len(diagnostics) > 0 {
		return nil, diagnostics, err
	}
	return &ForHarness{unit}, nil, nil
}

// Harness is a main that calls functions of the file, which it includes by a name, one after the other with unknown
// inputs. others are further files of the program, whose functions may make what they need.
func (f *ForHarness) Harness(include string, functions []string, options harness.Options, others []*ForHarness) (string, error) {
	var units []*tree.Unit
	for _, other := range others {
		units = append(units, other.unit)
	}
	return harness.Write(f.unit, units, include, functions, options)
}
