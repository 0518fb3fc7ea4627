package ctest

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"yogi/internal/verdict"
)

// hostile is a program that wants more than to compute. No file may be made or changed, and the run
// may not be taken for one that reaches the error: the programs call reach_error where they get
// through. FILE in the text is a file in a folder of its own that is not there, SECRET one that is.
type hostile struct {
	name     string
	text     string
	property string
	model    string // "": LP64
	want     Ending
}

const hostileHead = `
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <unistd.h>
#include <signal.h>
#include <sys/syscall.h>
void reach_error(void);
static void make(void) { int f = syscall(SYS_openat, -100, "FILE", O_CREAT | O_WRONLY, 0644); if (f >= 0) syscall(SYS_write, f, "x", 1); }
`

var hostiles = []hostile{
	{name: "a file by a function before all constructors", want: Missed,
		text: `__attribute__((section(".preinit_array"), used)) static void (*before)(void) = make; int main(void) { return 0; }`},
	{name: "a file by a constructor", want: Missed,
		text: `__attribute__((constructor(101))) static void before(void) { make(); } int main(void) { return 0; }`},
	{name: "a file while the program is linked at its start", want: Missed, text: `
static int one(void) { return 1; }
static long call(long n, long a, long b, long c, long d) { long r; register long d_ __asm__("r10") = d; __asm__ volatile("syscall" : "=a"(r) : "a"(n), "D"(a), "S"(b), "d"(c), "r"(d_) : "rcx", "r11", "memory"); return r; }
static void *choose(void) { call(257, -100, (long)"FILE", O_CREAT | O_WRONLY, 0644); return one; }
int chosen(void) __attribute__((ifunc("choose")));
int main(void) { return chosen(); }`},
	{name: "a file by the end of the program", want: Missed,
		text: `__attribute__((destructor)) static void after(void) { make(); } int main(void) { atexit(make); return 0; }`},
	{name: "a file beside itself", want: Missed,
		text: `int main(void) { if (fopen("made", "w") || !unlink("program.c") || !truncate("program.c", 0) || !mkdir("made", 0755) || !symlink("/", "made")) reach_error(); return 0; }`},
	{name: "another's file is read", want: Missed,
		text: `int main(void) { if (fopen("SECRET", "r") || fopen("/etc/passwd", "r") || fopen("/proc/1/environ", "r")) reach_error(); return 0; }`},
	{name: "its parent's environment", want: Missed,
		text: `int main(void) { char name[40]; sprintf(name, "/proc/%d/environ", getppid()); if (fopen(name, "r")) reach_error(); return 0; }`},
	{name: "the network", want: Missed, text: `#include <sys/socket.h>
int main(void) { for (int family = 0; family < 40; family++) for (int type = 1; type < 6; type++) if (socket(family, type, 0) >= 0) reach_error(); return 0; }`},
	{name: "a child", want: Missed,
		text: `int main(void) { if (fork() >= 0 || vfork() >= 0 || syscall(SYS_clone, 17, 0, 0, 0, 0) >= 0) reach_error(); return 0; }`},
	{name: "a thread", want: Missed, text: `#include <pthread.h>
static void *run(void *p) { make(); return p; }
int main(void) { pthread_t t; if (!pthread_create(&t, 0, run, 0)) reach_error(); return 0; }`},
	{name: "another program", want: Missed,
		text: `int main(void) { char *a[] = {"sh", "-c", "echo > FILE", 0}; execv("/bin/sh", a); syscall(SYS_execveat, 1000, "", a, a, 0x1000); system("echo > FILE"); return 0; }`},
	{name: "a hold on another process", want: Missed, text: `#include <sys/ptrace.h>
#include <sys/uio.h>
int main(void) { char b[8]; struct iovec here = {b, 8}, there = {(void *)main, 8};
 if (!ptrace(PTRACE_TRACEME, 0, 0, 0) || !ptrace(PTRACE_ATTACH, getppid(), 0, 0) || process_vm_readv(getppid(), &here, 1, &there, 1, 0) > 0) reach_error(); return 0; }`},
	{name: "a signal to its parent", want: Missed,
		text: `int main(void) { if (!kill(getppid(), 0) || !kill(-1, 0) || !syscall(SYS_tgkill, getppid(), getppid(), 0)) reach_error(); return 0; }`},
	{name: "memory", want: Missed,
		text: `int main(void) { unsigned long n = 0; for (char *p; p = malloc(1 << 20); n++) memset(p, 1, 1 << 20); if (n > 4096) reach_error(); return 0; }`},
	{name: "memory beside a sanitizer", want: Missed, property: "valid-deref",
		text: `int main(void) { for (char *p; p = malloc(1 << 24);) memset(p, 1, 1 << 24); return 0; }`},
	{name: "time", want: Missed, text: `int main(void) { signal(SIGXCPU, SIG_IGN); signal(SIGTERM, SIG_IGN); for (;;) ; }`},
	{name: "gigabytes of text", want: Missed,
		text: `int main(void) { static char b[1 << 20]; for (int i = 0; i < 4096; i++) write(2, b, sizeof b), write(1, b, sizeof b); return 0; }`},
	{name: "higher limits", want: Missed, text: `#include <sys/resource.h>
int main(void) { struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY}; for (int i = 0; i < 16; i++) if (!setrlimit(i, &all)) reach_error(); return 0; }`},
	{name: "functions of the library that the driver may call", want: Missed, text: `
void _exit(int s) { syscall(SYS_exit_group, 97); for (;;); } void abort(void) { _exit(97); } long write(int f, const void *p, unsigned long n) { _exit(97); }
int main(void) { return 0; }`},
	{name: "system calls that all end it", want: Missed,
		text: `long syscall(long n, ...) { __asm__ volatile("syscall" :: "a"(231), "D"(97), "S"(0)); return 0; } int main(void) { return 0; }`},
	{name: "a function of the driver", want: NotBuilt, text: `void yogi_reached_error(void) { } int main(void) { yogi_reached_error(); return 0; }`},
	{name: "a function of the driver in a macro", want: NotBuilt, text: "#define end() yogi_system(231, 97)\nint main(void) { end(); return 0; }"},
	{name: "a function of the driver in assembly", want: NotBuilt, text: `int main(void) { __asm__("call yogi_reached_error"); return 0; }`},
	{name: "a function of the driver put together in assembly", want: Missed, text: `int main(void) { __asm__("call yogi" "_reached_error"); return 0; }`},
	{name: "the section of the driver", want: Missed, text: `
__attribute__((section(".yogi" "_report"), aligned(64), used)) void end(int s) { __asm__ volatile("syscall" :: "a"(231), "D"(97), "S"(0)); }
int main(void) { end(97); return 0; }`},
	{name: "the driver's exit status", want: Missed, text: `int main(void) { return 97; }`},
	{name: "the driver's exit status and words", want: Missed,
		text: `int main(void) { fprintf(stderr, "yogi: the error is reached (0)\nyogi: the error is reached\n"); fflush(stderr); _exit(97); }`},
	{name: "the driver's exit status by its low byte", want: Missed, text: `int main(void) { syscall(SYS_exit_group, 256 + 97); return 0; }`},
	{name: "the driver's exit status of the last thread", want: Missed, text: `int main(void) { syscall(SYS_exit, 97); return 0; }`},
	{name: "system calls of 32 bits", want: Missed, text: `
static int call(int n, int a, int b, int c) { int r; __asm__ volatile("int $0x80" : "=a"(r) : "a"(n), "b"(a), "c"(b), "d"(c) : "memory"); return r; }
static char name[] = "made";
int main(void) { if (call(5, (int)(long)name, O_CREAT | O_WRONLY, 0644) >= 0 || call(2, 0, 0, 0) >= 0 || call(102, 1, (int)(long)name, 0) >= 0) reach_error(); return call(252, 97, 0, 0); }`},
	{name: "a program of 32 bits", model: "ILP32", want: Missed, text: `
__attribute__((section(".preinit_array"), used)) static void (*before)(void) = make;
int main(void) { if (fork() >= 0 || fopen("SECRET", "r") || !kill(getppid(), 0)) reach_error(); syscall(SYS_exit_group, 97); return 0; }`},
	{name: "a file that the assembler reads", want: NotBuilt, text: `__asm__(".data\n.globl secret\nsecret: .incbin \"SECRET\"\n"); int main(void) { return 0; }`},
	{name: "a file that the compiler reads", want: NotBuilt, text: "#include \"SECRET\"\nint main(void) { return 0; }"},
	{name: "a file that the assembler makes without end", want: NotBuilt, text: `__asm__(".data\n.fill 0x4000000000, 1, 1\n"); int main(void) { return 0; }`},
}

