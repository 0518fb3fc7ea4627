package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"yogi/internal/lsp"
)

// waitLimit is how long a test waits for another process on a machine that does other work.
const waitLimit = 3 * time.Minute

// editor is a client of "yogi lsp" over pipes.
type editor struct {
	t       testing.TB
	process *exec.Cmd
	stdin   io.Closer
	conn    *jsonrpc2.Conn

	mu          sync.Mutex
	changed     chan struct{} // closed when something was said
	diagnostics map[string]lsp.PublishDiagnosticsParams
	said        []string // methods, of progress with the kind
	messages    []string
}

type duplex struct {
	io.Reader
	io.WriteCloser
}

// newEditor starts the program without a store, as a process of its own: the test under the name of the command, with
// the script's settings.
func newEditor(t testing.TB, folder string, flags ...string) *editor {
	t.Helper()
	return startEditor(t, folder, "off", flags...)
}

// startEditor is newEditor with a store.
func startEditor(t testing.TB, folder, store string, flags ...string) *editor {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "yogi")
	if err := os.Symlink(self, link); err != nil {
		t.Fatal(err)
	}
	e := &editor{t: t, diagnostics: map[string]lsp.PublishDiagnosticsParams{}, changed: make(chan struct{})}
	e.process = exec.Command(link, append([]string{"lsp"}, flags...)...)
	e.process.Dir, e.process.Stderr = folder, os.Stderr
	e.process.Env = append(os.Environ(), cacheVariable+"="+store, "TMPDIR="+t.TempDir())
	in, err := e.process.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := e.process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := e.process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.process.Process.Kill(); _ = e.process.Wait() })
	e.stdin = in
	e.conn = jsonrpc2.NewConn(context.Background(), jsonrpc2.NewBufferedStream(duplex{out, in}, jsonrpc2.VSCodeObjectCodec{}), e)
	var answer struct {
		Capabilities map[string]any `json:"capabilities"`
	}
	e.call("initialize", map[string]any{
		"rootUri": "file://" + folder,
		"capabilities": map[string]any{
			"window":    map[string]any{"workDoneProgress": true},
			"workspace": map[string]any{"inlayHint": map[string]any{"refreshSupport": true}, "codeLens": map[string]any{"refreshSupport": true}},
		},
	}, &answer)
	for _, name := range []string{"textDocumentSync", "codeLensProvider", "inlayHintProvider", "executeCommandProvider"} {
		if answer.Capabilities[name] == nil {
			t.Errorf("the server does not say what it can do of %s", name)
		}
	}
	e.notify("initialized", map[string]any{})
	return e
}

// Handle notes what the server says.
func (e *editor) Handle(ctx context.Context, conn *jsonrpc2.Conn, request *jsonrpc2.Request) {
	e.mu.Lock()
	method := request.Method
	switch method {
	case "textDocument/publishDiagnostics":
		var p lsp.PublishDiagnosticsParams
		if err := json.Unmarshal(*request.Params, &p); err != nil {
			e.t.Error(err)
		}
		e.diagnostics[p.URI] = p
	case "$/progress":
		var p struct{ Value struct{ Kind, Title string } }
		if err := json.Unmarshal(*request.Params, &p); err != nil {
			e.t.Error(err)
		}
		method += " " + p.Value.Kind
	case "window/showMessage":
		e.messages = append(e.messages, string(*request.Params))
	}
	e.said = append(e.said, method)
	close(e.changed)
	e.changed = make(chan struct{})
	e.mu.Unlock()
	if !request.Notif {
		_ = conn.Reply(ctx, request.ID, nil)
	}
}

func (e *editor) call(method string, params, answer any) {
	e.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), waitLimit)
	defer cancel()
	if err := e.conn.Call(ctx, method, params, answer); err != nil {
		e.t.Fatalf("%s: %v", method, err)
	}
}

func (e *editor) notify(method string, params any) {
	e.t.Helper()
	if err := e.conn.Notify(context.Background(), method, params); err != nil {
		e.t.Fatalf("%s: %v", method, err)
	}
}

func uri(path string) string { return "file://" + path }

func (e *editor) open(path, text string) {
	e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri(path), "languageId": "c", "version": 1, "text": text}})
}

func (e *editor) change(path string, version int, text string) {
	e.notify("textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": uri(path), "version": version}, "contentChanges": []any{map[string]any{"text": text}},
	})
}

