package c

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"yogi/internal/frontend/c/tree"
	"yogi/internal/property"
	"yogi/internal/term"
)

// fingerprint tells all that can be reached from a value, and which pointers are the same.
type fingerprint struct {
	t    *testing.T
	text []byte
	seen map[any]int
}

func fingerprintOf(t *testing.T, unit *tree.Unit) [sha256.Size]byte {
	f := &fingerprint{t: t, seen: map[any]int{}}
	f.value(reflect.ValueOf(unit))
	return sha256.Sum256(f.text)
}

func (f *fingerprint) value(v reflect.Value) {
	f.text = fmt.Append(f.text, v.Kind(), " ")
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		key := [2]any{v.Pointer(), v.Type()}
		at, known := f.seen[key]
		if !known {
			at = len(f.seen)
			f.seen[key] = at
		}
		f.text = fmt.Append(f.text, at, " ")
		if !known {
			f.value(v.Elem())
		}
	case reflect.Interface:
		if !v.IsNil() {
			f.text = fmt.Append(f.text, v.Elem().Type(), " ")
			f.value(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f.value(v.Field(i))
		}
	case reflect.Slice, reflect.Array:
		f.text = fmt.Append(f.text, v.Len(), " ")
		for i := range v.Len() {
			f.value(v.Index(i))
		}
	case reflect.Map, reflect.Func, reflect.Chan:
		if !v.IsNil() {
			f.t.Fatalf("a tree has a %s", v.Type())
		}
	default:
		f.text = fmt.Append(f.text, v, " ")
	}
}

// someUnits are some programs of the end-to-end tests, each with its text.
func someUnits(t *testing.T) [][]Unit {
	t.Helper()
	paths, err := filepath.Glob("../../../e2e/programs/*.c")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	var out [][]Unit
	for i, path := range paths {
		if i%7 != 0 {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, []Unit{{File: path, Source: text}})
	}
	return out
}

// lowered are options that one unit is lowered with.
func lowered(of Options) []Options {
	var out []Options
	for _, change := range []func(*Options){
		func(*Options) {},
		func(o *Options) { o.Told = true },
		func(o *Options) { o.Exposure = true },
		func(o *Options) {
			o.Checks, o.Malloc = property.Reach|property.Bounds|property.Overflow|property.Leak, "may-fail"
		},
		func(o *Options) { o.Apart, o.Checks, o.Blocked = true, property.Reach|property.Bounds, property.Bounds },
		func(o *Options) { o.Open, o.Harness = true, true },
		func(o *Options) { o.Arith, o.Undefined = "linear", "havoc-args" },
		func(o *Options) {
			o.TypedCalls, o.NonNull, o.Volatile, o.Printing = true, "all", "ordinary", "may-fail"
		},
	} {
		o := of
		change(&o)
		out = append(out, o)
	}
	return out
}

