package verdict

import (
	"slices"

	"yogi/internal/term"
)

// FunctionValue is the value of an uninterpreted function at some arguments.
type FunctionValue struct {
	Function *term.Func
	Args     []term.Value
	Value    term.Value
}

// FunctionTable has the values of functions at some arguments; they are zero elsewhere.
type FunctionTable struct {
	Values []FunctionValue
	tables map[*term.Func]*term.FuncTable
}

// Add notes a value; one that is known stays.
func (t *FunctionTable) Add(v FunctionValue) {
	if t.tables == nil {
		t.tables = map[*term.Func]*term.FuncTable{}
	}
	table := t.tables[v.Function]
	if table == nil {
		table = &term.FuncTable{}
		t.tables[v.Function] = table
	}
	if _, known := table.Lookup(v.Args); !known {
		table.Add(term.FuncEntry{Args: v.Args, Value: v.Value})
		t.Values = append(t.Values, v)
	}
}

// Lookup is the value of a function, as Test.Functions has it.
func (t *FunctionTable) Lookup(f *term.Func, args []term.Value) (term.Value, bool) {
	if table := t.tables[f]; table != nil {
		if v, known := table.Lookup(args); known {
			return v, true
		}
	}
	return term.ZeroValue(f.Result), true
}

// Record makes a test note the values of functions that it is asked for and that are not zero: all
// of what it says of functions that matters to the run.
func (t *Test) Record() *FunctionTable {
	if t.Functions == nil {
		return &FunctionTable{}
	}
	asked, table := t.Functions, &FunctionTable{}
	t.Functions = func(f *term.Func, args []term.Value) (term.Value, bool) {
		v, ok := asked(f, args)
		if ok && !v.Equal(term.ZeroValue(f.Result)) {
			table.Add(FunctionValue{f, slices.Clone(args), v})
		}
		return v, ok
	}
	return table
}
