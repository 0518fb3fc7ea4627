package link_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"yogi/internal/frontend/c/link"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/frontend/c/typecheck"
	"yogi/internal/source"
)

// linked links texts called 1.c, 2.c and so on.
func linked(t *testing.T, texts ...string) (*tree.Unit, source.Diagnostics) {
	t.Helper()
	var units []*tree.Unit
	for i, text := range texts {
		name := string(rune('1'+i)) + ".c"
		unit, ds, err := typecheck.Check(context.Background(), typecheck.Options{
			DataModel: "LP64", Files: []string{name}, Source: map[string][]byte{name: []byte(text)},
		})
		if err != nil || len(ds) > 0 {
			t.Fatal(err, ds)
		}
		units = append(units, unit)
	}
	return link.Units(units)
}

// A function that is only there to be inlined is no definition: what is written as its symbol is another file's or the
// library's, as in glibc's headers, and several files may have it.
func TestInlinedIsNoDefinition(t *testing.T) {
	header := `int read(int); int read_there(int) __asm__("read");
		extern inline __attribute__((gnu_inline)) int read(int x) { return read_there(x); } int read(int);`
	for _, texts := range [][]string{{header + "int f(void) { return read(1); }"}, {header + "int f(void) { return read(1); }", header + "int g(void) { return read(2); }"}} {
		unit, ds := linked(t, texts...)
		if len(ds) > 0 {
			t.Fatal(ds)
		}
		for _, f := range unit.Functions {
			if f.Name == "read_there" && f.Body != nil {
				t.Error("read calls itself")
			}
		}
	}
	unit, ds := linked(t, header+"int f(void) { return read(1); }", "int read(int x) { return x; }")
	if len(ds) > 0 {
		t.Fatal(ds)
	}
	for _, f := range unit.Functions {
		if f.Name == "read" && f.Linkage == tree.ExternalLinkage && f.Pos.File != "2.c" {
			t.Error("the definition of the other file is not taken")
		}
	}
}

// A definition that serves only to be inlined stays beside the external one for the calls of its file, unless there are
// none or the two are the same text about the same objects.
func TestInlines(t *testing.T) {
	for name, test := range map[string]struct {
		first, second string
		inlines       int
	}{
		"another value":     {"inline int f(void) { return 1; }", "int f(void) { return 2; }", 1},
		"the same":          {"inline int f(int x) { return x ? x : 1; }", "extern inline int f(int x) { return x ? x : 1; }", 1},
		"the same header":   {"#line 1 \"h.h\"\ninline int f(int x) { return x + g; }", "#line 1 \"h.h\"\ninline int f(int x) { return x + g; }\nextern int f(int);", 0},
		"of static objects": {"#line 1 \"h.h\"\nstatic int v; inline int f(void) { return v; }", "#line 1 \"h.h\"\nstatic int v; inline int f(void) { return v; }\nextern int f(void);", 1},
		"weak":              {"inline int f(void) { return 1; }", "__attribute__((weak)) int f(void) { return 2; }", 1},
		"gnu inline":        {"extern inline __attribute__((gnu_inline)) int f(void) { return 1; }", "int f(void) { return 2; }", 1},
		"inline only":       {"inline int f(void) { return 1; }", "inline int f(void) { return 2; }", 1},
		"declared only":     {"inline int f(void) { return 1; }", "int f(void);", 0},
		"static":            {"static inline int f(void) { return 1; }", "int f(void) { return 2; }", 0},
	} {
		t.Run(name, func(t *testing.T) {
			const calls = "\nstatic void *calls(void) { return (void *)f; }"
			unit, ds := linked(t, "extern int g;\n"+test.first+calls, "extern int g;\n"+test.second+calls)
			if len(ds) > 0 {
				t.Fatal(ds)
			}
			uncalled, _ := linked(t, "extern int g;\n"+test.first, "extern int g;\n"+test.second)
			for _, f := range uncalled.Functions {
				if len(f.Inlines) > 0 {
					t.Errorf("%s, which no file calls, has definitions beside it", f.Name)
				}
			}
			inlines := 0
			for _, f := range unit.Functions {
				inlines += len(f.Inlines)
				for _, inlined := range f.Inlines {
					if inlined.Unit == f.Unit || inlined.Linkage != tree.InternalLinkage || !slices.Contains(unit.Functions, inlined) {
						t.Errorf("%s of file %d, beside that of file %d, is no function of its file", inlined.Name, inlined.Unit, f.Unit)
					}
				}
			}
			if inlines != test.inlines {
				t.Errorf("%d definitions beside the external ones, want %d", inlines, test.inlines)
			}
		})
	}
}

