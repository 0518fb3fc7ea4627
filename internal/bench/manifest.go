package bench

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

// Task is one entry of a manifest: a program, a property and the verdict that its origin states.
type Task struct {
	ID        string `json:"id"`
	File      string `json:"file"` // relative to the manifest's folder
	Language  string `json:"language"`
	Property  string `json:"property"`
	Spec      string `json:"spec"`     // file of a specification automaton, relative to the manifest's folder
	Expected  string `json:"expected"` // "true", "false", or "" when nobody says
	DataModel string `json:"data_model"`
	Category  string `json:"category"`
	Semantics string `json:"semantics"`
	Short     bool   `json:"short"`
	Note      string `json:"note"` // restricts what the verdict speaks of
	Root      string `json:"-"`    // folder that File is relative to, if not the manifest's
	Size      int    `json:"-"`    // of a program that was made (package family)
}

// folder is the folder that the task's file is relative to.
func (t Task) folder(manifest string) string {
	if t.Root != "" {
		return t.Root
	}
	return manifest
}

// Selection says which tasks are run.
type Selection struct {
	Category string // "" is all
	Property string // "" is all
	Short    bool   // only the tasks marked short
	Sample   int    // that many at random; 0 is all
	Seed     int64
}

// LoadManifest reads the tasks of a manifest file.
func LoadManifest(path string) ([]Task, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading the manifest: %w", err)
	}
	var tasks []Task
	if err := json.Unmarshal(text, &tasks); err != nil {
		return nil, fmt.Errorf("reading the manifest %s: %w", path, err)
	}
	return tasks, nil
}

// LoadFolder makes a task of every Boogie program in a folder, without expectation.
func LoadFolder(folder string) ([]Task, error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*.bpl"))
	if err != nil {
		return nil, fmt.Errorf("reading the folder %s: %w", folder, err)
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("no .bpl file in %s", folder)
	}
	sort.Strings(paths)
	tasks := make([]Task, len(paths))
	for i, path := range paths {
		name := filepath.Base(path)
		tasks[i] = Task{
			ID: strings.TrimSuffix(name, ".bpl"), File: name, Language: "bpl", Property: "unreach-call",
			Category: filepath.Base(folder), Short: true,
		}
	}
	return tasks, nil
}

// Select returns the selected tasks, in the order of the manifest.
func (s Selection) Select(tasks []Task) []Task {
	var selected []Task
	for _, t := range tasks {
		if (s.Category == "" || t.Category == s.Category) && (s.Property == "" || t.Property == s.Property) && (!s.Short || t.Short) {
			selected = append(selected, t)
		}
	}
	if s.Sample <= 0 || s.Sample >= len(selected) {
		return selected
	}
	indices := rand.New(rand.NewSource(s.Seed)).Perm(len(selected))[:s.Sample]
	sort.Ints(indices)
	sampled := make([]Task, len(indices))
	for i, index := range indices {
		sampled[i] = selected[index]
	}
	return sampled
}
