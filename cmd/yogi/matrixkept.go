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
	"strings"

	"yogi/internal/report"
)

// The files that a cell of a matrix leaves in its folder besides the evidence: what check printed, and of what.
const (
	cellResultFile = "result.json"
	cellKeyFile    = "checked"
)

// keptCell is the folder of a cell. What is there is the cell's result if it is about the same: asked for with the
// same flags, about files that come to the same program.
type keptCell struct {
	folder string // "": nothing is kept
	key    string // "": what is there says nothing about this check, and what it finds says nothing about a later one
}

// keptCell looks at what was asked for in a cell.
func (o *matrixOptions) keptCell(ctx context.Context, checker, program, folder string, asked []string) (keptCell, error) {
	text, status, err := o.runHere(ctx, checker, program, append([]string{"check", "--basis"}, asked...), io.Discard)
	basis := strings.TrimSpace(string(text))
	if err != nil || status != 0 || basis == "" {
		return keptCell{folder: folder}, err
	}
	h := sha256.New()
	for _, part := range slices.Concat([]string{program, basis}, asked) {
		fmt.Fprintf(h, "%d\n%s\n", len(part), part)
	}
	return keptCell{folder: folder, key: hex.EncodeToString(h.Sum(nil))}, nil
}

// read reports whether the result of the same check is there, and reads it. Otherwise what is there is about
// nothing any more, as the check that follows writes over it.
func (k keptCell) read(result *report.Result) bool {
	key := filepath.Join(k.folder, cellKeyFile)
	if text, err := os.ReadFile(key); err == nil && k.key != "" && string(text) == k.key {
		if text, err = os.ReadFile(filepath.Join(k.folder, cellResultFile)); err == nil && json.Unmarshal(text, result) == nil {
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
	return os.WriteFile(filepath.Join(k.folder, cellKeyFile), []byte(k.key), 0o644)
}
