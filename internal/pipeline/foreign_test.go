package pipeline

import (
	"cmp"
	"fmt"
	"testing"
	"time"

	"yogi/internal/verdict"
)

// foreign is a program that fails: a write through a pointer p that need not lead to the program's
// own object s leaves that as it is.
type foreign struct {
	own      ownObject
	declares string
	entry    string // main, if it is not another
	points   string // makes p
	written  string // if it is not what p leads to
	where    string // what else is asked
}

// ownObject is how s is declared, what is looked at of it, and what a pointer writes there.
type ownObject struct{ declared, part, written string }

var (
	ownInt    = ownObject{`int s;`, "s", "*p"}
	ownStruct = ownObject{`struct S { int a; struct S *n; } s;`, "s.a", "p->a"}
	ownSmall  = ownObject{`struct S { int a; } s;`, "s.a", "p->a"}
)

func (f foreign) text() string {
	return fmt.Sprintf(`void reach_error(void);
int pick(void);
%s
%s
%s {
  %s
  %[5]s = 1;
  %[6]s = 2;
  if (%[5]s == 1 && %[7]s) reach_error();
  return 0;
}
`, f.own.declared, f.declares, cmp.Or(f.entry, "int main(void)"), f.points, f.own.part, cmp.Or(f.written, f.own.written), cmp.Or(f.where, "1"))
}

var foreigners = map[string]foreign{
	"an array without a size": {
		own: ownInt, declares: `extern int arr[];`,
		points: `int *p = pick() ? arr : &s;`,
	},
	"a structure without members": {
		own: ownInt, declares: `extern struct Inc inc;`,
		points: `int *p = pick() ? (int *)&inc : &s;`,
	},
	"a flexible array": {
		own: ownInt, declares: `struct H { int n; int data[]; }; extern struct H h;`,
		points: `int *p = pick() ? &h.data[0] : &s;`,
	},
	"memory of a function without a body": {
		own: ownInt, declares: `struct H { int n; int data[]; }; struct H *mk(void);`,
		points: `struct H *h = mk(); if (!h) return 0; int *p = pick() ? &h->data[0] : &s;`,
	},
	"the array of a parameter": {
		own: ownInt, entry: `int f(int *a)`,
		points: `if (!a) return 0; int *p = pick() ? &a[1] : &s;`,
	},
	"far into memory from outside": {
		own: ownInt, declares: `void *get(void);`,
		points: `int *p = &s; void *m = get(); if (m) p = (int *)((char *)m + 70000); if (pick()) p = &s;`,
	},
	"a pointer from outside": {
		own: ownStruct, declares: `struct T { struct S *q; }; struct T *mk(void);`,
		points: `struct T *t = mk(); struct S *p = t->q; if (pick()) p = &s;`,
	},
	"a pointer from outside that is replaced": {
		own: ownStruct, declares: `struct T { struct S *q; int k; }; struct T *mk(void);`,
		points: `struct T *t = mk(); if (!t) return 0; if (pick()) t->q = &s;`, written: "t->q->a",
	},
	"a pointer from outside that is not null": {
		own: ownSmall, declares: `struct T { struct S *q; }; struct T *mk(void);`,
		points: `struct T *t = mk(); if (!t) return 0; struct S *p = t->q; if (!p) p = &s;`,
	},
	"a pointer of a parameter": {
		own: ownStruct, declares: `struct T { struct S *q; };`, entry: `int f(struct T *t)`,
		points: `struct S *p = t->q; if (pick()) p = &s;`,
	},
	"a table of pointers from outside": {
		own: ownStruct, declares: `extern struct S *tab[4];`,
		points: `struct S *p = tab[pick() & 3]; if (pick()) p = &s;`,
	},
	"a number": {
		own:    ownStruct,
		points: `struct S *p = (struct S *)0x1000; if (pick()) p = &s;`,
	},
	"a number that is an input": {
		own: ownStruct, declares: `unsigned long address(void);`,
		points:  `struct S *p = (struct S *)address(), *q = (struct S *)address(); if (pick()) p = &s; if (pick()) q = &s;`,
		written: "q->a", where: "p != &s && p->a == 2",
	},
}

// TestForeignObjects: what an address may be that comes from no object of the program is not taken
// for the one object that the points-to claim knows at its place.
func TestForeignObjects(t *testing.T) {
	t.Parallel()
	for name, f := range foreigners {
		t.Run(name, func(t *testing.T) {
			job := Job{Files: []string{write(t, "foreign.c", f.text())}, Timeout: 10 * time.Second}
			if f.entry != "" {
				job.Entry = "f"
			}
			out, err := Run(t.Context(), job)
			if err != nil || out.Kind == verdict.Pass {
				t.Errorf("%v %s, %v", out.Kind, out.Reason, err)
			}
			t.Log(out.Kind, out.Reason, out.Class)
		})
	}
}
