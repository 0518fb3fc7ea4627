package bench

import (
	"errors"
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

// arguments are the flags of `yogi check` that pose the task. scratch is a folder for property files.
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
	if text := propertyTexts[t.Property]; text != "" {
		name := t.Property
		if strings.HasPrefix(t.Note, "valid-deref and valid-free only") {
			name, text = name+"-without-leaks", text[:strings.LastIndex(text, "CHECK")]
		}
		file := filepath.Join(scratch, name+".prp")
		if err := replaceFile(file, text); err != nil {
			return nil, err
		}
		args = append(args, "--property", file)
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

// replaceFile writes a file that others may be reading, who have the whole text before or after.
func replaceFile(path, text string) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path))
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
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
