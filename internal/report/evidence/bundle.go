// Package evidence writes what a verdict rests on into a folder, and reads it back against the program.
//
// The folder holds copies of the sources, evidence.json with the settings of the check and, for a fail,
// the test; certificate.json for a pass; and for C the files of the compiled test (package ctest).
// Nothing else is needed to check the verdict again.
//
// States and proofs are terms over the program's symbols; the program itself is not written, it is made
// again from the sources.
package evidence

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"yogi/internal/assumption"
)

// The names of files and folders in an evidence folder.
const (
	BundleFile      = "evidence.json"
	CertificateFile = "certificate.json"
	TraceFile       = "trace.txt"
	SourceFolder    = "source"  // with the copies of the sources
	HeaderFolder    = "headers" // with those of standard headers of the machine, by their paths
)

// format is the version of the files; a reader of another version refuses.
const format = 4

// Bundle is the content of evidence.json.
type Bundle struct {
	Format      int             `json:"format"`
	Producer    string          `json:"producer"`
	Versions    []string        `json:"versions,omitempty"` // of the programs that had a part in it, as they say it
	Verdict     string          `json:"verdict"`
	Class       string          `json:"class"`
	Assumptions assumption.List `json:"assumptions"`
	Limits      []string        `json:"limits,omitempty"` // why a compiled run could not be made to take the test
	Settings    json.RawMessage `json:"settings"`         // of the check, as package pipeline writes them
	Sources     []Source        `json:"sources"`          // the program's files, in its order, then headers
	Test        *Test           `json:"test,omitempty"`
}

// Source is a copy of a file that the check read.
type Source struct {
	Path   string `json:"path"` // as the user named it
	Copy   string `json:"copy"` // in the folder
	SHA256 string `json:"sha256"`
	Text   string `json:"-"` // the file that is copied, if it is not that of the path
}

// IsCopy says that a path in the folder is one of a copy.
func IsCopy(path string) bool {
	return path == SourceFolder || strings.HasPrefix(path, SourceFolder+"/")
}

// CopyOfHeader is where the copy of a standard header lies in the folder.
func CopyOfHeader(path string) string { return filepath.Join(HeaderFolder, path) }

// HeaderOf is the path of a standard header on its machine, by where its copy lies in the folder; ok is not set for
// other files.
func HeaderOf(copied string) (path string, ok bool) {
	path, ok = strings.CutPrefix(copied, HeaderFolder+"/")
	return "/" + path, ok && filepath.IsLocal(path)
}

// Write writes the bundle and copies its sources into a folder. Path and Copy of b.Sources say which
// files go where.
func (b *Bundle) Write(folder string) error {
	b.Format = format
	for i := range b.Sources {
		if err := b.Sources[i].copyTo(folder); err != nil {
			return err
		}
	}
	return WriteJSON(filepath.Join(folder, BundleFile), b)
}

func (s *Source) copyTo(folder string) error {
	text, err := os.ReadFile(cmp.Or(s.Text, s.Path))
	if err != nil {
		return fmt.Errorf("copying a source: %w", err)
	}
	s.SHA256 = digest(text)
	path := filepath.Join(folder, s.Copy)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("copying a source: %w", err)
	}
	if err := os.WriteFile(path, text, 0o644); err != nil {
		return fmt.Errorf("copying a source: %w", err)
	}
	return nil
}

func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Read reads a bundle and checks that the copies are the files it was made of.
func Read(folder string) (*Bundle, error) {
	b := &Bundle{}
	if err := ReadJSON(filepath.Join(folder, BundleFile), b); err != nil {
		return nil, err
	}
	if b.Format != format {
		return nil, fmt.Errorf("%s has format %d; this program reads format %d", BundleFile, b.Format, format)
	}
	for _, s := range b.Sources {
		text, err := os.ReadFile(filepath.Join(folder, s.Copy))
		if err != nil {
			return nil, fmt.Errorf("reading a source: %w", err)
		}
		if digest(text) != s.SHA256 {
			return nil, fmt.Errorf("%s is not the file that was checked", s.Copy)
		}
	}
	return b, nil
}

// WriteJSON writes a value as a file.
func WriteJSON(path string, value any) error {
	text, err := json.MarshalIndent(value, "", " ")
	if err != nil {
		return fmt.Errorf("encoding %s: %w", filepath.Base(path), err)
	}
	if err := os.WriteFile(path, append(text, '\n'), 0o644); err != nil {
		return fmt.Errorf("writing evidence: %w", err)
	}
	return nil
}

// ReadJSON reads a value from a file.
func ReadJSON(path string, value any) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("reading evidence: %w", err)
	}
	if err := json.Unmarshal(text, value); err != nil {
		return fmt.Errorf("reading %s: %w", filepath.Base(path), err)
	}
	return nil
}
