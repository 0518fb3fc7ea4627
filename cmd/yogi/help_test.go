package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// TestHelpFits: no line of any command's help is wider than a terminal.
func TestHelpFits(t *testing.T) {
	commands := 0
	var each func(c *cobra.Command)
	each = func(c *cobra.Command) {
		commands++
		var text strings.Builder
		writeHelp(&text, c, true)
		for line := range strings.Lines(text.String()) {
			if line = strings.TrimSuffix(line, "\n"); utf8.RuneCountInString(line) > helpWidth {
				t.Errorf("%s: a line of %d columns: %s", c.CommandPath(), utf8.RuneCountInString(line), line)
			}
		}
		for _, inner := range c.Commands() {
			each(inner)
		}
	}
	each(rootCommand())
	if commands < 40 {
		t.Errorf("%d commands", commands)
	}
}
