package ctest

import (
	"fmt"
	"slices"
	"strings"

	"yogi/internal/frontend/c/clib"
)

// Functions of the world whose results the driver gives out have arguments, too: for some of these
// the machine's fails whatever the world is like. A run that the driver leads on from there would
// be none of the program.

// openingDescriptors return one that is not open yet.
var openingDescriptors = wordSet(`
	open openat creat socket accept eventfd epoll_create epoll_create1 inotify_init inotify_init1
`)

// guard returns what the driver's function does first, with the kinds of the parameters that it needs.
func (q *queue) guard(parameters string) (statement, all string) {
	fails := "-1"
	if q.cType == pointerType {
		fails = "0"
	}
	for _, need := range clib.Needs(q.name) {
		for len(parameters) < need.Param {
			parameters += "i" // a word, whatever it is: each argument has its own place as such
		}
		statement += fmt.Sprintf("if (!(%s)) { %sreturn %s; } ", condition(need), q.say(), fails)
	}
	return statement, parameters
}

// condition is a need in C.
func condition(need clib.Need) string {
	argument := fmt.Sprintf("yogi_%d", need.Param)
	switch need.Kind {
	case clib.Descriptor:
		return fmt.Sprintf("(int)%s >= 0", argument)
	case clib.Folder:
		return fmt.Sprintf("(int)%[1]s >= 0 || (int)%[1]s == -100", argument)
	case clib.Path:
		return fmt.Sprintf("%[1]s && *(const char *)%[1]s", argument)
	case clib.StreamMode:
		return fmt.Sprintf("%[1]s && (*(const char *)%[1]s == 'r' || *(const char *)%[1]s == 'w' || *(const char *)%[1]s == 'a')", argument)
	}
	cType := "int"
	if need.IsLong {
		cType = "long"
	}
	var ranges []string
	for _, r := range need.Ranges {
		ranges = append(ranges, fmt.Sprintf("(%[1]s)%[2]s >= %[3]d && (%[1]s)%[2]s <= %[4]dLL", cType, argument, r.Low, r.High))
	}
	return strings.Join(ranges, " || ")
}

// guardWords is the driver's message when a function fails where the machine's must, before its name.
const guardWords = "yogi: the machine's function fails for such arguments: "

// say is the statement with which the driver's function tells that it fails.
func (q *queue) say() string { return fmt.Sprintf("yogi_say(%q); ", guardWords+q.name+"\n") }

// guardsIn are the functions that failed so in a run, by what it said.
func guardsIn(said string) []string {
	var out []string
	for line := range strings.Lines(said) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), guardWords); ok && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// asDescriptor has the choices of a function that opens descriptors be descriptors that are not open.
func (q *queue) asDescriptor(choices string) string {
	if !openingDescriptors[q.name] || q.cType == pointerType {
		return choices
	}
	return strings.ReplaceAll(choices, "yogi_take(", "yogi_descriptor(")
}
