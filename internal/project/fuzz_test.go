package project

import "testing"

// FuzzArguments reads any line as a compiler's command: it must end, and an object has a name.
func FuzzArguments(f *testing.F) {
	f.Add(`gcc -I inc "-DA=\"b\"" -c a.c -o a.o`)
	f.Add(`cc @flags -include x.h -x c - -l`)
	f.Add(`'`)
	f.Fuzz(func(t *testing.T, line string) {
		words, err := SplitLine(line)
		if err != nil || len(words) == 0 {
			return
		}
		a := parseArguments(words)
		for _, input := range a.inputs {
			if a.compilesC(input) && a.object(input) == "" {
				t.Errorf("%q: no object for %q", line, input)
			}
		}
		if err := a.reading.Check(); err == nil {
			a.reading.Then(a.reading)
		}
	})
}
