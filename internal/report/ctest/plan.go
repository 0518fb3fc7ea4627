// Package ctest turns a test of a C program into a C program that runs it: a copy of the source with a
// few listed edits, and a driver that supplies the inputs, to be compiled together with gcc. The run
// must reach the error, or the test proves nothing.
//
// What is edited: error functions that have a body get a trap at its beginning, an error label one
// behind it, and uninitialised locals that the test gives a value other than zero are initialised with
// it. Everything else is the driver's: functions without a body return the test's values, in the order
// in which the test consumes them, and __VERIFIER_assume and its relatives end the run when they fail.
//
// A test may set what C leaves to the compiler, such as the contents of fresh memory or the order of
// the addresses of two objects. Plan lists these as Limits: a run that misses the error then refutes
// nothing.
package ctest

import (
	"fmt"
	"strings"

	"yogi/internal/ir"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// Setting is how the program is to be compiled and what its errors are.
type Setting struct {
	File           string // the program's path, as positions name it
	Text           string // its text
	DataModel      string // ILP32 or LP64
	Entry          string
	ErrorFunctions []string // those named by the user
	Label          string   // the error label, or ""
	CompilerFlags  []string // -I, -D, -U, -iquote
}

// trapCall is what the edits insert where the error is.
const trapCall = "yogi_reached_error();"

// builtInErrors are the error functions that need no naming.
var builtInErrors = []string{"reach_error", "__VERIFIER_error", "__assert_fail"}

// Plan is what the files are generated from.
type Plan struct {
	Setting
	functions []*queue // the values that functions without a body return
	locals    []*queue // the values of uninitialised locals, one queue a declaration
	arguments []argument
	silent    []string // functions without a body that return nothing, or nothing that the test set
	order     Order
	// Limits are the choices of the test that C cannot be made to take, in words.
	Limits []string
}

// queue is a list of values that one place of the program takes one after another.
type queue struct {
	name   string // function or variable
	input  *ir.Input
	cType  string
	values []uint64
	site   int // for ByCallSite: the number of the place
}

// argument is the value of a parameter of the entry function.
type argument struct {
	cType string
	value uint64
}

// Order says how the driver finds the next value of a function without a body.
type Order uint8

// The orders. ByCallSite does not depend on the order in which the compiler evaluates the operands of
// one expression, and needs more edits.
const (
	ByFunction Order = iota + 1
	ByCallSite
)

// NewPlan plans the run of a test on a program.
func NewPlan(p *ir.Program, test *verdict.Test, setting Setting, order Order) *Plan {
	plan := &Plan{Setting: setting, order: order}
	inputs := plan.sortInputs(test.Inputs)
	plan.planArguments(p, inputs)
	plan.planSilent(p)
	plan.planMemory(test)
	return plan
}

// sortInputs puts the values into queues and returns those of the entry's parameters by name.
func (p *Plan) sortInputs(inputs []verdict.InputValue) map[string]term.Value {
	parameters := map[string]term.Value{}
	functions, locals := map[string]*queue{}, map[string]*queue{}
	for _, in := range inputs {
		bits, ok := bitsOf(in.Value)
		switch in.Input.Kind {
		case ir.NondetCall, ir.UndefinedCall:
			p.functions = push(p.functions, functions, p.functionKey(in.Input), in, bits)
		case ir.UninitializedRead:
			p.locals = push(p.locals, locals, fmt.Sprint(in.Input.ID), in, bits)
		case ir.EntryParameter:
			parameters[in.Input.Name] = in.Value
		default:
			if ok && bits != 0 {
				p.limit("%s: %s", in.Input.Pos, limitWords[in.Input.Kind])
			}
			continue
		}
		if !ok {
			p.limit("%s: the value of %s has no C constant", in.Input.Pos, in.Input.Name)
		}
	}
	return parameters
}

// limitWords tell of the kinds of input that C cannot be made to take.
var limitWords = map[ir.InputKind]string{
	ir.Unspecified:      "a choice that C leaves to the compiler",
	ir.Choice:           "a choice of control flow",
	ir.MemoryWrite:      "memory that a function without a body wrote",
	ir.AllocationChoice: "an allocation that fails",
}

func (p *Plan) functionKey(in *ir.Input) string {
	if p.order == ByCallSite {
		return in.Name + "@" + in.Pos.String()
	}
	return in.Name
}

// push appends a value to the queue with the key, which it makes when there is none.
func push(queues []*queue, byKey map[string]*queue, key string, in verdict.InputValue, bits uint64) []*queue {
	q := byKey[key]
	if q == nil {
		q = &queue{name: in.Input.Name, input: in.Input, cType: cType(in.Value), site: len(queues) + 1}
		byKey[key] = q
		queues = append(queues, q)
	}
	q.values = append(q.values, bits)
	return queues
}

func (p *Plan) planArguments(program *ir.Program, inputs map[string]term.Value) {
	entry := program.Function(p.Entry)
	if entry == nil {
		p.limit("no function %s in the program", p.Entry)
		return
	}
	for _, parameter := range entry.Params {
		value, ok := inputs[parameter.Source]
		if !ok {
			value = term.ZeroValue(parameter.Sort)
		}
		bits, _ := bitsOf(value)
		p.arguments = append(p.arguments, argument{cType: cType(value), value: bits})
	}
}

// planSilent finds the functions without a body for which the test has no value.
func (p *Plan) planSilent(program *ir.Program) {
	valued := map[string]bool{}
	for _, q := range p.functions {
		valued[q.name] = true
	}
	for _, u := range program.Undefined {
		if !valued[u.Name] && !p.isError(u.Name) {
			p.silent = append(p.silent, u.Name)
		}
	}
}

// planMemory notes initial contents of memory other than zero, which are the compiler's.
func (p *Plan) planMemory(test *verdict.Test) {
	for _, g := range test.Globals {
		if bits, ok := bitsOf(g.Value); !ok || bits != 0 {
			p.limit("the initial contents of %s", g.Variable.Name)
			return
		}
	}
}

func (p *Plan) isError(name string) bool {
	for _, list := range [][]string{builtInErrors, p.ErrorFunctions} {
		for _, e := range list {
			if e == name {
				return true
			}
		}
	}
	return false
}

func (p *Plan) limit(format string, args ...any) {
	words := fmt.Sprintf(format, args...)
	for _, l := range p.Limits {
		if l == words {
			return
		}
	}
	p.Limits = append(p.Limits, words)
}

// bitsOf is the value as the bits of a C object of up to eight bytes.
func bitsOf(v term.Value) (uint64, bool) {
	switch v.Kind() {
	case term.KindBool:
		if v.Bool() {
			return 1, true
		}
		return 0, true
	case term.KindBV:
		return v.Uint64(), v.Width() <= 64
	case term.KindFloat:
		return v.Bits().Uint64(), v.Width() <= 64
	}
	return 0, false
}

// cType is an unsigned or floating C type with the representation of the value.
func cType(v term.Value) string {
	width := v.Width()
	switch {
	case v.Kind() == term.KindBool:
		return "_Bool"
	case v.Kind() == term.KindFloat && width == 32:
		return "float"
	case v.Kind() == term.KindFloat:
		return "double"
	case width <= 8:
		return "unsigned char"
	case width <= 16:
		return "unsigned short"
	case width <= 32:
		return "unsigned int"
	}
	return "unsigned long long"
}

// cName makes a name fit for the driver.
func cName(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' {
			return r
		}
		return '_'
	}, name)
}
