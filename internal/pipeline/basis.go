package pipeline

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"yogi/internal/changes"
	"yogi/internal/frontend/c"
	"yogi/internal/ir"
	"yogi/internal/load"
	"yogi/internal/source"
)

// Basis lists all that a verdict rests on.
type Basis struct {
	// Key is the same for two jobs only if their programs have the same runs up to names, the same is assumed of
	// them and the same is asked: the verdict about one is then right about the other.
	Key string
	// Reached are the functions of the program that the entry reaches, with the lines that they span.
	Reached []changes.Span

	program *ir.Program
}

// Text is the program, with names and positions.
func (b Basis) Text() string { return b.program.String() }

// BasisOf makes the program of a job and says what its verdict rests on. The error is as for Read of package load.
func BasisOf(ctx context.Context, job Job) (Basis, error) {
	made, err := load.Read(ctx, job)
	if err != nil {
		return Basis{}, err
	}
	// How files are read, and which is the entry, are in what was made of them.
	asked := job.Program
	asked.Entry, asked.Reading, asked.Readings = "", c.Reading{}, nil
	settings, err := json.Marshal(struct {
		Program  load.Program
		Blocked  any
		Avoided  any
		Modelled bool
		Plain    bool
		Search   load.Search
		Version  string
	}{asked, asked.Blocked, asked.Avoided, asked.Modelled, asked.PlainBytes, job.Search, job.Version})
	if err != nil {
		return Basis{}, fmt.Errorf("encoding the settings: %w", err)
	}
	h := sha256.New()
	canonical := made.Canonical()
	for _, part := range []string{string(settings), canonical.Text, made.BesideRuns()} {
		fmt.Fprintf(h, "%d\n%s\n", len(part), part)
	}
	return Basis{Key: hex.EncodeToString(h.Sum(nil)), Reached: spans(made, canonical), program: made}, nil
}

// spans are the lines of the functions that the entry reaches: of a function with code in several files, as one that
// a macro of a header is used in, the file in which it begins.
func spans(p *ir.Program, canonical *ir.Canonical) []changes.Span {
	var out []changes.Span
	for _, f := range p.Functions {
		_, isReached := canonical.Numbered(f.Name)
		if isMade := strings.HasPrefix(f.Name, "@"); !isReached || isMade || !f.Pos.IsWritten() || len(f.Blocks) == 0 {
			continue
		}
		span := changes.Span{Function: f.Name, File: f.Pos.File, First: f.Pos.Line, Last: f.Pos.Line}
		meet := func(at source.Pos) {
			if at.IsWritten() && at.File == span.File {
				span.First, span.Last = min(span.First, at.Line), max(span.Last, at.Line)
			}
		}
		for _, b := range f.Blocks {
			for _, i := range b.Instructions {
				meet(i.Position())
			}
			meet(b.Terminator.Position())
		}
		out = append(out, span)
	}
	return out
}
