package clib_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"yogi/internal/frontend/c/clib"
)

// calls are calls of functions with each argument as it is made: s:TEXT is a string, t:TEXT one
// without its end, b:TYPE an object, or objects, of that type, as large as the table says that is
// written or read; w:N of so many bytes where the table has no number; anything else is C.
var calls = []string{
	"strlen s:abc", "strnlen t:abc 3", "strcmp s:ab s:abc", "strncmp t:abc t:abd 3", "strchr s:abc 'c'", "strstr s:abcd s:cd", "strspn s:abc s:ab",
	"strcpy w:4 s:abc", "strncpy b:char t:abc 3", "strcat w:5 s:abc", "strdup s:abc", "strndup t:abc 3", "strxfrm b:char s:abc 4",
	"strerror_r 1 b:char 64", "memcpy b:char b:char 5", "memccpy b:char t:axb 'x' 3", "memset b:char 1 5", "memchr t:abx 'x' 9", "memmem b:char 4 b:char 2",
	"swab b:char b:char 4", "bcopy b:char b:char 4", "wcslen L\"abc\"", "wmemset b:wchar_t 'x' 3", "wmemcpy b:wchar_t b:wchar_t 3", "wcsncpy b:wchar_t L\"abc\" 5",
	"mbstowcs b:wchar_t s:abc 4", "wcstombs b:char L\"abc\" 4", "wcrtomb b:char L'x' b:mbstate_t", "mbrtowc b:wchar_t t:a 1 b:mbstate_t",
	"atoi s:12", "strtol s:12x b:char* 10", "strtod s:1.5 b:char*", "rand_r b:unsigned", "erand48 b:short", "nrand48 b:short", "getloadavg b:double 3",
	"getenv s:PATH", "mkstemp w:0", "a64l s:abc", "getentropy b:char 16", "getrandom b:char 16 0", "arc4random_buf b:char 16",
	"time b:time_t", "mktime b:struct_tm", "gmtime_r b:time_t b:struct_tm", "localtime_r b:time_t b:struct_tm", "asctime_r b:struct_tm b:char", "ctime_r b:time_t b:char",
	"strftime b:char 5 s:%Y b:struct_tm", "clock_gettime 0 b:struct_timespec", "clock_getres 0 b:struct_timespec", "gettimeofday b:struct_timeval 0", "times b:struct_tms",
	"nanosleep b:struct_timespec b:struct_timespec", "getitimer 0 b:struct_itimerval", "stat s:. b:struct_stat", "lstat s:. b:struct_stat", "fstat 0 b:struct_stat",
	"statvfs s:. b:struct_statvfs", "access s:. 0", "open s:nofile 0", "rename s:nofile s:nothing", "unlink s:nofile", "pipe b:int", "read -1 b:char 4", "write -1 b:char 4",
	"readlink s:/proc/self/exe b:char 5", "getcwd b:char 300", "realpath s:. b:char", "gethostname b:char 65", "getgroups 64 b:gid_t", "uname b:struct_utsname",
	"getrusage 0 b:struct_rusage", "getrlimit 0 b:struct_rlimit", "getresuid b:uid_t b:uid_t b:uid_t", "sysinfo b:struct_sysinfo", "confstr 0 b:char 4", "wait b:int",
	"waitpid -1 b:int 1", "poll b:struct_pollfd 2 0", "sigemptyset b:sigset_t", "sigfillset b:sigset_t", "sigaddset b:sigset_t 3", "sigismember b:sigset_t 3",
	"sigprocmask 0 b:sigset_t b:sigset_t", "sigpending b:sigset_t", "inet_addr s:1.2.3.4", "inet_aton s:1.2.3.4 b:struct_in_addr", "inet_pton 10 s:::1 b:char",
	"frexp 3.5 b:int", "modf 3.5 b:double", "sincos 1.0 b:double b:double", "tcgetattr 0 b:struct_termios", "fnmatch s:a* s:ab 0", "sched_getparam 0 b:struct_sched_param",
	"fwrite b:char 2 2 stderr_", "fputs s:a stderr_", "fread b:char 2 2 empty_", "fgets b:char 4 empty_", "setlocale 0 s:C", "perror s:x", "getdomainname b:char 65",
}

