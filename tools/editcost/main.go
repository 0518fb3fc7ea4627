// Command editcost measures what an edit costs: it checks versions of a program one after the other, each without a
// store and with the store that the checks before it left, and prints processor time, queries and verdicts of both.
//
// The versions are commits of a repository of git (-repository), the last ones that changed a file; folders
// (-versions), oldest first; or one folder (-folder) in which a file is edited at one place at a time, by a seed. Each
// takes the place of the one before. The checks are one, said by the arguments behind the flags, whose last one is the
// file, or one for each line of the file -list:
//
//	go run ./tools/editcost -folder examples/wdm -edits 3 -- --platform wdm --rule wdm/SpinLock alarm.c
//	go run ./tools/editcost -repository cJSON -edits 8 -- --entry all --harness cJSON.c
//	go run ./tools/editcost -versions cJSON-1.7.9,cJSON-1.7.10 -- --entry all --harness cJSON.c
//
// What counts on a busy machine is processor time. The exit status is 1 if a verdict of one is not that of the other.
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	m := measure{out: os.Stdout}
	flag.StringVar(&m.checker, "yogi", "bin/yogi", "the program")
	versions := flag.String("versions", "", "folders of the versions, oldest first, with commas")
	flag.StringVar(&m.folder, "folder", "", "folder of a program that is edited")
	flag.StringVar(&m.repository, "repository", "", "repository of git with the versions")
	flag.IntVar(&m.edits, "edits", 3, "edits of each program, or commits behind the first")
	flag.Uint64Var(&m.seed, "seed", 1, "of the choice of edits")
	list := flag.String("list", "", "file with the arguments of a check on each line; the last one is the file that is edited")
	flag.StringVar(&m.work, "work", "", "folder where the versions are put, each in its turn (default a scratch folder); it is emptied")
	flag.DurationVar(&m.timeout, "timeout", time.Minute, "wall time of each check")
	flag.Parse()
	if *versions != "" {
		m.versions = strings.Split(*versions, ",")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	isSame, err := m.main(ctx, *list, flag.Args())
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "editcost:", err)
		os.Exit(2)
	case !isSame:
		os.Exit(1)
	}
}

// measure says which versions are checked, and how.
type measure struct {
	checker    string
	versions   []string
	folder     string
	repository string
	work       string
	edits      int
	seed       uint64
	timeout    time.Duration
	cases      [][]string
	out        io.Writer
}

func (m *measure) main(ctx context.Context, list string, arguments []string) (isSame bool, err error) {
	if len(arguments) > 0 {
		m.cases = [][]string{arguments}
	}
	if list != "" {
		lines, err := readLines(list)
		if err != nil {
			return false, err
		}
		m.cases = append(m.cases, lines...)
	}
	sources := 0
	for _, isGiven := range []bool{len(m.versions) > 0, m.folder != "", m.repository != ""} {
		if isGiven {
			sources++
		}
	}
	if len(m.cases) == 0 || sources != 1 {
		return false, errors.New("one of -repository, -versions and -folder, and the arguments of a check, are needed")
	}
	if m.checker, err = filepath.Abs(m.checker); err != nil {
		return false, fmt.Errorf("finding the program: %w", err)
	}
	scratch, err := os.MkdirTemp("", "yogi-editcost-")
	if err != nil {
		return false, fmt.Errorf("making a scratch folder: %w", err)
	}
	defer os.RemoveAll(scratch)
	if m.work == "" {
		m.work = filepath.Join(scratch, "work")
	}
	t := &table{out: m.out}
	t.head()
	for _, arguments := range m.cases {
		s := &series{measure: m, table: t, arguments: arguments, store: filepath.Join(scratch, "store")}
		switch {
		case m.folder != "":
			err = s.edited(ctx)
		case m.repository != "":
			err = s.commits(ctx, filepath.Join(scratch, "commits"))
		default:
			err = s.history(ctx, m.versions)
		}
		if err != nil {
			return false, err
		}
		for _, folder := range []string{s.work, s.store} {
			if err := os.RemoveAll(folder); err != nil {
				return false, fmt.Errorf("emptying a scratch folder: %w", err)
			}
		}
	}
	t.sum()
	return t.differ == 0, nil
}

// readLines reads a file whose lines are words; empty ones and those that begin with # do not count.
func readLines(path string) ([][]string, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var lines [][]string
	scanner := bufio.NewScanner(file)
	for scanner.Scan() {
		if words := strings.Fields(scanner.Text()); len(words) > 0 && words[0][0] != '#' {
			lines = append(lines, words)
		}
	}
	return lines, scanner.Err()
}
