package conform

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"yogi/internal/frontend/c/target"
)

// layouts are types in whose sizes, alignments and places targets differ.
const layouts = `
enum tiny { A, B = 200 };
enum small { C = -1, D = 127 };
enum middle { E = 60000 };
enum wide { F = 70000, G = -1 };
enum huge { H = 0x100000000LL };
struct enums { char c; enum tiny t; enum small s; enum middle m; enum wide w; enum huge h; };
struct words { char a; long b; char c; long long d; char e; double f; char g; long double h; char i; void *j; float k; };
struct narrow { char a : 3; short b : 9; int c : 17; long long d : 33; char e; };
struct unnamed { char a; int : 5; char b; };
struct zero { char a : 4; int : 0; char b; };
struct zero_long { char a; long long : 0; char b; };
struct only { char a; short : 3; };
struct packed { char a; int b : 20; long long c; short : 4; } __attribute__((packed));
#pragma pack(push, 2)
struct pressed { char a; int b; int : 7; long long c : 40; char d; int : 0; };
#pragma pack(pop)
union both { char a; int b : 9; long long : 5; struct narrow n; };
struct bools { _Bool a : 1; _Bool b : 1; unsigned c : 30; unsigned d : 3; enum tiny e : 8; };
struct aligned { char a; int b __attribute__((aligned(16))); char c : 2; int d : 3 __attribute__((aligned(8))); };
struct list { char a; __builtin_va_list b; char c; };
struct wides { char a; __WCHAR_TYPE__ b; __SIZE_TYPE__ c; __INT32_TYPE__ d; __INT64_TYPE__ e; __INTPTR_TYPE__ f; char g; };
struct nested { char a; struct { short b; struct zero_long c; } d; union both e[3]; };
int plain_char[(char)-1 < 0 ? 1 : 2], char_constant['\377' < 0 ? 1 : 2], wide_sign[(__WCHAR_TYPE__)-1 < 0 ? 1 : 2];
#if '\377' < 0
struct condition { char a; };
#else
struct condition { short a; };
#endif
struct lengths { char a[sizeof plain_char], b[sizeof char_constant], c[sizeof wide_sign], d[sizeof(long double)], e[sizeof(__builtin_va_list)], f[sizeof(enum tiny)]; };
`

// TestLayoutsOfTargets holds the layouts of every target against its compiler, where one is installed.
func TestLayoutsOfTargets(t *testing.T) {
	for _, model := range target.Models() {
		t.Run(model, func(t *testing.T) {
			chosen, err := target.Named(model)
			if err != nil {
				t.Fatal(err)
			}
			text := layouts
			if chosen.Narrow { // an int has no bit-fields so wide
				text = strings.NewReplacer("int c : 17", "int c : 13", "int b : 20", "int b : 12", "unsigned c : 30", "unsigned c : 14").Replace(layouts)
			}
			file := filepath.Join(t.TempDir(), "layouts.c")
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := exec.LookPath(compilers[model][0]); err != nil {
				t.Skip("no compiler for the target: ", compilers[model][0])
			}
			for _, l := range Layouts(t.Context(), []string{file}, Options{Models: []string{model}}) {
				if !l.Compared || l.Note != "" || l.Err != nil || l.Types < 20 || l.Assertions < 60 || l.BitFields < 10 {
					t.Fatalf("not compared: %+v", l)
				}
				for _, difference := range l.Differences {
					t.Error(difference)
				}
			}
		})
	}
}
