package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"yogi/internal/store"
)

var kills = flag.Int("kills", 10, "how often TestStoreKilled kills a check that writes to the store")

// killed are the programs of TestStoreKilled, in turns: each number makes another one.
var killed = []struct{ name, verdict, text string }{
	{"safe", "TRUE", `void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  if (n < 0 || n > %d) return 0;
  while (i < n) i++;
  if (i != n) reach_error();
  return 0;
}`},
	{"unsafe", "FALSE(unreach-call)", `void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  if (n > 5 && n < 100 && m == 3 * n + %d) reach_error();
  return 0;
}`},
}

// TestStoreKilled kills checks at random while others use the same store: every check that comes to its end has the
// verdict that it has without a store, of the program of the one that was killed too.
func TestStoreKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("it makes some sixty checks")
	}
	folder := t.TempDir()
	cache := filepath.Join(folder, "kept")
	var paths []string
	program := func() (n int) { // one that no check has seen
		n = len(paths)
		of := killed[n%len(killed)]
		paths = append(paths, filepath.Join(folder, fmt.Sprintf("%s%d.c", of.name, n)))
		if err := os.WriteFile(paths[n], fmt.Appendf(nil, of.text, 20+n), 0o600); err != nil {
			t.Fatal(err)
		}
		return n
	}
	check := func(n int) *exec.Cmd {
		command := exec.Command("yogi", "check", "--json", "--timeout", "60s", "--cache", cache, paths[n])
		command.Env = append(os.Environ(), "TMPDIR="+folder)
		return command
	}
	expect := func(n int) {
		t.Helper()
		command := check(n)
		var told bytes.Buffer
		command.Stderr = &told
		text, _ := command.Output() // the exit status of a FALSE is 1
		var result struct{ Verdict string }
		if err := json.Unmarshal(text, &result); err != nil {
			t.Fatalf("%v: %s%s", err, text, told.String())
		}
		if want := killed[n%len(killed)].verdict; result.Verdict != want {
			t.Errorf("%s is %s, want %s", paths[n], result.Verdict, want)
		}
	}
	began := time.Now()
	for range killed {
		expect(program())
	}
	longest := 2 * time.Since(began) / time.Duration(len(killed)) // two checks are made at once
	made := 0
	for done := 0; done < *kills; made++ {
		n := program()
		victim := check(n)
		if err := victim.Start(); err != nil {
			t.Fatal(err)
		}
		stop := time.AfterFunc(rand.N(longest), func() { _ = victim.Process.Kill() })
		expect(rand.IntN(n))
		_ = victim.Wait()
		stop.Stop()
		if status, ok := victim.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
			done++
		}
		expect(n)
	}
	verified, err := store.Verify(cache, nil)
	t.Logf("%d of %d checks were killed: %d entries can be read, %d are damaged, %d texts are of no entry", *kills, made, verified.Entries, len(verified.Damaged), verified.Leftovers)
	if err != nil {
		t.Error(err)
	}
	for _, d := range verified.Damaged {
		if !strings.Contains(d.What, "cut off") { // which is as if it were not there
			t.Errorf("%s: %s", d.Path, d.What)
		}
	}
}
