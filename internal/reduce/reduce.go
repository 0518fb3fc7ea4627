// Package reduce shrinks programs that show something: a verdict, a crash, two settings that contradict one another, or
// whatever a command finds. In go files and a Test; out come smaller files that still show it.
//
// C files are given to C-Vise or C-Reduce where one is installed, with a script that runs the Test.
// The reducer of this package is for Boogie and for where neither is there. It is hierarchical
// delta debugging (Misherghi and Su, ICSE 2006): a text is a tree of brackets, whose parts are left
// out level by level, from the outside in, in chunks that are halved (Zeller and Hildebrandt, TSE
// 2002); then blocks take the place of their statements, expressions become constants, and tokens
// go one by one. A round of all that is repeated until nothing changes.
//
// Invariant: what is kept was shown by the Test in exactly this form.
package reduce

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// File is a program's file.
type File struct {
	Name string // without folders
	Text string
}

// Options say what is reduced and how.
type Options struct {
	Test     Test
	Scratch  string // folder for candidates, which the caller removes
	Jobs     int    // candidates at a time
	Progress io.Writer
}

// Result holds what a reduction came to.
type Result struct {
	Files []File
	Tries int
	// Complete: nothing more was found to leave out. Otherwise the context ended before.
	Complete bool
}

// Size is the number of bytes and lines of files.
func Size(files []File) (bytes, lines int) {
	for _, f := range files {
		bytes += len(f.Text)
		lines += strings.Count(f.Text, "\n")
	}
	return bytes, lines
}

// reducer is one reduction. files is what was shown last.
type reducer struct {
	options Options
	files   []File
	tried   map[[sha256.Size]byte]bool // candidates that did not show it
	tries   int
}

// Files reduces files with the reducer of this package. Where the context ends, the smallest files
// so far are the result.
func Files(ctx context.Context, files []File, o Options) (Result, error) {
	r := &reducer{options: o, files: files, tried: map[[sha256.Size]byte]bool{}}
	complete := false
	for changed := true; changed && ctx.Err() == nil; {
		before := r.digest(r.files)
		if err := r.round(ctx); err != nil && ctx.Err() == nil {
			return Result{}, err
		}
		changed = r.digest(r.files) != before
		complete = !changed
	}
	return Result{Files: present(r.files), Tries: r.tries, Complete: complete && ctx.Err() == nil}, nil
}

