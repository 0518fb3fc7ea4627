package project

import (
	"reflect"
	"strings"
	"testing"
)

// TestLink reads what a linker is given in its order, with groups, archives of which all is linked, and libraries.
func TestLink(t *testing.T) {
	tests := map[string]Link{
		"cc -L d -la x.o -o p":                                       {Output: "p", Inputs: []string{"d/liba.a", "d/liba.so", "x.o"}, Turns: []int{1, 2, 3}, Whole: []bool{false, false, false}},
		"ld -Ld x.o -l:b.a -u f --undefined=g":                       {Output: "a.out", Inputs: []string{"x.o", "d/b.a"}, Turns: []int{1, 2}, Whole: []bool{false, false}, Undefined: []string{"f", "g"}},
		"cc x.o -Wl,--start-group a.a b.a -Wl,-) c.a":                {Output: "a.out", Inputs: []string{"x.o", "a.a", "b.a", "c.a"}, Turns: []int{1, 2, 2, 4}, Whole: make([]bool, 4)},
		"cc -Wl,--whole-archive a.a -Wl,--no-whole-archive,-u,f b.a": {Output: "a.out", Inputs: []string{"a.a", "b.a"}, Turns: []int{1, 2}, Whole: []bool{true, false}, Undefined: []string{"f"}},
		"cc -Xlinker --whole-archive a.a":                            {Output: "a.out", Inputs: []string{"a.a"}, Turns: []int{1}, Whole: []bool{true}},
		"gcc x.c -Wl,-init,f -Wl,-fini=_fini -Wl,-fini=g":            {Output: "a.out", Inputs: []string{"x.c"}, Turns: []int{1}, Whole: []bool{false}, Renamed: []string{"--init=f", "--fini=g"}},
		"ld x.o --wrap f -defsym g=0x10 --defsym=h=f":                {Output: "a.out", Inputs: []string{"x.o"}, Turns: []int{1}, Whole: []bool{false}, Renamed: []string{"--wrap=f", "--defsym=h=f"}},
		"cc x.o -Wl,--wrap,f -Xlinker --wrap -Xlinker g":             {Output: "a.out", Inputs: []string{"x.o"}, Turns: []int{1}, Whole: []bool{false}, Renamed: []string{"--wrap=f", "--wrap=g"}},
	}
	for line, want := range tests {
		if got := parseArguments(strings.Fields(line)).link(); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", line, got, want)
		}
	}
}
