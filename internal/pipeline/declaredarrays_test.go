package pipeline

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"yogi/internal/verdict"
)

// TestDeclaredArrays: a call of a function without a body writes the first elements of a large array that the program
// only declares, fewer of them where there are many such calls. A proof that rests on the others says so.
func TestDeclaredArrays(t *testing.T) {
	t.Parallel()
	const program = `void reach_error(void);
extern int table[];
void other(void);
int pick(void);
int main(void) {
  table[%d] = 1;
  other();
  if (table[%[1]d] != 1) reach_error();
  if (pick()) { %s }
  return 0;
}
`
	for name, c := range map[string]struct {
		element, calls int
		want           verdict.Kind
		assumed        string
	}{
		"the last of a few calls":     {element: 63, calls: 1, want: verdict.Fail, assumed: "behind its first 64 elements"},
		"the first of many calls":     {element: 7, calls: 300, want: verdict.Fail, assumed: "behind its first 8 elements"},
		"behind those of many calls":  {element: 8, calls: 300, want: verdict.Pass, assumed: "does not write table behind its first 8 elements"},
		"as many as are left by some": {element: 31, calls: 62, want: verdict.Fail, assumed: "behind its first 32 elements"},
	} {
		t.Run(name, func(t *testing.T) {
			text := fmt.Sprintf(program, c.element, strings.Repeat("other();", c.calls))
			out, err := Run(t.Context(), Job{Files: []string{write(t, "declared.c", text)}, Timeout: 60 * time.Second})
			if err != nil || out.Kind != c.want {
				t.Fatalf("%v %s, %v; want %v", out.Kind, out.Reason, err, c.want)
			}
			if assumed := strings.Join(out.Assumptions.Texts(), "\n"); !strings.Contains(assumed, c.assumed) {
				t.Errorf("no %q in\n%s", c.assumed, assumed)
			}
		})
	}
}
