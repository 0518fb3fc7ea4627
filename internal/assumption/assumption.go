// Package assumption holds what a verdict takes for granted: kinds with stable names, listed in one registry, and the
// manifest of a verdict, in which each kind stands with what it is about and the places where the program relies on it.
//
// A manifest only grows: a stage adds what it takes for granted, and none takes away what another
// has added. One kind about one thing stands in it once, with all its places in the order of files
// and lines.
package assumption

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"yogi/internal/source"
)

// Kind is one thing that can be taken for granted. All kinds are in the registry.
type Kind struct {
	// Name is kebab-case and stays as it is across releases.
	Name string
	// Says is the sentence of the report, where {of} stands for what the assumption is about and
	// {place} for its places.
	Says string
	// Meaning says what runs are not looked at, or what of them is believed.
	Meaning string
	// Example is a program, or a piece of one, that relies on it.
	Example string
	// Model: it describes the data model. --strict lets these pass.
	Model bool
	// Narrows: all that it does is to leave runs out, so a run that was looked at does not rest on it.
	Narrows bool
	// StandsIn: it is about what the checker, and a compiled test, puts in the place of code that is not there.
	StandsIn bool
}

// Use says whether a verdict rests on an assumption.
type Use uint8

// The uses of an assumption. NotChecked comes first: what nobody looked at may matter.
const (
	NotChecked Use = iota
	Used           // without it the verdict is another one
	NotUsed        // the verdict is the same without it
)

var useNames = []string{"not checked", "yes", "no"}

func (u Use) String() string { return useNames[u] }

// Assumption is a kind with what it is about.
type Assumption struct {
	Kind *Kind
	// Of says what it is about, a function or an object by its name; "" if the kind says it all.
	Of string
	// Places are lines of the program that rely on it, in order; none: any of its lines may.
	Places []source.Pos
	Use    Use
	// Note says what is known of its part in the verdict.
	Note string
}

// mostPlaces is how many places the sentence of an assumption names.
const mostPlaces = 5

// ofOnePlace is a verb as it is said of one place.
var ofOnePlace = regexp.MustCompile(`\{place\} (\w+)s `)

// String is the sentence of the report.
func (a Assumption) String() string {
	places, says := a.places(), a.Kind.Says
	if len(places) > 1 {
		says = ofOnePlace.ReplaceAllString(says, "{place} $1 ")
	}
	text := strings.NewReplacer("{of}", a.Of, "{place}", enumerated(places)).Replace(says)
	if a.Note != "" {
		text += " (" + a.Note + ")"
	}
	return text
}

// places are the places in words, each of one or more.
func (a Assumption) places() []string {
	var words []string
	library := false
	for _, p := range a.Places {
		if isLibrary(p) {
			library = true
			continue
		}
		words = append(words, p.String())
	}
	switch more := len(words) - mostPlaces; {
	case more == 1:
		words = append(words[:mostPlaces], "1 more line")
	case more > 1:
		words = append(words[:mostPlaces], fmt.Sprintf("%d more lines", more))
	}
	if library { // whichever functions of it, and however many lines
		words = append(words, "a function of the library")
	}
	return words
}

func enumerated(words []string) string {
	if last := len(words) - 1; last > 0 {
		return strings.Join(words[:last], ", ") + " and " + words[last]
	}
	return strings.Join(words, "")
}

func isLibrary(p source.Pos) bool { return strings.HasPrefix(p.File, "<") || !p.IsValid() }

// Same says that two are one kind about one thing.
func (a Assumption) Same(b Assumption) bool { return a.Kind == b.Kind && a.Of == b.Of }

// List is a manifest.
type List []Assumption

