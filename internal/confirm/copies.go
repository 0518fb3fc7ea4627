package confirm

import (
	"fmt"
	"path/filepath"
	"strings"

	"yogi/internal/report/evidence"
)

// copies says where copies of files and folders go. They lie to one another as the originals do, so that
// headers are found in the same way.
type copies struct {
	root     string            // what all originals lie in
	absolute map[string]string // by the path as it was given
	headers  string            // folder of copies of standard headers that the files were read with; "": there is none
}

// newCopies finds places for files and folders. Folders with nothing above them in common with the files only
// move the root up.
func newCopies(files, folders []string) (*copies, error) {
	c := &copies{absolute: map[string]string{}}
	for i, path := range append(append([]string(nil), files...), folders...) {
		absolute, err := filepath.Abs(path)
		if err != nil {
			return nil, fmt.Errorf("copying sources: %w", err)
		}
		c.absolute[path] = absolute
		folder := absolute
		if i < len(files) {
			folder = filepath.Dir(absolute)
		}
		if i == 0 {
			c.root = folder
		}
		for !within(folder, c.root) {
			c.root = filepath.Dir(c.root)
		}
	}
	return c, nil
}

func within(path, folder string) bool {
	return path == folder || folder == "/" || strings.HasPrefix(path, folder+"/")
}

// of is where the copy of a path lies below the folder of the evidence.
func (c *copies) of(path string) string {
	absolute, ok := c.absolute[path]
	if !ok {
		return path // a header of -include that is searched for
	}
	return c.ofAbsolute(absolute)
}

// ofAbsolute is the same for an absolute path; of one that is nowhere below what was copied it is the path.
func (c *copies) ofAbsolute(path string) string {
	if rest, isHeader := strings.CutPrefix(path, c.headers+"/"); isHeader && c.headers != "" {
		return filepath.Join(evidence.HeaderFolder, rest)
	}
	below, err := filepath.Rel(c.root, path)
	if err != nil || !filepath.IsAbs(path) || !within(path, c.root) {
		return path
	}
	return filepath.Join(evidence.SourceFolder, below)
}
