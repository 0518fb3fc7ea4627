package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"yogi/internal/cluster"
	"yogi/internal/remote"
)

// The programs of these tests: one that keeps the rule posix/File, one that breaks it, and one that no solver answers
// about.
const (
	goodFile = "../../rules/posix/File.good.c"
	badFile  = "../../rules/posix/File.bad.c"
	slowFile = `extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern int fclose(void *);
int main(void)
{
  unsigned long long x = __VERIFIER_nondet_ulonglong(), y = __VERIFIER_nondet_ulonglong(), z = __VERIFIER_nondet_ulonglong();
  if (x > 1 && y > 1 && z > 1 && x < 2097152 && y < 2097152 && z < 2097152 && x * x * x + y * y * y == z * z * z)
    __VERIFIER_error();
  return 0;
}
`
)

// process is one of the program's, started by a test.
type process struct {
	*exec.Cmd
	t      *testing.T
	mu     sync.Mutex
	stdout bytes.Buffer
	stderr bytes.Buffer
	ended  chan struct{}
	status int
}

// start starts the program with arguments, from the folder of this test.
func start(t *testing.T, program string, args ...string) *process {
	t.Helper()
	p := &process{Cmd: exec.Command(program, args...), t: t, ended: make(chan struct{})}
	p.Env = append(os.Environ(), cacheVariable+"=off")
	p.Stdout, p.Stderr = locked{&p.mu, &p.stdout}, locked{&p.mu, &p.stderr}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		_ = p.Wait()
		p.status = p.ProcessState.ExitCode()
		close(p.ended)
	}()
	t.Cleanup(func() {
		_ = p.Process.Kill()
		<-p.ended
	})
	return p
}

// locked is a writer that a test reads while a process writes.
type locked struct {
	mu *sync.Mutex
	io.Writer
}

func (l locked) Write(text []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.Writer.Write(text)
}

func (p *process) said() (stdout, stderr string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stdout.String(), p.stderr.String()
}

// finish waits for the end of a process that ends with a status, and returns what it printed.
func (p *process) finish(status int) (stdout, stderr string) {
	p.t.Helper()
	select {
	case <-p.ended:
	case <-time.After(waitLimit):
		out, err := p.said()
		p.t.Fatalf("%v does not end\n%s\n%s", p.Args, out, err)
	}
	stdout, stderr = p.said()
	if p.status != status {
		p.t.Fatalf("%v ended with status %d, want %d\n%s\n%s", p.Args, p.status, status, stdout, stderr)
	}
	return stdout, stderr
}

func (p *process) signal(s syscall.Signal) {
	p.t.Helper()
	if err := p.Process.Signal(s); err != nil {
		p.t.Fatal(err)
	}
}

// until waits for what a test expects.
func until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(waitLimit); !holds(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not in %v: %s", waitLimit, what)
		}
	}
}

// serve starts a server and returns its URL.
func serve(t *testing.T, folder string, args ...string) (*process, string) {
	t.Helper()
	p := start(t, "yogi", append([]string{"serve", "--data", folder, "--listen", "127.0.0.1:0"}, args...)...)
	url := ""
	until(t, "the server prints its URL", func() bool {
		url, _ = p.said()
		return strings.HasSuffix(url, "\n")
	})
	return p, strings.TrimSpace(url)
}

// running is how many checks the workers of a cluster make at the moment, and how many workers there are.
func running(t *testing.T, conn *cluster.Conn) (checks, workers int) {
	t.Helper()
	states, err := conn.Workers(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range states {
		checks += s.Running
	}
	return checks, len(states)
}

func dial(t *testing.T, url string) *cluster.Conn {
	t.Helper()
	conn, err := cluster.Dial(t.Context(), cluster.Access{URL: url, Name: "test"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return conn
}

// matrix are the arguments of a matrix of two rules.
func matrix(program []string, more ...string) []string {
	args := []string{"matrix", "--rules", "posix/File", "--timeout", "20s"}
	for _, p := range program {
		args = append(args, "--program", p)
	}
	return append(args, more...)
}

// result reads a cell's result without what depends on the clock.
func result(t *testing.T, folder, cell string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, cell, "result.json"))
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]any
	if err := json.Unmarshal(text, &fields); err != nil {
		t.Fatal(err)
	}
	for _, varies := range []string{"seconds", "counts", "attempts"} {
		delete(fields, varies)
	}
	text, err = json.MarshalIndent(fields, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(text), folder, "OUT")
}

