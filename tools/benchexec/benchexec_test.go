// Package benchexec holds the tool-info module for BenchExec; its tests are Python's, and a run of BenchExec itself
// where that is installed.
package benchexec

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// python is the interpreter, and the program as it is built now in a folder as a tool's archive has it.
func python(t *testing.T) (interpreter, folder string) {
	t.Helper()
	interpreter, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed")
	}
	folder = t.TempDir()
	if out, err := exec.Command("go", "build", "-o", filepath.Join(folder, "bin", "yogi"), "yogi/cmd/yogi").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return interpreter, folder
}

// TestToolInfo runs the module's tests against the program.
func TestToolInfo(t *testing.T) {
	interpreter, folder := python(t)
	tests := exec.Command(interpreter, "yogi_test.py")
	tests.Env = append(os.Environ(), "YOGI="+filepath.Join(folder, "bin", "yogi"), "PYTHONDONTWRITEBYTECODE=1")
	if out, err := tests.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestBenchExec has BenchExec run two tasks by the module, and compares what it makes of the verdicts.
func TestBenchExec(t *testing.T) {
	interpreter, folder := python(t)
	if exec.Command(interpreter, "-c", "import benchexec.benchexec").Run() != nil {
		t.Skip("BenchExec is not installed: pip install benchexec")
	}
	module, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	const task = "format_version: '2.0'\ninput_files: 'NAME.c'\nproperties:\n  - property_file: unreach.prp\n    expected_verdict: VERDICT\noptions:\n  language: C\n  data_model: LP64\n"
	for name, text := range map[string]string{
		"unreach.prp": "CHECK( init(main()), LTL(G ! call(reach_error())) )\n",
		"bad.c":       "extern void reach_error(void);\nint main(void) { reach_error(); return 0; }\n",
		"good.c":      "extern void reach_error(void);\nint main(void) { int x = 1; if (x > 1) reach_error(); return 0; }\n",
		"bad.yml":     strings.NewReplacer("NAME", "bad", "VERDICT", "false").Replace(task),
		"good.yml":    strings.NewReplacer("NAME", "good", "VERDICT", "true").Replace(task),
		"run.xml": `<?xml version="1.0"?>
<!DOCTYPE benchmark PUBLIC "+//IDN sosy-lab.org//DTD BenchExec benchmark 1.9//EN" "https://www.sosy-lab.org/benchexec/benchmark-1.9.dtd">
<benchmark tool=".yogi">
  <rundefinition name="run"><tasks name="both"><include>*.yml</include></tasks><propertyfile>unreach.prp</propertyfile></rundefinition>
</benchmark>
`,
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	run := exec.CommandContext(ctx, interpreter, "-c", "import sys, benchexec.benchexec as b; sys.argv[0] = 'benchexec'; b.main()",
		"--no-container", "--no-compress-results", "--tool-directory", folder, "-o", "results/", "run.xml")
	run.Dir = folder
	run.Env = append(os.Environ(), "PYTHONPATH="+module, "PYTHONDONTWRITEBYTECODE=1")
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, want := range []string{"false(unreach-call)", "correct true:        1", "correct false:       1", "incorrect:             0"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}
