package main

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// gateProject makes a repository with a failure, a folder with this program in front of PATH, and the
// environment that a build server would give.
func gateProject(t *testing.T) (folder string, env []string) {
	t.Helper()
	folder, bin := t.TempDir(), t.TempDir()
	if err := os.Symlink(os.Args[0], filepath.Join(bin, "yogi")); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"queue.c":       "#include <assert.h>\nint size(int n) { assert(n != 7); return n; }\n",
		"wait.c":        "#include <assert.h>\nint f(int n) { __asm__ volatile goto (\"jmp *%0\" : : \"r\"(&n) : : there); return 0; there: assert(0); return 1; }\n",
		"good.c":        "int main(void) { return 0; }\n",
		"Makefile":      "prog: built.o more.o\n\t$(CC) -o $@ $^\nbuilt.o: built/main.c\n\t$(CC) -DLIMIT=3 -Ibuilt -c -o $@ $<\nmore.o: built/more.c\n\t$(CC) -DLIMIT=4 -Ibuilt -c -o $@ $<\n",
		"built/limit.h": "int limit(void);\n",
		"built/main.c":  "#include <assert.h>\n#include <limit.h>\nint main(void) { assert(limit() == LIMIT); return 0; }\n",
		"built/more.c":  "#include <limit.h>\nint limit(void) { return LIMIT; }\n",
	} {
		path := filepath.Join(folder, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	return folder, append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), cacheVariable+"=off", "YOGI_TIMEOUT=20s")
}

// runGate runs a script of a build server, and returns its exit status and what it says.
func runGate(t *testing.T, folder, script string, env ...string) (int, string) {
	t.Helper()
	command := exec.Command("sh", "-c", script)
	command.Dir, command.Env = folder, env
	said, err := command.CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode(), string(said)
	} else if err != nil {
		t.Fatal(err)
	}
	return 0, string(said)
}