// TestClusterEqualsLocal: the table, the results and the evidence are those of a run on one machine.
func TestClusterEqualsLocal(t *testing.T) {
	t.Parallel()
	server, url := serve(t, t.TempDir())
	start(t, "yogi", "work", "--cluster", url, "--jobs", "1", "--name", "a")
	start(t, "yogi", "work", "--cluster", url, "--jobs", "1", "--name", "b")
	local, remote := t.TempDir(), t.TempDir()
	programs := []string{goodFile, badFile}
	want, _ := start(t, "yogi", matrix(programs, "--out", local)...).finish(1)
	got, stderr := start(t, "yogi", matrix(programs, "--out", remote, "--cluster", url)...).finish(1)
	if got != want {
		t.Errorf("the table is\n%s\nand on one machine\n%s", got, want)
	}
	if strings.Contains(stderr, "yogi:") {
		t.Errorf("the client complains:\n%s", stderr)
	}
	for _, cell := range []string{"File.good.c.posix.File", "File.bad.c.posix.File"} {
		if got, want := result(t, remote, cell), result(t, local, cell); got != want {
			t.Errorf("the result is\n%s\nand on one machine\n%s", got, want)
		}
		start(t, "yogi", "validate", filepath.Join(remote, cell)).finish(0)
	}
	until(t, "the metrics count both answers", func() bool {
		text := metrics(t, server)
		return strings.Contains(text, `yogi_answers_total{account="",outcome="pass"} 1`) && strings.Contains(text, `outcome="fail"} 1`) &&
			strings.Contains(text, `yogi_workers{account=""} 2`) && strings.Contains(text, `yogi_checks_waiting{account=""} 0`)
	})
}

// TestClusterCases: the cases of one check are made by several workers, and their evidence is that of the program.
func TestClusterCases(t *testing.T) {
	t.Parallel()
	server, url := serve(t, t.TempDir())
	start(t, "yogi", "work", "--cluster", url, "--jobs", "1", "--name", "a")
	start(t, "yogi", "work", "--cluster", url, "--jobs", "1", "--name", "b")
	folder := t.TempDir()
	for name, most := range map[string]string{"keeps": "3", "breaks": "2"} {
		text := `extern unsigned choose(void);
extern void reach_error(void);
int main(void) {
  int level = 0;
  switch (choose()) {
  case 0: level = 1; break;
  case 1: level = 2; break;
  case 5: level = 3; break;
  }
  if (level > ` + most + `)
    reach_error();
  return 0;
}
`
		if err := os.WriteFile(filepath.Join(folder, name+".c"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]struct {
		status int
		said   string
	}{"keeps": {0, "by cases: 4 of 4 proved\n"}, "breaks": {1, "by cases: case 3/4 of "}} {
		out := filepath.Join(folder, name)
		got, stderr := start(t, "yogi", "check", "--by-cases", "--cluster", url, "--out", out, out+".c").finish(want.status)
		if !strings.Contains(got, want.said) || strings.Contains(stderr, "yogi:") {
			t.Errorf("%s: the check says\n%s\n%s", name, got, stderr)
		}
		start(t, "yogi", "validate", out).finish(0)
	}
	until(t, "the metrics count the cases", func() bool {
		text := metrics(t, server)
		return strings.Contains(text, `outcome="fail"} 1`) && !strings.Contains(text, `outcome="pass"} 0`)
	})
}

// metrics are those that the page of a server has for Prometheus.
func metrics(t *testing.T, server *process) string {
	t.Helper()
	_, said := server.said()
	page := regexp.MustCompile(`http://[0-9.:]+/`).FindString(said)
	response, err := http.Get(page + "metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestClusterBench: records of a cluster are those of one machine, and each task has one.
func TestClusterBench(t *testing.T) {
	t.Parallel()
	_, url := serve(t, t.TempDir())
	start(t, "yogi", "work", "--cluster", url, "--jobs", "2")
	folder := t.TempDir()
	for _, name := range []string{"axiom_chain_safe", "axiom_chain_unsafe", "bit_vectors_safe", "bodyless_unsafe", "contract_safe", "contract_unsafe"} {
		text, err := os.ReadFile("../../e2e/boogie/" + name + ".bpl")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name+".bpl"), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	table := func(name string, more ...string) string {
		args := append([]string{"bench", "--sdv", folder, "--timeout", "20s", "--results", filepath.Join(folder, name)}, more...)
		out, stderr := start(t, "yogi", args...).finish(0)
		if strings.Contains(stderr, "yogi:") {
			t.Errorf("the bench complains:\n%s", stderr)
		}
		return out
	}
	seconds := regexp.MustCompile(`[0-9.]+s?\s*`)
	want, got := seconds.ReplaceAllString(table("a"), ""), seconds.ReplaceAllString(table("b", "--cluster", url), "")
	if got != want {
		t.Errorf("the table is\n%s\nand on one machine\n%s", got, want)
	}
	verdicts := func(name string) map[string]string {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		all := map[string]string{}
		for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
			var r struct{ Task, Verdict, Class string }
			if err := json.Unmarshal([]byte(line), &r); err != nil || all[r.Task] != "" {
				t.Fatalf("%s is no record, or the task's second: %v", line, err)
			}
			all[r.Task] = r.Verdict + r.Class
		}
		return all
	}
	if got, want := fmt.Sprint(verdicts("b")), fmt.Sprint(verdicts("a")); got != want || !strings.Contains(want, "FALSE") || !strings.Contains(want, "TRUE") {
		t.Errorf("the verdicts are %s, and on one machine %s", got, want)
	}
}

// TestClusterWorkerLost: a worker that is killed, or paused or cut off for so long that its check goes to another one,
// loses no verdict, and when it goes on nothing is reported twice.
func TestClusterWorkerLost(t *testing.T) {
	for name, lose := range map[string]func(*process, *line) (find func()){
		"killed": func(p *process, _ *line) func() { p.signal(syscall.SIGKILL); return nil },
		"paused": func(p *process, _ *line) func() {
			p.signal(syscall.SIGSTOP)
			return func() { p.signal(syscall.SIGCONT) }
		},
		"cut off": func(_ *process, l *line) func() { l.cut(); return l.mend },
	} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && name != "killed" {
				t.Skip("it waits for tens of seconds")
			}
			t.Parallel()
			_, url := serve(t, t.TempDir())
			conn := dial(t, url)
			wire := newLine(t, url)
			first := start(t, "yogi", "work", "--cluster", wire.url, "--jobs", "1", "--name", "first")
			bench := filepath.Join(t.TempDir(), "results")
			client := start(t, "yogi", "bench", "--manifest", manifest(t), "--results", bench, "--timeout", "3s", "--cluster", url)
			until(t, "the worker has the check", func() bool { n, _ := running(t, conn); return n == 1 })
			find := lose(first, wire)
			start(t, "yogi", "work", "--cluster", url, "--jobs", "1", "--name", "second")
			if find != nil {
				time.Sleep(12 * time.Second) // the task goes to the other one meanwhile
				find()
			}
			_, stderr := client.finish(0)
			if n := strings.Count(stderr, "UNKNOWN(timeout)"); n != 1 {
				t.Errorf("the verdict is reported %d times:\n%s", n, stderr)
			}
			if text, err := os.ReadFile(bench); err != nil || bytes.Count(text, []byte("\n")) != 1 {
				t.Errorf("the results are %s (%v)", text, err)
			}
			if find != nil {
				until(t, "the first worker is back", func() bool {
					all, err := conn.Workers(t.Context())
					return err == nil && slices.ContainsFunc(all, func(w cluster.WorkerState) bool { return w.Name == "first" && w.Running == 0 })
				})
			}
		})
	}
}

