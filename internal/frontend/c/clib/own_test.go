package clib_test

import (
	"os"
	"strings"
	"testing"

	"yogi/internal/frontend/c"
	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/frontend/c/typecheck"
)

// undeclared are not in the headers that come with the checker: for files of 64 bits, or with types
// that those do not have.
var undeclared = map[string]bool{
	"fgetpos64": true, "fsetpos64": true, "select": true, "pselect": true, "getrlimit64": true, "setrlimit64": true, "waitid": true,
	"wctrans": true, "wctype": true, "wcstoimax": true, "wcstoumax": true, "sigaltstack": true, "prlimit": true, "prlimit64": true,
	"__strtok_r": true, "strerror_l": true, "fgetwc_unlocked": true, "getwc_unlocked": true, "fopen64": true, "freopen64": true, "tmpfile64": true,
	"open_wmemstream": true, "fseeko64": true, "ftello64": true, "__asprintf": true, "__getdelim": true, "mkstemp64": true, "open64": true,
	"creat64": true, "openat64": true, "lseek64": true, "pread64": true, "pwrite64": true, "ftruncate64": true, "truncate64": true,
	"readdir64": true, "mmap64": true, "stat64": true, "lstat64": true, "fstat64": true, "fstatat64": true,
}

// TestOwnHeaders: what the machine's headers declare of the table, those of the same names that
// come with the checker do too. A call of what is not declared would have a result of another type,
// and be one of a function of which nothing is known.
func TestOwnHeaders(t *testing.T) {
	var included strings.Builder
	included.WriteString("#define _GNU_SOURCE\n")
	for _, h := range headers {
		if _, err := os.Stat("../preprocess/headers/" + h); err == nil {
			included.WriteString("#include <" + h + ">\n")
		}
	}
	declared := map[string][2]bool{}
	for own := range 2 {
		unit, diagnostics, err := typecheck.Check(t.Context(), typecheck.Options{
			DataModel: "LP64", Files: []string{"all.c"}, Source: map[string][]byte{"all.c": []byte(included.String())},
			Reading: preprocess.Reading{SystemOwn: own == 0},
		})
		switch {
		case own == 1 && (err != nil || len(diagnostics) > 0):
			t.Fatal("the headers that come with the checker are not read: ", err, diagnostics)
		case err != nil || len(diagnostics) > 0:
			t.Skip("the machine's headers are not read: ", err, diagnostics)
		}
		for _, f := range unit.Functions {
			d := declared[f.Name]
			d[own] = true
			declared[f.Name] = d
		}
	}
	for _, f := range clib.Functions() {
		if d := declared[f.Name]; d[0] && !d[1] && !undeclared[f.Name] {
			t.Errorf("%s is declared by the machine's headers alone", f.Name)
		}
	}
}

// TestOwnTypes compares the sizes and alignments of the types of the headers that come with the checker with those of
// the machine's, for both sizes of pointers.
func TestOwnTypes(t *testing.T) {
	var text strings.Builder
	for _, h := range append([]string{"setjmp.h", "sys/un.h", "sys/ioctl.h"}, headers...) {
		if _, err := os.Stat("../preprocess/headers/" + h); err == nil {
			text.WriteString("#include <" + h + ">\n")
		}
	}
	names := strings.Fields(`FILE fpos_t off_t ssize_t time_t clock_t clockid_t timer_t jmp_buf sigjmp_buf pthread_t pthread_mutex_t pthread_cond_t
		pthread_rwlock_t pthread_attr_t pthread_key_t pthread_once_t pthread_mutexattr_t sigset_t siginfo_t stack_t sig_atomic_t
		socklen_t nfds_t fd_set mbstate_t wint_t sem_t fenv_t fexcept_t div_t ldiv_t lldiv_t imaxdiv_t int_fast16_t max_align_t
		regex_t regmatch_t dev_t ino_t mode_t nlink_t blksize_t blkcnt_t rlim_t`)
	for _, name := range strings.Fields(`stat tm timespec dirent sigaction sockaddr msghdr sockaddr_storage linger sockaddr_in in_addr
		sockaddr_in6 sockaddr_un pollfd timeval itimerval rusage rlimit utsname termios passwd group lconv flock option iovec utimbuf
		tms sched_param winsize hostent servent protoent netent addrinfo`) {
		names = append(names, "struct "+name)
	}
	for _, n := range names {
		text.WriteString("const unsigned long size_" + strings.ReplaceAll(n, " ", "_") + " = sizeof(" + n + ") * 1000 + _Alignof(" + n + ");\n")
	}
	for _, model := range []string{"LP64", "ILP32"} {
		if !c.MachineHeaders(model) {
			t.Log("the machine has no headers for ", model)
			continue
		}
		sizes := [2]map[string]string{{}, {}}
		for own := range 2 {
			unit, diagnostics, err := typecheck.Check(t.Context(), typecheck.Options{
				DataModel: model, Files: []string{"all.c"}, Source: map[string][]byte{"all.c": []byte(text.String())},
				Reading: preprocess.Reading{SystemOwn: own == 0},
			})
			if err != nil || len(diagnostics) > 0 {
				t.Fatal("the headers are not read, the machine's first: ", own, err, diagnostics)
			}
			for _, o := range unit.Objects {
				if strings.HasPrefix(o.Name, "size_") && o.Init != nil {
					o.Init.EachValue(func(e tree.Expr) { sizes[own][o.Name] = tree.ConstantOf(e).Int.String() })
				}
			}
		}
		if len(sizes[0]) != len(names) {
			t.Errorf("%s: %d sizes of %d types", model, len(sizes[0]), len(names))
		}
		for name, machine := range sizes[0] {
			if own := sizes[1][name]; own != machine {
				t.Errorf("%s: %s is %s (size and alignment), of the machine's headers %s", model, name, own, machine)
			}
		}
	}
}
