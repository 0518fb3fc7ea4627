package tables

import (
	"bufio"
	"cmp"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"yogi/internal/bench"
)

// Sources are the folders that tasks come from.
type Sources struct {
	Manifest string // of tasks; for the drivers in C
	SDV      string // folder of Boogie drivers
	Examples string // folder of the examples that ship
}

// workload finds the tasks of a table.
type workload func(Sources) ([]bench.Task, error)

func synergyPrograms(s Sources) ([]bench.Task, error) {
	return annotated(filepath.Join(s.Examples, "synergy"), "test*.c")
}

func aliasPrograms(s Sources) ([]bench.Task, error) {
	return annotated(filepath.Join(s.Examples, "papers"), "dash_fig5_n*.c")
}

// annotated are C programs whose first lines state their verdicts.
func annotated(folder, pattern string) ([]bench.Task, error) {
	paths, err := filepath.Glob(filepath.Join(folder, pattern))
	if err != nil || len(paths) == 0 {
		return nil, fmt.Errorf("no program %s in %s: give the folder of the examples with --examples", pattern, folder)
	}
	slices.SortFunc(paths, func(a, b string) int { return cmp.Or(cmp.Compare(Parameter(a), Parameter(b)), cmp.Compare(a, b)) })
	var tasks []bench.Task
	for _, path := range paths {
		expected, err := expectation(path)
		if err != nil {
			return nil, err
		}
		name := filepath.Base(path)
		tasks = append(tasks, bench.Task{
			ID: strings.TrimSuffix(name, ".c"), File: name, Root: folder, Language: "c", Property: "unreach-call", DataModel: "LP64",
			Category: filepath.Base(folder), Expected: expected,
		})
	}
	return tasks, nil
}

var number = regexp.MustCompile(`\d+`)

// Parameter is the last number in the name of a program: its place in a family.
func Parameter(name string) int {
	found := number.FindAllString(filepath.Base(name), -1)
	if len(found) == 0 {
		return 0
	}
	n, err := strconv.Atoi(found[len(found)-1])
	if err != nil {
		return 0
	}
	return n
}

// expectation reads "// SAFE", "// UNSAFE" or, on a line of its own, "// Truth: SAFE" at the start of a program.
func expectation(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("reading a program: %w", err)
	}
	defer file.Close()
	verdicts := map[string]string{"SAFE": "true", "UNSAFE": "false"}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		comment, ok := strings.CutPrefix(lines.Text(), "// ")
		if !ok {
			break
		}
		if v := verdicts[strings.TrimPrefix(comment, "Truth: ")]; v != "" {
			return v, nil
		}
	}
	return "", nil
}

// cDrivers are the Windows drivers in C of a manifest.
func cDrivers(s Sources) ([]bench.Task, error) {
	tasks, err := s.manifest("drivers in C")
	return bench.Selection{Category: "windows-driver"}.Select(tasks), err
}

// shortTasks are those of a manifest that are marked short.
func shortTasks(s Sources) ([]bench.Task, error) {
	tasks, err := s.manifest("short tasks")
	return bench.Selection{Short: true}.Select(tasks), err
}

// manifest lists the tasks of the manifest, which is needed for what it is asked for.
func (s Sources) manifest(what string) ([]bench.Task, error) {
	if s.Manifest == "" {
		return nil, fmt.Errorf("the %s come from a manifest: give --manifest", what)
	}
	tasks, err := bench.LoadManifest(s.Manifest)
	for i := range tasks {
		tasks[i].Root = filepath.Dir(s.Manifest)
	}
	return tasks, err
}

// smallText lists the small programs, a task a line.
//
//go:embed small.txt
var smallText string

// smallPrograms are those of smallText, in the order of the list.
func smallPrograms(s Sources) ([]bench.Task, error) {
	all, err := s.manifest("small programs")
	if err != nil {
		return nil, err
	}
	var tasks []bench.Task
	for line := range strings.Lines(smallText) {
		id := strings.TrimSpace(line)
		if id == "" || strings.HasPrefix(id, "#") {
			continue
		}
		at := slices.IndexFunc(all, func(t bench.Task) bool { return t.ID == id })
		if at < 0 {
			return nil, fmt.Errorf("the manifest %s has no task %s, which is one of the small programs", s.Manifest, id)
		}
		tasks = append(tasks, all[at])
	}
	return tasks, nil
}

// drivers are those of the Static Driver Verifier, and those in C: what is given of the two.
func drivers(s Sources) ([]bench.Task, error) {
	if s.SDV == "" && s.Manifest == "" {
		return nil, fmt.Errorf("the drivers come from a folder of Boogie programs and from a manifest: give --sdv, --manifest or both")
	}
	var tasks []bench.Task
	if s.SDV != "" {
		found, err := bench.LoadFolder(s.SDV)
		if err != nil {
			return nil, err
		}
		for _, t := range found {
			t.Root = s.SDV
			tasks = append(tasks, t)
		}
	}
	if s.Manifest != "" {
		found, err := cDrivers(s)
		if err != nil {
			return nil, err
		}
		tasks = append(tasks, found...)
	}
	return tasks, nil
}