// TestRefused lists pairs of files that are no program; what is said names both places.
func TestRefused(t *testing.T) {
	for name, test := range map[string][3]string{
		"two definitions":       {"int x = 1;", "int x = 2;", "2.c:1:5: x is defined twice: first at 1.c:1:5"},
		"weak function called":  {"int f(char *s) { return 1; }", "__attribute__((weak)) int f(int a) { return 2; } int g(void) { return f(1); }", "2.c:1:27: f is declared as int (int), and as int (char *) at 1.c:1:5"},
		"two functions":         {"int f(void) { return 1; }", "\nint f(void) { return 1; }", "2.c:2:5: f is defined twice: first at 1.c:1:5"},
		"object and function":   {"int f;", "int f(void) { return 1; }", "2.c:1:5: f is declared as a function, and as an object at 1.c:1:5"},
		"sizes":                 {"int x;", "extern long x; long *p = &x;", "2.c:1:13: x is declared as long, and as int at 1.c:1:5"},
		"array and pointer":     {"char text[8];", "extern char *text;", "text is declared as char *, and as char [8] at 1.c:1:6"},
		"lengths":               {"int a[3];", "extern int a[4];", "a is declared"},
		"fields":                {"struct s { char c; int x; } v;", "extern struct s { int x; char c; } v;", "v is declared"},
		"bit-fields":            {"struct s { int a : 3, b : 4; } v;", "extern struct s { int a : 4, b : 3; } v;", "v is declared"},
		"float and int":         {"float f(void) { return 1; }", "int f(void);", "f is declared as int (void), and as float (void) at 1.c:1:7"},
		"numbers of parameters": {"int f(int a, int b) { return a + b; }", "int f(int a);", "f is declared"},
		"variadic":              {"int f(int a, ...) { return a; }", "int f(int a);", "f is declared"},
		"widened result":        {"short f() { return 1; }", "int f();", "f is declared"},
		"volatile":              {"volatile int x;", "extern int x;", "x is declared"},
		"thread":                {"__thread int x;", "extern int x;", "x is declared"},
	} {
		t.Run(name, func(t *testing.T) {
			_, ds := linked(t, test[0], test[1])
			if len(ds) != 1 || !strings.Contains(ds[0].String(), test[2]) {
				t.Errorf("%v, want %s", ds, test[2])
			}
			if _, ds := linked(t, test[1], test[0]); len(ds) != 1 {
				t.Errorf("in the other order: %v", ds)
			}
		})
	}
}

