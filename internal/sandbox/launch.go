package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// This file is about the process between the product and a program in the sandbox: it builds the
// walls around itself and becomes the program.

// launcherName is the name under which a program that imports this package is the launcher, and nothing else.
const launcherName = "yogi-sandbox-launcher"

// noRandomAddresses is the personality ADDR_NO_RANDOMIZE.
const noRandomAddresses = 0x0040000

// launchOrder is the order for the launcher.
type launchOrder struct {
	Command
	Path string // of the program
}

// launched is the launcher's report. It tells nothing where everything stands, and cannot after it became the program.
type launched struct {
	Refused string   // a wall that this kernel does not have
	Failure string   // something else that went wrong
	Missing []string // of a Command that is Unsandboxed: the walls that do not stand
}

// The files of the launcher. The program has none of them: it closes as the launcher becomes it,
// and its number is above what the program may have.
const (
	launchReport = 3
	programFile  = 1000
)

// A test binary must be a launcher as the product is: hence here and not in main.
func init() {
	if len(os.Args) == 2 && os.Args[0] == launcherName {
		runtime.LockOSThread() // what is limited is the thread that becomes the program
		said := launch(os.Args[1])
		said.tell()
		os.Exit(126)
	}
}

// launch becomes the program; it returns if it could not.
func launch(text string) launched {
	var order launchOrder
	var said launched
	if err := json.Unmarshal([]byte(text), &order); err != nil {
		return launched{Failure: fmt.Sprintf("the order cannot be read: %v", err)}
	}
	if err := closeOthers(); err != nil {
		return launched{Failure: err.Error()}
	}
	if err := openProgram(order.Path); err != nil {
		return launched{Failure: err.Error()}
	}
	if err := order.Limits.set(order.Kind); err != nil {
		return launched{Failure: err.Error()}
	}
	if order.Still {
		if _, _, failed := unix.RawSyscall(unix.SYS_PERSONALITY, noRandomAddresses, 0, 0); failed != 0 {
			return launched{Failure: fmt.Sprintf("setting the personality: %v", failed)}
		}
	}
	_ = os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0) // the first to go where the machine runs out of memory
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return launched{Failure: fmt.Sprintf("setting no_new_privs: %v", err)}
	}
	for _, wall := range []struct {
		name  string
		build func(launchOrder) error
	}{{"Landlock", restrictFiles}, {"the filter of system calls", restrictCalls}} {
		if err := wall.build(order); err != nil {
			reason := fmt.Sprintf("%s: %v", wall.name, err)
			if !order.Unsandboxed {
				return launched{Refused: reason}
			}
			said.Missing = append(said.Missing, reason)
		}
	}
	if len(said.Missing) > 0 {
		said.tell()
		said = launched{}
	}
	said.Failure = fmt.Sprintf("starting it: %v", order.becomeProgram())
	return said
}

// tell writes to the parent.
func (l launched) tell() {
	text, err := json.Marshal(l)
	if err != nil {
		text = []byte("{}")
	}
	_, _ = unix.Write(launchReport, text) // there is nobody else to tell
}

// closeOthers has every file but the standard ones close where the launcher becomes the program: the product may have
// been started with others open.
func closeOthers() error {
	err := unix.CloseRange(3, ^uint(0), unix.CLOSE_RANGE_CLOEXEC)
	if errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EINVAL) { // a kernel that is older than Landlock
		for file := 3; file < 4*programFile; file++ {
			unix.CloseOnExec(file)
		}
		return nil
	}
	if err != nil {
		return fmt.Errorf("closing files: %w", err)
	}
	return nil
}

// openProgram opens the program by a number that the filter knows.
func openProgram(path string) error {
	file, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("opening %s: %w", path, err)
	}
	var now unix.Rlimit
	if err := unix.Prlimit(0, unix.RLIMIT_NOFILE, nil, &now); err == nil && now.Cur <= programFile {
		more := unix.Rlimit{Cur: min(now.Max, 2*programFile), Max: now.Max}
		_ = unix.Prlimit(0, unix.RLIMIT_NOFILE, &more, nil) // Dup3 tells
	}
	if err := unix.Dup3(file, programFile, unix.O_CLOEXEC); err != nil {
		return fmt.Errorf("opening %s: %w", path, err)
	}
	return nil
}

// becomeProgram executes the program: a Test by its number, since it may start no other, and a Tool
// by its name, which may be that of a script. It returns only where that fails.
func (o launchOrder) becomeProgram() error {
	if o.Kind == Tool {
		return unix.Exec(o.Path, o.Words, os.Environ())
	}
	arguments, err := cStrings(o.Words)
	if err != nil {
		return err
	}
	environment, err := cStrings(os.Environ())
	if err != nil {
		return err
	}
	empty := [1]byte{}
	_, _, failed := unix.RawSyscall6(unix.SYS_EXECVEAT, programFile, uintptr(unsafe.Pointer(&empty[0])),
		uintptr(unsafe.Pointer(&arguments[0])), uintptr(unsafe.Pointer(&environment[0])), unix.AT_EMPTY_PATH, 0)
	runtime.KeepAlive(arguments)
	runtime.KeepAlive(environment)
	return failed
}

// cStrings are strings as the kernel takes them: a list that ends with null.
func cStrings(words []string) ([]*byte, error) {
	out := make([]*byte, 0, len(words)+1)
	for _, word := range words {
		if strings.IndexByte(word, 0) >= 0 {
			return nil, errors.New("an argument with a zero byte")
		}
		text := append([]byte(word), 0)
		out = append(out, &text[0])
	}
	return append(out, nil), nil
}
