// Package atomicfile writes files as wholes: who reads one meanwhile sees what it was before, or what it is then, and
// where writing fails it is what it was.
package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Write makes text what a file has, with these permissions. The folder must be there, and is that of the file which is
// written first and then takes the other's name.
func Write(path string, text []byte, mode fs.FileMode) error {
	file, err := os.CreateTemp(filepath.Dir(path), ".yogi-")
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	err = errors.Join(err, file.Chmod(mode), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return nil
}
