package link

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"yogi/internal/frontend/c/tree"
)

// goto-cc gives static functions names by which other files can call and replace them:
// __CPROVER_file_local_, the file's name with _ for what no name has in it, and the function's. Proof
// harnesses for CBMC call functions by these names, and makefiles say so which bodies go.

// FileLocalPrefix begins the names that goto-cc gives static functions.
const FileLocalPrefix = "__CPROVER_file_local_"

// fileLocalName is the name under which other files know a static function.
func fileLocalName(f *tree.FunctionDef) string {
	file := path.Base(filepath.ToSlash(f.Pos.File))
	return FileLocalPrefix + strings.Map(func(r rune) rune {
		if r == '_' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' {
			return r
		}
		return '_'
	}, file) + "_" + f.Name
}

// RemoveBodies makes functions of a unit ones without a body; those that are static may be named as
// goto-cc does it, and if only its words count they are.
func RemoveBodies(u *tree.Unit, names []string, gotoCC bool) {
	if len(names) == 0 {
		return
	}
	for _, f := range u.Functions {
		isNamed := slices.Contains(names, f.Name)
		if f.Linkage != tree.ExternalLinkage {
			isNamed = isNamed && !gotoCC || slices.Contains(names, fileLocalName(f))
		}
		if f.Body != nil && isNamed {
			f.Body, f.Exported, f.Weak = nil, false, false
		}
	}
}

// findFileLocal finds out which functions without a body others are, under the names of goto-cc: one
// that a harness declares is the static one, and a static one whose body was removed is that which a
// harness defines. Two files must not have static functions of one such name.
func (l *linker) findFileLocal(units []*tree.Unit) {
	named := map[string][]*tree.FunctionDef{}
	for _, u := range units {
		for _, f := range u.Functions {
			if strings.HasPrefix(f.Name, FileLocalPrefix) {
				named[f.Name] = append(named[f.Name], f)
			}
		}
	}
	if len(named) == 0 {
		return
	}
	l.fileLocal = map[*tree.FunctionDef]*tree.FunctionDef{}
	for _, u := range units {
		for _, f := range u.Functions {
			if f.Linkage == tree.ExternalLinkage {
				continue
			}
			for _, other := range named[fileLocalName(f)] {
				switch {
				case f.Body != nil && other.Body == nil && l.fileLocal[other] == nil:
					l.fileLocal[other] = f
				case f.Body != nil && other.Body == nil && l.fileLocal[other].Pos.File != f.Pos.File:
					l.twice(f.Pos, other.Name, l.fileLocal[other].Pos)
				case f.Body == nil && other.Body != nil:
					l.fileLocal[f] = other
				}
			}
		}
	}
}

// KeepFirst takes the body of a function that an earlier unit defines from later ones: goto-cc links
// the first definition, so that a harness's goes before the project's.
func KeepFirst(units []*tree.Unit) {
	first := map[string]*tree.FunctionDef{}
	for _, u := range units {
		for _, f := range u.Functions {
			if f.Linkage != tree.ExternalLinkage || functionRank(f) != strong {
				continue
			}
			switch old := first[f.Name]; {
			case old == nil:
				first[f.Name] = f
			case callableAs(old, f):
				f.Body, f.Exported = nil, false
			}
		}
	}
}
