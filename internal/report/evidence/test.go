package evidence

import (
	"errors"
	"fmt"
	"slices"

	"yogi/internal/ir"
	"yogi/internal/source"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// Test is the text form of a verdict.Test.
type Test struct {
	What    string   `json:"what"`
	Place   string   `json:"place"`
	Inputs  []input  `json:"inputs"`
	Globals []global `json:"globals"`
	// Functions are the values of uninterpreted functions that the run asks for; others are zero.
	Functions []functionValue `json:"functions,omitempty"`
}

// input is the value of one input, in the order of consumption. What it is for is told for people; it
// is found by its ID.
type input struct {
	ID    int    `json:"id"`
	For   string `json:"for"`
	Place string `json:"place"`
	Value string `json:"value"`
}

type global struct {
	Variable string `json:"variable"`
	Cell     string `json:"cell,omitempty"`
	Value    string `json:"value"`
}

type functionValue struct {
	Function  string   `json:"function"`
	Arguments []string `json:"arguments"`
	Value     string   `json:"value"`
}

// EncodeTest makes the text form of a test.
func EncodeTest(t *verdict.Test) *Test {
	out := &Test{What: t.What, Place: t.Pos.String(), Inputs: []input{}, Globals: []global{}}
	for _, in := range t.Inputs {
		what := in.Input.Kind.String() + " " + in.Input.Name
		out.Inputs = append(out.Inputs, input{in.Input.ID, what, in.Input.Pos.String(), in.Value.String()})
	}
	for _, g := range t.Globals {
		encoded := global{Variable: g.Variable.Name, Value: g.Value.String()}
		if g.Cell.IsValid() {
			encoded.Cell = g.Cell.String()
		}
		out.Globals = append(out.Globals, encoded)
	}
	for _, a := range t.Applied {
		encoded := functionValue{Function: a.Function.Name, Value: a.Value.String()}
		for _, v := range a.Args {
			encoded.Arguments = append(encoded.Arguments, v.String())
		}
		out.Functions = append(out.Functions, encoded)
	}
	return out
}

// Decode reads a test of p back. Its place and property are those that the run will find.
func (t *Test) Decode(p *ir.Program) (*verdict.Test, error) {
	d, err := newDecoder(p, nil, nil)
	if err != nil {
		return nil, fmt.Errorf("reading the test: %w", err)
	}
	inputs := p.Inputs()
	out := &verdict.Test{What: t.What, Pos: source.Pos{File: t.Place}}
	for i, in := range t.Inputs {
		value, err := d.constant(in.Value)
		if err != nil {
			return nil, fmt.Errorf("reading input %d of the test: %w", i+1, err)
		}
		if inputs[in.ID] == nil {
			return nil, fmt.Errorf("reading input %d of the test: the program has no input %d", i+1, in.ID)
		}
		out.Inputs = append(out.Inputs, verdict.InputValue{Input: inputs[in.ID], Value: value})
	}
	for _, g := range t.Globals {
		decoded, err := d.global(g)
		if err != nil {
			return nil, fmt.Errorf("reading the initial value of %s: %w", g.Variable, err)
		}
		out.Globals = append(out.Globals, decoded)
	}
	if len(t.Functions) == 0 {
		return out, nil
	}
	table := &verdict.FunctionTable{}
	for _, f := range t.Functions {
		decoded, err := d.functionValue(f)
		if err != nil {
			return nil, fmt.Errorf("reading a value of the function %s: %w", f.Function, err)
		}
		table.Add(decoded)
	}
	out.Functions, out.Applied = table.Lookup, table.Values
	return out, nil
}

// InputIDs are the numbers of the inputs that a test has values for, in the order of consumption.
func (t *Test) InputIDs() []int {
	ids := make([]int, len(t.Inputs))
	for i, in := range t.Inputs {
		ids[i] = in.ID
	}
	return ids
}

// Start returns the part of a test of another program that is about the start of p: the initial values of globals that
// p has. The values of its inputs, whatever they are for, are returned beside it.
func (t *Test) Start(p *ir.Program) (*verdict.Test, []term.Value, error) {
	without := *t
	without.Inputs, without.Globals = nil, nil
	for _, g := range t.Globals {
		if slices.ContainsFunc(p.Globals, func(v *ir.Variable) bool { return v.Name == g.Variable }) {
			without.Globals = append(without.Globals, g)
		}
	}
	start, err := without.Decode(p)
	if err != nil {
		return nil, nil, err
	}
	d, err := newDecoder(p, nil, nil)
	if err != nil {
		return nil, nil, fmt.Errorf("reading the test: %w", err)
	}
	var values []term.Value
	for i, in := range t.Inputs {
		value, err := d.constant(in.Value)
		if err != nil {
			return nil, nil, fmt.Errorf("reading input %d of the test: %w", i+1, err)
		}
		values = append(values, value)
	}
	return start, values, nil
}

func (d *decoder) functionValue(encoded functionValue) (out verdict.FunctionValue, err error) {
	out.Function = d.funcs[encoded.Function]
	if out.Function == nil {
		return out, fmt.Errorf("the program has no such function")
	}
	if len(encoded.Arguments) != len(out.Function.Params) {
		return out, fmt.Errorf("it has %d arguments, not %d", len(out.Function.Params), len(encoded.Arguments))
	}
	value := func(text string, sort *term.Sort) term.Value {
		v, e := d.constant(text)
		if e == nil && !fits(v, sort) {
			e = fmt.Errorf("%s is no value of sort %s", text, sort)
		}
		err = errors.Join(err, e)
		return v
	}
	for i, text := range encoded.Arguments {
		out.Args = append(out.Args, value(text, out.Function.Params[i]))
	}
	out.Value = value(encoded.Value, out.Function.Result)
	return out, err
}

func (d *decoder) global(g global) (out verdict.GlobalValue, err error) {
	symbol := d.names[g.Variable]
	if symbol == nil || d.program.VariableOf(symbol) == nil {
		return out, fmt.Errorf("the program has no such variable")
	}
	out.Variable = d.program.VariableOf(symbol)
	if out.Variable.Kind != ir.Global {
		return out, fmt.Errorf("it is no global variable")
	}
	sort := out.Variable.Sort
	if g.Cell != "" {
		if sort.Kind != term.KindArray {
			return out, fmt.Errorf("it has no cells")
		}
		if out.Cell, err = d.constant(g.Cell); err != nil {
			return out, err
		}
		if !fits(out.Cell, sort.Index) {
			return out, fmt.Errorf("%s is no index of it", g.Cell)
		}
		sort = sort.Elem
	}
	if out.Value, err = d.constant(g.Value); err == nil && !fits(out.Value, sort) {
		err = fmt.Errorf("%s is no value of sort %s", g.Value, sort)
	}
	return out, err
}

// fits reports whether a value is of a sort, as far as its own fields say.
func fits(v term.Value, sort *term.Sort) bool {
	return v.Kind() == sort.Kind && (sort.Kind != term.KindBV || v.Width() == sort.Width)
}