// until waits for a condition on what the server said, which it is asked under the mutex.
func (e *editor) until(what string, holds func() bool) {
	e.t.Helper()
	end := time.After(waitLimit)
	for {
		e.mu.Lock()
		is, changed := holds(), e.changed
		e.mu.Unlock()
		if is {
			return
		}
		select {
		case <-changed:
		case <-end:
			e.mu.Lock()
			defer e.mu.Unlock()
			e.t.Fatalf("waited for %s; it said %v, %v and %+v", what, e.said, e.messages, e.diagnostics)
		}
	}
}

// checked waits for the diagnostics of a version of a file that hold some words: none of them, if there are no words.
func (e *editor) checked(path string, version int, words ...string) []lsp.Diagnostic {
	e.t.Helper()
	var out []lsp.Diagnostic
	e.until(fmt.Sprintf("%q in version %d", words, version), func() bool {
		p, ok := e.diagnostics[uri(path)]
		if !ok || p.Version != nil && *p.Version != version {
			return false
		}
		out = p.Diagnostics
		for _, word := range words {
			if !slices.ContainsFunc(out, func(d lsp.Diagnostic) bool { return strings.Contains(d.Message, word) }) {
				return false
			}
		}
		return len(words) > 0 || len(out) == 0
	})
	return out
}

// children are the processes below one.
func children(t *testing.T, pid int) []int {
	t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	parents := map[int][]int{}
	for _, path := range stats {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended
		}
		_, rest, _ := strings.Cut(string(text), ") ")
		fields := strings.Fields(rest)
		child, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		if parent, err := strconv.Atoi(fields[1]); err == nil {
			parents[parent] = append(parents[parent], child)
		}
	}
	var out []int
	for todo := parents[pid]; len(todo) > 0; todo = todo[1:] {
		out = append(out, todo[0])
		todo = append(todo, parents[todo[0]]...)
	}
	return out
}

// eventually waits for what no message tells.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(waitLimit); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("this was waited for and did not happen: %s", what)
		}
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

const loopProgram = `#include <assert.h>
#include "limit.h"

int input(void);

int main(void) {
    int i = 0, n = input();
    if (n < 0 || n > 1000000) return 0;
    while (i < n) {
        i++;
    }
    assert(i <= LIMIT);
    return 0;
}
`