// Add adds a kind about something at a place; the zero place is any.
func (l *List) Add(k *Kind, of string, at source.Pos) {
	i := slices.IndexFunc(*l, func(a Assumption) bool { return a.Kind == k && a.Of == of })
	if i < 0 {
		i = len(*l)
		*l = append(*l, Assumption{Kind: k, Of: of})
	}
	if at == (source.Pos{}) {
		return
	}
	at.Column = 0
	places := &(*l)[i].Places
	if n, found := slices.BinarySearchFunc(*places, at, source.Pos.Compare); !found {
		*places = slices.Insert(*places, n, at)
	}
}

// Join adds what another manifest has.
func (l *List) Join(other List) {
	for _, a := range other {
		if i := slices.IndexFunc(*l, a.Same); i < 0 {
			a.Places = slices.Clone(a.Places)
			*l = append(*l, a)
			continue
		}
		for _, p := range a.Places {
			l.Add(a.Kind, a.Of, p)
		}
	}
}

// Has says whether a kind is in the manifest, whatever it is about.
func (l List) Has(k *Kind) bool {
	return slices.ContainsFunc(l, func(a Assumption) bool { return a.Kind == k })
}

// Only are the assumptions of one kind.
func (l List) Only(k *Kind) List {
	return slices.DeleteFunc(slices.Clone(l), func(a Assumption) bool { return a.Kind != k })
}

// Beyond says whether the verdict may rest on more than the data model.
func (l List) Beyond() bool {
	return slices.ContainsFunc(l, func(a Assumption) bool { return !a.Kind.Model && a.Use != NotUsed })
}

// OfFail says what a fail rests on, whose run was looked at.
func (l List) OfFail() { l.unused(func(k *Kind) bool { return k.Narrows }) }

// OfExecutedFail says it of one whose run a compiled program took, in which nothing is assumed but what
// stands in for code that is not there.
func (l List) OfExecutedFail() { l.unused(func(k *Kind) bool { return k.Narrows || !k.StandsIn }) }

func (l List) unused(is func(k *Kind) bool) {
	for i, a := range l {
		if a.Use == NotChecked && is(a.Kind) {
			l[i].Use = NotUsed
		}
	}
}

// Texts are the sentences of the report.
func (l List) Texts() []string {
	out := make([]string, len(l))
	for i, a := range l {
		out[i] = a.String()
	}
	return out
}

// entry is an assumption in JSON.
type entry struct {
	ID     string  `json:"id"`
	Of     string  `json:"of,omitempty"`
	Says   string  `json:"says"`
	Places []place `json:"places,omitempty"`
	Used   string  `json:"used"` // yes, no, not checked
	Note   string  `json:"note,omitempty"`
}

type place struct {
	File string `json:"file"`
	Line int    `json:"line"`
}

// MarshalJSON writes an assumption as an object.
func (a Assumption) MarshalJSON() ([]byte, error) {
	e := entry{ID: a.Kind.Name, Of: a.Of, Says: a.String(), Used: a.Use.String(), Note: a.Note}
	for _, p := range a.Places {
		e.Places = append(e.Places, place{p.File, p.Line})
	}
	return json.Marshal(e)
}

// UnmarshalJSON reads what MarshalJSON writes; the sentence has to be the one that the rest makes.
func (a *Assumption) UnmarshalJSON(data []byte) error {
	var e entry
	if err := json.Unmarshal(data, &e); err != nil {
		return fmt.Errorf("reading an assumption: %w", err)
	}
	kind, use := Named(e.ID), slices.Index(useNames, e.Used)
	if kind == nil {
		return fmt.Errorf("there is no assumption %q", e.ID)
	}
	if use < 0 {
		return fmt.Errorf("an assumption is used, not used or not checked, not %q", e.Used)
	}
	*a = Assumption{Kind: kind, Of: e.Of, Use: Use(use), Note: e.Note}
	for _, p := range e.Places {
		a.Places = append(a.Places, source.Pos{File: p.File, Line: p.Line})
	}
	if says := a.String(); says != e.Says {
		return fmt.Errorf("the assumption %s says %q, not %q", e.ID, says, e.Says)
	}
	return nil
}
