package clib

import (
	"strings"
	"testing"
)

func TestLookup(t *testing.T) {
	f, ok := Lookup("fread")
	if !ok || len(f.Params) != 4 || f.Params[3].Role != Stream || f.Params[0].All || !f.Errno || !f.World {
		t.Fatalf("fread: %+v", f)
	}
	if a := f.Params[0].Write; a.Unit != Bytes || len(a.Count) != 2 || a.Count[0].Param != 2 || a.Count[1].Param != 3 {
		t.Errorf("fread writes %+v", a)
	}
	if f, _ := Lookup("fgets"); f.Result.Kind != Argument || f.Result.Param != 1 || !f.Result.OrNull {
		t.Errorf("fgets returns %+v", f.Result)
	}
	if f, _ := Lookup("vfwscanf"); !f.Params[1].Format.Is || !f.Params[1].Format.Scans || !f.Params[1].Format.Wide || !f.Params[1].Format.List {
		t.Errorf("vfwscanf: %+v", f.Params[1].Format)
	}
	if _, ok := Lookup("no_such_function"); ok {
		t.Error("there is a function that no library has")
	}
}

func TestIs(t *testing.T) {
	if !Is("acos", Fixed) || !Is("fopen", Driven) || Is("fopen", Fixed) || Is("acos", "no such trait") {
		t.Error("acos is fixed, fopen is driven, and nothing else is said of the two")
	}
	for name := range table.traits[OnStreams] {
		if Is(name, Fixed) {
			t.Errorf("%s works on streams that a driver stands for, and its arguments fix the result", name)
		}
	}
}

func TestWrongTables(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"f", "not of the form"},
		{"f (-)", "not of the form"},
		{"f (-) = nonsense", "result"},
		{"f (-) = $2", "no parameter $2"},
		{"f (read bytes $3) = any", "no parameter $3"},
		{"f (read string, read bytes $1) = any", "is a pointer"},
		{"f (read bytes) = any", "have a count"},
		{"f (write object 3) = any", "no count"},
		{"f (reed object) = any", "reed"},
		{"f (read) = any", "no amount"},
		{"f (-) = any ; often", "often"},
		{"f (-) = any\nf () = any", "twice"},
		{"fixed: f g f", "f is there twice"},
		{"fixd: f", "fixd is unknown"},
		{"fixed 1..2: f", "fixed is unknown"},
		{"driven: f", "nothing says what it returns"},
		{"driven: f\nf () = any", "nothing says what it returns"},
		{"driven 1..0: f", "no values"},
		{"driven 1: f", "no values"},
		{"needs $1 thing: f", "not of the form"},
		{"needs $0 path: f", "no parameter"},
		{"needs $1 path 1..2: f", "has ranges"},
		{"needs $1 int: f", "has ranges"},
		{"needs $1 path: f", "not driven"},
	} {
		if _, err := parse(c.line); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, and not %q", c.line, err, c.want)
		}
	}
}

// What the table knows of functions, and no compiler or header makes of other ones, is in the list of the library's.
func TestExported(t *testing.T) {
	missing := 0
	for _, f := range Functions() {
		if !strings.HasPrefix(f.Name, "_") && !IsExported(f.Name) {
			missing++
		}
	}
	if n := len(Functions()); missing > n/10 {
		t.Errorf("%d of %d functions of the table are not in the list", missing, n)
	}
	for name, want := range map[string]bool{"atoi": true, "drand48": true, "toascii": true, "atanl": true, "strverscmp": true, "reach_error": false, "# The": false, "": false} {
		if IsExported(name) != want {
			t.Errorf("%q is in the list: %v", name, !want)
		}
	}
}

func TestMayGive(t *testing.T) {
	for _, c := range []struct {
		name  string
		value uint64
		width int
		want  bool
	}{
		{"fcntl", 0, 32, true},
		{"fcntl", 0xffffffff, 32, true},
		{"fcntl", 0xfffffffe, 32, false},
		{"fcntl", 7, 32, false},
		{"readv", 1<<64 - 1, 64, true},
		{"sched_yield", 0xffffffff, 32, false},
		{"open", 7, 32, true}, // its line says that it returns such
	} {
		if MayGive(c.name, c.value, c.width) != c.want {
			t.Errorf("%s may return %#x: %v", c.name, c.value, !c.want)
		}
	}
}
