package preprocess

import (
	"crypto/sha256"
	"os"
	"path/filepath"
	"sync"

	"yogi/internal/atomicfile"
)

// Scans keeps texts cut into tokens, for several units and several readings of a unit: the files of a
// driver and of the models around it include the same headers, of some ten thousand lines each. It
// is asked by what a text says, so it cannot change what is read; a file that is written between two
// readings is cut anew.
type Scans struct {
	mu    sync.Mutex
	texts map[[sha256.Size]byte]*scanned
	size  int
	// folder is where what files come to is kept for other processes of the run (kept.go); "": in files.
	folder string
	files  map[string][]byte
	filled int        // bytes of files
	told   *questions // that were asked (asked.go); nil: nobody wants to know
}

// maxScans bounds the text that is kept; what comes later is cut whenever it is read.
const maxScans = 32 << 20

// NewScans keeps nothing yet, but for what there is in a folder of the run; "": there is none.
func NewScans(folder string) *Scans {
	return &Scans{texts: map[[sha256.Size]byte]*scanned{}, folder: folder, files: map[string][]byte{}}
}

// keep has what a file comes to found again under a name. What cannot be written, or is too much, is not.
func (s *Scans) keep(name string, text []byte) {
	if s.folder != "" {
		_ = atomicfile.Write(filepath.Join(s.folder, name), text, 0o600)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if more := len(text) - len(s.files[name]); s.filled+more <= maxScans {
		s.files[name] = text
		s.filled += more
	}
}

// isEmpty says that nothing is kept in memory.
func (s *Scans) isEmpty() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.files) == 0
}

// kept is what keep was given under a name; nil: nothing.
func (s *Scans) kept(name string) []byte {
	if s.folder != "" {
		text, _ := os.ReadFile(filepath.Join(s.folder, name))
		return text
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.files[name]
}

// scan is data cut into tokens.
func (s *Scans) scan(data []byte) *scanned {
	if s == nil {
		return scan(string(data))
	}
	key := sha256.Sum256(data)
	s.mu.Lock()
	found := s.texts[key]
	s.mu.Unlock()
	if found != nil {
		return found
	}
	found = scan(string(data))
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.size+len(data) <= maxScans && s.texts[key] == nil {
		s.texts[key] = found
		s.size += len(data)
	}
	return found
}