// TestChosen lists files of a program and, for a name, the position of what it stands for.
func TestChosen(t *testing.T) {
	for name, test := range map[string]struct {
		first, second, symbol, want string
		body                        bool
	}{
		"definition":            {"extern int x; int *p = &x;", "int x = 3;", "x", "2.c:1:5", true},
		"common":                {"int x;", "int x;", "x", "1.c:1:5", false},
		"initial value":         {"int x;", "int x = 3;", "x", "2.c:1:5", true},
		"initial value zero":    {"int x;", "int x = 0;", "x", "2.c:1:5", true},
		"nowhere defined":       {"extern int a[]; int *p = a;", "extern int a[4]; int *q = a;", "a", "2.c:1:12", false},
		"array without length":  {"extern int a[]; int *p = a;", "int a[4];", "a", "2.c:1:5", false},
		"weak object":           {"__attribute__((weak)) int x = 1;", "int x = 2;", "x", "2.c:1:5", true},
		"weak function":         {"int f(void) { return 1; }", "__attribute__((weak)) int f(void) { return 2; }", "f", "1.c:1:5", true},
		"weak, other type":      {"int f(char *s) { return 1; }", "__attribute__((weak)) int f(int a, int b) { return 2; }", "f", "1.c:1:5", true},
		"weak, an object":       {"int f = 1;", "__attribute__((weak)) int f(int a, int b) { return 2; }", "f", "1.c:1:5", true},
		"header of ours":        {"int f(char *s) { return 1; }", "#line 1 \"<h.h>\"\nint f(int a, int b);", "f", "1.c:1:5", true},
		"two weak functions":    {"__attribute__((weak)) int f(void) { return 1; }", "__attribute__((weak)) int f(void) { return 2; }", "f", "1.c:1:27", true},
		"inline":                {"inline int f(void) { return 1; }", "extern inline int f(void) { return 1; }", "f", "2.c:1:19", true},
		"inline declared":       {"inline int f(void) { return 1; } extern int f(void);", "inline int f(void) { return 1; }", "f", "1.c:1:12", true},
		"gnu inline":            {"extern inline __attribute__((gnu_inline)) int f(void) { return 1; }", "int f(void) { return 1; }", "f", "2.c:1:5", true},
		"implicit":              {"int g(void) { return f(); }", "void f(void) { }", "f", "2.c:1:6", true},
		"prototype":             {"int f(); int g(void) { return f(1); }", "int f(int);", "f", "2.c:1:5", false},
		"pointers":              {"void f(char *p) { }", "struct s; void f(struct s *p); void g(void) { f(0); }", "f", "1.c:1:6", true},
		"symbol":                {"int f(void) __asm__(\"g\"); int h(void) { return f(); }", "int g(void) { return 1; }", "g", "2.c:1:5", true},
		"symbol of an object":   {"extern int f __asm__(\"\" \"g\"); int *h = &f;", "int g = 1;", "g", "2.c:1:5", true},
		"symbol of nothing":     {"int f(void) __asm__(\"g\");", "int h(void) { return 1; }", "f", "1.c:1:5", false},
		"struct of another tag": {"struct s { int x; } f(void) { struct s v = {1}; return v; }", "struct t { int y; } f(void);", "f", "1.c:1:21", true},
	} {
		t.Run(name, func(t *testing.T) {
			unit, ds := linked(t, test.first, test.second)
			if len(ds) > 0 {
				t.Fatal(ds)
			}
			found, defined, count := "", false, 0
			for _, o := range unit.Objects {
				if o.Name == test.symbol {
					found, defined, count = o.Pos.String(), o.Init != nil, count+1
				}
			}
			for _, f := range unit.Functions {
				if f.Name == test.symbol && f.Linkage == tree.ExternalLinkage {
					found, defined, count = f.Pos.String(), f.Body != nil, count+1
				}
			}
			if found != test.want || defined != test.body || count != 1 {
				t.Errorf("%d times, at %s (with a value or body: %v), want %s (%v)", count, found, defined, test.want, test.body)
			}
		})
	}
}

// TestReferences checks that every reference to a shared name leads to the same object, and that static names
// stay apart.
func TestReferences(t *testing.T) {
	unit, ds := linked(t,
		"extern int shared; static int own = 1; int *a[] = {&shared, &own}; static int f(void) { return shared; } int (*pf)(void) = f;",
		"int shared; static int own = 2; int g(int n) { int v[n + shared]; return own + sizeof v + ({ shared; }); } static int f(void) { return own; } int (*qf)(void) = f;")
	if len(ds) > 0 {
		t.Fatal(ds)
	}
	objects, functions := map[string]map[*tree.Object]bool{}, map[string]map[*tree.FunctionDef]bool{}
	see := func(e tree.Expr) {
		switch e := e.(type) {
		case *tree.ObjectRef:
			if objects[e.Object.Name] == nil {
				objects[e.Object.Name] = map[*tree.Object]bool{}
			}
			objects[e.Object.Name][e.Object] = true
		case *tree.FunctionRef:
			if functions[e.Function.Name] == nil {
				functions[e.Function.Name] = map[*tree.FunctionDef]bool{}
			}
			functions[e.Function.Name][e.Function] = true
		}
	}
	for _, o := range unit.Objects {
		o.Init.EachValue(func(value tree.Expr) { tree.EachExpr(value, see) })
	}
	for _, f := range unit.Functions {
		if f.Body != nil {
			tree.EachExprOf(f.Body, see)
		}
	}
	if len(objects["shared"]) != 1 || len(objects["own"]) != 2 || len(functions["f"]) != 2 {
		t.Errorf("shared leads to %d objects, own to %d, f to %d functions", len(objects["shared"]), len(objects["own"]), len(functions["f"]))
	}
}

