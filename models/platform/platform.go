// Package platform puts the files of a platform, a harness and models that surround a program, where they can be read.
package platform

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

// Platform is where the harness and the models are.
type Platform struct {
	Files   []string // C files to be checked together with the program
	Include []string // folders of headers
	// DataModel is that of the platform's own headers, which are the machine's then; "": it has none.
	DataModel string
	// LikeProgram: the files include the headers that the program does, and are read with its settings.
	LikeProgram bool
	// Parts gives the macros by which the files are read beside a program of these sources; nil: none.
	Parts func(sources [][]byte) []string
}

// Install writes the platform's files, those under source, into a folder inside one that all checks
// share, as far as they are not there already. It is named after what the files say, so that two
// versions of yogi never check a program with the models of the other. Headers for programs are in
// its folder include.
func Install(embedded fs.FS, shared string) (*Platform, error) { return install(embedded, shared, "") }

// InstallJoined is Install with all C files joined to one of a name, in their order, for a platform whose headers take
// longer to read than its models: they are then read once. The files have no names in common.
func InstallJoined(embedded fs.FS, shared, name string) (*Platform, error) {
	return install(embedded, shared, name)
}

func install(embedded fs.FS, shared, joined string) (*Platform, error) {
	files, err := fs.Sub(embedded, "source")
	if err != nil {
		return nil, fmt.Errorf("finding the platform's files: %w", err)
	}
	version, err := digest(files, joined)
	if err != nil {
		return nil, fmt.Errorf("reading the harness and the models: %w", err)
	}
	folder := filepath.Join(shared, version)
	p := &Platform{Include: []string{filepath.Join(folder, "include"), folder}}
	var whole []byte
	err = fs.WalkDir(files, ".", func(file string, entry fs.DirEntry, err error) error {
		to := filepath.Join(folder, filepath.FromSlash(file))
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			return os.MkdirAll(to, 0o755)
		}
		text, err := fs.ReadFile(files, file)
		if err != nil {
			return err
		}
		if path.Ext(file) == ".c" && joined != "" {
			whole = append(whole, text...)
			return nil
		}
		if path.Ext(file) == ".c" {
			p.Files = append(p.Files, to)
		}
		return write(text, to)
	})
	if err == nil && joined != "" {
		p.Files = []string{filepath.Join(folder, joined)}
		err = write(whole, p.Files[0])
	}
	if err != nil {
		return nil, fmt.Errorf("writing the harness and the models: %w", err)
	}
	return p, nil
}

// digest tells the files, and how they are joined, from those of other versions.
func digest(files fs.FS, joined string) (string, error) {
	sum := sha256.New()
	fmt.Fprintln(sum, joined)
	err := fs.WalkDir(files, ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(files, file)
		fmt.Fprintf(sum, "%s %d\n%s", file, len(text), text)
		return err
	})
	return hex.EncodeToString(sum.Sum(nil)[:8]), err
}

// write makes a file unless it is there; another check may be reading it.
func write(text []byte, to string) error {
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