// TestClusterClientCutOff: a client that is cut off while its checks are made has their results when it is back.
func TestClusterClientCutOff(t *testing.T) {
	t.Parallel()
	_, url := serve(t, t.TempDir())
	conn := dial(t, url)
	wire := newLine(t, url)
	client := start(t, "yogi", matrix([]string{goodFile, badFile}, "--cluster", wire.url)...)
	until(t, "the tasks are on the queue", func() bool { n, err := conn.Queued(t.Context()); return err == nil && n == 2 })
	wire.cut()
	start(t, "yogi", "work", "--cluster", url, "--jobs", "2")
	until(t, "the tasks are answered", func() bool { n, err := conn.Queued(t.Context()); return err == nil && n == 0 })
	wire.mend()
	if out, _ := client.finish(1); !strings.Contains(out, "pass") || !strings.Contains(out, "fail") {
		t.Errorf("the table is\n%s", out)
	}
}

// line is a network between a process and a server, which can be cut: what is sent does not arrive, and nobody is told.
type line struct {
	url, server string
	mu          sync.Mutex
	isCut       bool
	ends        []net.Conn
}

func newLine(t *testing.T, url string) *line {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &line{url: "nats://" + listener.Addr().String(), server: strings.TrimPrefix(url, "nats://")}
	t.Cleanup(func() { listener.Close(); l.mend() })
	go func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", l.server)
			if err != nil {
				near.Close()
				continue
			}
			l.mu.Lock()
			l.ends = append(l.ends, near, far)
			l.mu.Unlock()
			go l.pass(near, far)
			go l.pass(far, near)
		}
	}()
	return l
}

// pass carries what one end sends to the other one, while the line is whole.
func (l *line) pass(from, to net.Conn) {
	buffer := make([]byte, 1<<16)
	for {
		n, err := from.Read(buffer)
		l.mu.Lock()
		isCut := l.isCut
		l.mu.Unlock()
		if isCut {
			continue
		}
		if err == nil {
			_, err = to.Write(buffer[:n])
		}
		if err != nil {
			from.Close()
			to.Close()
			return
		}
	}
}

func (l *line) cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.isCut = true
}

// mend has what was connected connect again.
func (l *line) mend() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.isCut = false
	for _, end := range l.ends {
		end.Close()
	}
	l.ends = nil
}

