package bench

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// olderErrorFunctions mark the error in older tasks when they have no body.
var olderErrorFunctions = []string{"errorFn", "assert_fail", "ldv_error", "error", "err"}

// propertyTexts are the files written for properties that have no flags of their own.
var propertyTexts = map[string]string{
	"no-overflow":     "CHECK( init(main()), LTL(G ! overflow) )\n",
	"valid-memsafety": "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\nCHECK( init(main()), LTL(G valid-memtrack) )\n",
}

// countable reports whether a task's property is one that some flag expresses.
func (t Task) countable() bool {
	return t.Property == "unreach-call" || t.Property == "unreach-label" || propertyTexts[t.Property] != "" || t.isAutomaton()
}

// isAutomaton reports whether a task's property is a specification automaton, which the task names.
func (t Task) isAutomaton() bool { return strings.HasPrefix(t.Property, "other:") && t.Spec != "" }

// withoutLeaks is behind the name of a property, in that of the file that has but its other parts.
const withoutLeaks = "-without-leaks"

// writeProperties writes the files of properties into a folder, once for all tasks: they are read while other tasks
// begin.
func writeProperties(folder string) error {
	for name, text := range propertyTexts {
		if err := os.WriteFile(propertyFile(folder, name), []byte(text), 0o600); err != nil {
			return err
		}
		if err := os.WriteFile(propertyFile(folder, name+withoutLeaks), []byte(text[:strings.LastIndex(text, "CHECK")]), 0o600); err != nil {
			return err
		}
	}
	return nil
}

func propertyFile(folder, name string) string { return filepath.Join(folder, name+".prp") }

// arguments are the flags of `yogi check` that pose the task. scratch is the folder of the property files.
func (t Task) arguments(folder, scratch string) ([]string, error) {
	path := filepath.Join(folder, t.File)
	var args []string
	if t.DataModel != "" {
		args = append(args, "--data-model", t.DataModel)
	}
	if t.isAutomaton() {
		args = append(args, "--spec", filepath.Join(folder, t.Spec))
	}
	if t.Property == "unreach-label" {
		args = append(args, "--error-label", "ERROR")
	}
	if propertyTexts[t.Property] != "" {
		name := t.Property
		if strings.HasPrefix(t.Note, "valid-deref and valid-free only") {
			name += withoutLeaks
		}
		args = append(args, "--property", propertyFile(scratch, name))
	}
	if t.Language == "c" {
		names := olderErrorFunctions
		if t.isAutomaton() {
			names = nil // its violation is the only error
		}
		more, err := cArguments(path, folder, names)
		if err != nil {
			return nil, err
		}
		args = append(args, more...)
	}
	return append(args, path), nil
}

func cArguments(path, folder string, errorFunctions []string) ([]string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	args := []string{}
	if include := filepath.Join(folder, "include"); isFolder(include) {
		args = append(args, "-I", include)
	}
	if names := bodylessFunctions(string(text), errorFunctions); len(names) > 0 {
		args = append(args, "--error-function", strings.Join(names, ","))
	}
	return args, nil
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

var comments = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"`)

// bodylessFunctions returns those of names that a C text calls or declares and does not define.
func bodylessFunctions(text string, names []string) []string {
	text = comments.ReplaceAllString(text, " ")
	var found []string
	for _, name := range names {
		if strings.Contains(text, "<"+name+".h>") {
			continue // the C library's own function of that name
		}
		mentioned := regexp.MustCompile(`\b` + name + `\s*\(`)
		defined := regexp.MustCompile(`\b` + name + `\s*\([^;{}()]*(\([^()]*\)[^;{}()]*)*\)\s*(__attribute__\s*\(\(.*?\)\)\s*)?\{|#\s*define\s+` + name + `\b`)
		if mentioned.MatchString(text) && !defined.MatchString(text) {
			found = append(found, name)
		}
	}
	return found
}