func TestHostilePrograms(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("gcc is not installed")
	}
	for _, h := range hostiles {
		t.Run(h.name, func(t *testing.T) {
			t.Parallel()
			h.check(t)
		})
	}
}

func (h hostile) check(t *testing.T) {
	outside := t.TempDir()
	secret, file := filepath.Join(outside, "secret"), filepath.Join(outside, "made")
	if err := os.WriteFile(secret, []byte("int secret;\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	text := strings.NewReplacer("FILE", file, "SECRET", secret).Replace(hostileHead + h.text + "\n")
	setting := Setting{Units: []Unit{{File: "t.c", Text: text}}, DataModel: cmp.Or(h.model, "LP64"), Entry: "main", Property: h.property}
	plan := NewPlan(sample{setting: setting}.program(), &verdict.Test{}, setting, ByFunction)
	folder, scratch := t.TempDir(), t.TempDir()
	if err := plan.Write(folder, plan.Generate(), nil); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	got, err := plan.BuildAndRun(t.Context(), folder, scratch)
	if err != nil {
		t.Fatal(err)
	}
	if got.Ending != h.want {
		t.Errorf("ended with %d (%s), want %d", got.Ending, got.Detail, h.want)
	}
	t.Logf("%.1f s: %s", time.Since(start).Seconds(), got.Detail)
	if _, err := os.Stat(file); err == nil {
		t.Errorf("it made the file %s", file)
	}
	if _, err := os.Stat(filepath.Join(scratch, "made")); err == nil {
		t.Error("it made a file beside itself")
	}
	if left, err := os.ReadFile(filepath.Join(scratch, ProgramFile)); err == nil && !strings.Contains(string(left), "reach_error") {
		t.Error("it changed its own text")
	}
}