// TestClusterDiskFull: a worker without room for the files says so, and the check is made by another one.
func TestClusterDiskFull(t *testing.T) {
	t.Parallel()
	_, url := serve(t, t.TempDir())
	conn := dial(t, url)
	script := `mount -t tmpfs -o size=16k none "$1" && export TMPDIR="$1" && shift && exec "$@"`
	if text, err := exec.Command("unshare", "-rm", "sh", "-c", script, "sh", t.TempDir(), "true").CombinedOutput(); err != nil {
		t.Skipf("no small file system can be made here: %s", text)
	}
	start(t, "unshare", "-rm", "sh", "-c", script, "sh", t.TempDir(), "yogi", "work", "--cluster", url, "--jobs", "1", "--name", "full")
	until(t, "the worker is there", func() bool { _, n := running(t, conn); return n == 1 })
	client := start(t, "yogi", matrix([]string{badFile}, "--cluster", url)...)
	until(t, "the worker has tried", func() bool {
		all, err := conn.Workers(t.Context())
		return err == nil && len(all) == 1 && all[0].Failed > 0
	})
	start(t, "yogi", "work", "--cluster", url, "--jobs", "1", "--name", "roomy")
	out, stderr := client.finish(1)
	if !strings.Contains(out, "fail") || !strings.Contains(stderr, "worker full is not accepted") || !strings.Contains(stderr, "no space left") {
		t.Errorf("the table is\n%sand the client says\n%s", out, stderr)
	}
}

// TestClusterMachineHeaders: what reads the machine's headers is checked by a worker with those of the client, whatever
// the worker's own are: here one says something else, and those of Windows are not there. A compiled test includes the
// client's, too.
func TestClusterMachineHeaders(t *testing.T) {
	t.Parallel()
	const header, windows = "/usr/include/sysexits.h", "/usr/share/mingw-w64"
	folder := t.TempDir()
	texts := map[string]string{
		"other.h": "#define EX_USAGE 65\n",
		"good.c":  "#include <assert.h>\n#include <sysexits.h>\nint main(void) { assert(EX_USAGE == 64); return 0; }\n",
		"bad.c": `#include <assert.h>
#include <sysexits.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
  int x = __VERIFIER_nondet_int();
  if (x == 64)
    assert(x != EX_USAGE);
  return 0;
}
`,
		"windows.c": `#include <wdm.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
  NTSTATUS status = __VERIFIER_nondet_int();
  if (NT_SUCCESS(status) && status == STATUS_PENDING)
    reach_error();
  return 0;
}
`,
	}
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{header, windows} {
		if _, err := os.Stat(path); err != nil {
			t.Skipf("there are no headers to read: %v", err)
		}
	}
	script := `mount --bind "$1" ` + header + ` && mount -t tmpfs none ` + windows + ` && shift && exec "$@"`
	hostile := []string{"-rm", "sh", "-c", script, "sh", filepath.Join(folder, "other.h")}
	if text, err := exec.Command("unshare", append(hostile, "true")...).CombinedOutput(); err != nil {
		t.Skipf("no other headers can be put in the place of these: %s", text)
	}
	_, url := serve(t, t.TempDir())
	start(t, "unshare", append(hostile, "yogi", "work", "--cluster", url, "--jobs", "1")...)
	for name, c := range map[string]struct {
		args     []string
		want     string
		status   int
		headers  string // a folder of those that were read
		compiled bool
	}{
		"good": {[]string{"--headers", "machine", filepath.Join(folder, "good.c")}, "TRUE", 0, "/usr/include", false},
		"bad":  {[]string{"--headers", "machine", filepath.Join(folder, "bad.c")}, "FALSE(unreach-call)", 1, "/usr/include", true},
		"windows": {
			[]string{"--target", "x86_64-windows", "--headers", "machine", filepath.Join(folder, "windows.c")},
			"FALSE(unreach-call)", 1, windows, true,
		},
		"driver": {
			[]string{"--platform", "wdm", "--rule", "ExFreePool", "../../examples/wdm/alarm.c"}, "TRUE", 0, windows, false,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out := filepath.Join(t.TempDir(), "out")
			args := append([]string{"check", "--json", "--timeout", "150s", "--out", out, "--cluster", url}, c.args...)
			stdout, stderr := start(t, "yogi", args...).finish(c.status)
			if strings.Contains(stderr, "on this machine") {
				t.Errorf("the client makes the check:\n%s", stderr)
			}
			var got struct{ Verdict, Class string }
			if err := json.Unmarshal([]byte(stdout), &got); err != nil || got.Verdict != c.want || (got.Class == "executed") != c.compiled {
				t.Errorf("the answer is %s (%s), want %s (%v)", got.Verdict, got.Class, c.want, err)
			}
			if _, err := os.Stat(filepath.Join(out, "headers", c.headers)); err != nil {
				t.Errorf("the evidence has none of the headers: %v", err)
			}
			start(t, "yogi", "validate", out).finish(0)
			if c.compiled {
				run := start(t, "sh", filepath.Join(out, "run.sh"))
				run.finish(97)
			}
		})
	}
}

