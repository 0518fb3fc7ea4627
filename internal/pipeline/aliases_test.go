package pipeline

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Pointers from outside may be equal, whatever else the program puts in the same variables and
// cells: what fails then is excluded by a specification that says so, and is not left out.
func TestAngelicAliases(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ text, spec string }{
		"arguments": {`
			void f(struct N *p, struct N *q, int k) {
				if (!p || !q) return;
				p->v = 1; q->v = 2;
				if (p->v == 2) reach_error();
			}`, "p != q"},
		"an argument or an object": {`
			void f(struct N *p, struct N *q, int k) {
				if (k) p = &a;
				if (!p || !q) return;
				p->v = 1; q->v = 2;
				if (p == q && p->v == 2) reach_error();
			}`, "p != q"},
		"members": {`
			void f(struct N *p, struct M *q, int k) {
				struct N *x = p->n, *y = q->m;
				if (!x || !y) return;
				x->v = 1; y->v = 2;
				if (x == y && x->v == 2) reach_error();
			}`, "p->n != q->m"},
		"a member or an object": {`
			void f(struct N *p, struct M *q, int k) {
				if (k) p->n = &a;
				struct N *x = p->n, *y = q->m;
				if (!x || !y) return;
				x->v = 1; y->v = 2;
				if (x == y && x->v == 2) reach_error();
			}`, "p->n != q->m"},
		"a variable or an object": {`
			struct N *g, **where = &g;
			void f(struct M *q, int k) {
				if (k) *where = &a;
				struct N *x = g, *y = q->m;
				if (!x || !y) return;
				x->v = 1; y->v = 2;
				if (x == y && x->v == 2) reach_error();
			}`, "g != q->m"},
		"strings": {`
			void f(char *s, char *t) {
				if (!s || !t) return;
				*s = 1; *t = 2;
				if (*s == 2) reach_error();
			}`, "s != t"},
		"what is in a void pointer": {`
			struct H { void *data; };
			void f(struct H *h, struct M *q, int k) {
				struct N *p = h->data;
				if (k) p->n = &a;
				struct N *x = p->n, *y = q->m;
				if (!x || !y) return;
				x->v = 1; y->v = 2;
				if (x == y && x->v == 2) reach_error();
			}`, "!= q->m"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "f.c")
			text := "// yogi angelic f.c\nvoid reach_error(void); struct N { int v; struct N *n; }; struct M { int k; struct N *m; }; static struct N a;" + test.text
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			result, out := angelicRun(t, file, "default", func(j *AngelicJob) { j.Certify = true })
			if e := result.Entries[0]; !e.Complete || !e.Certified || len(e.Specifications) == 0 || !strings.Contains(out, test.spec) {
				t.Errorf("want %s:\n%s", test.spec, out)
			}
		})
	}
}
