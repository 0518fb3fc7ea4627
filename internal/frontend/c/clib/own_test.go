package clib_test

import (
	"os"
	"strings"
	"testing"

	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/preprocess"
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