// manifest lists one task, which takes all of its time.
func manifest(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	path := filepath.Join(folder, "manifest.json")
	text := `[{"id": "slow", "file": "slow.c", "language": "c", "property": "unreach-call", "expected": "true", "category": "x"}]`
	for path, text := range map[string]string{path: text, filepath.Join(folder, "slow.c"): slowFile} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

// TestClusterServerRestarted: a server that is killed and started again with its data goes on.
func TestClusterServerRestarted(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	server, url := serve(t, data)
	client := start(t, "yogi", matrix([]string{goodFile, badFile}, "--cluster", url)...)
	conn := dial(t, url)
	until(t, "the tasks are on the queue", func() bool { n, err := conn.Queued(t.Context()); return err == nil && n == 2 })
	server.signal(syscall.SIGKILL)
	<-server.ended
	start(t, "yogi", "serve", "--data", data, "--listen", strings.TrimPrefix(url, "nats://"))
	var worker *process
	until(t, "a worker connects", func() bool {
		if worker == nil {
			worker = start(t, "yogi", "work", "--cluster", url, "--jobs", "2")
		}
		select {
		case <-worker.ended:
			worker = nil
			return false
		default:
			workers, err := conn.Workers(t.Context())
			return err == nil && len(workers) == 1
		}
	})
	if out, _ := client.finish(1); !strings.Contains(out, "pass") || !strings.Contains(out, "fail") {
		t.Errorf("the table is\n%s", out)
	}
}

// TestClusterLies: of a worker that says other things than it found nothing is believed. It is named, and the check is
// made elsewhere.
func TestClusterLies(t *testing.T) {
	lies := map[string]struct {
		tell func(t *testing.T, result, folder string)
		what string // the client says
	}{
		"another verdict": {func(t *testing.T, result, _ string) {
			replace(t, result, `"FALSE(File)"`, `"TRUE"`)
		}, "its evidence shows FALSE(File)"},
		"another verdict in the evidence": {func(t *testing.T, result, folder string) {
			replace(t, result, `"FALSE(File)"`, `"TRUE"`)
			replace(t, result, `"executed"`, `"proved"`)
			replace(t, filepath.Join(folder, "evidence.json"), `"FALSE(File)"`, `"TRUE"`)
			replace(t, filepath.Join(folder, "evidence.json"), `"executed"`, `"proved"`)
		}, "the test shows FALSE(File), not TRUE"},
		"another program": {func(t *testing.T, result, folder string) { // one that keeps the rule, with evidence of that
			another(t, result, folder, goodFile, "posix/File")
		}, "the evidence is about another file"},
		"another question": {func(t *testing.T, result, folder string) { // the same program under another rule
			another(t, result, folder, badFile, "posix/Free")
		}, "the evidence is about another question"},
		"no evidence": {func(t *testing.T, result, folder string) {
			if err := os.Remove(filepath.Join(folder, "evidence.json")); err != nil {
				t.Error(err)
			}
		}, "its evidence of FALSE(File) does not check"},
	}
	for name, lie := range lies {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, url := serve(t, t.TempDir())
			conn := dial(t, url)
			checker, version, err := thisProgram()
			if err != nil {
				t.Fatal(err)
			}
			if checker, err = exec.LookPath("yogi"); err != nil {
				t.Fatal(err)
			}
			ctx, end := context.WithCancel(t.Context())
			defer end()
			lied := make(chan struct{})
			var working sync.WaitGroup
			working.Go(func() {
				err := conn.Work(ctx, cluster.Worker{Name: "liar", Version: version, Jobs: 1, Said: io.Discard,
					Perform: func(ctx context.Context, program []byte, ask json.RawMessage) (cluster.Performed, error) {
						found, err := remote.Worker{Checker: checker}.Perform(ctx, program, ask)
						if err != nil {
							return found, err
						}
						folder := t.TempDir()
						if err := cluster.Unpack(found.Files, folder); err != nil {
							t.Error(err)
						}
						lie.tell(t, filepath.Join(folder, "result.json"), folder)
						found.Files, err = cluster.Pack(folder)
						close(lied)
						return found, err
					}})
				if err != nil {
					t.Error(err)
				}
			})
			defer working.Wait()
			defer end()
			client := start(t, "yogi", matrix([]string{badFile}, "--cluster", url)...)
			select {
			case <-lied:
			case <-client.ended:
			}
			start(t, "yogi", "work", "--cluster", url, "--jobs", "1", "--name", "honest")
			out, stderr := client.finish(1)
			if !strings.Contains(out, "fail") || !strings.Contains(stderr, "the answer of worker liar is not accepted") || !strings.Contains(stderr, lie.what) {
				t.Errorf("the table is\n%sand the client says\n%s", out, stderr)
			}
		})
	}
}

func replace(t *testing.T, path, old, new string) {
	text, err := os.ReadFile(path)
	if err != nil || !bytes.Contains(text, []byte(old)) {
		t.Errorf("%s has no %s (%v)", path, old, err)
	}
	if err := os.WriteFile(path, bytes.ReplaceAll(text, []byte(old), []byte(new)), 0o600); err != nil {
		t.Error(err)
	}
}

