package conform

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"sort"

	"yogi/internal/frontend/c"
	"yogi/internal/frontend/c/lower"
	"yogi/internal/ir"
	"yogi/internal/source"
)

// Acceptance holds what became of one file in one data model.
type Acceptance struct {
	File, Model string
	Compiler    bool               // the compiler accepts it
	Read        bool               // every function was lowered, nothing refused, and ir.Check holds
	Refused     source.Diagnostics // why not
	Unmodelled  source.Diagnostics // calls of library functions whose effects are not modelled
	Err         error              // a bug of ours, or the time limit
}

// Accept asks the compiler and the front end about every file.
func Accept(ctx context.Context, files []string, o Options) []Acceptance {
	return each(ctx, files, o, func(ctx context.Context, t task) Acceptance {
		a := Acceptance{File: t.file, Model: t.model}
		a.Compiler = o.compiler(ctx, t.model, "-fsyntax-only", "-x", "c", t.file).Run() == nil
		if a.Compiler {
			a.read(ctx, o.frontEnd(t.file, t.model))
		}
		return a
	})
}

// AcceptHeaders asks about headers: each is included alone, by its full path, and every other header that it needs is
// the machine's too.
func AcceptHeaders(ctx context.Context, headers []string, o Options) []Acceptance {
	return each(ctx, headers, o, func(ctx context.Context, t task) Acceptance {
		a := Acceptance{File: t.file, Model: t.model}
		file, remove, err := temporary("header.c", fmt.Sprintf("#include %q\n", t.file))
		if err != nil {
			a.Err = err
			return a
		}
		defer remove()
		a.Compiler = o.compiler(ctx, t.model, "-fsyntax-only", file).Run() == nil
		if a.Compiler {
			options := o.frontEnd(file, t.model)
			options.Units[0].Reading.SystemOwn = true
			options.Units[0].Reading.AfterDirs = []string{filepath.Dir(t.file)} // the header may be read, wherever it lies
			a.read(ctx, options)
		}
		return a
	})
}

// read has the front end read the file.
func (a *Acceptance) read(ctx context.Context, options c.Options) {
	a.Err = guard(func() error {
		program, refused, err := c.Load(ctx, options)
		a.Refused = refused
		if err != nil || len(refused) > 0 {
			return err
		}
		a.Unmodelled = c.Refused(program, lower.CodeUnmodelled)
		return ir.Check(program)
	})
	a.Read = a.Err == nil && len(a.Refused) == 0
}

// WriteAcceptance reports how many of the files that the compiler accepts are read, why the others are not, and
// which of them.
func WriteAcceptance(w io.Writer, all []Acceptance) (complete bool) {
	counted, read, unmodelled := map[string]int{}, map[string]int{}, map[string]int{}
	reasons := map[string]int{}
	complete = true
	for _, a := range all {
		if !a.Compiler {
			continue
		}
		counted[a.Model]++
		if len(a.Unmodelled) > 0 {
			unmodelled[a.Model]++
		}
		if a.Read {
			read[a.Model]++
			continue
		}
		complete = false
		switch {
		case a.Err != nil:
			fmt.Fprintf(w, "%s (%s): %v\n", a.File, a.Model, a.Err)
			reasons["an error of the checker"]++
		default:
			fmt.Fprintf(w, "%s (%s): %s\n", a.File, a.Model, a.Refused[0])
			reasons[first(a.Refused)]++
		}
	}
	writeCounts(w, reasons)
	for _, model := range sortedKeys(counted) {
		fmt.Fprintf(w, "%s: %d of %d files read (%.2f %%); %d of them call a library function that is not modelled\n", model,
			read[model], counted[model], 100*float64(read[model])/float64(counted[model]), unmodelled[model])
	}
	return complete
}

// writeCounts writes reasons, the most frequent first.
func writeCounts(w io.Writer, counts map[string]int) {
	keys := sortedKeys(counts)
	sort.SliceStable(keys, func(i, j int) bool { return counts[keys[i]] > counts[keys[j]] })
	for _, k := range keys {
		fmt.Fprintf(w, "%6d  %s\n", counts[k], k)
	}
}

func sortedKeys(m map[string]int) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
