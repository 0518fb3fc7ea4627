package attack

import "fmt"

// Programs about the numbers that addresses are: their low bits, their order, what lies beside
// what, what is used again after it was given back, and pointers that went through numbers.

// object is something that has an address: place is an expression for it, of a type with a size and an alignment.
type object struct {
	place       string
	size, align int
}

// numberings are ways to get at the number of an address; each takes an expression for a pointer.
var numberings = []string{
	"(word)(%s)", "(uintptr_t)(void *)(%s)", "copied(%s)", "joined(%s)", "bytes(%s)", "passed(1, %s)", "(word)(char *)(%s)",
}

const numberingFunctions = `static word copied(const void *p) { word n; memcpy(&n, &p, sizeof n); return n; }
static word joined(const void *p) { union { const void *p; word n; } u; u.p = p; return u.n; }
static word bytes(const void *p) { word n = 0; for (unsigned k = 0; k < sizeof p; k++) n |= (word)((u8 *)&p)[k] << 8 * k; return n; }
static word passed(int n, ...) { va_list l; va_start(l, n); void *p = va_arg(l, void *); va_end(l); return (word)p; }
static word ofLocal(void) { int l = 1; return (word)&l; }
static word ofOther(void) { int l = 2; return (word)&l; }
static int one(void) { return 1; }
static int two(void) { return 1; }
struct S { char c; int i; short h; };
`

// addresses is such a program.
func addresses(w *writer) Program {
	w.head(numberingFunctions)
	objects := w.objects()
	w.errorIf(w.addressAtoms(objects)...)
	w.line("goto end; end:;")
	return Program{Text: w.inMain("#include <errno.h>\n#include <stdio.h>\n")}
}

// objects declares some objects, of the file, of main and of the heap.
func (w *writer) objects() []object {
	types := []struct {
		format      string
		size, align int
	}{
		{"char %s", 1, 1}, {"int %s", 4, 4}, {"short %s[3]", 6, 2}, {"long %s", 8, 8}, {"char %s[5]", 5, 1}, {"struct S %s", 12, 4},
		{"int %s[4]", 16, 4}, {"double %s", 8, 8}, {"char %s __attribute__((aligned(8)))", 1, 8},
	}
	var out []object
	for range 2 + w.IntN(3) {
		t := types[w.IntN(len(types))]
		name := w.new("o")
		o := object{name, t.size, t.align}
		switch w.IntN(4) {
		case 0:
			w.head("static "+t.format+" = %s;", name, w.pick("{0}", "{1}"))
		case 1:
			w.line(t.format+" = {0};", name)
		case 2:
			size := []int{1, 4, 8, 24}[w.IntN(4)]
			w.line("char *%s = malloc(%d); if (!%s) return 0; *%[1]s = 1;", name, size, name)
			o = object{"*" + name, size, 16}
		default:
			w.head(t.format+";", name)
		}
		out = append(out, o)
	}
	return out
}

// number is an expression for the number of a pointer.
func (w *writer) number(pointer string) string { return fmt.Sprintf(w.pick(numberings...), pointer) }