// TestLoweringChangesNoUnit: what was linked is lowered again and again, so it has to stay what it is; and what options
// of lowering say has no part in it.
func TestLoweringChangesNoUnit(t *testing.T) {
	for _, units := range someUnits(t) {
		scans := NewScans()
		of := Options{DataModel: "LP64", Units: units, Scans: scans}
		var first *tree.Unit
		var before [sha256.Size]byte
		for i, o := range lowered(of) {
			apart := o
			apart.Scans = NewScans()
			unit, _, _, _, err := apart.whole(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if unit == nil {
				continue // the program is refused
			}
			o.Terms = term.NewBuilder()
			if _, _, err := Load(t.Context(), o); err != nil {
				t.Fatalf("%s, options %d: %v", units[0].File, i, err)
			}
			if first == nil {
				first, before = scans.unit, fingerprintOf(t, unit)
			}
			if scans.unit != first {
				t.Errorf("%s is linked again for options %d", units[0].File, i)
			}
			if fingerprintOf(t, unit) != before {
				t.Errorf("the unit of %s depends on options %d of lowering", units[0].File, i)
			}
			if fingerprintOf(t, scans.unit) != before {
				t.Fatalf("lowering with options %d changed the unit of %s", i, units[0].File)
			}
		}
	}
}

// TestLinkedAnew: whatever has a part in the unit has another one linked.
func TestLinkedAnew(t *testing.T) {
	const text = "int strcmp(const char *, const char *);\nint f(void) { return 1; }\nint main(void) { return f() + strcmp(\"a\", \"b\"); }\n"
	of := Options{DataModel: "LP64", Units: []Unit{{File: "a.c", Source: []byte(text)}}}
	for name, change := range map[string]func(*Options){
		"text": func(o *Options) { o.Units = []Unit{{File: "a.c", Source: []byte(text + "\n")}} },
		"name": func(o *Options) { o.Units = []Unit{{File: "b.c", Source: []byte(text)}} },
		"macro": func(o *Options) {
			o.Units = []Unit{{File: "a.c", Source: []byte(text), Reading: Reading{Defines: []string{"A"}}}}
		},
		"data model": func(o *Options) { o.DataModel = "ILP32" },
		"library":    func(o *Options) { o.Library = "none" },
		"unknown":    func(o *Options) { o.Unknown = []string{"f"} },
		"removed":    func(o *Options) { o.Removed = []string{"f"}; o.Units[0].Reading.Removed = []string{"f"} },
		"errors":     func(o *Options) { o.ErrorFunctions = []string{"f"} },
	} {
		o := of
		o.Units = slices.Clone(of.Units)
		o.Scans = NewScans()
		load := func(o Options) *tree.Unit {
			o.Terms = term.NewBuilder()
			if _, diagnostics, err := Load(context.Background(), o); err != nil || len(diagnostics) > 0 {
				t.Fatalf("%s: %v %v", name, diagnostics, err)
			}
			return o.Scans.unit
		}
		first := load(o)
		if first == nil || load(o) != first {
			t.Errorf("%s: the same unit is linked again", name)
		}
		change(&o)
		if load(o) == first {
			t.Errorf("%s: the unit of other options is taken", name)
		}
	}
	// A text that is not given may be another one the next time.
	path := filepath.Join(t.TempDir(), "a.c")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	o := Options{DataModel: "LP64", Units: []Unit{{File: path}}, Scans: NewScans(), Terms: term.NewBuilder()}
	if _, ds, err := Load(t.Context(), o); err != nil || len(ds) > 0 || o.Scans.unit != nil {
		t.Errorf("a file that may change is kept: %v %v", ds, err)
	}
}

// TestLinkedBeside: two programs that are read in turns are linked once each where each has its own.
func TestLinkedBeside(t *testing.T) {
	all := NewScans()
	sides, units := []*Scans{all.Beside(), all.Beside()}, make([]*tree.Unit, 2)
	for turn := range 4 {
		i := turn % 2
		text := fmt.Sprintf("int main(void) { return %d; }\n", i)
		o := Options{DataModel: "LP64", Units: []Unit{{File: "a.c", Source: []byte(text)}}, Scans: sides[i], Terms: term.NewBuilder()}
		if _, diagnostics, err := Load(t.Context(), o); err != nil || len(diagnostics) > 0 {
			t.Fatal(diagnostics, err)
		}
		if turn >= len(units) && sides[i].unit != units[i] {
			t.Errorf("program %d is linked again", i)
		}
		units[i] = sides[i].unit
	}
	if units[0] == units[1] || all.unit != nil {
		t.Error("a unit of one is that of another")
	}
	if (*Scans)(nil).Beside() != nil {
		t.Error("something is kept beside nothing")
	}
}

// TestKeptReadings: what was kept of the reading under one rule gives the unit under another that reading it again
// gives, down to which parts of it are the same.
func TestKeptReadings(t *testing.T) {
	rules := []string{"", "__yogi_handler", "int rule_of_its_own(void) { return sizeof(int); }\n", "typedef int rule; static rule state;\n"}
	folder := t.TempDir()
	for _, units := range someUnits(t) {
		for _, rule := range rules {
			read := func(scans *Scans) string {
				o := Options{DataModel: "LP64", Units: units, Scans: scans, Rule: rule}
				unit, models, _, diagnostics, err := o.whole(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				if unit == nil {
					return diagnostics.Error()
				}
				return fmt.Sprintf("%x %q", fingerprintOf(t, unit), models)
			}
			alone := read(NewScans())
			for range 2 {
				if kept := read(ScansIn(folder)); kept != alone {
					t.Errorf("%s with %q: %s, alone %s", units[0].File, rule, kept, alone)
				}
			}
		}
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) == 0 {
		t.Errorf("nothing is kept: %v", err)
	}
}

// TestReadToChooseHeaders: a program whose files were read to choose the headers is the one that is read alone.
func TestReadToChooseHeaders(t *testing.T) {
	paths, err := filepath.Glob("../../../e2e/programs/*.c")
	if more, _ := filepath.Glob("../../../e2e/safety/testdata/*.c"); err == nil {
		paths = append(paths, more...)
	}
	if len(paths) < 100 {
		t.Fatal("there are few programs", err)
	}
	for i := 0; i < len(paths); i += 25 {
		text, err := os.ReadFile(paths[i])
		if err != nil {
			t.Fatal(err)
		}
		units := func(given []byte) []Unit { return []Unit{{File: paths[i], Source: given}} }
		scans := NewScans()
		lack, err := OwnHeadersLack(t.Context(), Options{Units: units(nil), Scans: scans})
		if err != nil {
			t.Fatal(err)
		}
		read := func(scans *Scans) ([sha256.Size]byte, string) {
			options := Options{Units: units(text), Scans: scans}
			options.Units[0].Reading.SystemOwn = lack != ""
			unit, _, _, found, err := options.whole(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return fingerprintOf(t, unit), fmt.Sprint(found)
		}
		alone, said := read(NewScans())
		if again, saidAgain := read(scans.Beside()); again != alone || saidAgain != said {
			t.Errorf("%s is another program where it was read before: %q, and alone %q", paths[i], saidAgain, said)
		}
	}
}
