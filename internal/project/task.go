package project

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"

	"go.yaml.in/yaml/v3"
)

// Task is a task definition of the software verification competition (format 2.0 and 2.1,
// https://gitlab.com/sosy-lab/benchmarking/task-definition-format): files, how they are read, and properties with
// the verdicts that are expected. Paths are those of the definition's folder joined with what it says.
type Task struct {
	Files      []string
	Properties []TaskProperty
	Language   string // C or another; "": not said
	DataModel  string // ILP32 or LP64; "": not said
}

// TaskProperty is one of a task's properties.
type TaskProperty struct {
	File        string
	Expected    *bool  // nil: not known
	SubProperty string // which part of the property is violated; "": none, or not said
}

// words is a string or a list of them.
type words []string

// UnmarshalYAML implements yaml.Unmarshaler.
func (w *words) UnmarshalYAML(node *yaml.Node) error {
	if node.Kind == yaml.ScalarNode {
		*w = words{node.Value}
		return nil
	}
	var list []string
	if err := node.Decode(&list); err != nil {
		return err
	}
	*w = list
	return nil
}

// taskFile is the definition as it is written.
type taskFile struct {
	FormatVersion string `yaml:"format_version"`
	InputFiles    words  `yaml:"input_files"`
	Properties    []struct {
		File        string `yaml:"property_file"`
		Expected    *bool  `yaml:"expected_verdict"`
		SubProperty string `yaml:"subproperty"`
	} `yaml:"properties"`
	Options struct {
		Language  string `yaml:"language"`
		DataModel string `yaml:"data_model"`
	} `yaml:"options"`
}

// ReadTask reads a task definition.
func ReadTask(path string) (*Task, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading the task: %w", err)
	}
	var f taskFile
	if err := yaml.Unmarshal(text, &f); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if f.FormatVersion != "1.0" && f.FormatVersion != "2.0" && f.FormatVersion != "2.1" {
		return nil, fmt.Errorf("%s: the format %q of the task is not known: 2.0 and 2.1 are", path, f.FormatVersion)
	}
	task := &Task{Language: f.Options.Language, DataModel: f.Options.DataModel}
	folder := filepath.Dir(path)
	for _, pattern := range f.InputFiles {
		found, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil || len(found) == 0 {
			return nil, fmt.Errorf("%s: no file is called %s", path, pattern)
		}
		sort.Strings(found)
		task.Files = append(task.Files, found...)
	}
	if len(task.Files) == 0 {
		return nil, fmt.Errorf("%s: the task has no input_files", path)
	}
	if m := task.DataModel; m != "" && m != "ILP32" && m != "LP64" {
		return nil, fmt.Errorf("%s: the data model %q is neither ILP32 nor LP64", path, m)
	}
	for _, p := range f.Properties {
		if p.File == "" {
			return nil, fmt.Errorf("%s: a property has no property_file", path)
		}
		task.Properties = append(task.Properties, TaskProperty{filepath.Join(folder, p.File), p.Expected, p.SubProperty})
	}
	return task, nil
}

// Property is the task's property of a file, or its only one if file is "".
func (t *Task) Property(file string) (TaskProperty, error) {
	if file != "" {
		for _, p := range t.Properties {
			if filepath.Base(p.File) == filepath.Base(file) {
				p.File = file
				return p, nil
			}
		}
		return TaskProperty{File: file}, nil
	}
	if len(t.Properties) == 1 {
		return t.Properties[0], nil
	}
	var names []string
	for _, p := range t.Properties {
		names = append(names, p.File)
	}
	return TaskProperty{}, fmt.Errorf("the task has %d properties: choose one with --property of %s", len(t.Properties), list(names))
}
