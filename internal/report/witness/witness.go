// Package witness writes and reads verification witnesses in format 2.0, the YAML form of the software
// verification competition (https://gitlab.com/sosy-lab/benchmarking/sv-witnesses).
//
// A correctness witness is a set of invariants of loops (correctness.go).
// A violation witness is a sequence of segments that a run passes one after another: the results of calls, values of
// variables, and at last the place of the violation. Reading is strict: a field or word that the format does
// not have is an error, so that what was written can be linted by reading it back.
package witness

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"time"

	"go.yaml.in/yaml/v3"
)

// Version is the version of the format that is written.
const Version = "2.0"

// Entry is one entry of a witness file.
type Entry struct {
	Type     string    `yaml:"entry_type"`
	Metadata Metadata  `yaml:"metadata"`
	Content  []Segment `yaml:"content"`
}

// Metadata says what the witness is about and where it comes from.
type Metadata struct {
	FormatVersion string   `yaml:"format_version"`
	UUID          string   `yaml:"uuid"`
	CreationTime  string   `yaml:"creation_time"` // ISO 8601
	Producer      Producer `yaml:"producer"`
	Task          Task     `yaml:"task"`
}

// Producer is the program that wrote the witness.
type Producer struct {
	Name    string `yaml:"name"`
	Version string `yaml:"version"`
}

// Task describes the program and the property that were checked.
type Task struct {
	InputFiles    []string          `yaml:"input_files"`
	Hashes        map[string]string `yaml:"input_file_hashes"` // SHA-256 by file
	Specification string            `yaml:"specification"`     // text of the property file
	DataModel     string            `yaml:"data_model"`        // ILP32 or LP64
	Language      string            `yaml:"language"`
}

// Segment is passed when a run passes its last waypoint.
type Segment struct {
	Waypoints []Step `yaml:"segment"`
}

// Step wraps a waypoint as the format does.
type Step struct {
	Waypoint Waypoint `yaml:"waypoint"`
}

// Waypoint is a place of a run and what holds there.
type Waypoint struct {
	Type       string      `yaml:"type"`
	Action     string      `yaml:"action"`
	Location   Location    `yaml:"location"`
	Constraint *Constraint `yaml:"constraint,omitempty"`
}

// The types of waypoints.
const (
	Assumption     = "assumption"
	FunctionReturn = "function_return"
	Target         = "target"
)

// Location is a place in a file; lines and columns count from 1.
type Location struct {
	File   string `yaml:"file_name"`
	Line   int    `yaml:"line"`
	Column int    `yaml:"column,omitempty"`
}

// Constraint is a condition that holds at a waypoint.
type Constraint struct {
	Value  string `yaml:"value"`
	Format string `yaml:"format"`
}

// New is a violation witness that passes the waypoints one after another; the last one is the target.
func New(producer Producer, task Task, created time.Time, waypoints []Waypoint) Entry {
	e := Entry{Type: "violation_sequence", Metadata: newMetadata(producer, task, created)}
	for _, w := range waypoints {
		e.Content = append(e.Content, Segment{[]Step{{w}}})
	}
	return e
}

func newMetadata(producer Producer, task Task, created time.Time) Metadata {
	return Metadata{FormatVersion: Version, CreationTime: created.UTC().Format("2006-01-02T15:04:05Z"), Producer: producer, Task: task}
}

// Encode is the text of a witness file with one entry.
func (e Entry) Encode() ([]byte, error) { return encode([]Entry{e}) }

func encode(entries any) ([]byte, error) {
	var out bytes.Buffer
	encoder := yaml.NewEncoder(&out)
	encoder.SetIndent(2)
	if err := encoder.Encode(entries); err != nil {
		return nil, fmt.Errorf("encoding the witness: %w", err)
	}
	if err := encoder.Close(); err != nil {
		return nil, fmt.Errorf("encoding the witness: %w", err)
	}
	return out.Bytes(), nil
}

// Read reads the text of a file with one violation witness and checks it against the format.
func Read(text []byte) (Entry, error) {
	e, err := decode[Entry](text)
	if err != nil {
		return Entry{}, err
	}
	return e, e.check()
}