func (w *writer) addressAtoms(objects []object) []atom {
	a, b := objects[0], objects[1]
	if w.IntN(2) == 0 {
		a, b = b, a
	}
	at, bt := "&"+a.place, "&"+b.place
	bits := []int{1, 3, 7, 15, 63}[w.IntN(5)]
	low := loose("(%s & %d) == %d", w.number(at), bits, w.IntN(bits+1))
	low.settled = bits < a.align
	last := objects[len(objects)-1]
	first, second := w.new("n"), w.new("n")
	w.line("word %s = 0, %s = 0; (void)%[1]s; (void)%[2]s;", first, second)
	all := []func() atom{
		func() atom { return low },
		func() atom { return low },
		func() atom { return loose("%s %s %s", w.number(at), w.pick("<", ">"), w.number(bt)) },
		func() atom { return fixed("%s == %s", w.number(at), w.number(bt)) },
		func() atom { return fixed("(void *)%s == (void *)&%s", at, last.place) },
		func() atom { return fixed("!%s", w.number(at)) },
		func() atom { return loose("(char *)%s + %d == (char *)%s", at, a.size, bt) },
		func() atom {
			return loose("%s + %d == %s", w.number(at), []int{1, 2, 4, 8, 16}[w.IntN(5)], w.number(bt))
		},
		func() atom { return loose("(%s >> %d & 3) == %d", w.number(at), 2+w.IntN(9), w.IntN(4)) },
		func() atom { return loose("%s %% 3 == %d", w.number(at), w.IntN(3)) },
		func() atom { return loose("((%s ^ %s) & %d) == 0", w.number(at), w.number(bt), bits) },
		func() atom {
			return fixed("(%s) - (%s) == %d", w.number("(char *)"+at+" + "+fmt.Sprint(a.size)), w.number(at), a.size)
		},
		func() atom { return fixed("(void *)%s == (void *)%s", "("+w.number(at)+")", at) },
		w.roundTrip,
		w.tagged,
		func() atom {
			w.line("{ char *p = malloc(%d); if (!p) return 0; %s = %s; free(p); p = malloc(%[1]d); %[4]s = %[3]s; }", []int{8, 24, 40}[w.IntN(3)], first, w.number("p"), second)
			return loose("%s == %s", first, second)
		},
		func() atom {
			w.line("{ int k = x; %s = (word)&k; } { int k = y; %s = (word)&k; }", first, second)
			return loose("%s == %s", first, second)
		},
		func() atom {
			w.line("for (int k = 0; k < 2; k++) { int l = k; if (k) %s = (word)&l; else %s = (word)&l; }", first, second)
			return loose("%s == %s", first, second)
		},
		func() atom { return loose("ofLocal() == %s", w.pick("ofLocal()", "ofOther()")) },
		func() atom {
			return loose("(const char *)%s == (const char *)%s", w.pick(`"ab"`, `"xab" + 1`), w.pick(`"ab"`, `"cab" + 1`))
		},
		func() atom { return fixed("(const char *)\"ab\" == (const char *)\"cd\"") },
		func() atom { return fixed("one == two") },
		func() atom { return loose("(u8)%s == (u8)%s", w.number(at), w.number(bt)) },
		func() atom { return loose("(int)%s < 0", w.number(at)) },
		func() atom {
			return loose("(unsigned)%s > %s", w.number(at), w.pick("0x7fffffff", "4096", "0xff000000"))
		},
		func() atom {
			return loose("(char *)%s - (char *)%s == %d", at, bt, []int{1, 4, 8, 16, -4, -16}[w.IntN(6)])
		},
		func() atom { return loose("((word)%s & %d) == 0", w.pick("one", "ofLocal", "\"text\""), bits) },
		func() atom {
			return loose("%s %s %s", w.pick("(word)one", "(word)&&end", "(word)\"text\""), w.pick("<", ">"), w.number(at))
		},
		func() atom {
			name := w.new("t")
			w.line("void *list%[1]s[2] = { (void *)%s, (void *)%s }; if ((word)list%[1]s[0] > (word)list%[1]s[1]) { void *o = list%[1]s[0]; list%[1]s[0] = list%[1]s[1]; list%[1]s[1] = o; }", name, at, bt)
			return loose("list%s[%d] == (void *)%s", name, w.IntN(2), at)
		},
		func() atom {
			w.line("switch (%s & 3) { case 0: %s = 1; break; case %d: %[2]s = 2; break; default: %[2]s = 3; }", w.number(at), first, 1+w.IntN(3))
			return atom{fmt.Sprintf("%s == %d", first, 1+w.IntN(3)), a.align >= 4}
		},
		func() atom {
			name := w.new("t")
			w.line("u8 table%s[4] = {0}; table%[1]s[%[2]s >> 4 & 3]++; table%[1]s[%[3]s >> 4 & 3]++;", name, w.number(at), w.number(bt))
			return loose("table%s[%d] == %d", name, w.IntN(4), w.IntN(3))
		},
		func() atom {
			w.line("{ %s v[x + 1]; %s = (word)v; } %s = (word)__builtin_alloca(%d);", w.pick("char", "int", "long"), first, second, 1+w.IntN(16))
			return loose("(%s & %d) == 0", w.pick(first, second), []int{0, 3, 7, 15, 31}[w.IntN(5)])
		},
		func() atom {
			w.line("{ int *v = (int[]){ 1, 2 }; %s = (word)v; static int t; %s = (word)&t; }", first, second)
			return loose("%s %s %s", first, w.pick("<", ">"), w.pick(second, w.number(at)))
		},
		func() atom {
			return fixed("(word)&((struct S *)%s)->i - (word)%[1]s == %d", at, []int{4, 4, 8, 2}[w.IntN(4)])
		},
		func() atom { return loose("&errno == (int *)%s", at) },
		func() atom {
			name := w.new("t")
			w.line("char text%s[24]; snprintf(text%[1]s, 24, \"%%p\", (void *)%s);", name, at)
			return loose("text%s[%d] == '%s'", name, []int{4, 8, 13}[w.IntN(3)], w.pick("0", "5", "f", "a"))
		},
		func() atom {
			w.line("{ char *p = malloc(8); if (!p) return 0; %s = (word)p; char *q = realloc(p, %d); if (q) %s = (word)q; }", first, []int{4, 8, 4096}[w.IntN(3)], second)
			return loose("%s == %s", first, second)
		},
	}
	var out []atom
	for range 2 {
		out = append(out, all[w.IntN(len(all))]())
	}
	return out
}

// roundTrip is a pointer that goes through a number, and what it leads to.
func (w *writer) roundTrip() atom {
	name, other, n := w.new("r"), w.new("r"), w.new("n")
	w.head("static int %s = 1, %s = 2;", name, other)
	switch w.IntN(4) {
	case 0:
		w.line("word %s = %s; *(int *)%[1]s = x;", n, w.number("&"+name))
		return fixed("%s == %d", name, w.IntN(4))
	case 1:
		w.line("word %s = (word)&%s ^ (word)&%s; *(int *)((word)&%[2]s ^ %[1]s) = x;", n, name, other)
		return fixed("%s == %d", other, w.IntN(4))
	case 2:
		w.line("word %s = %s; int *p%[1]s = (int *)(%[1]s + (word)(&%[4]s - &%[3]s) * 0);", n, w.number("&"+name), name, name)
		return fixed("*p%s == %d", n, w.IntN(3))
	}
	w.line("word %s = x & 1 ? (word)&%s : (word)&%s; *(int *)%[1]s += 1;", n, name, other)
	return fixed("%s == %d", name, 1+w.IntN(3))
}

// tagged is a pointer with a mark in its low bits.
func (w *writer) tagged() atom {
	name, n := w.new("r"), w.new("n")
	w.head("static %s %s = 3;", w.pick("int", "long", "short", "char"), name)
	mark := []int{1, 2, 3}[w.IntN(3)]
	w.line("word %s = %s | %d;", n, w.number("&"+name), mark)
	if w.IntN(2) == 0 {
		return loose("(%s & %d) == %d", n, []int{1, 3, 7}[w.IntN(3)], w.IntN(4))
	}
	w.line("word c%[1]s = %[1]s & ~(word)%[2]d;", n, mark)
	return loose("c%s == (word)&%s", n, name)
}
