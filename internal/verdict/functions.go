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
	index  map[functionKey][]int
}

type functionKey struct {
	function *term.Func
	args     uint64
}

func keyOf(f *term.Func, args []term.Value) functionKey {
	h := uint64(len(args))
	for _, a := range args {
		h = h*0x9e3779b97f4a7c15 ^ a.Hash()
	}
	return functionKey{f, h}
}

// Add notes a value; one that is known stays.
func (t *FunctionTable) Add(v FunctionValue) {
	if t.find(v.Function, v.Args) >= 0 {
		return
	}
	if t.index == nil {
		t.index = map[functionKey][]int{}
	}
	key := keyOf(v.Function, v.Args)
	t.index[key] = append(t.index[key], len(t.Values))
	t.Values = append(t.Values, v)
}

func (t *FunctionTable) find(f *term.Func, args []term.Value) int {
	for _, i := range t.index[keyOf(f, args)] {
		if slices.EqualFunc(t.Values[i].Args, args, term.Value.Equal) {
			return i
		}
	}
	return -1
}

// Lookup is the value of a function, as Test.Functions has it.
func (t *FunctionTable) Lookup(f *term.Func, args []term.Value) (term.Value, bool) {
	if i := t.find(f, args); i >= 0 {
		return t.Values[i].Value, true
	}
	return term.ZeroValue(f.Result), true
}

// Record makes a test note the values of functions that it is asked for and that are not zero: all of what it says of functions
// that matters to the run.
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