// A platform's model stands for what headers define, inline, and for what they only declare; not for
// a function that the program itself has under the name.
func TestModels(t *testing.T) {
	header := []byte("struct lock { int held; };\nint try(struct lock *);\nstatic inline void take(struct lock *l) { l->held = 1; }\n")
	model := "#include \"lock.h\"\nvoid __yogi_model_take(struct lock *l) { l->held = 2; }\nint __yogi_model_try(struct lock *l) { return 0; }"
	for _, c := range []struct {
		program, file string
		fails         bool
	}{
		{"#include \"lock.h\"\nint f(struct lock *l) { take(l); return try(l); }", "2.c", false},
		{"struct lock { int held; }; static void take(struct lock *l) { } void f(struct lock *l) { take(l); }", "1.c", false},
		{"struct lock { int held; }; void take(struct lock *, int); void f(struct lock *l) { take(l, 1); }", "", true},
	} {
		var units []*tree.Unit
		for i, text := range []string{c.program, model} {
			name := string(rune('1'+i)) + ".c"
			unit, ds, err := typecheck.Check(context.Background(), typecheck.Options{
				DataModel: "LP64", Files: []string{name}, Source: map[string][]byte{name: []byte(text), "lock.h": header},
			})
			if err != nil || len(ds) > 0 {
				t.Fatal(err, ds)
			}
			units = append(units, unit)
		}
		unit, ds := link.Units(units)
		if c.fails != (len(ds) > 0) {
			t.Errorf("%s: %v", c.program, ds)
			continue
		}
		if c.fails {
			continue
		}
		for _, f := range unit.Functions {
			if f.Name != "f" {
				continue
			}
			tree.EachExprOf(f.Body, func(e tree.Expr) {
				if r, ok := e.(*tree.FunctionRef); ok && (r.Function.Pos.File != c.file || r.Function.Body == nil) {
					t.Errorf("%s: %s is the one at %s", c.program, r.Function.Name, r.Function.Pos)
				}
			})
		}
	}
}

// What a header declares and its file never names may be something else in the program.
func TestUnnamedInHeader(t *testing.T) {
	header := []byte("int shutdown(int, int); extern long daylight; int index(int);")
	definitions := "int shutdown(void) { return 1; } int daylight; char index[2];"
	for text, fails := range map[string]bool{
		"int f(void) { return 1; }":                                false,
		"int f(void) { return shutdown(1, 2); }":                   true,
		"int f(void) { return daylight > 0; }":                     true,
		"int f(void) { return index(1); }":                         true,
		"int (*p)(int, int) = shutdown; int f(void) { return 1; }": true,
	} {
		for _, isFirst := range []bool{true, false} {
			var units []*tree.Unit
			for name, text := range map[string]string{"1.c": "#include \"system.h\"\n" + text, "2.c": definitions} {
				unit, ds, err := typecheck.Check(context.Background(), typecheck.Options{
					DataModel: "LP64", Files: []string{name}, Source: map[string][]byte{name: []byte(text), "system.h": header},
				})
				if err != nil || len(ds) > 0 {
					t.Fatal(err, ds)
				}
				units = append(units, unit)
				if len(units) == 2 && (name == "2.c") != isFirst {
					units[0], units[1] = units[1], units[0]
				}
			}
			unit, ds := link.Units(units)
			if fails != (len(ds) > 0) {
				t.Errorf("%s: %v", text, ds)
			}
			if unit == nil {
				continue
			}
			for _, f := range unit.Functions {
				if f.Body == nil {
					t.Errorf("%s: the declaration of %s stays", text, f.Name)
				}
			}
		}
	}
}
