package concrete_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"yogi/internal/ir"
	"yogi/internal/sem"
	"yogi/internal/sem/concrete"
	"yogi/internal/term"
)

// cProgram is the loop of testdata/NAME.ir in C: it prints the nanoseconds of a round.
const cProgram = `
#include <stdio.h>
#include <time.h>
unsigned g;
unsigned M[1024];
unsigned step(unsigned a, unsigned b) { unsigned r = a * 3 + b; g = g + 1; return r; }
void loop(unsigned n) {
  unsigned i = 0, s = 1;
  while (i < n) { s = s * 3 + i; if ((s & 1) == 0) s = s ^ 0x55; i = i + 1; }
}
void calls(unsigned n) {
  unsigned i = 0, s = 1;
  while (i < n) { s = step(s, i + 1); i = i + 1; }
}
void memory(unsigned n) {
  unsigned i = 0;
  while (i < n) { unsigned *p = M + (i & 1023); *p = *p + i; i = i + 1; }
}
int main(void) {
  struct timespec a, b;
  unsigned n = 50000000;
  clock_gettime(CLOCK_MONOTONIC, &a);
  NAME(n);
  clock_gettime(CLOCK_MONOTONIC, &b);
  printf("%g", ((b.tv_sec - a.tv_sec) * 1e9 + (b.tv_nsec - a.tv_nsec)) / n);
  return 0;
}
`

// rounds is a source whose one input is the number of rounds.
type rounds uint64

func (n rounds) Input(_ *concrete.Machine, _ *ir.Block, _ int, h *ir.Havoc) term.Value {
	return term.BVValue(h.Dst.Sort.Width, uint64(n))
}

func (rounds) Choose(_ *concrete.Machine, _ *ir.Block, _ *ir.Goto, enabled []int) int {
	return enabled[0]
}

// recorder keeps every state of a run, as the engine's forest does.
type recorder struct {
	memory sem.Recorder[term.Value]
	points []*sem.Point[term.Value] // of the active frames, the last ones
}

func (r *recorder) last() **sem.Point[term.Value] { return &r.points[len(r.points)-1] }

// Step implements concrete.Observer.
func (r *recorder) Step(m *concrete.Machine, _ *ir.Block, _ int) {
	p := r.last()
	*p = r.memory.Step(*p, m.GlobalWrites(), m.LocalWrites())
}

// Enter implements concrete.Observer.
func (r *recorder) Enter(m *concrete.Machine, _ *ir.Block) {
	r.points = append(r.points, r.memory.Enter(*r.last(), m.Frame().Locals))
}

// Exit implements concrete.Observer.
func (r *recorder) Exit(m *concrete.Machine, from *ir.Block) { r.Step(m, from, 0) }

// Leave implements concrete.Observer.
func (r *recorder) Leave(m *concrete.Machine, _ *ir.Block) {
	callee := *r.last()
	r.points = r.points[:len(r.points)-1]
	p := r.last()
	*p = r.memory.Leave(callee, *p, m.GlobalWrites(), m.LocalWrites())
}

func clone[T any](list []T) []T { return append([]T(nil), list...) }

// run executes the loop of a program and returns the time of a round.
func run(b testing.TB, name string, n int, record bool) time.Duration {
	p := load(b, filepath.Join("testdata", name+".ir"))
	slots := sem.NewSlots(p)
	m := concrete.New(p, slots, rounds(n))
	var observer concrete.Observer
	if record {
		root := sem.NewRoot(clone(m.Globals()), clone(m.Frame().Locals))
		observer = &recorder{points: []*sem.Point[term.Value]{root}}
	}
	start := time.Now()
	out, err := m.Run(observer, 1<<40, nil)
	if err != nil || out.Kind != concrete.Returned {
		b.Fatal(out, err)
	}
	return time.Since(start)
}

func BenchmarkLoop(b *testing.B) {
	for _, name := range []string{"loop", "calls", "memory"} {
		for _, record := range []bool{false, true} {
			title := name
			if record {
				title += "-recorded"
			}
			b.Run(title, func(b *testing.B) {
				b.ReportAllocs()
				run(b, name, b.N, record)
			})
		}
	}
}

// BenchmarkRatio measures the loops against gcc -O0: the ratios are how many times slower a round is.
func BenchmarkRatio(b *testing.B) {
	compiler, err := exec.LookPath("gcc")
	if err != nil {
		b.Skip("no gcc")
	}
	for _, name := range []string{"loop", "calls", "memory"} {
		b.Run(name, func(b *testing.B) {
			native := compiled(b, compiler, name)
			const n, tested = 300_000, 10_000 // a test that is recorded is short
			var plain, recorded time.Duration
			for range b.N {
				plain += run(b, name, n, false)
				recorded += run(b, name, tested, true)
			}
			each := func(d time.Duration, n int) float64 { return float64(d.Nanoseconds()) / float64(b.N*n) }
			b.ReportMetric(native, "gcc-ns/round")
			b.ReportMetric(each(plain, n), "ns/round")
			b.ReportMetric(each(plain, n)/native, "ratio")
			b.ReportMetric(each(recorded, tested)/native, "recorded-ratio")
		})
	}
}

// compiled is the time of a round of the C program, in nanoseconds.
func compiled(b *testing.B, compiler, name string) float64 {
	b.Helper()
	dir := b.TempDir()
	source := filepath.Join(dir, "p.c")
	if err := os.WriteFile(source, []byte(strings.ReplaceAll(cProgram, "NAME", name)), 0o600); err != nil {
		b.Fatal(err)
	}
	program := filepath.Join(dir, "p")
	if out, err := exec.Command(compiler, "-O0", "-o", program, source).CombinedOutput(); err != nil {
		b.Fatal(fmt.Errorf("%w: %s", err, out))
	}
	out, err := exec.Command(program).Output()
	if err != nil {
		b.Fatal(err)
	}
	native, err := strconv.ParseFloat(string(out), 64)
	if err != nil {
		b.Fatal(err)
	}
	return native
}