// another puts the result and the evidence of another check in the place of those in a folder.
func another(t *testing.T, result, folder, program, rule string) {
	if err := os.RemoveAll(folder); err != nil {
		t.Error(err)
	}
	command := exec.Command("yogi", "check", "--json", "--no-store", "--rule", rule, "--out", folder, program)
	text, err := command.Output()
	if command.ProcessState.ExitCode() != 0 {
		t.Errorf("%s does not keep %s: %v", program, rule, err)
	}
	if err := os.WriteFile(result, text, 0o600); err != nil {
		t.Error(err)
	}
}

// TestClusterClocks: workers whose clocks began in 1970, are a year late or ahead, or jump while they work, take part
// as others do: the results are those of one machine, and what the server counts of them only grows. One for which the
// keys have expired hears of it.
func TestClusterClocks(t *testing.T) {
	t.Parallel()
	keys := filepath.Join(t.TempDir(), "keys")
	start(t, "yogi", "serve", "keys", keys, "--host", "127.0.0.1").finish(0)
	team := filepath.Join(keys, "team.cluster")
	local := t.TempDir()
	start(t, "yogi", matrix([]string{goodFile, badFile}, "--out", local)...).finish(1)
	const year = 365 * 24 * time.Hour
	access := func(url string, now func() time.Time) cluster.Access {
		return cluster.Access{URL: url, Credentials: team, Name: "worker", Now: now}
	}
	for name, clock := range map[string]struct {
		now    func() time.Time
		jumped float64 // seconds that the clock jumps by in each check
	}{
		"begins in 1970 and jumps back": {func() time.Time { return time.Unix(60, 0) }, -year.Seconds()},
		"late":                          {func() time.Time { return time.Now().Add(-year) }, 0},
		"ahead and jumps further":       {func() time.Time { return time.Now().Add(year) }, 1e308}, // of which two have no sum
	} {
		t.Run(name, func(t *testing.T) {
			server, url := serve(t, t.TempDir(), "--keys", keys)
			conn, err := cluster.Dial(t.Context(), access(url, clock.now))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(conn.Close)
			_, version, err := thisProgram()
			if err != nil {
				t.Fatal(err)
			}
			checker, err := exec.LookPath("yogi")
			if err != nil {
				t.Fatal(err)
			}
			ctx, end := context.WithCancel(t.Context())
			var working sync.WaitGroup
			working.Go(func() {
				err := conn.Work(ctx, cluster.Worker{Name: name, Version: version, Jobs: 2, Said: io.Discard,
					Perform: func(ctx context.Context, program []byte, ask json.RawMessage) (cluster.Performed, error) {
						found, err := remote.Worker{Checker: checker}.Perform(ctx, program, ask)
						found.Told.Seconds += clock.jumped
						return found, err
					}})
				if err != nil {
					t.Error(err)
				}
			})
			defer working.Wait()
			defer end()
			out := t.TempDir()
			_, stderr := start(t, "yogi", matrix([]string{goodFile, badFile}, "--out", out, "--cluster", url, "--credentials", team)...).finish(1)
			if strings.Contains(stderr, "not accepted") {
				t.Errorf("the client says\n%s", stderr)
			}
			for _, cell := range []string{"File.good.c.posix.File", "File.bad.c.posix.File"} {
				if got, want := result(t, out, cell), result(t, local, cell); got != want {
					t.Errorf("the result of %s is\n%s\nand on one machine\n%s", cell, got, want)
				}
			}
			var text string
			until(t, "the metrics count both checks", func() bool {
				text = metrics(t, server)
				return strings.Contains(text, `outcome="pass"} 1`) && strings.Contains(text, `outcome="fail"} 1`)
			})
			counted := regexp.MustCompile(`yogi_check_seconds_total\{account="team"\} ([0-9.]+(e\+0[0-9])?)\n`).FindStringSubmatch(text)
			if counted == nil {
				t.Errorf("the metrics are\n%s", text)
			}
		})
	}
	_, url := serve(t, t.TempDir(), "--keys", keys)
	_, err := cluster.Dial(t.Context(), access(url, func() time.Time { return time.Now().Add(10 * year) }))
	if err == nil || !strings.Contains(err.Error(), "certificate has expired") || !strings.Contains(err.Error(), "current time") {
		t.Errorf("a worker for which the keys have expired is told %v", err)
	}
}

// TestClusterVersions: a worker of another version has no part, and people are told.
func TestClusterVersions(t *testing.T) {
	t.Parallel()
	_, url := serve(t, t.TempDir())
	own, err := exec.LookPath("yogi")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(own)
	if err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(t.TempDir(), "yogi")
	if err := os.WriteFile(other, append(text, '\n'), 0o700); err != nil {
		t.Fatal(err)
	}
	start(t, other, "work", "--cluster", url, "--name", "old")
	client := start(t, "yogi", matrix([]string{goodFile}, "--cluster", url)...)
	until(t, "the client names the other worker", func() bool {
		_, stderr := client.said()
		return strings.Contains(stderr, "no worker of version") && strings.Contains(stderr, "old is of version")
	})
	start(t, "yogi", "work", "--cluster", url, "--name", "new")
	client.finish(0)
}

