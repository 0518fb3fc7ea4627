package evidence

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// The names of what the evidence of a check by cases has in its folder.
const (
	CasesFile   = "cases.json"
	CasesFolder = "cases" // with a folder for the evidence of each case
)

// Cases says which evidence is that of a program that was checked by cases.
type Cases struct {
	Format  int      `json:"format"`
	Verdict string   `json:"verdict"`
	Folders []string `json:"folders"` // of the cases: all of a pass, the one that fails of a fail
}

// Write writes what a folder has evidence of.
func (c *Cases) Write(folder string) error {
	c.Format = format
	return WriteJSON(filepath.Join(folder, CasesFile), c)
}

// ReadCases reads which evidence a folder has of cases; nil: it has none of these.
func ReadCases(folder string) (*Cases, error) {
	c := &Cases{}
	path := filepath.Join(folder, CasesFile)
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err := ReadJSON(path, c); err != nil {
		return nil, err
	}
	if c.Format != format {
		return nil, fmt.Errorf("%s has format %d; this program reads format %d", CasesFile, c.Format, format)
	}
	for _, name := range c.Folders {
		if !filepath.IsLocal(name) || !strings.HasPrefix(name, CasesFolder+"/") {
			return nil, fmt.Errorf("the evidence names %s, which is not in its folder", name)
		}
	}
	return c, nil
}

// RemoveCases removes from a folder the evidence of a check by cases, if it has some.
func RemoveCases(folder string) error {
	c, err := ReadCases(folder)
	if c == nil || err != nil {
		return err
	}
	err = os.Remove(filepath.Join(folder, CasesFile))
	for _, name := range c.Folders {
		err = errors.Join(err, os.RemoveAll(filepath.Join(folder, name)))
	}
	_ = os.Remove(filepath.Join(folder, CasesFolder)) // if nothing else is in it
	if err != nil {
		return fmt.Errorf("removing an earlier evidence: %w", err)
	}
	return nil
}
