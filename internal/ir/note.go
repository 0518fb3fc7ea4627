package ir

import "strings"

// Note says of a local of a told program (lower.Options.Told) what its value tells of a run, in words of the
// source. Nothing reads such a local; it is set where there is something to say.
type Note struct {
	Kind NoteKind
	// Text names the thing that has the value, "k", "buf[i]", or is a sentence whose first %s
	// stands for the value and in which text of the source may follow; of a life: how it begins.
	Text string
	Type string // in the source's syntax; of an index: the number of elements
	Unit int64  // of an index: the size of an element in bytes
}

// Sentence is the note's sentence with the value in its place. Text of the source may have percent signs of its own.
func (n *Note) Sentence(value string) string { return strings.Replace(n.Text, "%s", value, 1) }

// NoteKind says what a note is about.
type NoteKind uint8

// The kinds of notes. The zero value is invalid.
const (
	InvalidNote NoteKind = iota
	NoteValue            // something of the source gets the value
	NoteDetail           // the check that fails here is about the value
	NoteIndex            // about the index whose distance in bytes is the value, if that is outside of the array
	NoteObject           // about the object at the address that is the value
	NoteStart            // about an access that starts at the address
	NoteSize             // of the object that begins, or of the access: its bytes
	NoteBegins           // an object begins at the address
	NoteEnds             // the object at the address ends
)
