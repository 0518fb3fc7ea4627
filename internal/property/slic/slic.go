// Package slic reads rules: temporal safety properties of the use of an interface, written in SLIC
// (Ball and Rajamani, MSR-TR-2001-21; DASH section 5).
//
// A rule is an automaton with variables beside a C program. Its state is private; events are calls and
// returns of functions; a handler reads the arguments, the result and the program's state, changes the
// rule's state, and may abort: that is the violation. docs/slic.md is the manual with the grammar.
//
// The package knows the rule's own syntax and nothing of C's types: what stands between parentheses and
// behind "=" is kept as tokens. Weave writes the rule as C with some words of its own, which the C
// front end reads behind the program, where the types of arguments are known.
package slic

import (
	"yogi/internal/source"
)

// The codes of the diagnostics.
const (
	CodeSyntax source.Code = "rule-syntax"
	CodeName   source.Code = "rule-name"
)

// Rule is a rule with the files it includes.
type Rule struct {
	Name     string
	Sources  []Source // in the order of reading; the first is the rule's own file
	Defines  []*Define
	State    []*Field
	Handlers []*Handler
}

// Define gives a name its meaning where the program has no macro of that name: a constant of the interface,
// or the name of a function of the program in patterns.
type Define struct {
	Name  string
	Pos   source.Pos
	Value []token
}

// Source is a file that a rule is made of.
type Source struct {
	Path string `json:"path"`
	Text string `json:"text"`
}

// Field is a variable of the rule's state.
type Field struct {
	Name        string
	Pos         source.Pos
	Type        []token  // as written, without the name
	Enumerators []string // declared by Type
	Tag         string   // of the enum that Type declares, or ""
	Init        []token  // nil: zero
}

// Event is a kind of event of a function. The zero value is invalid.
type Event uint8

// The events. Call and Return are seen where the function is called, Entry and Exit where its body begins
// and ends; a function without a body has Entry right after Call and Exit right before Return. Start and
// End are the program's: before the entry function runs, and after it returned or exit was called.
const (
	InvalidEvent Event = iota
	Call
	Entry
	Exit
	Return
	Start
	End
)

var eventNames = map[string]Event{"call": Call, "entry": Entry, "exit": Exit, "return": Return, "Entry": Entry, "Exit": Exit, "Call": Call, "Return": Return}

var programEvents = map[string]Event{"start": Start, "end": End}

// String is the event's word in a pattern.
func (e Event) String() string {
	return [...]string{"invalid", "call", "entry", "exit", "return", "start", "end"}[e]
}

// programName stands for the program in the patterns of Start and End.
const programName = "program"

// Pattern names an event.
type Pattern struct {
	Pos      source.Pos
	Function string // programName for Start and End
	Event    Event
}

// Handler says what the rule does at events.
type Handler struct {
	Pos      source.Pos
	Patterns []Pattern
	Watch    *token  // $i or $return: the object whose instance of the rule acts; nil: all instances
	Guard    []token // nil: always
	Body     *Block
}

// Stmt is *Assign, *If, *Abort, *Halt, *Reset or *Block.
type Stmt interface{ position() source.Pos }

type (
	// Assign changes a field: Op is = or a compound operator; ++ and -- have no Value.
	Assign struct {
		Pos   source.Pos
		Field token
		Op    string
		Value []token
	}
	// If chooses by a condition, or nondeterministically when Cond is nil.
	If struct {
		Pos        source.Pos
		Cond       []token
		Then, Else Stmt // Else may be nil
	}
	// Abort is a violation of the rule.
	Abort struct {
		Pos     source.Pos
		Message string
	}
	// Halt ends the run: nothing after it is of interest.
	Halt struct{ Pos source.Pos }
	// Reset gives every field its initial value.
	Reset struct{ Pos source.Pos }
	// Block is a list of statements.
	Block struct {
		Pos   source.Pos
		Stmts []Stmt
	}
)

func (s *Assign) position() source.Pos { return s.Pos }
func (s *If) position() source.Pos     { return s.Pos }
func (s *Abort) position() source.Pos  { return s.Pos }
func (s *Halt) position() source.Pos   { return s.Pos }
func (s *Reset) position() source.Pos  { return s.Pos }
func (s *Block) position() source.Pos  { return s.Pos }

// Functions are the functions that events of the rule name, each once, in the order of appearance.
func (r *Rule) Functions() []string {
	var names []string
	seen := map[string]bool{programName: true}
	for _, h := range r.Handlers {
		for _, p := range h.Patterns {
			if !seen[p.Function] {
				seen[p.Function] = true
				names = append(names, p.Function)
			}
		}
	}
	return names
}
