package sandbox

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// Limits bound what a program may use up. 0 stands for no limit, except for FileSize of a Test,
// which writes no file.
type Limits struct {
	Seconds   uint64 // of processor time
	Memory    uint64 // bytes of address space
	Resident  uint64 // bytes of memory in use, which the parent watches
	FileSize  uint64 // bytes of one file written
	Processes uint64 // of the user, at the same time; the kernel does not count those of root
}

// openFiles is how many files a program may have open.
const openFiles = 64

// set limits this process, and what it becomes.
func (l Limits) set(kind Kind) error {
	type limit struct {
		name     string
		resource int
		most     uint64
	}
	limits := []limit{{"core files", unix.RLIMIT_CORE, 0}, {"message queues", unix.RLIMIT_MSGQUEUE, 0}}
	if l.Seconds > 0 {
		limits = append(limits, limit{"processor time", unix.RLIMIT_CPU, l.Seconds})
	}
	if l.Memory > 0 {
		limits = append(limits, limit{"memory", unix.RLIMIT_AS, l.Memory})
	}
	if l.Processes > 0 {
		limits = append(limits, limit{"processes", unix.RLIMIT_NPROC, l.Processes})
	}
	if l.FileSize > 0 || kind == Test {
		limits = append(limits, limit{"sizes of files", unix.RLIMIT_FSIZE, l.FileSize})
	}
	if kind == Test {
		limits = append(limits, limit{"open files", unix.RLIMIT_NOFILE, openFiles})
	}
	for _, limit := range limits {
		// A limit that is lower already stays.
		var now unix.Rlimit
		if err := unix.Prlimit(0, limit.resource, nil, &now); err != nil {
			return fmt.Errorf("reading the limit of %s: %w", limit.name, err)
		}
		most := unix.Rlimit{Cur: min(limit.most, now.Max), Max: min(limit.most, now.Max)}
		if err := unix.Prlimit(0, limit.resource, &most, nil); err != nil {
			return fmt.Errorf("limiting %s: %w", limit.name, err)
		}
	}
	return nil
}
