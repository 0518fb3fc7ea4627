package project

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// The names of the files of a compilation database.
const (
	DatabaseFile = "compile_commands.json"
	LinkFile     = "link_commands.json"
)

// Command is one call of a compiler for one file, as in compile_commands.json. Arguments begin with the
// compiler's name.
type Command struct {
	Directory string   `json:"directory"`
	File      string   `json:"file"`
	Arguments []string `json:"arguments,omitempty"`
	Command   string   `json:"command,omitempty"` // the arguments as a shell's line, in their stead
	Output    string   `json:"output,omitempty"`

	named     string   // File as the database has it
	places    []Place  // in the link of the target
	undefined []string // of that link
}

// Link is one call of a linker or archiver. Inputs are the objects, archives and C files it was given, with
// libraries of -l that the build made among them, in the order in which the linker looks at them. Paths are relative to
// the directory.
type Link struct {
	Directory string   `json:"directory"`
	Arguments []string `json:"arguments"`
	Output    string   `json:"output"`
	Inputs    []string `json:"inputs"`
	Turns     []int    `json:"turns,omitempty"`     // of the inputs: see Place; none: each has its own
	Whole     []bool   `json:"whole,omitempty"`     // whether all of an archive is linked
	Undefined []string `json:"undefined,omitempty"` // names that the linker looks for, whoever needs them
	Renamed   []string `json:"renamed,omitempty"`   // flags by which it takes one name for another, or calls functions
}

// Database holds what is known of a build.
type Database struct {
	Commands []Command
	Links    []Link
}

// Read reads a compilation database and, where there is one, the links beside it.
func Read(path string) (*Database, error) {
	d := &Database{}
	if err := readJSON(path, &d.Commands); err != nil {
		return nil, err
	}
	folder := filepath.Dir(path)
	links := filepath.Join(folder, LinkFile)
	if _, err := os.Stat(links); err == nil {
		if err := readJSON(links, &d.Links); err != nil {
			return nil, err
		}
	}
	for i := range d.Commands {
		if err := d.Commands[i].complete(folder); err != nil {
			return nil, fmt.Errorf("%s, entry %d: %w", path, i+1, err)
		}
	}
	return d, nil
}

func readJSON(path string, into any) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("reading the compilation database: %w", err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("reading %s: %w", path, err)
	}
	return nil
}

// complete makes the paths absolute and the arguments a list with response files put in.
func (c *Command) complete(folder string) error {
	if c.File == "" || c.Command == "" && len(c.Arguments) == 0 {
		return fmt.Errorf("it has no file, or neither command nor arguments")
	}
	if !filepath.IsAbs(c.Directory) {
		absolute, err := filepath.Abs(filepath.Join(folder, c.Directory))
		if err != nil {
			return fmt.Errorf("finding the folder of a command: %w", err)
		}
		c.Directory = absolute
	}
	if len(c.Arguments) == 0 {
		words, err := SplitLine(c.Command)
		if err != nil {
			return err
		}
		c.Arguments = words
	}
	words, err := expandResponses(c.Directory, c.Arguments, 0)
	if err != nil {
		return err
	}
	c.Arguments = launched(words)
	c.named, c.File = c.File, c.path(c.File)
	if c.Output == "" {
		c.Output = parseArguments(words).object(c.File)
	}
	c.Output = c.path(c.Output)
	return nil
}

// path is a path of the command, absolute.
func (c *Command) path(p string) string {
	if filepath.IsAbs(p) {
		return filepath.Clean(p)
	}
	return filepath.Join(c.Directory, p)
}

// maxResponses bounds response files that name one another.
const maxResponses = 10

// expandResponses replaces arguments @FILE by the words in the file.
func expandResponses(directory string, words []string, depth int) ([]string, error) {
	var out []string
	for _, word := range words {
		name, ok := strings.CutPrefix(word, "@")
		if !ok || name == "" {
			out = append(out, word)
			continue
		}
		if !filepath.IsAbs(name) {
			name = filepath.Join(directory, name)
		}
		text, err := os.ReadFile(name)
		if _, isFile := os.Stat(filepath.Join(directory, word)); err != nil && isFile == nil {
			out = append(out, "./"+word) // gcc takes it for a file's name then
			continue
		}
		if err != nil || depth == maxResponses {
			out = append(out, word) // parseArguments refuses it
			continue
		}
		inner, err := SplitLine(string(text))
		if err != nil {
			return nil, err
		}
		if inner, err = expandResponses(directory, inner, depth+1); err != nil {
			return nil, err
		}
		out = append(out, inner...)
	}
	return out, nil
}

// SplitLine splits a line into words as a shell does, without expansions.
func SplitLine(line string) ([]string, error) {
	var words []string
	var word strings.Builder
	inWord, quote := false, byte(0)
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case quote == '\'' && c != '\'':
			word.WriteByte(c)
		case c == '\\' && i+1 < len(line) && (quote == 0 || strings.IndexByte("\\\"$`", line[i+1]) >= 0):
			i++
			inWord = true
			word.WriteByte(line[i])
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word.WriteByte(c)
		case c == '\'' || c == '"':
			quote, inWord = c, true
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			if inWord {
				words = append(words, word.String())
				word.Reset()
				inWord = false
			}
		default:
			inWord = true
			word.WriteByte(c)
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("the quotation in %q has no end", line)
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}
