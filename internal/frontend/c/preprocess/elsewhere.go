package preprocess

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"yogi/internal/frontend/c/target"
)

// This file reads what another machine has read, from copies. Standard headers of that machine keep the paths that they
// have there, since what is said of them depends on these (IsStandardHeader), and this machine's own are not looked at:
// neither their texts nor whether they are there.

// ForOthers is r as another machine can read it, for a target: with the folders of this machine's standard headers, if
// those are read.
func (r Reading) ForOthers(t *target.Target) Reading {
	if !r.readsMachine(t) || r.MachineDirs != nil {
		return r
	}
	dirs := machineDirs(t)
	out := r
	out.MachineDirs, out.Typed = dirs, maps.Clone(r.Typed)
	for _, dir := range dirs {
		if name := r.TypedName(SystemFlag, dir); name != dir {
			out.setTyped(typedKey(SystemFlag, dir), name)
		}
	}
	// A copy of a folder that has its place among the standard ones would come before them.
	out.IncludeDirs = slices.DeleteFunc(slices.Clone(r.IncludeDirs), func(path string) bool {
		return slices.ContainsFunc(dirs, func(dir string) bool { return absolute(dir) == absolute(path) })
	})
	return out
}

// ReadsThisMachine says that standard headers of this machine are read, for a target.
func (r Reading) ReadsThisMachine(t *target.Target) bool {
	return r.readsMachine(t) && r.MachineDirs == nil
}

// readsMachine says that standard headers of a machine are read.
func (r Reading) readsMachine(t *target.Target) bool { return r.SystemOwn && t.X86 && !r.NoStandard }

// machineDirs are the folders of standard headers of the machine.
func (r Reading) machineDirs(t *target.Target) []string {
	if r.MachineDirs != nil {
		return r.MachineDirs
	}
	return machineDirs(t)
}

// IsMachines says that a path is one of a standard header of the machine, for a target.
func (r Reading) IsMachines(t *target.Target, path string) bool {
	return filepath.IsAbs(path) && r.readsMachine(t) && !r.isHere(path) &&
		slices.ContainsFunc(r.machineDirs(t), func(folder string) bool { return isBelow(path, folder) })
}

// IsBesideMachines says that a folder lies so near to the machine's standard headers that one may lead to the other.
func (r Reading) IsBesideMachines(t *target.Target, folder string) bool {
	return r.readsMachine(t) && !r.isHere(folder) && slices.ContainsFunc(r.machineDirs(t), func(dir string) bool {
		return topFolder(filepath.Join(dir, "x")) == topFolder(filepath.Join(folder, "x"))
	})
}

// isHere says that a path lies in the folder of what is read.
func (r Reading) isHere(path string) bool { return r.Root != "" && isBelow(path, r.Root) }

// File is where the text of a file is read; "": nowhere, and there is no such file.
func (r Reading) File(path string) string {
	if r.Root == "" || isBelow(path, r.Root) {
		return path
	}
	return r.MachineCopies[filepath.Clean(path)]
}

// CopiedDir is a folder in which copies lie as the headers do in one of MachineDirs.
type CopiedDir struct{ Dir, Copy string }

// CopiedDirs are those of MachineDirs of which there are copies, in their order.
func (r Reading) CopiedDirs() []CopiedDir {
	var out []CopiedDir
	for _, dir := range r.MachineDirs {
		for path, file := range r.MachineCopies {
			rest, isIn := strings.CutPrefix(path, filepath.Clean(dir)+"/")
			if folder, isLike := strings.CutSuffix(file, "/"+rest); isIn && isLike {
				out = append(out, CopiedDir{dir, folder})
				break
			}
		}
	}
	return out
}

// isThere says whether there is a file or a folder, and names what the file system was asked for; "": nothing.
func (r Reading) isThere(path string) (is bool, asked string) {
	if r.Root == "" || isBelow(path, r.Root) {
		_, err := os.Stat(path)
		return err == nil, path
	}
	path = filepath.Clean(path)
	for copied := range r.MachineCopies {
		if isBelow(copied, path) {
			return true, ""
		}
	}
	return false, ""
}

// namesIn are the names of the files in a folder, and what the file system was asked for, as isThere says.
func (r Reading) namesIn(folder string) (names []string, asked string) {
	if r.Root == "" || isBelow(folder, r.Root) {
		return namesIn(folder), folder
	}
	for copied := range r.MachineCopies {
		if rest, isIn := strings.CutPrefix(copied, filepath.Clean(folder)+"/"); isIn {
			name, _, _ := strings.Cut(rest, "/")
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), ""
}

// readText reads a file, and names the one that the file system was asked for; "": none.
func (r Reading) readText(path string) (data []byte, asked string, err error) {
	file := r.File(path)
	if file == "" {
		return nil, "", fs.ErrNotExist
	}
	data, err = readFile(file)
	return data, file, err
}
