package typecheck

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// further are the names that glibc's headers give the arguments that a function with a check of sizes has in addition.
// Where there is none, the type stands.
var further = []string{"flag", "slen", "buflen", "nreal", "fdslen", "bufsize", "resolvedlen", "ptrlen", "destlen", "size_t"}

// The positions of the further arguments are those of the prototypes in the machine's headers.
func TestFortifiedAsInHeaders(t *testing.T) {
	headers, err := filepath.Glob("/usr/include/x86_64-linux-gnu/bits/*.h")
	if err != nil || len(headers) == 0 {
		t.Skip("no headers of glibc", err)
	}
	prototype := regexp.MustCompile(`extern\s[^;{}()#]*\b__(\w+)_chk\s*\(([^;{}()]*)\)`)
	found := 0
	for _, header := range headers {
		text, err := os.ReadFile(header)
		if err != nil {
			t.Skip(err)
		}
		for _, m := range prototype.FindAllStringSubmatch(string(text), -1) {
			drop, name := fortified[m[1]], m[1]
			if drop == nil {
				continue
			}
			found++
			var got []int
			for i, parameter := range strings.Split(m[2], ",") {
				words := strings.Fields(parameter)
				last := strings.TrimLeft(words[len(words)-1], "_*")
				// fgets takes the number of bytes as __n, gethostname as __buflen.
				isFurther := slices.Contains(further, last) || strings.HasPrefix(name, "fgets") && last == "size"
				if name == "gethostname" && last == "buflen" {
					isFurther = false
				}
				if isFurther {
					got = append(got, i)
				}
			}
			if !slices.Equal(got, drop) {
				t.Errorf("%s: __%s_chk(%s) has further arguments %v, not %v", header, name, m[2], got, drop)
			}
		}
	}
	if found < 20 {
		t.Skipf("only %d prototypes", found)
	}
}
