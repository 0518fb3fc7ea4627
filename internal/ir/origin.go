package ir

import (
	"fmt"
	"strings"
)

// Origins says where a pointer from outside the program may lead besides objects that only the
// outside has. It is the type of an Input of the kind PointerChoice, whose value is 0 for the
// latter and counts the others from 1, in their order.
type Origins struct {
	// Parameters are those of the function whose result the pointer is, a letter each: p a pointer,
	// c, s and w integers of one, two and four bytes, i one of the size of a pointer, l a longer
	// one, f and d floats, o another type.
	Parameters string
	List       []Origin
}

// Origin is a place that the outside knows: Offset bytes from the start of an object, or behind an
// argument, and Count of them Step bytes apart.
type Origin struct {
	Object   string // its symbol; "": an argument
	Argument int    // from 1
	// Loaded: the pointer that lies there, not the place.
	Loaded              bool
	Offset, Step, Count int64
}

// String is the text form; ParseOrigins reads it.
func (o Origins) String() string {
	words := []string{"(" + o.Parameters + ")"}
	for _, x := range o.List {
		kind, base := "at", x.Object
		if x.Loaded {
			kind = "in"
		}
		if base == "" {
			base = fmt.Sprint(x.Argument)
		}
		words = append(words, fmt.Sprintf("%s %s %d %d %d", kind, base, x.Offset, x.Step, x.Count))
	}
	return strings.Join(words, ", ")
}

// ParseOrigins reads what String writes.
func ParseOrigins(text string) (Origins, error) {
	words := strings.Split(text, ", ")
	o := Origins{Parameters: strings.Trim(words[0], "()")}
	for _, word := range words[1:] {
		var x Origin
		var kind, base string
		if _, err := fmt.Sscanf(word, "%s %s %d %d %d", &kind, &base, &x.Offset, &x.Step, &x.Count); err != nil {
			return o, fmt.Errorf("%q is no origin of a pointer: %w", word, err)
		}
		x.Loaded = kind == "in"
		if _, err := fmt.Sscan(base, &x.Argument); err != nil {
			x.Object = base
		}
		o.List = append(o.List, x)
	}
	return o, nil
}

// Chosen is the origin that a value of the input stands for, and which of its places; ok is false
// where it is an object of the outside.
func (o Origins) Chosen(value uint64) (x Origin, index int64, ok bool) {
	from := uint64(1)
	for _, x := range o.List {
		if value >= from && value < from+uint64(x.Count) {
			return x, int64(value - from), true
		}
		from += uint64(x.Count)
	}
	return Origin{}, 0, false
}
