package pipeline

import (
	"strings"
	"testing"
	"time"

	"yogi/internal/verdict"
)

// foreign are programs that fail: a write through a pointer that need not lead to the program's own object leaves that as it
// is.
var foreign = map[string]string{
	"an array without a size": `void reach_error(void);
int pick(void);
int s;
extern int arr[];
int main(void) {
  int *p = pick() ? arr : &s;
  s = 1;
  *p = 2;
  if (s == 1) reach_error();
  return 0;
}
`,
	"a structure without members": `void reach_error(void);
int pick(void);
int s;
extern struct Inc inc;
int main(void) {
  int *p = pick() ? (int*)&inc : &s;
  s = 1;
  *p = 2;
  if (s == 1) reach_error();
  return 0;
}
`,
	"a flexible array": `void reach_error(void);
int pick(void);
struct H { int n; int data[]; };
extern struct H h;
int s;
int main(void) {
  int *p = pick() ? &h.data[0] : &s;
  s = 1;
  *p = 2;
  if (s == 1) reach_error();
  return 0;
}
`,
	"memory of a function without a body": `void reach_error(void);
int pick(void);
struct H { int n; int data[]; };
struct H *mk(void);
int s;
int main(void) {
  struct H *h = mk();
  if (!h) return 0;
  int *p = pick() ? &h->data[0] : &s;
  s = 1;
  *p = 2;
  if (s == 1) reach_error();
  return 0;
}
`,
	"the array of a parameter": `void reach_error(void);
int pick(void);
int s;
int f(int *a) {
  if (!a) return 0;
  int *p = pick() ? &a[1] : &s;
  s = 1;
  *p = 2;
  if (s == 1) reach_error();
  return 0;
}
`,
	"far into memory from outside": `void reach_error(void);
int pick(void);
int s;
int main(int argc, char **argv) {
  void *m; int *p = &s;
  extern void *get(void);
  m = get();
  if (m) p = (int*)((char*)m + 70000);
  if (pick()) p = &s;
  s = 1;
  *p = 2;
  if (s == 1) reach_error();
  return 0;
}
`,
	"a pointer from outside": `extern int nondet_int(void);
extern void reach_error(void);
struct S {int a; struct S*n;}; struct S s;
struct T { struct S *q; };
struct T *mk(void);
int main(void){
 struct T *t = mk();
 struct S *p = t->q;
 if (nondet_int()) p = &s;
 s.a = 1;
 p->a = 2;
 if (s.a == 1) reach_error();
 return 0; }
`,
	"a pointer from outside that is replaced": `extern int nondet_int(void);
extern void reach_error(void);
struct S {int a; struct S*n;}; struct S s;
struct T { struct S *q; int k;};
struct T *mk(void);
int main(void){
 struct T *t = mk();
 if (!t) return 0;
 if (nondet_int()) t->q = &s;
 s.a = 1;
 t->q->a = 2;
 if (s.a == 1) reach_error();
 return 0; }
`,
	"a pointer from outside that is not null": `void abort(void);
struct S { int a; };
struct S s;
struct T { struct S *q; };
struct T *mk(void);
void reach_error(void);
int main(void) {
  struct T *t = mk();
  if (!t) return 0;
  struct S *p = t->q;
  if (!p) p = &s;
  s.a = 1;
  p->a = 2;
  if (s.a == 1) reach_error();
  return 0;
}
`,
	"a pointer of a parameter": `extern int nondet_int(void);
extern void reach_error(void);
struct S {int a; struct S*n;}; struct S s;
struct T { struct S *q; };
int f(struct T *t){
 struct S *p = t->q;
 if (nondet_int()) p = &s;
 s.a = 1;
 p->a = 2;
 if (s.a == 1) reach_error();
 return 0; }
`,
	"a table of pointers from outside": `extern int nondet_int(void);
extern void reach_error(void);
struct S {int a; struct S*n;}; struct S s;
extern struct S *tab[4];
int main(void){
 struct S *p = tab[nondet_int() & 3];
 if (nondet_int()) p = &s;
 s.a = 1;
 p->a = 2;
 if (s.a == 1) reach_error();
 return 0; }
`,
	"a number": `extern int nondet_int(void);
extern void reach_error(void);
struct S {int a; struct S*n;}; struct S s;
int main(void){
 struct S *p = (struct S*)0x1000;
 if (nondet_int()) p = &s;
 s.a = 1;
 p->a = 2;
 if (s.a == 1) reach_error();
 return 0; }
`,
	"a number that is an input": `extern unsigned long nondet_ulong(void);
extern void reach_error(void);
struct S {int a; struct S*n;} s;
int main(void){
 struct S *p = (struct S*)nondet_ulong();
 if (nondet_ulong()) p = &s;
 s.a = 1;
 struct S *q = (struct S*)nondet_ulong();
 if (nondet_ulong()) q = &s;
 q->a = 4;
 if (p != &s && s.a == 1 && p->a == 4) reach_error();
 return 0; }
`,
}

// TestForeignObjects: what an address may be that comes from no object of the program is not taken for the one object that
// the points-to claim knows at its place.
func TestForeignObjects(t *testing.T) {
	for name, text := range foreign {
		t.Run(name, func(t *testing.T) {
			job := Job{Files: []string{write(t, "foreign.c", text)}, Timeout: 10 * time.Second}
			if strings.Contains(text, "int f(") {
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