func absolute(t *testing.T, path string) string {
	t.Helper()
	path, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// TestGate is the script of ci/ as a build server runs it.
func TestGate(t *testing.T) {
	script := "sh " + absolute(t, "../../ci/gate.sh")
	folder, env := gateProject(t)
	with := func(more ...string) []string { return append(env[:len(env):len(env)], more...) }
	for _, c := range []struct {
		env    []string
		status int
	}{
		{with("YOGI_FILES=--entry all queue.c"), 1},
		{with("YOGI_FILES=good.c"), 0},
		{with("YOGI_FILES=--entry f wait.c"), 3},
		{with("YOGI_FILES=--entry f wait.c", "YOGI_FAIL_ON=failure"), 0},
		{with("YOGI_FILES=--entry f wait.c", "YOGI_FAIL_ON=unknown"), 3},
		{with("YOGI_FILES=missing.c"), 2},
		{with("YOGI_FILES=good.c", "YOGI_SINCE=nothing"), 2},
		{with("YOGI_FILES=good.c", "YOGI=/nothing/yogi"), 2},
		{with("YOGI_FILES=-- make -B", "YOGI_SINCE=HEAD"), 2},
		{with("YOGI_CAPTURE=make -B"), 1},
		{with("YOGI_CAPTURE=sed -i s/=4/=3/ Makefile && make -B"), 0},
		{with("YOGI_CAPTURE=sed -i s/=3/=5/ Makefile && make -B", "YOGI_FILES=--compile-commands compile_commands.json built/main.c built/more.c"), 0},
		{with("YOGI_CAPTURE=true"), 2},
		{with("YOGI_CAPTURE=make nothing"), 2},
	} {
		if status, said := runGate(t, folder, script, c.env...); status != c.status {
			t.Errorf("%v: exit status %d, want %d\n%s", c.env[len(env):], status, c.status, said)
		}
	}
	stale := filepath.Join(folder, "yogi-report", "evidence", "stale")
	if err := os.MkdirAll(stale, 0o700); err != nil {
		t.Fatal(err)
	}
	if status, said := runGate(t, folder, script, with("YOGI_FILES=missing.c")...); status != 2 {
		t.Errorf("%d: %s", status, said)
	}
	if _, err := os.Stat(stale); err == nil {
		t.Error("the evidence of an earlier run is left")
	}
	if status, said := runGate(t, folder, script, with("YOGI_FILES=--entry all queue.c")...); status != 1 || !strings.HasSuffix(said, "FALSE(unreach-call)\n") {
		t.Fatalf("%d: %s", status, said)
	}
	var junit struct {
		Failures int `xml:"failures,attr"`
	}
	var quality []struct{ Fingerprint string }
	for _, file := range []struct {
		name  string
		parse func([]byte) error
	}{
		{"junit.xml", func(text []byte) error { return xml.Unmarshal(text, &junit) }},
		{"code-quality.json", func(text []byte) error { return json.Unmarshal(text, &quality) }},
		{"yogi.sarif", func(text []byte) error { return json.Unmarshal(text, new(any)) }},
	} {
		text, err := os.ReadFile(filepath.Join(folder, "yogi-report", file.name))
		if err == nil {
			err = file.parse(text)
		}
		if err != nil {
			t.Errorf("%s: %v", file.name, err)
		}
	}
	if junit.Failures != 1 || len(quality) != 1 || len(quality[0].Fingerprint) != 32 {
		t.Errorf("%+v, %+v", junit, quality)
	}
}

// TestGateOfChanges: what the change did fails the build, what was there before does not.
func TestGateOfChanges(t *testing.T) {
	script := "sh " + absolute(t, "../../ci/gate.sh")
	folder, env := gateProject(t)
	env = append(env, "YOGI_FILES=--entry all queue.c", "YOGI_SINCE=HEAD")
	commit := "git init -q . && git add . && git -c user.name=a -c user.email=a@b commit -q -m one"
	if status, said := runGate(t, folder, commit, env...); status != 0 {
		t.Fatal(said)
	}
	if status, said := runGate(t, folder, script, env...); status != 0 {
		t.Errorf("nothing changed: %d\n%s", status, said)
	}
	worse := "#include <assert.h>\nint size(int n) { assert(n != 7); return n; }\nvoid more(int n) { assert(n != 8); }\n"
	if err := os.WriteFile(filepath.Join(folder, "queue.c"), []byte(worse), 0o600); err != nil {
		t.Fatal(err)
	}
	if status, said := runGate(t, folder, script, env...); status != 1 || !strings.Contains(said, "more") {
		t.Errorf("a new failure: %d\n%s", status, said)
	}
}

// TestGateOfUnknowns: what passes undecided is said, and what was proved before and is no longer fails.
func TestGateOfUnknowns(t *testing.T) {
	script := "sh " + absolute(t, "../../ci/gate.sh")
	folder, env := gateProject(t)
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const proved = "int g(int n) { return n; }\n"
	wait, err := os.ReadFile(filepath.Join(folder, "wait.c"))
	if err != nil {
		t.Fatal(err)
	}
	write("wait.c", "int f(int n) { return n; }\n"+proved)
	if status, said := runGate(t, folder, "git init -q . && git add . && git -c user.name=a -c user.email=a@b commit -q -m one", env...); status != 0 {
		t.Fatal(said)
	}
	all, since := append(env[:len(env):len(env)], "YOGI_FILES=--entry all wait.c"), "YOGI_SINCE=HEAD"
	check := func(status int, says string, env ...string) {
		t.Helper()
		got, said := runGate(t, folder, script, env...)
		if got != status || !strings.Contains(said, says) || says == "" && strings.Contains(said, "gate:") {
			t.Errorf("exit status %d, want %d and %q\n%s", got, status, says, said)
		}
	}
	check(0, "", all...)
	write("wait.c", string(wait)+proved)
	check(0, "gate: NOT DECIDED: 1, decided: 1;", all...)
	check(3, "UNKNOWN(unsupported)", append(all, "YOGI_FAIL_ON=unknown")...)
	check(3, "lost", append(all, since)...)
	write("wait.c", string(wait))
	check(3, "gate: NOTHING WAS DECIDED", all...)
	check(0, "gate: NOT DECIDED: 1, decided: 0;", append(all, "YOGI_FAIL_ON=failure")...)
	if status, said := runGate(t, folder, "git -c user.name=a -c user.email=a@b commit -q -a -m two", env...); status != 0 {
		t.Fatal(said)
	}
	check(0, "", append(all, since)...) // nothing changed
	write("wait.c", strings.Replace(string(wait), "return 0", "return 2", 1))
	check(0, "gate: NOT DECIDED: 1, and no proof was lost", append(all, since)...)
	write("wait.c", proved)
	check(0, "", append(all, since)...)
}

// TestGateKeepsLimit: what yogi.toml says of time is not put aside by the default of the script.
func TestGateKeepsLimit(t *testing.T) {
	script := "sh " + absolute(t, "../../ci/gate.sh")
	folder, env := gateProject(t)
	if err := os.WriteFile(filepath.Join(folder, "yogi.toml"), []byte("[limits]\ntimeout = \"21s\"\n[targets.good]\nfiles = [\"good.c\"]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for given, keeps := range map[string]bool{"": true, "22s": false} {
		status, said := runGate(t, folder, script, append(env[:len(env):len(env)], "YOGI_TIMEOUT="+given)...)
		if status != 0 || strings.Contains(said, "limits.timeout") != keeps {
			t.Errorf("YOGI_TIMEOUT=%q: %d\n%s", given, status, said)
		}
	}
}

// TestAction runs the steps of the GitHub Action as that would, each input in the variable that the step names.
func TestAction(t *testing.T) {
	text, err := os.ReadFile("../../ci/action.yml")
	if err != nil {
		t.Fatal(err)
	}
	var action struct {
		Inputs  map[string]struct{ Description, Default string }
		Outputs map[string]struct{ Description, Value string }
		Runs    struct {
			Using string
			Steps []struct {
				If, Shell, Run string
				Env            map[string]string
			}
		}
	}
	if err := yaml.Unmarshal(text, &action); err != nil {
		t.Fatal(err)
	}
	folder, env := gateProject(t)
	inputs := map[string]string{"files": "--entry all queue.c", "timeout": "20s"}
	env = append(env, "GITHUB_ACTION_PATH="+absolute(t, "../../ci"))
	ran := 0
	for _, step := range action.Runs.Steps {
		if step.If == "inputs.package != ''" {
			continue // it installs a package
		}
		for name, value := range step.Env {
			input := strings.TrimSuffix(strings.TrimPrefix(value, "${{ inputs."), " }}")
			declared, known := action.Inputs[input]
			if !known || declared.Description == "" {
				t.Fatalf("the step uses %s, which is no input", value)
			}
			given, isGiven := inputs[input]
			if !isGiven {
				given = declared.Default
			}
			env = append(env, name+"="+given)
		}
		if status, said := runGate(t, folder, step.Run, env...); status != 1 || !strings.HasSuffix(said, "FALSE(unreach-call)\n") {
			t.Errorf("%d: %s", status, said)
		}
		ran++
	}
	if action.Runs.Using != "composite" || ran != 1 {
		t.Errorf("%d steps ran of %+v", ran, action.Runs)
	}
	if _, err := os.Stat(filepath.Join(folder, action.Outputs["report"].Value, "yogi.sarif")); err != nil {
		t.Error(err)
	}
}

// TestTemplate runs the script of GitLab's job with the variables of the template.
func TestTemplate(t *testing.T) {
	text, err := os.ReadFile("../../ci/gitlab.yml")
	if err != nil {
		t.Fatal(err)
	}
	var template struct {
		Variables map[string]string
		Yogi      struct {
			Script    []string
			Artifacts struct {
				Paths   []string
				Reports map[string]string
			}
		}
	}
	if err := yaml.Unmarshal(text, &template); err != nil {
		t.Fatal(err)
	}
	folder, env := gateProject(t)
	for name, value := range template.Variables {
		env = append(env, name+"="+strings.ReplaceAll(value, "$CI_PROJECT_DIR", folder))
	}
	env = append(env, "YOGI_FILES=--entry all queue.c", "YOGI_TIMEOUT=20s")
	const installed = "/usr/share/yogi/gate.sh"
	script := strings.Join(template.Yogi.Script, "\n")
	if !strings.Contains(script, installed) {
		t.Fatalf("the script does not run %s:\n%s", installed, script)
	}
	script = strings.ReplaceAll(script, installed, absolute(t, "../../ci/gate.sh"))
	if status, said := runGate(t, folder, script, env...); status != 1 || !strings.HasSuffix(said, "FALSE(unreach-call)\n") {
		t.Errorf("%d: %s", status, said)
	}
	for _, kind := range []string{"junit", "codequality"} {
		if _, err := os.Stat(filepath.Join(folder, template.Yogi.Artifacts.Reports[kind])); err != nil {
			t.Error(err)
		}
	}
	for _, path := range append(template.Yogi.Artifacts.Paths, ".yogi-cache") {
		if _, err := os.Stat(filepath.Join(folder, path)); err != nil {
			t.Error(err)
		}
	}
}