// TestEditor: a session with unsaved buffers of a file and of a header that it includes by a build's flags.
func TestEditor(t *testing.T) {
	folder := t.TempDir()
	file, header := filepath.Join(folder, "src", "count.c"), filepath.Join(folder, "include", "limit.h")
	write(t, file, "int main(void) { return 0; }\n") // nothing is wrong with what is saved
	write(t, header, "#define LIMIT 1000000\n")
	database, err := json.Marshal([]map[string]any{{"directory": folder, "file": file, "arguments": []string{"gcc", "-Iinclude", "-c", file}}})
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(folder, "compile_commands.json"), string(database))
	e := newEditor(t, folder, "--timeout", "60s")

	e.open(file, "int main(void) { return x; }\n")
	trouble := e.checked(file, 1, "x")
	if d := trouble[0]; d.Severity != 1 || d.Range.Start != (lsp.Position{Line: 0, Character: 24}) || d.Code == "" {
		t.Errorf("what gcc rejects, too, is told as %+v", d)
	}

	e.change(file, 2, loopProgram)
	e.checked(file, 2)
	var hints []lsp.InlayHint
	page := map[string]any{"textDocument": map[string]any{"uri": uri(file)}, "range": map[string]any{"start": lsp.Position{}, "end": lsp.Position{Line: 99}}}
	eventually(t, "the proof's invariant is at the loop", func() bool {
		e.call("textDocument/inlayHint", page, &hints)
		return len(hints) > 0
	})
	if hints[0].Position.Line != 8 || !strings.HasPrefix(hints[0].Label, "invariant: ") || strings.Contains(hints[0].Label, "(bv") {
		t.Errorf("the loop's invariant is told as %+v", hints[0])
	}

	e.open(header, "#define LIMIT 10\n")
	found := e.checked(file, 2, "__assert_fail() is called")
	i := slices.IndexFunc(found, func(d lsp.Diagnostic) bool { return strings.Contains(d.Message, "__assert_fail()") })
	if d := found[i]; d.Severity != 1 || d.Range.Start.Line != 11 || d.Code != "unreach-call" || d.Source != "yogi" || len(d.Related) == 0 || d.Related[0].Location.URI != uri(file) {
		t.Errorf("the failure is told as %+v", d)
	}
	var lenses []lsp.CodeLens
	e.call("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": uri(file)}}, &lenses)
	var titles []string
	for _, l := range lenses {
		titles = append(titles, fmt.Sprintf("%d %s", l.Range.Start.Line, l.Command.Title))
	}
	if want := []string{"5 check main", "5 show the run"}; !slices.Equal(titles, want) {
		t.Fatalf("the lenses are %q, want %q", titles, want)
	}
	var shown lsp.Shown
	e.call("workspace/executeCommand", lenses[1].Command, &shown)
	if shown.Verdict != "FALSE(unreach-call)" || !strings.Contains(shown.HTML, "<html") || !strings.Contains(shown.HTML, "assert(i &lt;= LIMIT)") || !strings.Contains(shown.Text, file+":12") {
		t.Errorf("the run is shown as %s", shown.Text)
	}
	if strings.Contains(shown.Text+shown.HTML, "yogi-lsp-") {
		t.Error("the run speaks of copies of the files")
	}

	e.change(header, 2, "#define LIMIT 1000000\n")
	e.checked(file, 2)
	e.call("workspace/executeCommand", lenses[0].Command, &shown)
	if shown.Verdict != "TRUE" {
		t.Errorf("the check of main says %s", shown.Verdict)
	}
	for _, method := range []string{"window/workDoneProgress/create", "$/progress begin", "$/progress end", "workspace/inlayHint/refresh", "workspace/codeLens/refresh"} {
		e.until(method, func() bool { return slices.Contains(e.said, method) })
	}

	e.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": uri(file)}})
	e.until("no diagnostics of a closed file", func() bool { return len(e.diagnostics[uri(file)].Diagnostics) == 0 })
	e.call("shutdown", nil, nil)
	var refused *jsonrpc2.Error
	if err := e.conn.Call(context.Background(), "textDocument/codeLens", page, nil); !errors.As(err, &refused) || refused.Code != jsonrpc2.CodeInvalidRequest {
		t.Errorf("behind a shutdown a request is answered: %v", err)
	}
	e.notify("exit", nil)
	if err := e.process.Wait(); err != nil {
		t.Errorf("the server ends with %v", err)
	}
}

// endless has no verdict in any time that a test has.
const endless = `void reach_error(void);
int input(void);
unsigned f(unsigned a, unsigned b) {
    unsigned long long x = a, y = b, n = 0;
    while (x != y || n < 3) { x = x * 6364136223846793005ULL + 1442695040888963407ULL; y = y * y + x; n++; }
    if (x * y == 0x123456789abcdefULL && n % 7 == 3) reach_error();
    return n;
}
`

// TestEditorEnds: a newer edit, a cancelled request and the end of stdin end checks with all their processes.
func TestEditorEnds(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "f.c")
	write(t, file, endless)
	e := newEditor(t, folder, "--timeout", "10m")
	pid := e.process.Process.Pid
	e.open(file, endless)
	eventually(t, "a check runs", func() bool { return len(children(t, pid)) > 0 })
	first := children(t, pid)[0]

	e.change(file, 2, "int f(void) { return 1 }\n")
	e.checked(file, 2, "expected")
	eventually(t, "the older check has gone", func() bool { _, err := os.Stat(fmt.Sprintf("/proc/%d", first)); return err != nil })

	e.change(file, 3, "int f(void) { return 1; }\n")
	e.checked(file, 3)
	e.change(file, 4, endless)
	var lenses []lsp.CodeLens
	eventually(t, "the function is known again", func() bool {
		e.call("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": uri(file)}}, &lenses)
		return len(lenses) == 1 && lenses[0].Range.Start.Line == 2
	})
	ctx, cancel := context.WithTimeout(context.Background(), waitLimit)
	defer cancel()
	waiter, err := e.conn.DispatchCall(ctx, "workspace/executeCommand", lenses[0].Command, jsonrpc2.PickID(jsonrpc2.ID{Num: 777}))
	if err != nil {
		t.Fatal(err)
	}
	e.notify("$/cancelRequest", map[string]any{"id": 777})
	var refused *jsonrpc2.Error
	if err := waiter.Wait(ctx, nil); !errors.As(err, &refused) || refused.Code != -32800 {
		t.Errorf("a cancelled request is answered: %v", err)
	}

	eventually(t, "a check runs", func() bool { return len(children(t, pid)) > 0 })
	all := children(t, pid)
	if err := e.stdin.Close(); err != nil {
		t.Fatal(err)
	}
	if err := e.process.Wait(); err == nil {
		t.Error("a server that was not asked to shut down ends with status 0")
	}
	eventually(t, "no process is left", func() bool {
		return !slices.ContainsFunc(all, func(pid int) bool { _, err := os.Stat(fmt.Sprintf("/proc/%d", pid)); return err == nil })
	})
	if left, err := filepath.Glob(filepath.Join(e.process.Env[len(e.process.Env)-1][len("TMPDIR="):], "*")); err != nil || len(left) > 0 {
		t.Errorf("it leaves %v behind (%v)", left, err)
	}
}