// TestClusterInterrupt: what a client asked for ends on all workers when it is interrupted, by the message that the run
// is over: long before its silence would end it.
func TestClusterInterrupt(t *testing.T) {
	t.Parallel()
	_, url := serve(t, t.TempDir())
	conn := dial(t, url)
	workers := []*process{start(t, "yogi", "work", "--cluster", url, "--jobs", "1"), start(t, "yogi", "work", "--cluster", url, "--jobs", "1")}
	slow := filepath.Join(t.TempDir(), "slow.c")
	text := strings.Replace(slowFile, "int main(", "int first(", 1) + strings.SplitN(strings.Replace(slowFile, "int main(", "int second(", 1), "void *);", 2)[1]
	if err := os.WriteFile(slow, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	client := start(t, "yogi", "check", "--entry", "all", "--timeout", "10m", "--cluster", url, slow)
	busy := func(want int) func() bool {
		return func() bool {
			n, _ := running(t, conn)
			for _, w := range workers {
				if (len(children(t, w.Process.Pid)) > 0) != (want > 0) {
					return false
				}
			}
			return n == want
		}
	}
	until(t, "each worker has a check", busy(2))
	interrupted := time.Now()
	client.signal(os.Interrupt.(syscall.Signal))
	client.finish(2)
	until(t, "the checks have ended, and the workers are free", busy(0))
	t.Logf("the checks ended after %v", time.Since(interrupted)) // a busy machine has its own time
	if n, err := conn.Queued(t.Context()); err != nil || n != 0 {
		t.Errorf("%d tasks are left (%v)", n, err)
	}
}

// TestClusterSecured: other machines can connect only with keys, and who has none, or those of another account, sees
// nothing.
func TestClusterSecured(t *testing.T) {
	t.Parallel()
	if _, stderr := start(t, "yogi", "serve", "--data", t.TempDir(), "--listen", "0.0.0.0:0").finish(2); !strings.Contains(stderr, "can be reached from other machines") {
		t.Errorf("the server says %s", stderr)
	}
	keys := filepath.Join(t.TempDir(), "keys")
	start(t, "yogi", "serve", "keys", keys, "--host", "127.0.0.1,localhost", "--account", "red,blue").finish(0)
	server, url := serve(t, t.TempDir(), "--keys", keys)
	if other, open := serve(t, t.TempDir(), "--keys", keys, "--listen", "0.0.0.0:0"); !strings.HasPrefix(open, "tls://localhost:") {
		t.Errorf("the server of process %d prints %s", other.Process.Pid, open)
	}
	red, blue := filepath.Join(keys, "red.cluster"), filepath.Join(keys, "blue.cluster")
	if _, stderr := start(t, "yogi", matrix([]string{goodFile}, "--cluster", url)...).finish(2); !strings.Contains(stderr, "connecting to the cluster") {
		t.Errorf("the client says %s", stderr)
	}
	client := start(t, "yogi", matrix([]string{goodFile}, "--cluster", url, "--credentials", red)...)
	ofRed := dialAs(t, url, red)
	until(t, "the task is on the queue", func() bool { n, err := ofRed.Queued(t.Context()); return err == nil && n == 1 })
	ofBlue := dialAs(t, url, blue)
	if n, err := ofBlue.Queued(t.Context()); err != nil || n != 0 {
		t.Errorf("another account sees %d tasks (%v)", n, err)
	}
	if n, err := ofBlue.Files(t.Context()); err != nil || n != 0 {
		t.Errorf("another account sees %d files (%v)", n, err)
	}
	if n, err := ofRed.Files(t.Context()); err != nil || n != 1 {
		t.Errorf("the account itself sees %d files (%v)", n, err)
	}
	until(t, "the metrics tell the accounts apart", func() bool {
		text := metrics(t, server)
		return strings.Contains(text, `yogi_checks_waiting{account="red"} 1`) && strings.Contains(text, `yogi_checks_waiting{account="blue"} 0`)
	})
	start(t, "yogi", "work", "--cluster", url, "--credentials", blue, "--name", "blue")
	start(t, "yogi", "work", "--cluster", url, "--credentials", red, "--name", "red")
	client.finish(0)
}

func dialAs(t *testing.T, url, credentials string) *cluster.Conn {
	t.Helper()
	conn, err := cluster.Dial(t.Context(), cluster.Access{URL: url, Credentials: credentials, Name: "test"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return conn
}

// library writes two versions of a library, whose function of three is broken by a change.
func library(t *testing.T) (old, now string) {
	t.Helper()
	text := `extern void reach_error(void);
static int bounded(int n) { return n > 7 ? 7 : n; }
int kept(int n) { return n == 3 ? 1 : 0; }
int broken(int n) { if (bounded(n) > 7) reach_error(); return 0; }
int wrong(const char *text, unsigned long length) { return length > 2 && text[0] == 'x' ? text[length] : 0; }
`
	folder := t.TempDir()
	old, now = filepath.Join(folder, "old"), filepath.Join(folder, "new")
	for path, text := range map[string]string{old: text, now: strings.Replace(text, "7 ? 7", "9 ? 7", 1)} {
		if err := errors.Join(os.Mkdir(path, 0o700), os.WriteFile(filepath.Join(path, "library.c"), []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	return old, now
}

// TestClusterEntries: check and diff print on a cluster what they print on one machine, and keep the same evidence.
func TestClusterEntries(t *testing.T) {
	t.Parallel()
	_, url := serve(t, t.TempDir())
	start(t, "yogi", "work", "--cluster", url, "--jobs", "2")
	old, now := library(t)
	varies := regexp.MustCompile(`[0-9]+\.[0-9]+s?|yogi-harness-[0-9]+`)
	for name, c := range map[string]struct {
		args     []string
		status   int
		evidence []string
	}{
		"check":   {[]string{"check", "--entry", "all", "--harness", "--check", "reach,memory", filepath.Join(now, "library.c")}, 1, []string{"kept", "broken", "wrong"}},
		"diff":    {[]string{"diff", "--entry", "all", old, now}, 1, []string{"old/broken", "new/broken", "new/kept"}},
		"one":     {[]string{"check", "--entry", "broken", filepath.Join(now, "library.c")}, 1, []string{""}},
		"ignored": {[]string{"check", "--rule", "posix/File", ignored(t)}, 0, nil},
	} {
		local, remote := t.TempDir(), t.TempDir()
		run := func(folder string, more ...string) string {
			out, stderr := start(t, "yogi", slices.Concat(c.args, []string{"--timeout", "20s", "--out", folder}, more)...).finish(c.status)
			if strings.Contains(stderr, "yogi:") {
				t.Errorf("%s complains:\n%s", name, stderr)
			}
			return strings.ReplaceAll(varies.ReplaceAllString(out, ""), folder, "OUT")
		}
		if got, want := run(remote, "--cluster", url), run(local); got != want {
			t.Errorf("%s prints\n%s\nand on one machine\n%s", name, got, want)
		}
		for _, entry := range c.evidence {
			start(t, "yogi", "validate", filepath.Join(remote, entry)).finish(0)
		}
	}
	if _, stderr := start(t, "yogi", "check", "--cluster", url, "--paranoid", goodFile).finish(2); !strings.Contains(stderr, "--paranoid is of checks that this one makes") {
		t.Errorf("the client says %s", stderr)
	}
}

// ignored is a program that breaks a rule where a comment suppresses it.
func ignored(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(badFile)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "ignored.c")
	lines := strings.Split(string(text), "\n")
	for i := range lines {
		if strings.HasSuffix(lines[i], ";") || strings.HasSuffix(lines[i], "}") {
			lines[i] += " // yogi: ignore[File] known"
		}
	}
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestClusterServerLost: of three servers that keep the same one can be killed, and nothing is lost.
func TestClusterServerLost(t *testing.T) {
	if testing.Short() {
		t.Skip("it waits for tens of seconds")
	}
	t.Parallel()
	keys := filepath.Join(t.TempDir(), "keys")
	start(t, "yogi", "serve", "keys", keys, "--host", "127.0.0.1").finish(0)
	team := filepath.Join(keys, "team.cluster")
	var among []string
	var free []net.Listener
	for range 3 {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		free, among = append(free, listener), append(among, listener.Addr().String())
	}
	for _, listener := range free {
		listener.Close()
	}
	var servers []*process
	var urls []string
	for _, address := range among {
		p := start(t, "yogi", "serve", "--data", t.TempDir(), "--listen", "127.0.0.1:0", "--keys", keys, "--among", address, "--peers", strings.Join(among, ","))
		servers = append(servers, p)
	}
	for _, p := range servers {
		until(t, "the server prints its URL", func() bool { url, _ := p.said(); return strings.HasSuffix(url, "\n") })
		url, _ := p.said()
		urls = append(urls, strings.TrimSpace(url))
	}
	all := strings.Join(urls, ",")
	var conn *cluster.Conn
	until(t, "the servers have a leader", func() (ok bool) {
		var err error
		conn, err = cluster.Dial(t.Context(), cluster.Access{URL: all, Credentials: team, Name: "test"})
		return err == nil
	})
	t.Cleanup(conn.Close)
	client := start(t, "yogi", matrix([]string{goodFile, badFile}, "--cluster", all, "--credentials", team)...)
	until(t, "the tasks are on the queue", func() bool { n, err := conn.Queued(t.Context()); return err == nil && n == 2 })
	servers[0].signal(syscall.SIGKILL)
	<-servers[0].ended
	worker := start(t, "yogi", "work", "--cluster", strings.Join(urls[1:], ","), "--credentials", team, "--jobs", "2")
	t.Cleanup(func() {
		if out, errors := worker.said(); t.Failed() {
			t.Logf("the worker says\n%s%s", out, errors)
		}
	})
	if out, _ := client.finish(1); !strings.Contains(out, "pass") || !strings.Contains(out, "fail") {
		t.Errorf("the table is\n%s", out)
	}
}
