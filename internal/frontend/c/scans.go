package c

import (
	"reflect"
	"sync"

	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/tree"
)

// Scans keeps what was read for programs of the same files: texts cut into tokens, and the latest unit that was
// linked. A test of a program is followed in several others that are lowered of the same unit, each of which says
// something else of the run; of a Linux module reading the kernel's headers takes longer than all else.
type Scans struct {
	texts  *preprocess.Scans
	mu     sync.Mutex
	of     Options // what is kept is linked as these say
	unit   *tree.Unit
	models []string
}

// NewScans keeps nothing yet.
func NewScans() *Scans { return ScansIn("") }

// ScansIn keeps nothing yet either, and shares what files come to before a rule is read with the processes of the same
// run that have this folder, which is theirs alone.
func ScansIn(folder string) *Scans { return &Scans{texts: preprocess.NewScans(folder)} }

// Asked is a question that reading files put to the file system.
type Asked = preprocess.Asked

// FileAsked is the question for the bytes of a file, with the answer of now.
func FileAsked(path string) Asked { return preprocess.FileAsked(path) }

// Recording is the scans, which note the questions to the file system.
func (s *Scans) Recording() *Scans {
	s.texts.Record()
	return s
}

// Recorded are the questions that were noted; false: some may be missing.
func (s *Scans) Recorded() ([]Asked, bool) { return s.texts.Recorded() }

// Beside keeps the latest unit of other files, with the same texts: where two programs are read in turns each has its
// own. Beside nil is nil.
func (s *Scans) Beside() *Scans {
	if s == nil {
		return nil
	}
	return &Scans{texts: s.texts}
}

// tokens are the texts; nil: none are kept.
func (s *Scans) tokens() *preprocess.Scans {
	if s == nil {
		return nil
	}
	return s.texts
}

// linked is the unit that was linked as options say, with the functions of the library in it; nil: the latest one was
// another.
func (s *Scans) linked(of Options) (*tree.Unit, []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.unit == nil || !reflect.DeepEqual(of, s.of) {
		return nil, nil
	}
	return s.unit, s.models
}

// keep has a unit taken again, which nobody changes any more.
func (s *Scans) keep(of Options, unit *tree.Unit, models []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.of, s.unit, s.models = of, unit, models
}

// linking are the options on which it depends what unit is linked: not those which only say how that is lowered. false:
// the texts of the files are not among them. Headers are those that were read first.
func (o Options) linking(dataModel string) (Options, bool) {
	if o.Scans == nil {
		return o, false
	}
	for _, u := range o.Units {
		if u.Source == nil {
			return o, false
		}
	}
	if len(o.contracts()) == 0 {
		o.Entry = ""
	}
	o.DataModel = dataModel
	o.Scans, o.Terms, o.Overlay = nil, nil, nil
	o.ErrorLabel, o.EntryState, o.Malloc, o.Printing, o.Volatile, o.Undefined, o.NonNull, o.Arith = "", "", "", "", "", "", "", ""
	o.Checks, o.Blocked = 0, 0
	o.Apart, o.TypedCalls, o.Open, o.Sizes, o.Harness, o.Exposure, o.Told = false, false, false, false, false, false, false
	o.Allocators, o.Observed = nil, nil
	return o, true
}