// decode reads the one entry of a file.
func decode[E any](text []byte) (entry E, err error) {
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	var entries []E
	if err := decoder.Decode(&entries); err != nil {
		return entry, fmt.Errorf("reading the witness: %w", err)
	}
	if len(entries) != 1 {
		return entry, fmt.Errorf("the witness has %d entries, want one", len(entries))
	}
	return entries[0], nil
}

var (
	uuid   = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	sha256 = regexp.MustCompile(`^[0-9a-f]{64}$`)
)

// check compares an entry with the rules of the format.
func (e Entry) check() error {
	if err := e.Metadata.check(e.Type, "violation_sequence"); err != nil {
		return err
	}
	if len(e.Content) == 0 {
		return errors.New("there is no segment")
	}
	for i := range e.Content {
		if err := e.checkSegment(i); err != nil {
			return fmt.Errorf("segment %d: %w", i+1, err)
		}
	}
	return nil
}

// check compares the metadata of an entry, and its type with the one that is wanted.
func (m Metadata) check(entry, want string) error {
	_, timeError := time.Parse(time.RFC3339, m.CreationTime)
	switch {
	case entry != want:
		return fmt.Errorf("the entry type %q is not %s", entry, want)
	case m.FormatVersion != Version:
		return fmt.Errorf("the format version %q is not %s", m.FormatVersion, Version)
	case !uuid.MatchString(m.UUID):
		return fmt.Errorf("%q is no UUID", m.UUID)
	case timeError != nil:
		return fmt.Errorf("the creation time: %w", timeError)
	case m.Producer.Name == "" || m.Producer.Version == "":
		return errors.New("the producer has no name or no version")
	case m.Task.Language != "C":
		return fmt.Errorf("the language %q is not C", m.Task.Language)
	case m.Task.DataModel != "ILP32" && m.Task.DataModel != "LP64":
		return fmt.Errorf("the data model %q is neither ILP32 nor LP64", m.Task.DataModel)
	case m.Task.Specification == "" || len(m.Task.InputFiles) == 0:
		return errors.New("the task has no specification or no files")
	}
	for _, file := range m.Task.InputFiles {
		if !sha256.MatchString(m.Task.Hashes[file]) {
			return fmt.Errorf("the file %s has no SHA-256", file)
		}
	}
	return nil
}

// checkSegment: waypoints to avoid, then one to follow, which is the target exactly in the last segment.
func (e Entry) checkSegment(i int) error {
	s, files, last := e.Content[i], e.Metadata.Task.InputFiles, i == len(e.Content)-1
	for i, step := range s.Waypoints {
		w := step.Waypoint
		final := i == len(s.Waypoints)-1
		switch {
		case w.Action != "follow" && w.Action != "avoid", (w.Action == "follow") != final:
			return fmt.Errorf("waypoint %d: the action %q does not belong there", i+1, w.Action)
		case (w.Type == Target) != (last && final):
			return fmt.Errorf("waypoint %d: a target stands exactly at the end", i+1)
		case !slices.Contains(files, w.Location.File) || w.Location.Line < 1 || w.Location.Column < 0:
			return fmt.Errorf("waypoint %d: the location is none", i+1)
		}
		if err := w.checkConstraint(); err != nil {
			return fmt.Errorf("waypoint %d: %w", i+1, err)
		}
	}
	if len(s.Waypoints) == 0 {
		return errors.New("it has no waypoint")
	}
	return nil
}

func (w Waypoint) checkConstraint() error {
	formats := map[string]string{Assumption: "c_expression", FunctionReturn: "acsl_expression"}
	format, ok := formats[w.Type]
	switch {
	case w.Type == Target && w.Constraint != nil:
		return errors.New("a target has no constraint")
	case w.Type == Target:
		return nil
	case !ok:
		return fmt.Errorf("the type %q is not known", w.Type)
	case w.Constraint == nil || w.Constraint.Value == "" || w.Constraint.Format != format:
		return fmt.Errorf("a %s has a constraint of format %s", w.Type, format)
	}
	return nil
}

// Waypoints are the waypoints to follow, in order.
func (e Entry) Waypoints() []Waypoint {
	var out []Waypoint
	for _, s := range e.Content {
		for _, step := range s.Waypoints {
			if step.Waypoint.Action == "follow" {
				out = append(out, step.Waypoint)
			}
		}
	}
	return out
}
