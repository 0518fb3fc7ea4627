package c_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"yogi/internal/frontend/c"
	"yogi/internal/sem/concrete"
)

// The programs of testdata/windows check what Microsoft's C says of itself, interpreted for the
// Windows targets. There is no machine to run them on; what gcc for Windows knows of it, all but
// __try, it compiles.
func TestWindowsLanguage(t *testing.T) {
	files, err := filepath.Glob("testdata/windows/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for model, compiler := range map[string]string{"LLP64": "x86_64-w64-mingw32-gcc", "ILP32-windows": "i686-w64-mingw32-gcc"} {
			for _, split := range []bool{false, true} {
				out := run(t, string(text), c.Options{Volatile: "ordinary"}, model, split)
				if out.Kind != concrete.Returned {
					t.Errorf("%s, %s, split %v: %v at %v: %s", file, model, split, out.Kind, out.Pos, out.What)
				}
			}
			if _, err := exec.LookPath(compiler); err != nil || strings.Contains(string(text), "__try") {
				continue
			}
			check := exec.Command(compiler, "-w", "-std=gnu11", "-fms-extensions", "-D__forceinline=__inline__", "-D__int8=char", "-D__int16=short", "-D__int32=int", "-D__int64=long long",
				"-fsyntax-only", "-x", "c", "-")
			check.Stdin = strings.NewReader(declarations + string(text))
			if out, err := check.CombinedOutput(); err != nil {
				t.Errorf("%s: %v\n%s", compiler, err, out)
			}
		}
	}
}