// TestTable calls functions of the machine's library with objects that end where no memory is, as
// large as the table says, in memory that can only be read where the table says so: a function that
// accesses more than it may crashes.
func TestTable(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("gcc is not installed")
	}
	var program strings.Builder
	program.WriteString(guarded)
	for _, line := range calls {
		words := strings.Fields(line)
		f, ok := clib.Lookup(words[0])
		if !ok {
			t.Errorf("%s is not in the table", words[0])
			continue
		}
		fmt.Fprintf(&program, "  begin(\"%s\");\n  { ", words[0])
		var names []string
		for i, word := range words[1:] {
			names = append(names, fmt.Sprintf("a%d", i+1))
			fmt.Fprintf(&program, "%s ", argument(f, i, word, words))
		}
		fmt.Fprintf(&program, "(void)%s(%s); }\n", words[0], strings.Join(names, ", "))
	}
	program.WriteString("  return 0;\n}\n")
	folder := t.TempDir()
	source, binary := filepath.Join(folder, "calls.c"), filepath.Join(folder, "calls")
	if err := os.WriteFile(source, []byte(program.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-w", "-O0", "-fno-builtin", "-o", binary, source, "-lm").CombinedOutput(); err != nil {
		t.Skipf("the calls are not compiled: %v\n%s", err, out)
	}
	run := exec.Command(binary)
	run.Dir = folder
	out, err := run.CombinedOutput()
	if err != nil {
		said := strings.Split(strings.TrimSpace(string(out)), "\n")
		t.Errorf("%v in a call of %s", err, said[len(said)-1])
	}
}

// argument is the statement that makes an argument: a variable of its value.
func argument(f *clib.Function, i int, word string, words []string) string {
	p := f.Params[i]
	protect := 0
	if p.Write.Unit == clib.Nothing {
		protect = 1
	}
	kind, value, _ := strings.Cut(word, ":")
	value = strings.ReplaceAll(value, "_", " ")
	if strings.HasSuffix(value, " t") { // the name of a type
		value = strings.TrimSuffix(value, " t") + "_t"
	}
	value = strings.NewReplacer("in addr", "in_addr", "sched param", "sched_param").Replace(value)
	switch kind {
	case "s":
		return fmt.Sprintf("char *a%d = text(\"%s\", %d, %d);", i+1, value, len(value)+1, protect)
	case "t":
		return fmt.Sprintf("char *a%d = text(\"%s\", %d, %d);", i+1, value, len(value), protect)
	case "w":
		if words[0] == "mkstemp" {
			return fmt.Sprintf("char *a%d = text(\"tXXXXXX\", 8, 0);", i+1)
		}
		return fmt.Sprintf("char *a%d = room(%s, 0);", i+1, value)
	case "b":
		a := p.Write
		if a.Unit == clib.Nothing {
			a = p.Read
		}
		size := "1"
		if a.Unit != clib.Bytes {
			size = "sizeof(" + value + ")"
		}
		for _, n := range a.Count {
			if n.Param == 0 {
				size += fmt.Sprintf(" * %d", n.Const)
			} else {
				size += " * " + words[n.Param]
			}
		}
		return fmt.Sprintf("void *a%d = room(%s, %d);", i+1, size, protect)
	}
	return fmt.Sprintf("__auto_type a%d = %s;", i+1, word)
}

const guarded = `#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <locale.h>
#include <math.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
static void begin(const char *name) { write(1, name, strlen(name)); write(1, "\n", 1); }
/* So many bytes in front of a page without access. */
static void *bytes(const void *from, size_t n, int protect)
{
  size_t page = 4096, all = (n + page - 1) / page * page + page;
  char *base = mmap(0, all + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  char *at = base + all - n;
  mprotect(base + all, page, PROT_NONE);
  if (from) memcpy(at, from, n);
  if (protect) mprotect(base, all, PROT_READ);
  return at;
}
static void *room(size_t n, int protect) { return bytes(0, n, protect); }
static void *text(const char *from, size_t n, int protect) { return bytes(from, n, protect); }
int main(void)
{
  FILE *stderr_ = fopen("/dev/null", "w"), *empty_ = fopen("/dev/zero", "r");
  signal(SIGPIPE, SIG_IGN);
`
