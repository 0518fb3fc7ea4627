package witness

import (
	"fmt"
	"slices"
	"time"
)

// Correctness is the entry of a correctness witness: invariants that whoever proves the program again may use.
type Correctness struct {
	Type     string   `yaml:"entry_type"`
	Metadata Metadata `yaml:"metadata"`
	Content  []Item   `yaml:"content"`
}

// Item wraps an invariant as the format does.
type Item struct {
	Invariant Invariant `yaml:"invariant"`
}

// Invariant holds whenever the condition of the loop at its location is about to be evaluated.
type Invariant struct {
	Type     string   `yaml:"type"`
	Location Location `yaml:"location"` // of the keyword while or for
	Value    string   `yaml:"value"`
	Format   string   `yaml:"format"`
}

// LoopInvariant is the type of invariants of loops.
const LoopInvariant = "loop_invariant"

// cExpression is the format of invariants.
const cExpression = "c_expression"

// NewCorrectness is a correctness witness with invariants of loops, of which there may be none.
func NewCorrectness(producer Producer, task Task, created time.Time) Correctness {
	return Correctness{Type: "invariant_set", Metadata: newMetadata(producer, task, created), Content: []Item{}}
}

// Add adds an invariant of the loop at a location.
func (c *Correctness) Add(at Location, value string) {
	c.Content = append(c.Content, Item{Invariant{LoopInvariant, at, value, cExpression}})
}

// Encode is the text of a witness file with one entry.
func (c Correctness) Encode() ([]byte, error) { return encode([]Correctness{c}) }

// ReadCorrectness reads the text of a file with one correctness witness and checks it against the format.
func ReadCorrectness(text []byte) (Correctness, error) {
	c, err := decode[Correctness](text)
	if err != nil {
		return Correctness{}, err
	}
	if err := c.Metadata.check(c.Type, "invariant_set"); err != nil {
		return Correctness{}, err
	}
	for n, item := range c.Content {
		i := item.Invariant
		if i.Type != LoopInvariant || i.Format != cExpression || i.Value == "" || i.Location.Line < 1 || i.Location.Column < 1 ||
			!slices.Contains(c.Metadata.Task.InputFiles, i.Location.File) {
			return Correctness{}, fmt.Errorf("invariant %d is none: %+v", n+1, i)
		}
	}
	return c, nil
}
