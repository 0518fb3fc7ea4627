// Package settings reads yogi.toml, in which a project says once what flags of check would say each time.
//
// A key stands for a flag, with the same words; paths are relative to the folder of the file. A key that there is not
// is an error: a setting that is silently not followed would be one that somebody relies on.
package settings

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"yogi/internal/project"
)

// Name is that of the file.
const Name = "yogi.toml"

// File is a settings file. A field with a flag has its value: path says that it is one or several
// paths.
type File struct {
	Path string `toml:"-"`

	Checked
	Entry       string            `toml:"entry" flag:"entry"`
	Harness     *bool             `toml:"harness" flag:"harness"`
	All         *bool             `toml:"all" flag:"all"`
	Platform    string            `toml:"platform" flag:"platform"`
	Models      []string          `toml:"models"` // further C files of each program
	Read        Read              `toml:"read"`
	Assume      Assume            `toml:"assume"`
	Limits      Limits            `toml:"limits"`
	Suppression Suppressions      `toml:"suppressions"`
	Targets     map[string]Target `toml:"targets"`
}

// Checked says what is checked.
type Checked struct {
	Check          []string `toml:"check" flag:"check"`
	Rule           string   `toml:"rule" flag:"rule"`
	ErrorFunctions []string `toml:"error-functions" flag:"error-function"`
	ErrorLabel     string   `toml:"error-label" flag:"error-label"`
}

// Read says how files are read.
type Read struct {
	CompileCommands string   `toml:"compile-commands" flag:"compile-commands" path:"yes"`
	Target          string   `toml:"target" flag:"target"`
	DataModel       string   `toml:"data-model" flag:"data-model"`
	Headers         string   `toml:"headers" flag:"headers"`
	Standard        string   `toml:"std" flag:"std"`
	IncludeDirs     []string `toml:"include-dirs"`
	SystemDirs      []string `toml:"isystem"`
	Forced          []string `toml:"include"`
	Defines         []string `toml:"define"`
	Undefines       []string `toml:"undefine"`
	RemoveBodies    []string `toml:"remove-body"`
	Contracts       []string `toml:"contracts"`
}

// Assume says what is assumed of the outside.
type Assume struct {
	Malloc     string   `toml:"malloc" flag:"malloc"`
	Printing   string   `toml:"printing" flag:"printing"`
	Undefined  string   `toml:"undefined" flag:"undefined"`
	NonNull    string   `toml:"non-null" flag:"non-null"`
	EntryState string   `toml:"entry-state" flag:"entry-state"`
	Volatile   string   `toml:"volatile" flag:"volatile"`
	Library    string   `toml:"libc" flag:"libc"`
	Arith      string   `toml:"arith" flag:"arith"`
	Allocators []string `toml:"allocators" flag:"allocator"`
	Strict     *bool    `toml:"strict" flag:"strict"`
}

// Limits bound a check.
type Limits struct {
	Timeout string `toml:"timeout" flag:"timeout"`
	Memory  string `toml:"memory" flag:"memory"`
}

// Suppressions say which failures one lives with.
type Suppressions struct {
	Baseline string   `toml:"baseline" flag:"baseline" path:"yes"`
	Ignore   []Ignore `toml:"ignore"`
}

// Ignore suppresses failures of checks in files.
type Ignore struct {
	Files  []string `toml:"files"` // patterns, relative to the folder of the settings; DIR/** is all below
	Check  []string `toml:"check"`
	Reason string   `toml:"reason"`
}

// Target is one program of several, by its name.
type Target struct {
	Checked
	Files  []string `toml:"files"`
	Built  string   `toml:"build-target" flag:"build-target"` // of the database
	Entry  string   `toml:"entry" flag:"entry"`
	Models []string `toml:"models"`
}

// Setting is a flag with its values.
type Setting struct {
	Key    string // in the file
	Flag   string
	Values []string
}

// Error is about a place in the file.
type Error struct {
	File         string
	Line, Column int
	Message      string
	// Unknown is the last word of a key that there is not; Known are those that there are at its place.
	Unknown string
	Known   []string
	// Flag is that of a key whose value is of the wrong kind.
	Flag string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.Message
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Message)
}

// Above is the path of the next settings file in a folder or above it; "" if there is none.
func Above(folder string) (string, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return "", fmt.Errorf("looking for %s: %w", Name, err)
	}
	for folder := range project.Upward(folder) {
		path := filepath.Join(folder, Name)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path, nil
		}
	}
	return "", nil
}

// ReadFile reads a settings file. The error is an *Error if it is about the text.
func ReadFile(path string) (*File, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading the settings: %w", err)
	}
	f := &File{Path: path}
	decoder := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields()
	err = decoder.Decode(f)
	var strict *toml.StrictMissingError
	var wrong *toml.DecodeError
	flag := ""
	switch {
	case errors.As(err, &strict):
		first := &strict.Errors[0]
		line, column := first.Position()
		key := first.Key()
		return nil, &Error{
			File: path, Line: line, Column: column, Message: fmt.Sprintf("there is no setting %q", strings.Join(key, ".")),
			Unknown: key[len(key)-1], Known: known(key),
		}
	case errors.As(err, &wrong):
		line, column := wrong.Position()
		message := strings.TrimPrefix(wrong.Error(), "toml: ")
		if strings.HasPrefix(message, "cannot decode") { // it speaks of our types
			message = fmt.Sprintf("the value of %q is of the wrong kind", strings.Join(wrong.Key(), "."))
			if field := fieldOf(wrong.Key()); field != nil {
				flag = field.Tag.Get("flag")
				message += ": it is to be " + kindOf(field.Type)
			}
		}
		return nil, &Error{File: path, Line: line, Column: column, Message: message, Flag: flag}
	case err != nil:
		return nil, &Error{File: path, Message: err.Error()}
	}
	for i, ignore := range f.Suppression.Ignore {
		if ignore.Reason == "" || len(ignore.Check) == 0 || len(ignore.Files) == 0 {
			return nil, &Error{File: path, Message: fmt.Sprintf("suppressions.ignore number %d needs files, check and reason", i+1)}
		}
	}
	return f, nil
}

