package project

import (
	"os"
	"path/filepath"
	"slices"
)

// builds are the folders of a project where its database may lie.
var builds = []string{".", "build"}

// Above is the path of the next compilation database in a folder above a file, or in a folder "build" there, if it
// says how the file is compiled; "" if there is none.
func Above(file string) (string, error) {
	file, err := filepath.Abs(file)
	if err != nil {
		return "", err
	}
	for folder := filepath.Dir(file); ; folder = filepath.Dir(folder) {
		for _, build := range builds {
			path := filepath.Join(folder, build, DatabaseFile)
			if !isRegular(path) {
				continue
			}
			database, err := Read(path)
			if err != nil {
				return "", err
			}
			if slices.ContainsFunc(database.Commands, func(c Command) bool { return c.File == file }) {
				return path, nil
			}
			return "", nil
		}
		if folder == filepath.Dir(folder) {
			return "", nil
		}
	}
}

func isRegular(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
