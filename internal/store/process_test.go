package store

import (
	"bufio"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The tests in this file are about processes: the test's program is started again as a writer.

// writerVariable names the folder that a writer writes to.
const writerVariable = "YOGI_TEST_STORE_WRITER"

var kills = flag.Int("kills", 20, "how often TestKilled kills a writer")

func TestMain(m *testing.M) {
	if folder := os.Getenv(writerVariable); folder != "" {
		write(folder)
	}
	os.Exit(m.Run())
}

// write puts entries whose content tells whether it is whole, over each other, until the process is killed or as many
// are written as the first argument says. A line is printed at the first one.
func write(folder string) {
	signal.Ignore(syscall.SIGXFSZ) // a file that gets too large is an error of the write, as a full disk is
	most, err := strconv.Atoi(os.Args[1])
	if err != nil {
		panic(err)
	}
	s, err := Open(folder)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	random := rand.New(rand.NewPCG(uint64(os.Getpid()), 0))
	fmt.Println("ready")
	for n := 0; most == 0 || n < most; n++ {
		s.Put(numbered(random.IntN(keysOfWriters)), pattern(random.IntN(26), 1+random.IntN(200_000)))
	}
	os.Exit(0)
}

const keysOfWriters = 20

func pattern(letter, length int) []string {
	return []string{fmt.Sprint(length), strings.Repeat(string(rune('a'+letter)), length)}
}

// isWhole reports whether an entry of a writer is one that it wrote.
func isWhole(entry []string) bool {
	return len(entry) == 2 && len(entry[1]) > 0 && fmt.Sprint(len(entry[1])) == entry[0] && strings.Trim(entry[1], entry[1][:1]) == ""
}

// startWriter starts a writer, changed by its caller, and waits until it writes.
func startWriter(t *testing.T, folder string, most int, change func(*exec.Cmd)) *exec.Cmd {
	t.Helper()
	writer := exec.Command(os.Args[0], fmt.Sprint(most))
	writer.Env = append(os.Environ(), writerVariable+"="+folder)
	writer.Stderr = os.Stderr
	if change != nil {
		change(writer)
	}
	out, err := writer.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := writer.Start(); err != nil {
		t.Skipf("no such process can be started here: %v", err)
	}
	lines := bufio.NewScanner(out)
	if !lines.Scan() || lines.Text() != "ready" {
		_ = writer.Wait()
		t.Fatalf("the writer says %q", lines.Text())
	}
	return writer
}

// checkWhole reads all entries and returns how many can be read.
func checkWhole(t *testing.T, s *Store) int {
	t.Helper()
	n := 0
	for i := range keysOfWriters {
		var entry []string
		if !s.Get(numbered(i), &entry) {
			continue
		}
		if n++; !isWhole(entry) {
			t.Fatalf("entry %d is no entry that was written", i)
		}
	}
	return n
}

// TestKilled kills a writer at random, many times, while another one writes and this process reads: no entry is ever
// read that was not written, and the next writer mends what the kill left.
func TestKilled(t *testing.T) {
	folder := t.TempDir()
	s := opened(t, folder)
	other := startWriter(t, folder, 0, nil)
	stopped := false
	stop := func() {
		if !stopped {
			stopped = true
			_ = other.Process.Kill()
			_ = other.Wait()
		}
	}
	defer stop()
	damaged := 0
	for range *kills {
		writer := startWriter(t, folder, 0, nil)
		for end := time.Now().Add(time.Duration(rand.IntN(60_000)) * time.Microsecond); time.Now().Before(end); {
			checkWhole(t, s)
		}
		if err := writer.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = writer.Wait()
		checkWhole(t, s)
		if rand.IntN(4) == 0 { // a part of the kills is followed by a collection while the other one writes
			if _, err := Collect(folder, Limits{Bytes: 500_000}); err != nil {
				t.Fatal(err)
			}
			checkWhole(t, s)
		}
	}
	stop()
	v, err := Verify(folder, func(Damage) bool { damaged++; return true })
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("after %d kills: %d entries, %d cut off, %d texts of no entry", *kills, v.Entries, damaged, v.Leftovers)
	for i := range keysOfWriters {
		s.Put(numbered(i), pattern(i, 1000))
	}
	if n := checkWhole(t, s); n != keysOfWriters {
		t.Errorf("%d entries can be read after all were written again", n)
	}
	if v, err := Verify(folder, nil); err != nil || len(v.Damaged) > 0 || v.Entries != keysOfWriters {
		t.Errorf("%v: %+v", err, v)
	}
}

// TestManyProcesses has eight processes write at once, one of which collects all the time.
func TestManyProcesses(t *testing.T) {
	folder := t.TempDir()
	s := opened(t, folder)
	var writers []*exec.Cmd
	for range 8 {
		writers = append(writers, startWriter(t, folder, 40, nil))
	}
	for range 20 {
		checkWhole(t, s)
		if _, err := Collect(folder, Limits{Bytes: 1_000_000}); err != nil {
			t.Error(err)
		}
	}
	for _, w := range writers {
		if err := w.Wait(); err != nil {
			t.Error(err)
		}
	}
	if v, err := Verify(folder, nil); err != nil || checkWhole(t, s) == 0 {
		t.Errorf("%v: %+v", err, v)
	}
}

// TestDiskFull has a writer fill a disk: what does not fit is not there, and nobody fails.
func TestDiskFull(t *testing.T) {
	folder := t.TempDir()
	opened(t, folder)
	kept := filepath.Join(t.TempDir(), "kept") // the disk is gone with the process
	writer := exec.Command("sh", "-c", `mount -t tmpfs -o size=300k none "$0" && "$1" 200; wrote=$?; df "$0" | tail -n 1; cp -r "$0" "$2" && exit $wrote`, folder, os.Args[0], kept)
	writer.Env = append(os.Environ(), writerVariable+"="+folder)
	writer.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS | syscall.CLONE_NEWUSER,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}}}
	out, err := writer.CombinedOutput()
	if err != nil && !strings.Contains(string(out), "ready") {
		t.Skipf("no disk can be mounted here: %v\n%s", err, out)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	s := opened(t, kept)
	n := checkWhole(t, s)
	t.Logf("%d entries on the full disk\n%s", n, out)
	if v, err := Verify(kept, func(Damage) bool { return true }); err != nil || v.Entries != n {
		t.Errorf("%v: %+v, but %d can be read", err, v, n)
	}
}