// round applies all passes to all files.
func (r *reducer) round(ctx context.Context) error {
	for i := range r.files {
		if err := r.apply(ctx, i, pass{"the file", func(text) []edit { return []edit{{0, len(r.files[i].Text), ""}} }}); err != nil {
			return err
		}
		for _, p := range passes {
			depths := 1
			if p.perDepth {
				depths = deepest
			}
			for depth := range depths {
				if err := r.applyAt(ctx, i, p, depth); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// applyAt applies a pass at a depth of the brackets, if the file has brackets that deep.
func (r *reducer) applyAt(ctx context.Context, file int, p namedPass, depth int) error {
	return r.apply(ctx, file, pass{p.name, func(t text) []edit { return p.edits(t, depth) }})
}

// pass proposes edits of a text.
type pass struct {
	name  string
	edits func(text) []edit
}

// apply makes as many of a pass's edits of a file as it can, in chunks from all of them down to one.
func (r *reducer) apply(ctx context.Context, file int, p pass) error {
	before, _ := Size(r.files)
	base := r.files[file].Text
	edits := apart(p.edits(scan(r.files[file].Name, base)))
	made := make([]bool, len(edits))
	for size := len(edits); size > 0; size = smaller(size) {
		if err := r.chunks(ctx, file, base, edits, made, size); err != nil {
			return err
		}
	}
	if after, lines := Size(r.files); after < before && r.options.Progress != nil {
		fmt.Fprintf(r.options.Progress, "%s: %d bytes, %d lines (%d tries)\n", p.name, after, lines, r.tries)
	}
	return nil
}

// overlapping is the size of chunks up to which they overlap, and all sizes are tried: "+ b" and "a
// +", and "returns ( )".
const overlapping = 3

// smaller is the size of chunks that comes after one.
func smaller(size int) int {
	if size <= overlapping {
		return size - 1
	}
	return max(size/2, overlapping)
}

// chunks tries chunks of a size of the edits that are not made yet, from the last one on: what is defined first is used
// further down.
func (r *reducer) chunks(ctx context.Context, file int, base string, edits []edit, made []bool, size int) error {
	var open []int
	for i := range edits {
		if !made[i] {
			open = append(open, i)
		}
	}
	step := size
	if size <= overlapping {
		step = 1
	}
	for end := len(open); end > 0; {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		var candidates []candidate
		for e := end; e > 0 && len(candidates) < max(r.options.Jobs, 1); e -= step {
			chunk := open[max(e-size, 0):e]
			candidates = append(candidates, candidate{chunk, withEdits(base, edits, made, chunk)})
		}
		best, err := r.first(ctx, file, candidates)
		if err != nil {
			return err
		}
		if best < 0 {
			end -= step * len(candidates)
			continue
		}
		for _, i := range candidates[best].chunk {
			made[i] = true
		}
		end -= step*best + size
		r.files = r.with(file, candidates[best].text)
	}
	return nil
}

// candidate is a text in which some edits more are made.
type candidate struct {
	chunk []int
	text  string
}

// first tries candidates for a file, all at a time, and returns the number of the first that shows it, or -1.
func (r *reducer) first(ctx context.Context, file int, candidates []candidate) (int, error) {
	shown := make([]bool, len(candidates))
	failed := make([]error, len(candidates))
	var wait sync.WaitGroup
	for i, c := range candidates {
		files := r.with(file, c.text)
		if c.text == r.files[file].Text || r.tried[r.digest(files)] {
			continue
		}
		r.tries++
		wait.Go(func() { shown[i], failed[i] = r.try(ctx, files) })
	}
	wait.Wait()
	if err := errors.Join(failed...); err != nil {
		return -1, err
	}
	for i, c := range candidates {
		if shown[i] {
			return i, nil
		}
		r.tried[r.digest(r.with(file, c.text))] = true
	}
	return -1, nil
}

// try writes files to a folder and runs the test there.
func (r *reducer) try(ctx context.Context, files []File) (bool, error) {
	folder, err := os.MkdirTemp(r.options.Scratch, "try-")
	if err != nil {
		return false, fmt.Errorf("making a folder for a try: %w", err)
	}
	defer os.RemoveAll(folder)
	files = present(files)
	if err := Write(folder, files); err != nil {
		return false, err
	}
	found, err := r.options.Test.Try(ctx, folder, Names(files))
	return found.Shown, err
}

// present are the files that have a text, as one without adds nothing to a program; all if none has.
func present(files []File) []File {
	var kept []File
	for _, f := range files {
		if strings.TrimSpace(f.Text) != "" {
			kept = append(kept, f)
		}
	}
	if kept == nil {
		return files
	}
	return kept
}

// with are the files with another text in the place of one.
func (r *reducer) with(file int, text string) []File {
	files := append([]File(nil), r.files...)
	files[file].Text = text
	return files
}

func (r *reducer) digest(files []File) [sha256.Size]byte {
	var all strings.Builder
	for _, f := range files {
		fmt.Fprintf(&all, "%d %s\n%s", len(f.Text), f.Name, f.Text)
	}
	return sha256.Sum256([]byte(all.String()))
}

// Names are those of files.
func Names(files []File) []string {
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = f.Name
	}
	return names
}

// Write writes files into a folder.
func Write(folder string, files []File) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("making the folder of the files: %w", err)
	}
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(folder, f.Name), []byte(f.Text), 0o644); err != nil {
			return fmt.Errorf("writing a file: %w", err)
		}
	}
	return nil
}

// Read reads files. Two of one name could not be told apart, since folders are left out.
func Read(paths []string) ([]File, error) {
	var files []File
	seen := map[string]bool{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("reading the program: %w", err)
		}
		name := filepath.Base(path)
		if seen[name] {
			return nil, fmt.Errorf("two files have the name %s", name)
		}
		seen[name] = true
		files = append(files, File{name, string(text)})
	}
	return files, nil
}
