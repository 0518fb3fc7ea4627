package preprocess

import (
	"path/filepath"
	"strings"
)

// This file keeps #include within the program: the text of a header becomes part of what is said of
// the program, of its evidence and of the test that is compiled, and a program from elsewhere must
// not get at files that are none of its own.

// mayRead says whether a file that #include names is one of the program's: it lies below the folder
// of the program's file or one in which headers are searched, or a path that goes up from the file
// that names it leads to it without leaving the topmost folder.
func (p *preprocessor) mayRead(path, name string, f *frame) bool {
	if _, isText := p.options.Overlay[path]; isText || strings.HasPrefix(path, "<") {
		return true
	}
	if filepath.IsAbs(name) && p.options.Copies[filepath.Clean(name)] == path {
		return true
	}
	if !filepath.IsAbs(name) && topFolder(path) == topFolder(f.path) {
		return true
	}
	folders := append([]string{filepath.Dir(p.file)}, p.options.QuoteDirs...)
	for _, s := range p.search {
		folders = append(folders, s.path)
	}
	for _, folder := range folders {
		if folder != embeddedDir && isBelow(path, folder) {
			return true
		}
	}
	return false
}

// absolute is a path from the root; itself where the working folder is unknown.
func absolute(path string) string {
	if whole, err := filepath.Abs(path); err == nil {
		return whole
	}
	return filepath.Clean(path)
}

// topFolder is the first folder on the way from the root to a file; "" if it lies in the root.
func topFolder(path string) string {
	top, _, below := strings.Cut(strings.TrimPrefix(absolute(path), "/"), "/")
	if !below {
		return ""
	}
	return top
}

// isBelow says that a file lies in a folder, or below it.
func isBelow(path, folder string) bool {
	within, err := filepath.Rel(absolute(folder), absolute(path))
	return err == nil && within != ".." && !strings.HasPrefix(within, "../")
}