// TestFileTooLarge is TestDiskFull where nothing can be mounted: writes end in the middle of a file.
func TestFileTooLarge(t *testing.T) {
	folder := t.TempDir()
	writer := exec.Command("sh", "-c", `ulimit -f 100 && exec "$0" 60`, os.Args[0])
	writer.Env = append(os.Environ(), writerVariable+"="+folder)
	if out, err := writer.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	s := opened(t, folder)
	n := checkWhole(t, s)
	if v, err := Verify(folder, nil); err != nil || v.Entries != n || n == 0 {
		t.Errorf("%v: %+v, but %d can be read", err, v, n)
	}
}

// TestReadOnly has a process use a folder that it may not write to: it reads, and keeps nothing.
func TestReadOnly(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("another user's process is needed")
	}
	folder, err := os.MkdirTemp("/tmp", "store") // one that another user can get to
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(folder)
	if err := os.Chmod(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(folder, "program")
	text, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(program, text, 0o755); err != nil {
		t.Fatal(err)
	}
	s := opened(t, filepath.Join(folder, "results"))
	s.Put(numbered(0), pattern(0, 10))
	before, err := UsageOf(s.folder)
	if err != nil {
		t.Fatal(err)
	}
	writer := startWriter(t, s.folder, 10, func(c *exec.Cmd) {
		c.Path, c.Dir = program, "/"
		c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	})
	if err := writer.Wait(); err != nil {
		t.Error(err)
	}
	if after, err := UsageOf(s.folder); err != nil || after != before {
		t.Errorf("%v: %+v, then %+v", err, before, after)
	}
	if v, err := Verify(s.folder, nil); err != nil || len(v.Damaged) > 0 || v.Entries != 1 {
		t.Errorf("%v: %+v", err, v)
	}
}
