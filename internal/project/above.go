package project

import (
	"iter"
	"os"
	"path/filepath"
	"slices"
)

// Upward are a folder, whose path is whole, and those above it.
func Upward(folder string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for yield(folder) && folder != filepath.Dir(folder) {
			folder = filepath.Dir(folder)
		}
	}
}

// builds are the folders of a project where its database may lie.
var builds = []string{".", "build"}

// Above is the path of the next compilation database in a folder above a file, or in a folder "build" there, if it
// says how the file is compiled; "" if there is none.
func Above(file string) (string, error) {
	file, err := filepath.Abs(file)
	if err != nil {
		return "", err
	}
	for folder := range Upward(filepath.Dir(file)) {
		for _, build := range builds {
			path := filepath.Join(folder, build, DatabaseFile)
			if !isRegular(path) {
				continue
			}
			compiles, err := Compiles(path, file)
			if err != nil || !compiles {
				return "", err
			}
			return path, nil
		}
	}
	return "", nil
}

func isRegular(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// Compiles reports whether a compilation database says how files are compiled, all of them.
func Compiles(path string, files ...string) (bool, error) {
	database, err := Read(path)
	if err != nil {
		return false, err
	}
	for _, file := range files {
		absolute, err := filepath.Abs(file)
		if err != nil {
			return false, err
		}
		if !slices.ContainsFunc(database.Commands, func(c Command) bool { return c.File == absolute }) {
			return false, nil
		}
	}
	return true, nil
}

// Linked are the paths of what the build links and that is part of nothing else, without archives where there is more;
// none, if it is not known what is linked.
func (d *Database) Linked() []string { return d.programs() }

// Programs are the names of what the build links, and of what it compiles for CMake's targets.
func (d *Database) Programs() []string {
	var out []string
	for _, path := range d.programs() {
		out = append(out, filepath.Base(path))
	}
	if len(out) == 0 {
		out = d.targets()
	}
	return out
}
