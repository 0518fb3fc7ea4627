package preprocess

import (
	"cmp"
	"encoding/hex"
	"slices"
	"strings"
)

// Asked is a question that reading files put to the file system, and the answer.
type Asked struct {
	Kind string `json:"kind"` // file: for its bytes; name: whether there is one; folder: for the names in it
	Path string `json:"path"`
	// Said is the sum of what there is; "": nothing. Of a name it is "there".
	Said string `json:"said,omitempty"`
}

// kinds are those of questions by their words.
var kinds = map[string]byte{"file": 'f', "name": 's', "folder": 'd'}

// Holds says that the file system gives the same answer now.
func (a Asked) Holds() bool {
	kind, known := kinds[a.Kind]
	return known && question{kind, a.Path}.ask().words(kind) == a.Said
}

// FileAsked is the question for the bytes of a file, with the answer of now.
func FileAsked(path string) Asked {
	return Asked{"file", path, question{'f', path}.ask().words('f')}
}

// recordFolders notes by what the folders of standard headers are chosen.
func (s *Scans) recordFolders() {
	if !s.isRecording() {
		return
	}
	for _, triple := range []string{machineTriple, "x86_64-w64-mingw32", "i686-w64-mingw32"} {
		q := question{'d', compilers + triple}
		s.record(q.kind, q.path, q.ask())
	}
}

// words are an answer to a question of a kind.
func (a answer) words(kind byte) string {
	switch {
	case !a.found:
		return ""
	case kind == 's':
		return "there"
	}
	return hex.EncodeToString(a.sum[:])
}

// Record has all questions noted from now on, those to which the answers are kept too.
func (s *Scans) Record() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.told = &questions{said: map[question]answer{}}
}

// Recorded are the questions since Record, in an order of their own. false: one had two answers, or none was noted.
func (s *Scans) Recorded() ([]Asked, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.told == nil || s.told.isBroken {
		return nil, false
	}
	var out []Asked
	for name, kind := range kinds {
		for _, q := range s.told.asked {
			if q.kind == kind {
				out = append(out, Asked{name, q.path, s.told.said[q].words(kind)})
			}
		}
	}
	slices.SortFunc(out, func(x, y Asked) int { return cmp.Or(strings.Compare(x.Path, y.Path), strings.Compare(x.Kind, y.Kind)) })
	return out, true
}

// isRecording says that somebody wants to know of questions.
func (s *Scans) isRecording() bool {
	if s == nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.told != nil
}

// record notes a question, if somebody wants to know of it.
func (s *Scans) record(kind byte, path string, said answer) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.told.note(kind, path, said)
}

// note takes note of a question and its answer.
func (p *preprocessor) note(kind byte, path string, said answer) {
	p.asked.note(kind, path, said)
	p.options.Scans.record(kind, path, said)
}