// known are the keys that there are where a key stands.
func known(key []string) []string {
	at := typeOf(key[:len(key)-1])
	if at == nil || at.Kind() != reflect.Struct {
		return nil
	}
	var out []string
	for _, f := range fields(at) {
		out = append(out, f.Tag.Get("toml"))
	}
	return out
}

// typeOf is the type of the value of a key, of several values that of one; nil if there is no such key.
func typeOf(key []string) reflect.Type {
	at := reflect.TypeFor[File]()
	for _, word := range key {
		var inner reflect.Type
		switch at.Kind() {
		case reflect.Struct:
			for _, f := range fields(at) {
				if f.Tag.Get("toml") == word {
					inner = f.Type
				}
			}
		case reflect.Map:
			inner = at.Elem() // of a target's name
		}
		if inner == nil {
			return nil
		}
		if at = inner; at.Kind() == reflect.Slice {
			at = at.Elem()
		}
	}
	return at
}

// fieldOf is the field of a key; nil if it has none of its own.
func fieldOf(key []string) *reflect.StructField {
	if len(key) == 0 {
		return nil
	}
	at := typeOf(key[:len(key)-1])
	if at == nil || at.Kind() != reflect.Struct {
		return nil
	}
	for _, f := range fields(at) {
		if f.Tag.Get("toml") == key[len(key)-1] {
			return &f
		}
	}
	return nil
}

// kindOf says what values a type has, as a file writes them.
func kindOf(t reflect.Type) string {
	switch {
	case t.Kind() == reflect.Pointer:
		return "true or false"
	case t.Kind() == reflect.String:
		return "a text in quotes"
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.String:
		return "a list of texts, as [\"a\", \"b\"]"
	case t.Kind() == reflect.Slice:
		return "a list of tables"
	}
	return "a table"
}

// fields are those of a struct that a file can set, those of embedded structs among them.
func fields(t reflect.Type) []reflect.StructField {
	return slices.DeleteFunc(reflect.VisibleFields(t), func(f reflect.StructField) bool { return f.Anonymous || f.Tag.Get("toml") == "-" })
}

// Settings are the flags that the file sets, the target's instead of those for all.
func (f *File) Settings(target *Target) []Setting {
	var out []Setting
	if target != nil {
		out = f.flags("target.", reflect.ValueOf(*target))
	}
	for _, s := range f.flags("", reflect.ValueOf(*f)) {
		if !slices.ContainsFunc(out, func(o Setting) bool { return o.Flag == s.Flag }) {
			out = append(out, s)
		}
	}
	return out
}

func (f *File) flags(prefix string, of reflect.Value) []Setting {
	var out []Setting
	for _, field := range fields(of.Type()) {
		value, key := of.FieldByIndex(field.Index), prefix+field.Tag.Get("toml")
		flag := field.Tag.Get("flag")
		switch {
		case field.Type.Kind() == reflect.Struct:
			out = append(out, f.flags(key+".", value)...)
		case flag == "" || value.IsZero():
		case value.Kind() == reflect.Pointer:
			out = append(out, Setting{key, flag, []string{fmt.Sprint(value.Elem().Interface())}})
		case value.Kind() == reflect.Slice:
			out = append(out, Setting{key, flag, value.Interface().([]string)})
		default:
			word := value.String()
			if field.Tag.Get("path") != "" || flag == "rule" && filepath.Ext(word) != "" {
				word = f.At(word)
			}
			out = append(out, Setting{key, flag, []string{word}})
		}
	}
	return out
}

// At is a path of the file, as it is found from the working folder.
func (f *File) At(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return Shown(filepath.Join(filepath.Dir(f.Path), path))
}

// Shown is a whole path as reports have it: from the working folder, if it lies below.
func Shown(path string) string {
	if folder, err := os.Getwd(); err == nil {
		if below, err := filepath.Rel(folder, path); err == nil && filepath.IsLocal(below) {
			return below
		}
	}
	return path
}

// Paths puts paths of the file through At.
func (f *File) Paths(paths []string) []string {
	var out []string
	for _, path := range paths {
		out = append(out, f.At(path))
	}
	return out
}

// Covers says that one of the patterns is that of a file.
func (f *File) Covers(patterns []string, file string) bool {
	file, err := filepath.Abs(file)
	if err != nil {
		return false
	}
	below, err := filepath.Rel(filepath.Dir(f.Path), file)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		if folder, all := strings.CutSuffix(pattern, "/**"); all {
			return strings.HasPrefix(below, filepath.Clean(folder)+"/")
		}
		is, err := filepath.Match(filepath.Clean(pattern), below)
		return is && err == nil
	})
}
