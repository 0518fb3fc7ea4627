package bench

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// historyChecker answers as check, harness and angelic would: the program is wrong where its text says BUG.
const historyChecker = `#!/bin/sh
for last; do :; done
case "$1" in
harness) echo "#include \"lib.c\""; exit 0;;
angelic)
  if grep -q BUG lib.c; then echo '{"outcome":"WARNINGS(1)","entries":[{"warnings":[{"file":"lib.c","line":9}]}]}'
  else echo '{"outcome":"CLEAN","entries":[]}'; fi;;
check)
  test -e cfg/config.h || exit 2
  case "$*" in
  *--all*) open='['; close=']';;
  esac
  if grep -q BUG lib.c; then echo "$open{\"verdict\":\"FALSE(valid-deref)\",\"error\":{\"file\":\"lib.c\",\"line\":2}}$close"; exit 1; fi
  echo "$open{\"verdict\":\"TRUE\"}$close";;
esac
`

const historyCases = `[
{"id":"one","repository":"REPOSITORY","fix":"FIX","file":"lib.c","further":["gone.c"],"flags":"-Icfg","entry":"f","check":"bounds",
 "options":"--malloc may-fail","harness":"main.c","harness_check":"bounds","line":"lib.c:2$"},
{"id":"two","repository":"REPOSITORY","fix":"FIX","file":"lib.c","options":"-","harness":"main.c","harness_check":"bounds","line":"lib.c:7"},
{"id":"three","repository":"REPOSITORY","fix":"nowhere","file":"lib.c","line":"lib.c"}
]`

// TestHistory: the sources before and after a commit are asked about in three ways.
func TestHistory(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	git := func(arguments ...string) string {
		command := exec.Command("git", append([]string{"-C", filepath.Join(dir, "library"), "-c", "user.name=n", "-c", "user.email=e@e"}, arguments...)...)
		out, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v: %s", arguments, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	write("library/lib.c", "int f(int i)\n{ return i; } // BUG\n", 0o644)
	git("init", "-q")
	git("add", ".")
	git("commit", "-qm", "first")
	write("library/lib.c", "int f(int i)\n{ return 0; }\n", 0o644)
	git("commit", "-qam", "fix")
	cases := strings.NewReplacer("REPOSITORY", filepath.Join(dir, "library"), "FIX", git("rev-parse", "HEAD")).Replace(historyCases)
	write("history/cases.json", cases, 0o644)
	write("history/cfg/config.h", "", 0o644)
	write("history/one/main.c", "int main(void) { return 0; }\n", 0o644)
	write("history/two/main.c", "#include \"lib.c\"\n", 0o644)
	write("checker", historyChecker, 0o700)
	options := HistoryOptions{
		Folder: filepath.Join(dir, "history"), Timeout: 10 * time.Second, Checker: filepath.Join(dir, "checker"), Progress: io.Discard,
	}
	records, err := RunHistory(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := WriteHistory(&out, records); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"one    found, then silent               found, then silent  not found (WARNINGS(1))  TRUE",
		"two    not found (FALSE(valid-deref))  -                   -                        TRUE",
		"three  -",
		"found 1 of 3: H 1 of 2, D 1 of 1, A 0 of 1",
		"after the fix: silent at the line H 2, D 1, A 1; proved with the harness 2 of 2",
	} {
		if squeezed := strings.Join(strings.Fields(out.String()), " "); !strings.Contains(squeezed, strings.Join(strings.Fields(line), " ")) {
			t.Errorf("%q is not in\n%s", line, out.String())
		}
	}
	if !strings.Contains(records[2].Problem, "nowhere") || records[0].IsAlarm() {
		t.Errorf("%+v", records)
	}
}

// TestHistoryOfPackage: a patch of a source package is a fix: the sources are asked about as it found them and as it
// left them, whatever later patches change.
func TestHistoryOfPackage(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"sources/lib-1.0/debian/changelog":    "lib (1:1.0-2) unstable; urgency=low\n",
		"sources/lib-1.0/lib.c":               "// the last patch\n// BUG, which came back\n",
		"sources/lib-1.0/made.c":              "int made;\n",
		"sources/lib-1.0/.pc/applied-patches": "first\nfix\nlast\n",
		"sources/lib-1.0/.pc/first/lib.c":     "int f;\n",
		"sources/lib-1.0/.pc/fix/lib.c":       "int f(int i)\n{ return i; } // BUG\n",
		"sources/lib-1.0/.pc/fix/.timestamp":  "",
		"sources/lib-1.0/.pc/last/lib.c":      "int f(int i)\n{ return 0; }\n",
		"sources/lib-1.0/.pc/last/made.c":     "",
		"sources/lib-2.0/debian/changelog":    "lib (2.0-1) unstable; urgency=low\n",
		"sources/lib-2.0/.pc/applied-patches": "other\n",
		"history/cfg/config.h":                "",
		"history/of-package/main.c":           "int main(void) { return 0; }\n",
		"history/cases.json": `[
{"id":"of-package","package":"lib","version":"1:1.0-2","patch":"fix","file":"lib.c","further":["made.c"],"entry":"f","check":"bounds","harness":"main.c","harness_check":"bounds","line":"lib.c:2$"},
{"id":"of-no-patch","package":"lib","version":"2.0-1","patch":"fix","file":"lib.c","line":"lib.c"},
{"id":"of-no-version","package":"lib","version":"1.0-1","patch":"fix","file":"lib.c","line":"lib.c"}
]`,
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	checker := filepath.Join(dir, "checker")
	if err := os.WriteFile(checker, []byte("#!/bin/sh\ntest -e made.c && exit 2\n"+strings.TrimPrefix(historyChecker, "#!/bin/sh\n")), 0o700); err != nil {
		t.Fatal(err)
	}
	records, err := RunHistory(t.Context(), HistoryOptions{
		Folder: filepath.Join(dir, "history"), Sources: filepath.Join(dir, "sources"), Timeout: 10 * time.Second, Checker: checker, Progress: io.Discard,
	})
	if err != nil {
		t.Fatal(err)
	}
	first := records[0]
	if first.Problem != "" || !first.Harness.Found || !first.Harness.Silent || !first.Entry.Found || first.Harness.After != "TRUE" {
		t.Errorf("%+v, with the harness %+v", first, first.Harness)
	}
	if !strings.Contains(records[1].Problem, "no patch fix is applied") || !strings.Contains(records[2].Problem, "no sources of lib 1.0-1") {
		t.Errorf("%+v", records[1:])
	}
}
