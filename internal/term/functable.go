package term

import "slices"

// FuncEntry is the value of a function at some arguments.
type FuncEntry struct {
	Args  []Value
	Value Value
}

// HasArgs reports whether the entry is about these arguments.
func (e FuncEntry) HasArgs(args []Value) bool { return slices.EqualFunc(e.Args, args, Value.Equal) }

// FuncTable holds what is known of a function: its values at some arguments. Of two entries about
// the same the first counts.
type FuncTable struct {
	Entries []FuncEntry
	index   map[uint64][]int
	indexed int // entries in the index
}

// Lookup is the value at args, if it is known.
func (t *FuncTable) Lookup(args []Value) (Value, bool) {
	for _, i := range t.index[hashArgs(args)] {
		if t.Entries[i].HasArgs(args) {
			return t.Entries[i].Value, true
		}
	}
	return Value{}, false
}

// Add notes a value.
func (t *FuncTable) Add(e FuncEntry) {
	t.Entries = append(t.Entries, e)
	t.Index()
}

// Index makes Lookup find the entries that were appended without it.
func (t *FuncTable) Index() {
	if t.index == nil {
		t.index = map[uint64][]int{}
	}
	for ; t.indexed < len(t.Entries); t.indexed++ {
		h := hashArgs(t.Entries[t.indexed].Args)
		t.index[h] = append(t.index[h], t.indexed)
	}
}

func hashArgs(args []Value) uint64 {
	h := uint64(len(args))
	for _, a := range args {
		h = h*0x9e3779b97f4a7c15 ^ a.Hash()
	}
	return h
}
