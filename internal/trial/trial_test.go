package trial

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// fake is a checker that does what the last argument says.
func fake(t *testing.T) Checker {
	path := filepath.Join(t.TempDir(), "checker")
	script := `#!/bin/sh
for last; do :; done
case "$last" in
true) echo '{"verdict":"TRUE","counts":{"splits":3}}';;
false) echo '{"verdict":"FALSE(unreach-call)"}'; exit 1;;
internal) echo '{"verdict":"UNKNOWN(internal)","detail":"a bug"}'; exit 4;;
refuse) echo 'a.c:1:1: syntax error' >&2; exit 2;;
panic) echo 'panic: index out of range' >&2; exit 2;;
signal) kill -SEGV $$;;
hang) echo $$ > "$TMPDIR/pid"; sleep 100 & echo $! >> "$TMPDIR/pid"; wait;;
folder) pwd >&2; exit 2;;
esac
`
	if err := os.WriteFile(path, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	return Checker{Path: path, Timeout: 10 * time.Second, Scratch: t.TempDir()}
}

func TestOutcomes(t *testing.T) {
	c := fake(t)
	for file, want := range map[string]struct {
		text    string
		crashed bool
	}{
		"true": {"TRUE", false}, "false": {"FALSE(unreach-call)", false}, "internal": {"UNKNOWN(internal)", true},
		"refuse": {"not read: a.c:1:1: syntax error", false}, "panic": {"no verdict, exit status 2: panic: index out of range", true},
		"signal": {"no verdict, exit status -1: ", true},
	} {
		got, err := c.Check(t.Context(), nil, []string{file})
		if err != nil || got.String() != want.text || got.Crashed() != want.crashed {
			t.Errorf("%s: %q, crashed %v, %v", file, got, got.Crashed(), err)
		}
	}
	if got, _ := c.Check(t.Context(), nil, []string{"true"}); got.Counts.Splits != 3 {
		t.Errorf("%+v", got)
	}
	c.Folder = "/"
	if got, _ := c.Check(t.Context(), nil, []string{"folder"}); got.Stderr != "/" {
		t.Errorf("in the folder %q", got.Stderr)
	}
	c.Path = "/none"
	if _, err := c.Check(t.Context(), nil, []string{"true"}); err == nil {
		t.Error("there is no such program, and nothing is said")
	}
}

// TestNothingSurvives: when the context ends, a check and what it started end too.
func TestNothingSurvives(t *testing.T) {
	c := fake(t)
	ctx, cancel := context.WithCancel(t.Context())
	pids := filepath.Join(c.Scratch, "pid")
	go func() {
		for range 500 {
			if text, _ := os.ReadFile(pids); strings.Count(string(text), "\n") == 2 {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		cancel()
	}()
	if _, err := c.Check(ctx, nil, []string{"hang"}); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	text, err := os.ReadFile(pids)
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range strings.Fields(string(text)) {
		pid, err := strconv.Atoi(word)
		if err != nil {
			t.Fatal(err)
		}
		for range 500 {
			if !runs(pid) {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		if runs(pid) {
			t.Errorf("process %d is still there", pid)
		}
	}
}

// runs reports whether a process is there and not just waiting for somebody to take note of its end.
func runs(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	return err == nil && !strings.Contains(string(stat), ") Z ")
}

func TestVerdicts(t *testing.T) {
	o := Outcome{Verdict: "UNKNOWN(timeout)"}
	if !o.Is("UNKNOWN") || !o.Is("UNKNOWN(timeout)") || o.Is("UNKNOWN(memory)") || o.Is("TRUE") || (Outcome{}).Is("") {
		t.Error("the kind of a verdict is not told apart")
	}
	pass, fail := Outcome{Verdict: "TRUE"}, Outcome{Verdict: "FALSE(x)"}
	if !pass.Contradicts(fail) || !fail.Contradicts(pass) || pass.Contradicts(o) || o.Contradicts(fail) || pass.Contradicts(pass) {
		t.Error("contradictions")
	}
	for _, good := range []string{"TRUE", "FALSE", "FALSE(no-overflow)", "UNKNOWN(timeout)"} {
		if err := CheckVerdict(good); err != nil {
			t.Error(err)
		}
	}
	for _, bad := range []string{"", "SAFE", "true", "TRUE(x)", "FALSE(x", "UNKNOWN(x) y"} {
		if CheckVerdict(bad) == nil {
			t.Errorf("%q is taken for a verdict", bad)
		}
	}
}
