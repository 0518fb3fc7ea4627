// Package conform holds the C front end against a C compiler: which files both accept, where members of
// structs lie, which headers are read, and what programs compute. A compiler's answer is the reference; nothing
// here changes what the checker does.
package conform

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"sort"
	"strings"
	"sync"
	"time"

	"yogi/internal/frontend/c"
	"yogi/internal/source"
)

// Options of all measures.
type Options struct {
	Models      []string // data models; empty: ILP32 and LP64
	IncludeDirs []string
	SystemDirs  []string
	Jobs        int           // at once; 0 is 1
	Timeout     time.Duration // for a file and a model; 0: 60 s
}

func (o Options) models() []string {
	if len(o.Models) == 0 {
		return []string{"ILP32", "LP64"}
	}
	return o.Models
}

func (o Options) timeout() time.Duration {
	if o.Timeout == 0 {
		return 60 * time.Second
	}
	return o.Timeout
}

// frontEnd is the front end's options for a file.
func (o Options) frontEnd(file, model string) c.Options {
	return c.Options{Volatile: "ordinary",
		DataModel: model, Units: []c.Unit{{File: file, Reading: c.Reading{IncludeDirs: o.IncludeDirs}}}, AllFunctions: true,
	}
}

// compilers are the reference compilers by data model, with the flag that chooses it.
var compilers = map[string][]string{
	"LP64": {"gcc", "-m64"}, "ILP32": {"gcc", "-m32"},
	"LP64-aarch64": {"aarch64-linux-gnu-gcc"}, "ILP32-arm": {"arm-none-eabi-gcc"},
	"LP64-riscv64":  {"riscv64-unknown-elf-gcc", "-march=rv64gc", "-mabi=lp64d"},
	"ILP32-riscv32": {"riscv64-unknown-elf-gcc", "-march=rv32gc", "-mabi=ilp32d"},
	"IP16-avr":      {"avr-gcc"},
	"LLP64":         {"x86_64-w64-mingw32-gcc"}, "ILP32-windows": {"i686-w64-mingw32-gcc"},
}

// compiler is the reference compiler for a data model with the flags of every use.
func (o Options) compiler(ctx context.Context, model string, args ...string) *exec.Cmd {
	command := compilers[model]
	if command == nil {
		command = []string{"no-compiler-for-" + model}
	}
	all := append(append([]string(nil), command[1:]...), "-std=gnu11", "-w")
	for _, dir := range o.IncludeDirs {
		all = append(all, "-I", dir)
	}
	return exec.CommandContext(ctx, command[0], append(all, args...)...)
}

// Sources lists the C files below the roots, in order of their names.
func Sources(roots []string, endings ...string) ([]string, error) {
	var files []string
	for _, root := range roots {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			for _, e := range endings {
				if strings.HasSuffix(path, e) {
					files = append(files, path)
				}
			}
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("listing %s: %w", root, err)
		}
	}
	sort.Strings(files)
	return files, nil
}

// task is one file in one data model.
type task struct{ file, model string }

// each runs work on every file in every model, jobs at once, and returns what it found in the order of the
// files.
func each[T any](ctx context.Context, files []string, o Options, work func(ctx context.Context, t task) T) []T {
	var tasks []task
	for _, file := range files {
		for _, model := range o.models() {
			tasks = append(tasks, task{file, model})
		}
	}
	out := make([]T, len(tasks))
	next := make(chan int)
	var all sync.WaitGroup
	for range max(o.Jobs, 1) {
		all.Add(1)
		go func() {
			defer all.Done()
			for i := range next {
				limited, cancel := context.WithTimeout(ctx, o.timeout())
				out[i] = work(limited, tasks[i])
				cancel()
			}
		}()
	}
	for i := range tasks {
		next <- i
	}
	close(next)
	all.Wait()
	return out
}

// guard turns a panic of ours into an error, so that a measure goes on with the next file.
func guard(work func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	return work()
}

// temporary writes text to a file in a fresh folder and returns the file and what removes it.
func temporary(name, text string) (file string, remove func(), err error) {
	dir, err := os.MkdirTemp("", "yogi-conform-")
	if err != nil {
		return "", nil, fmt.Errorf("making a scratch folder: %w", err)
	}
	remove = func() { os.RemoveAll(dir) }
	file = filepath.Join(dir, name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		remove()
		return "", nil, fmt.Errorf("writing a scratch file: %w", err)
	}
	return file, remove, nil
}

// first is the first line about a refusal, without what differs between files.
func first(ds source.Diagnostics) string {
	if len(ds) == 0 {
		return ""
	}
	return ds[0].Message
}
