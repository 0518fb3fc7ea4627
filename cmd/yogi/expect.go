package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"yogi/internal/verdict"
	"yogi/rules"
)

// What a list of known answers says.
const (
	keeps  = "keeps"
	breaks = "breaks"
)

// readAnswers reads a list of known answers, of the rules that are asked for: a line is PROGRAM
// RULE ANSWER and flags of check for this program; # begins a comment. Programs are found from the
// list's folder.
func readAnswers(file string, found []rules.Rule) ([]*cell, error) {
	list, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("the known answers: %w", err)
	}
	defer list.Close()
	asked := map[string]bool{}
	for _, r := range found {
		asked[r.Name] = true
	}
	seen := map[[2]string]bool{}
	var cells []*cell
	lines := bufio.NewScanner(list)
	for number := 1; lines.Scan(); number++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		words := strings.Fields(text)
		if len(words) == 0 {
			continue
		}
		if len(words) < 3 || words[2] != keeps && words[2] != breaks {
			return nil, fmt.Errorf("%s:%d: a line is PROGRAM RULE %s|%s and flags of check", file, number, keeps, breaks)
		}
		if _, err := rules.Find(words[1]); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, number, err)
		}
		program := words[0]
		if !filepath.IsAbs(program) {
			program = filepath.Join(filepath.Dir(file), program)
		}
		pair := [2]string{program, words[1]}
		if seen[pair] {
			return nil, fmt.Errorf("%s:%d: there is an answer for %s under %s already", file, number, words[0], words[1])
		}
		seen[pair] = true
		if asked[words[1]] {
			cells = append(cells, &cell{program: program, rule: words[1], want: words[2], flags: words[3:]})
		}
	}
	return cells, lines.Err()
}

// isRight says that the cell has its known answer, isWrong that it has the other one.
func (c *cell) isRight() bool {
	return c.want == keeps && c.status == 0 || c.want == breaks && c.status == 1
}

func (c *cell) isWrong() bool {
	return c.want == keeps && c.status == 1 || c.want == breaks && c.status == 0
}

// compareAnswers checks the cells of a list of known answers and prints those that are not right, and how many are.
func (o *matrixOptions) compareAnswers(cmd *cobra.Command, cells []*cell) error {
	if err := o.checkAll(cmd.Context(), cells, cmd.ErrOrStderr()); err != nil {
		return err
	}
	if err := errors.Join(o.writePage(cells), o.gate.write(resultsOf(cells))); err != nil {
		return err
	}
	return exitError{writeAnswers(cmd.OutOrStdout(), cells)}
}

// writeAnswers is the table of what is not right, and the exit status: 1 for a wrong answer, else 3 if one is missing.
func writeAnswers(out io.Writer, cells []*cell) int {
	right, wrong, fails, executed := 0, 0, 0, 0
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, c := range cells {
		switch {
		case c.isRight():
			right++
			if c.want == breaks {
				fails++
			}
			if c.result.Class == verdict.Executed {
				executed++
			}
			continue
		case c.isWrong():
			wrong++
			fmt.Fprint(table, "WRONG\t")
		default:
			fmt.Fprint(table, "\t")
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", filepath.Base(c.program), c.rule, c.want, c.word())
	}
	table.Flush()
	fmt.Fprintf(out, "%d known answers: %d right, %d unknown, %d wrong; of %d violations found %d were executed\n",
		len(cells), right, len(cells)-right-wrong, wrong, fails, executed)
	switch {
	case wrong > 0:
		return 1
	case right < len(cells):
		return 3
	}
	return 0
}
