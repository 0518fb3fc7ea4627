package witness

import (
	"bytes"
	hash "crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

// Problem is something in the text of a witness file that the format does not allow.
type Problem struct {
	Line, Column int
	Text         string
}

// Lint holds the text of a witness file, of whoever wrote it, against the format: version 2.0, 2.1
// with transition invariants and contracts, 2.2 with threads. open gives the text of a program
// file, with which hashes and locations are compared; false: nobody has it. What a witness says of
// the program is not checked: that is a validator's task.
func Lint(text []byte, open func(name string) (string, bool)) []Problem {
	var document yaml.Node
	if err := yaml.Unmarshal(text, &document); err != nil {
		return []Problem{{Line: 1, Column: 1, Text: "no YAML: " + strings.TrimPrefix(err.Error(), "yaml: ")}}
	}
	l := &linter{open: open}
	if len(document.Content) == 0 || document.Content[0].Kind != yaml.SequenceNode || len(document.Content[0].Content) == 0 {
		l.add(&yaml.Node{Line: 1, Column: 1}, "a witness file is a list of at least one entry")
		return l.problems
	}
	for _, entry := range document.Content[0].Content {
		l.entry(entry)
	}
	return l.problems
}

type linter struct {
	open     func(name string) (string, bool)
	problems []Problem
	version  string
	files    map[string]string // of the entry, with their texts; "": nobody has it
}

func (l *linter) add(at *yaml.Node, format string, args ...any) {
	l.problems = append(l.problems, Problem{at.Line, at.Column, fmt.Sprintf(format, args...)})
}

// since says that an entry is of a version of the format or of a later one.
func (l *linter) since(version string) bool { return l.version >= version }

// fields are those of a mapping. Those that are required are reported where they are missing, those
// that are neither required nor optional where they are.
func (l *linter) fields(what string, n *yaml.Node, required, optional []string) map[string]*yaml.Node {
	out := map[string]*yaml.Node{}
	if n.Kind != yaml.MappingNode {
		l.add(n, "%s is no mapping", what)
		return out
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		switch {
		case out[key.Value] != nil:
			l.add(key, "%s has %s twice", what, key.Value)
		case !slices.Contains(required, key.Value) && !slices.Contains(optional, key.Value):
			l.add(key, "%s has no %s in format %s", what, key.Value, l.version)
		}
		out[key.Value] = value
	}
	for _, name := range required {
		if out[name] == nil {
			l.add(n, "%s has no %s", what, name)
		}
	}
	return out
}

// word is a text that is one of some words, or any if there are none; nil is reported by others.
func (l *linter) word(what string, n *yaml.Node, words ...string) string {
	switch {
	case n == nil:
		return ""
	case n.Kind != yaml.ScalarNode || n.Tag != "!!str" && n.Tag != "!!timestamp":
		l.add(n, "%s is no text: put it into quotes", what)
	case n.Value == "":
		l.add(n, "%s is empty", what)
	case len(words) > 0 && !slices.Contains(words, n.Value):
		l.add(n, "%s is %q and not one of %s", what, n.Value, strings.Join(words, ", "))
	}
	return n.Value
}

func (l *linter) entry(n *yaml.Node) {
	l.version, l.files = "", map[string]string{}
	f := l.fields("an entry", n, []string{"entry_type", "metadata", "content"}, nil)
	kind := l.word("the entry type", f["entry_type"], "violation_sequence", "invariant_set")
	if m := f["metadata"]; m != nil {
		l.metadata(m)
	}
	content := f["content"]
	switch {
	case content == nil:
	case content.Kind != yaml.SequenceNode:
		l.add(content, "the content is no list")
	case kind == "violation_sequence":
		l.segments(content)
	case kind == "invariant_set":
		for _, item := range content.Content {
			l.item(item)
		}
	}
}

var acslResult = regexp.MustCompile(`^\s*\\result\s*(==|!=|<=|<|>=|>)\s*[-+]?(0[xX][0-9a-fA-F]+|[0-9.]+([eE][-+]?[0-9]+)?)[uUlLfF]*\s*$`)

func (l *linter) metadata(n *yaml.Node) {
	f := l.fields("the metadata", n, []string{"format_version", "uuid", "creation_time", "producer", "task"}, nil)
	l.version = l.word("the format version", f["format_version"], "2.0", "2.1", "2.2")
	if id := f["uuid"]; id != nil && !uuid.MatchString(strings.ToLower(l.word("the UUID", id))) {
		l.add(id, "%q is no UUID", id.Value)
	}
	if t := f["creation_time"]; t != nil {
		if _, err := time.Parse(time.RFC3339, l.word("the creation time", t)); err != nil {
			l.add(t, "the creation time is not in ISO 8601 with a time zone: %q", t.Value)
		}
	}
	if p := f["producer"]; p != nil {
		for name, value := range l.fields("the producer", p, []string{"name", "version"}, []string{"configuration", "command_line", "description"}) {
			l.word("the producer's "+name, value)
		}
	}
	if t := f["task"]; t != nil {
		l.task(t)
	}
}

func (l *linter) task(n *yaml.Node) {
	f := l.fields("the task", n, []string{"input_files", "input_file_hashes", "specification", "data_model", "language"}, nil)
	l.word("the specification", f["specification"])
	l.word("the data model", f["data_model"], "ILP32", "LP64")
	l.word("the language", f["language"], "C")
	files := f["input_files"]
	switch {
	case files == nil:
	case files.Kind == yaml.ScalarNode:
		l.file(files)
	case files.Kind != yaml.SequenceNode || len(files.Content) == 0:
		l.add(files, "the input files are no list of at least one")
	default:
		for _, file := range files.Content {
			l.file(file)
		}
	}
	hashes := f["input_file_hashes"]
	if hashes == nil {
		return
	}
	names := make([]string, 0, len(l.files))
	for name := range l.files {
		names = append(names, name)
	}
	slices.Sort(names)
	for name, value := range l.fields("the hashes", hashes, names, nil) {
		text, sum := l.files[name], strings.ToLower(l.word("the hash of "+name, value))
		have := hash.Sum256([]byte(text))
		switch {
		case !sha256.MatchString(sum):
			l.add(value, "%q is no SHA-256", value.Value)
		case text != "" && hex.EncodeToString(have[:]) != sum:
			l.add(value, "%s is another file: its SHA-256 is %x", name, have)
			l.files[name] = "" // its lines say nothing
		}
	}
}

func (l *linter) file(n *yaml.Node) {
	name := l.word("an input file", n)
	l.files[name] = ""
	if text, ok := l.open(name); ok {
		l.files[name] = text
	}
}

// segments: in each of them waypoints to avoid, then one to follow; in the last one that is the
// target. From 2.2 on two threads may meet at the end.
func (l *linter) segments(content *yaml.Node) {
	if len(content.Content) == 0 {
		l.add(content, "a violation sequence has no segment")
	}
	for i, s := range content.Content {
		list := l.fields("a segment", s, []string{"segment"}, nil)["segment"]
		if list == nil {
			continue
		}
		if list.Kind != yaml.SequenceNode || len(list.Content) == 0 {
			l.add(list, "a segment is a list of at least one waypoint")
			continue
		}
		last := i == len(content.Content)-1
		for k, w := range list.Content {
			l.waypoint(w, end{ofList: last, ofSegment: k == len(list.Content)-1})
		}
	}
}

// end says of a waypoint whether it is in the last segment, and the last of its segment.
type end struct{ ofList, ofSegment bool }

func (l *linter) waypoint(n *yaml.Node, at end) {
	w := l.fields("an element of a segment", n, []string{"waypoint"}, nil)["waypoint"]
	if w == nil {
		return
	}
	optional := []string{"constraint"}
	if l.since("2.2") {
		optional = append(optional, "thread_id")
	}
	f := l.fields("a waypoint", w, []string{"type", "action", "location"}, optional)
	kind := l.word("the type", f["type"], "assumption", "branching", "function_enter", "function_return", "target")
	actions := []string{"follow", "avoid"}
	if l.since("2.1") {
		actions = append(actions, "cycle")
	}
	action := l.word("the action", f["action"], actions...)
	many := l.since("2.2") && at.ofList
	switch {
	case action == "follow" && !at.ofSegment && !many:
		l.add(w, "a waypoint to follow is the last one of its segment")
	case action == "avoid" && at.ofSegment:
		l.add(w, "the last waypoint of a segment is not one to avoid")
	case kind == "target" && (!at.ofList || action != "follow" || !at.ofSegment && !many):
		l.add(w, "the target is followed, at the end of the last segment")
	case kind != "target" && at.ofList && at.ofSegment && action == "follow":
		l.add(w, "the last segment ends in the target")
	}
	l.constraint(w, kind, f["constraint"])
	l.location(kind, f["location"])
}

func (l *linter) constraint(w *yaml.Node, kind string, n *yaml.Node) {
	switch {
	case kind == "target" || kind == "function_enter":
		if n != nil {
			l.add(n, "a %s has no constraint", kind)
		}
		return
	case n == nil:
		l.add(w, "a waypoint of type %s has a constraint", kind)
		return
	}
	f := l.fields("a constraint", n, []string{"value"}, []string{"format"})
	value, format := f["value"], f["format"]
	if value == nil {
		return
	}
	switch kind {
	case "assumption":
		l.expression(value, format, "c_expression")
	case "function_return":
		l.word("the format", format, "acsl_expression")
		if l.word("the value", value); value.Kind == yaml.ScalarNode && !acslResult.MatchString(value.Value) {
			l.add(value, `%q is not \result, a comparison and a number`, value.Value)
		}
	case "branching":
		if _, err := strconv.ParseInt(value.Value, 0, 64); err != nil && !slices.Contains([]string{"true", "false", "default"}, value.Value) {
			l.add(value, "a branching goes true or false, to a number or to default, not %q", value.Value)
		}
	}
	if (kind == "assumption" || kind == "function_return") && format == nil {
		l.add(n, "the constraint of a %s has a format", kind)
	}
}

// expression checks a condition in C as far as its text alone says.
func (l *linter) expression(value, format *yaml.Node, formats ...string) {
	l.word("the format", format, formats...)
	text := l.word("the value", value)
	plain := comparisons.Replace(text)
	switch {
	case strings.ContainsAny(plain, ";{}") || unbalanced(text):
		l.add(value, "%q is no expression", text)
	case strings.Contains(plain, "=") || strings.Contains(plain, "++") || strings.Contains(plain, "--"):
		l.add(value, "%q has a side effect", text)
	}
}

var comparisons = strings.NewReplacer("==", " ", "!=", " ", "<=", " ", ">=", " ")

func unbalanced(text string) bool {
	var open []rune
	closes := map[rune]rune{')': '(', ']': '['}
	for _, c := range text {
		switch c {
		case '(', '[':
			open = append(open, c)
		case ')', ']':
			if len(open) == 0 || open[len(open)-1] != closes[c] {
				return true
			}
			open = open[:len(open)-1]
		}
	}
	return len(open) > 0
}

// item is an element of an invariant set.
func (l *linter) item(n *yaml.Node) {
	kinds := []string{"invariant"}
	if l.since("2.1") {
		kinds = append(kinds, "contract")
	}
	if n.Kind != yaml.MappingNode || len(n.Content) != 2 || !slices.Contains(kinds, n.Content[0].Value) {
		l.add(n, "an element of an invariant set of format %s is one of %s", l.version, strings.Join(kinds, ", "))
		return
	}
	formats := []string{"c_expression"}
	var labels []string
	if l.since("2.1") {
		formats, labels = append(formats, "acsl_expression", "ext_c_expression"), []string{"labels"}
	}
	if n.Content[0].Value == "contract" {
		f := l.fields("a contract", n.Content[1], []string{"type", "location", "format"}, append(labels, "requires", "ensures"))
		l.word("the type", f["type"], "function_contract")
		l.word("the format", f["format"], formats...)
		l.location("", f["location"])
		if f["requires"] == nil && f["ensures"] == nil {
			l.add(n, "a contract has neither requires nor ensures")
		}
		return
	}
	f := l.fields("an invariant", n.Content[1], []string{"type", "location", "value", "format"}, labels)
	types := []string{"loop_invariant", "location_invariant"}
	if l.since("2.1") {
		types = append(types, "loop_transition_invariant", "location_transition_invariant")
	}
	kind := l.word("the type", f["type"], types...)
	if f["value"] != nil {
		l.expression(f["value"], f["format"], formats...)
	}
	l.location(kind, f["location"])
}

// starts are the words, or characters, at which waypoints and invariants of some types are.
var starts = map[string][]string{
	"loop_invariant": {"for", "while", "do"}, "loop_transition_invariant": {"for", "while", "do"},
	"branching": {"if", "while", "for", "switch", "do", "?"}, "function_enter": {")"}, "function_return": {")"},
}

func (l *linter) location(kind string, n *yaml.Node) {
	if n == nil {
		return
	}
	f := l.fields("a location", n, []string{"file_name", "line"}, []string{"column", "function"})
	name := l.word("the file", f["file_name"])
	text, known := l.files[name]
	if f["file_name"] != nil && len(l.files) > 0 && !known {
		l.add(f["file_name"], "%s is none of the input files", name)
	}
	line, column := l.number("line", f["line"]), l.number("column", f["column"])
	if text == "" || line == 0 {
		return
	}
	lines := bytes.Split([]byte(text), []byte("\n"))
	switch {
	case line > len(lines):
		l.add(f["line"], "%s has %d lines", name, len(lines))
		return
	case column > len(lines[line-1])+1:
		l.add(f["column"], "line %d of %s has %d columns", line, name, len(lines[line-1]))
		return
	}
	words := starts[kind]
	there := string(lines[line-1][max(column-1, 0):])
	if column == 0 && words != nil && !slices.ContainsFunc(words, func(w string) bool { return strings.Contains(there, w) }) {
		l.add(f["line"], "no %s on line %d of %s", strings.Join(words, ", "), line, name)
	}
	if column > 0 && words != nil && !slices.ContainsFunc(words, func(w string) bool { return beginsWithWord(there, w) }) {
		l.add(f["column"], "the place of a %s is at %s, not at %q", kind, strings.Join(words, ", "), firstOf(there))
	}
}

// beginsWithWord says that a text begins with a word, or a character, and not with a longer one.
func beginsWithWord(text, word string) bool {
	rest, ok := strings.CutPrefix(text, word)
	isPart := func(c byte) bool {
		return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	}
	return ok && (rest == "" || !isPart(word[0]) || !isPart(rest[0]))
}

func firstOf(text string) string { return text[:min(len(text), 12)] }

// number is a field that counts from 1; 0: there is none.
func (l *linter) number(what string, n *yaml.Node) int {
	if n == nil {
		return 0
	}
	v, err := strconv.Atoi(n.Value)
	if err != nil || n.Tag != "!!int" || v < 1 {
		l.add(n, "the %s is no number from 1 on: %q", what, n.Value)
		return 0
	}
	return v
}
