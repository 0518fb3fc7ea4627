// Package rules holds the rules that ship with the checker: for each a .slic file and a page about what it
// demands and why. Beside them stand two programs, one that keeps the rule and one that breaks it, which are
// tests.
//
// A rule is called by family and name, posix/Mutex, or by its name alone where one family has it.
package rules

import (
	"embed"
	"fmt"
	"path"
	"sort"
	"strings"
)

//go:embed */*.slic */*.md
var files embed.FS

// Rule is a rule that ships.
type Rule struct {
	Name string // posix/Mutex
	Path string // of its file, for Read
}

// Summary is the first sentence of the rule's page.
func (r Rule) Summary() string { return summary(Page(r)) }

// All are the rules in the order of their names. Parts that rules include begin with a small letter and are none.
func All() []Rule {
	paths, _ := files.ReadDir(".")
	var all []Rule
	for _, family := range paths {
		entries, _ := files.ReadDir(family.Name())
		for _, e := range entries {
			name, ok := strings.CutSuffix(e.Name(), ".slic")
			if !ok || name[0] < 'A' || name[0] > 'Z' {
				continue
			}
			all = append(all, Rule{Name: path.Join(family.Name(), name), Path: path.Join(family.Name(), e.Name())})
		}
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Name < all[j].Name })
	return all
}

// Find returns the rule called name.
func Find(name string) (Rule, error) {
	var found []Rule
	for _, r := range All() {
		if r.Name == name || path.Base(r.Name) == name {
			found = append(found, r)
		}
	}
	switch len(found) {
	case 0:
		return Rule{}, fmt.Errorf("no rule is called %s; yogi rules list names them, and a rule of yours is a file that ends in .slic", name)
	case 1:
		return found[0], nil
	}
	names := make([]string, len(found))
	for i, r := range found {
		names[i] = r.Name
	}
	return Rule{}, fmt.Errorf("%s may be %s", name, strings.Join(names, " or "))
}

// Match are the rules whose name matches a pattern such as wdm/*.
func Match(pattern string) ([]Rule, error) {
	var found []Rule
	for _, r := range All() {
		ok, err := path.Match(pattern, r.Name)
		if err != nil {
			return nil, fmt.Errorf("the pattern %s: %w", pattern, err)
		}
		if ok {
			found = append(found, r)
		}
	}
	return found, nil
}

// Read gives the text of a rule's file, or of a part that it includes.
func Read(path string) ([]byte, error) { return files.ReadFile(path) }

// Page is the page about a rule, in Markdown.
func Page(r Rule) string {
	text, _ := files.ReadFile(strings.TrimSuffix(r.Path, ".slic") + ".md")
	return string(text)
}

// summary is the first sentence behind the heading.
func summary(page string) string {
	_, rest, _ := strings.Cut(page, "\n")
	words := strings.Join(strings.Fields(rest), " ")
	if i := strings.Index(words, ". "); i >= 0 {
		return words[:i+1]
	}
	return words
}
