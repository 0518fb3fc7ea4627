// Package wdm is the system around a Windows driver as executable C: a harness, which loads the driver and calls its
// routines in the orders the system may, and models of the functions that drivers call. All is in our own words, after
// the public documentation of the device driver interface; KMDF is not covered.
package wdm

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

//go:embed source
var files embed.FS

// Platform is where the harness and the models are.
type Platform struct {
	Files   []string // C files to be checked together with the driver
	Include []string // folders of headers
}

// Install writes the platform's files into a folder, as far as they are not there already.
func Install(folder string) (*Platform, error) {
	p := &Platform{Include: []string{filepath.Join(folder, "include"), folder}}
	root, err := fs.Sub(files, "source")
	if err == nil {
		err = fs.WalkDir(root, ".", func(file string, entry fs.DirEntry, err error) error {
			to := filepath.Join(folder, filepath.FromSlash(file))
			switch {
			case err != nil:
				return err
			case entry.IsDir():
				return os.MkdirAll(to, 0o755)
			case path.Ext(file) == ".c":
				p.Files = append(p.Files, to)
			}
			return write(root, file, to)
		})
	}
	if err != nil {
		return nil, fmt.Errorf("writing the harness and the models: %w", err)
	}
	return p, nil
}

// write copies a file unless it is there; another check may be reading it.
func write(root fs.FS, file, to string) error {
	text, err := fs.ReadFile(root, file)
	if err != nil {
		return err
	}
	if old, err := os.ReadFile(to); err == nil && string(old) == string(text) {
		return nil
	}
	temporary, err := os.CreateTemp(filepath.Dir(to), ".new-*")
	if err != nil {
		return err
	}
	_, err = temporary.Write(text)
	if closing := temporary.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(temporary.Name(), to)
	}
	return err
}
