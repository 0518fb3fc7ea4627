package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"yogi/internal/frontend/c"
	"yogi/internal/load"
	"yogi/internal/pipeline"
	"yogi/internal/report"
)

// The files that a cell of a matrix leaves in its folder besides the evidence: what check printed, of what, and by what
// files that was known.
const (
	cellResultFile = "result.json"
	cellKeyFile    = "checked"
	cellReadFile   = "read.json"
)

// keptCell is the folder of a cell. What is there is the cell's result if it is about the same: asked for with the
// same flags, about files that come to the same program.
type keptCell struct {
	folder string // "": nothing is kept
	key    string // "": what is there says nothing about this check, and what it finds says nothing about a later one
	of     readCell
	isRead bool // of is of now, and not what is there
}

// readCell says what the verdict of a cell rests on, and by what files that was found. As long as the check is
// asked for in the same words, they say the same to this program and all files are what they were, it rests on the
// same, and nothing has to be read to know that.
type readCell struct {
	Key  string
	Said string
	// Asked are the questions to the file system when the program was read; none: it has to be read again.
	Asked []c.Asked
}

// holds says that a cell is as it was read, for a job that is said so.
func (r *readCell) holds(said string) bool {
	isOther := func(a c.Asked) bool { return !a.Holds() }
	return r.Key != "" && said != "" && r.Said == said && len(r.Asked) > 0 && !slices.ContainsFunc(r.Asked, isOther)
}

// said is what a job says of a check, with this program and where it is asked: it is the same only for those about the
// same if the files are the same. "": nobody knows.
func said(job pipeline.Job) string {
	program, err := os.Executable()
	if err != nil {
		return ""
	}
	about, err := os.Stat(program)
	if err != nil {
		return ""
	}
	folder, err := os.Getwd()
	if err != nil {
		return ""
	}
	text, err := json.Marshal(struct {
		Checker string
		Size    int64
		Time    time.Time
		Folder  string
		Files   []string
		Program load.Program
		Search  load.Search
		Version string
	}{program, about.Size(), about.ModTime().UTC(), folder, job.Files, job.Program, job.Search, job.Version})
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// keptCell looks at what was asked for in a cell.
func (o *matrixOptions) keptCell(ctx context.Context, checker, program, folder string, asked []string) (keptCell, error) {
	read, known := o.readBefore(ctx, folder, asked)
	if !known {
		text, status, err := o.runHere(ctx, checker, program, append([]string{"check", "--basis"}, asked...), io.Discard)
		if err != nil || status != 0 || json.Unmarshal(text, &read) != nil || read.Key == "" {
			return keptCell{folder: folder}, err
		}
	}
	h := sha256.New()
	for _, part := range slices.Concat([]string{program, read.Key}, asked) {
		fmt.Fprintf(h, "%d\n%s\n", len(part), part)
	}
	return keptCell{folder: folder, key: hex.EncodeToString(h.Sum(nil)), of: read, isRead: !known}, nil
}

// readBefore is what was said of a cell when its program was read last, if that holds. What a settings file or a
// suppression has a part in is read again.
func (o *matrixOptions) readBefore(ctx context.Context, folder string, asked []string) (read readCell, holds bool) {
	text, err := os.ReadFile(filepath.Join(folder, cellReadFile))
	if err != nil || json.Unmarshal(text, &read) != nil {
		return readCell{}, false
	}
	options, err := optionsOf(ctx, append([]string{"check"}, asked...))
	if err != nil || !read.holds(said(options.job)) {
		return readCell{}, false
	}
	return read, true
}

// read reports whether the result of the same check is there, and reads it. Otherwise what is there is about
// nothing any more, as the check that follows writes over it.
func (k keptCell) read(result *report.Result) bool {
	key := filepath.Join(k.folder, cellKeyFile)
	if text, err := os.ReadFile(key); err == nil && k.key != "" && string(text) == k.key {
		if text, err = os.ReadFile(filepath.Join(k.folder, cellResultFile)); err == nil && json.Unmarshal(text, result) == nil {
			k.writeReading()
			return true
		}
		*result = report.Result{}
	}
	_ = os.Remove(key)
	return false
}

// write keeps what check printed.
func (k keptCell) write(text []byte) error {
	if k.folder == "" {
		return nil
	}
	if err := os.MkdirAll(k.folder, 0o755); err != nil {
		return fmt.Errorf("keeping a result: %w", err)
	}
	if err := os.WriteFile(filepath.Join(k.folder, cellResultFile), text, 0o644); err != nil || k.key == "" {
		return err
	}
	k.writeReading()
	return os.WriteFile(filepath.Join(k.folder, cellKeyFile), []byte(k.key), 0o644)
}

// writeReading keeps how the program was read, if it was. Where that cannot be written it is read again the next time.
func (k keptCell) writeReading() {
	if k.isRead {
		if text, err := json.Marshal(k.of); err == nil {
			_ = os.WriteFile(filepath.Join(k.folder, cellReadFile), text, 0o644)
		}
	}
}