// TestEditorOrder: of a library the function that was edited is checked first, and each has its own verdict.
func TestEditorOrder(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "lib.c")
	text := "#include <assert.h>\nint first(int a) {\n    return a;\n}\nint second(int b) {\n    assert(b != 7); /* \u00e9 */\n    return b;\n}\nint third(int c) {\n    return c;\n}\n"
	write(t, file, text)
	e := newEditor(t, folder, "--timeout", "60s")
	e.open(file, text)
	e.checked(file, 1, "(entry second)")
	e.until("the end of the check", func() bool { return slices.Contains(e.said, "$/progress end") })
	e.mu.Lock()
	e.said = nil
	e.mu.Unlock()
	e.change(file, 2, strings.Replace(text, "return c;", "assert(c < 100);\n    return c;", 1))
	e.until("the verdict of the function that was edited, before that of others", func() bool {
		p := e.diagnostics[uri(file)]
		return p.Version != nil && *p.Version == 2 && len(p.Diagnostics) == 1 && strings.Contains(p.Diagnostics[0].Message, "(entry third)")
	})
	e.checked(file, 2, "(entry third)", "(entry second)")
	e.change(file, 3, strings.Replace(text, "/* \u00e9 */", "// yogi: ignore[reach] it is known", 1))
	e.checked(file, 3)
}

func TestEditorFlags(t *testing.T) {
	for flag, research := range map[string]bool{"--help": false, "--help-all": true} {
		var out strings.Builder
		root := rootCommand()
		root.SetOut(&out)
		root.SetArgs([]string{"lsp", flag})
		if err := root.Execute(); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), "--check") || strings.Contains(out.String(), "--algorithm") != research {
			t.Errorf("yogi lsp %s says %s", flag, out.String())
		}
	}
	for _, flags := range [][]string{{"--nonsense"}, {"a.c"}, {"--json"}} {
		if err := editorFlags(&checkOptions{}, flags); err == nil {
			t.Errorf("%q are flags of the server", flags)
		}
	}
	if err := editorFlags(&checkOptions{}, []string{"--check", "memory", "-Iinclude", "--timeout", "5s"}); err != nil {
		t.Error(err)
	}
}

// TestEditorSettings: the settings above a file hold for its buffer, what is suppressed there included.
func TestEditorSettings(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "src", "a.c")
	write(t, filepath.Join(folder, "yogi.toml"), "check = [\"div\"]\n[read]\ninclude-dirs = [\"include\"]\n[[suppressions.ignore]]\nfiles = [\"src/generated.c\"]\ncheck = [\"div\"]\nreason = \"generated\"\n")
	write(t, filepath.Join(folder, "include", "a.h"), "int input(void);\n")
	text := "#include \"a.h\"\nint main(void) {\n    return 100 / input();\n}\n"
	write(t, file, "int main(void) { return 0; }\n")
	e := newEditor(t, folder, "--timeout", "60s")
	e.open(file, text)
	e.checked(file, 1, "division by zero")
	generated := filepath.Join(folder, "src", "generated.c")
	write(t, generated, "")
	e.open(generated, text)
	e.checked(generated, 1)
	write(t, filepath.Join(folder, "yogi.toml"), "chek = [\"div\"]\n")
	e.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{}})
	e.until("a message about the settings", func() bool {
		return slices.ContainsFunc(e.messages, func(m string) bool { return strings.Contains(m, "did you mean") })
	})
}
