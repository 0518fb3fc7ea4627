package angelic

import (
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A mutation makes a defect of one kind in a line; ok says whether it can there.
type mutation struct {
	kind, name string
	change     func(lines []string, i int) (changed []string, ok bool)
}

var (
	nullTest  = regexp.MustCompile(`^(\t+)(}? ?(?:else )?if) \(!(\w+)\)( \{)?$`)
	someTest  = regexp.MustCompile(`^(\t+)(}? ?(?:else )?if) \((\w+)\)( \{)?$`)
	bothTest  = regexp.MustCompile(`^(\t+if) \(!(\w+) \|\| !(\w+)((?:->\w+)?)\)(.*)$`)
	leaves    = regexp.MustCompile(`^\t+return\b.*;$`)
	acquires  = regexp.MustCompile(`^(\t+)((?:lock|lock_cpu|hold|greet|raise|open_link|begin|post|reserve)\(\w+\);)$`)
	releases  = regexp.MustCompile(`^(\t+)(?:unlock|unlock_cpu|let_go)\(\w+\);$`)
	releasing = regexp.MustCompile(`^(\t+)((?:free|free_chain|free_packet|free_message|release_document|free_entry|release_request)\((\w+)\);)$`)
)

func replaced(lines []string, i int, with ...string) []string {
	return slices.Concat(lines[:i], with, lines[i+1:])
}

// mutations by kind.
var mutations = []mutation{
	{"null dereference", "the way out behind a null test left out", func(lines []string, i int) ([]string, bool) {
		if i < 1 || !leaves.MatchString(lines[i]) || !nullTest.MatchString(lines[i-1]) && !nullTest.MatchString(lines[max(i-2, 0)]) {
			return nil, false
		}
		return replaced(lines, i, strings.Repeat("\t", strings.Count(lines[i], "\t"))+";"), true
	}},
	{"null dereference", "&& for || between null tests", func(lines []string, i int) ([]string, bool) {
		if !bothTest.MatchString(lines[i]) {
			return nil, false
		}
		return replaced(lines, i, bothTest.ReplaceAllString(lines[i], "$1 (!$2 && !$3$4)$5")), true
	}},
	{"inconsistent checks", "null test turned round", func(lines []string, i int) ([]string, bool) {
		if nullTest.MatchString(lines[i]) {
			return replaced(lines, i, nullTest.ReplaceAllString(lines[i], "$1$2 ($3)$4")), true
		}
		if someTest.MatchString(lines[i]) {
			return replaced(lines, i, someTest.ReplaceAllString(lines[i], "$1$2 (!$3)$4")), true
		}
		return nil, false
	}},
	{"double lock", "acquired twice", func(lines []string, i int) ([]string, bool) {
		if !acquires.MatchString(lines[i]) {
			return nil, false
		}
		return replaced(lines, i, lines[i], lines[i]), true
	}},
	{"missing unlock on an error path", "not released before a way out", func(lines []string, i int) ([]string, bool) {
		if !releases.MatchString(lines[i]) {
			return nil, false
		}
		for j := i + 1; j < len(lines) && j < i+4; j++ {
			if strings.HasPrefix(lines[j], "\t\t") && leaves.MatchString(lines[j]) {
				return replaced(lines, i), true
			}
		}
		return nil, false
	}},
	{"use after free", "freed too early", func(lines []string, i int) ([]string, bool) {
		m := releasing.FindStringSubmatch(lines[i])
		if m == nil {
			return nil, false
		}
		for j := i - 1; j >= 0 && j > i-5 && strings.HasPrefix(lines[j], m[1]) && lines[j][len(m[1])] != '\t'; j-- {
			if strings.Contains(lines[j], m[3]+"->") && !strings.Contains(lines[j], "if") {
				return slices.Concat(lines[:j], lines[i:i+1], lines[j:i], lines[i+1:]), true
			}
		}
		return nil, false
	}},
	{"use after free", "freed twice", func(lines []string, i int) ([]string, bool) {
		if !releasing.MatchString(lines[i]) {
			return nil, false
		}
		return replaced(lines, i, lines[i], lines[i]), true
	}},
}

// mutant is a program with one defect.
type mutant struct {
	program string // name of the file
	mutation
	text string
	line int
}

// seed of the choice of mutants.
const seed = 1

// mutantsOf are the mutants of a program, up to perKind of each kind, chosen by the seed.
func mutantsOf(name, text string, perKind int) []mutant {
	lines := strings.Split(text, "\n")
	choice := rand.New(rand.NewSource(seed))
	byKind := map[string][]mutant{}
	var kinds []string
	for _, m := range mutations {
		if !slices.Contains(kinds, m.kind) {
			kinds = append(kinds, m.kind)
		}
		for i, line := range lines {
			changed, ok := m.change(lines, i)
			if !ok || strings.HasPrefix(line, "static") {
				continue
			}
			byKind[m.kind] = append(byKind[m.kind], mutant{name, m, strings.Join(changed, "\n"), i + 1})
		}
	}
	var out []mutant
	for _, kind := range kinds {
		list := byKind[kind]
		choice.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		out = append(out, list[:min(perKind, len(list))]...)
	}
	return out
}

// runs is how many seeds the driver of a program is run with.
const runs = 40

// crashes reports whether the program fails in a run of its driver, compiled with the address
// sanitizer: an assertion, a null pointer, a freed object. The verdict of the checker has no part
// in that.
func crashes(t *testing.T, name, text string) bool {
	t.Helper()
	folder := t.TempDir()
	for _, sub := range []string{"open", "drive"} {
		if err := os.Mkdir(filepath.Join(folder, sub), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	write := func(path, text string) {
		if err := os.WriteFile(filepath.Join(folder, path), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("open/"+name, text)
	for _, file := range []string{name, "drive.h"} {
		driver, err := os.ReadFile("testdata/drive/" + file)
		if err != nil {
			t.Fatal(err)
		}
		write("drive/"+file, string(driver))
	}
	program := filepath.Join(folder, "program")
	build := exec.Command("gcc", "-w", "-fsanitize=address,null", "-fno-sanitize-recover", "-o", program, filepath.Join(folder, "drive", name))
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
	for s := 1; s <= runs; s++ {
		run := exec.Command(program, fmt.Sprint(s))
		run.Env = append(os.Environ(), "ASAN_OPTIONS=detect_leaks=0")
		if run.Run() != nil {
			return true
		}
	}
	return false
}
