package typecheck

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

var expectedError = regexp.MustCompile(`/\* ERROR "(.*?)" \*/`)

// TestErrors checks the programs of testdata/errors: the files are split at lines of dashes, and each part
// has exactly the diagnostics that its comments name, each in its line.
func TestErrors(t *testing.T) {
	files, err := filepath.Glob("testdata/errors/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		line := 0
		for _, part := range strings.Split(string(data), "// ----\n") {
			// Lines before the part keep the numbers those of the file.
			checkErrors(t, file, strings.Repeat("\n", line)+part)
			line += strings.Count(part, "\n") + 1
		}
	}
}

func checkErrors(t *testing.T, file, text string) {
	t.Helper()
	_, ds, err := Check(context.Background(), Options{DataModel: "LP64", Files: []string{file}, Source: map[string][]byte{file: []byte(text)}})
	if err != nil {
		t.Fatal(err)
	}
	found := map[int][]string{}
	for _, d := range ds {
		if d.Pos.File != file || d.Pos.Line == 0 {
			t.Errorf("%s: a diagnostic without a place", d)
		}
		found[d.Pos.Line] = append(found[d.Pos.Line], d.Message)
	}
	for i, line := range strings.Split(text, "\n") {
		for _, m := range expectedError.FindAllStringSubmatch(line, -1) {
			messages := found[i+1]
			if len(messages) == 0 {
				t.Errorf("%s:%d: no error, want %q", file, i+1, m[1])
				continue
			}
			if !regexp.MustCompile(m[1]).MatchString(messages[0]) {
				t.Errorf("%s:%d: error %q, want %q", file, i+1, messages[0], m[1])
			}
			found[i+1] = messages[1:]
		}
	}
	for line, messages := range found {
		for _, m := range messages {
			t.Errorf("%s:%d: unexpected error %q", file, line, m)
		}
	}
}

// TestAccepted checks programs that are unusual but valid for gcc.
func TestAccepted(t *testing.T) {
	files, err := filepath.Glob("testdata/accepted/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, file := range files {
		for _, model := range []string{"ILP32", "LP64"} {
			_, ds, err := Check(context.Background(), Options{DataModel: model, Files: []string{file}})
			if err != nil || len(ds) > 0 {
				t.Errorf("%s: %v\n%v", model, ds, err)
			}
		}
	}
}

// TestMutations checks that damaged programs are refused or accepted, in bounded time, without a panic.
func TestMutations(t *testing.T) {
	files, err := filepath.Glob("testdata/*/*.c")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for n := 0; n < len(data); n += 1 + len(data)/25 {
			for _, mutant := range mutants(data, n) {
				checkMutant(t, file, mutant)
			}
		}
	}
}

// mutants damages the text at offset n: it ends there, or loses, doubles or changes some bytes.
func mutants(data []byte, n int) [][]byte {
	end := min(n+7, len(data))
	join := func(parts ...[]byte) []byte {
		var out []byte
		for _, p := range parts {
			out = append(out, p...)
		}
		return out
	}
	return [][]byte{
		data[:n], join(data[:n], data[end:]), join(data[:end], data[n:]), join(data[:n], []byte("}"), data[n:]),
		join(data[:n], []byte("("), data[n:]), join(data[:n], []byte{0xff, '"'}, data[n:]), join(data[:n], []byte(" int "), data[end:]),
		join(data[:n], []byte("\n#if\n"), data[n:]),
	}
}

func checkMutant(t *testing.T, file string, mutant []byte) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	defer func() {
		if r := recover(); r != nil {
			t.Fatalf("%s: panic %v on\n%s", file, r, mutant)
		}
	}()
	_, _, err := Check(ctx, Options{DataModel: "ILP32", Files: []string{file}, Source: map[string][]byte{file: mutant}})
	if err != nil {
		t.Fatalf("%s: %v on\n%s", file, err, mutant)
	}
}
