package bench

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"io"
	"maps"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
)

// revisionDigits are as many of a revision's digits, or of a program's digest, as a record has.
const revisionDigits = 12

// Origin says what made a record: the program's revision and the machine.
type Origin struct {
	// Revision is that of the files that the program was built of. Where they were changed, or none is known, the
	// program's digest stands behind it, as two such programs may differ.
	Revision string  `json:"revision,omitempty"`
	Cores    int     `json:"cores,omitempty"`
	Memory   float64 `json:"memory_gib,omitempty"`
}

// Machines says on which machines records were made.
func Machines(records []Record) string {
	found := map[string]bool{}
	for _, r := range records {
		found[fmt.Sprintf("%d cores, %.0f GiB", r.Cores, r.Memory)] = true
	}
	return strings.Join(slices.Sorted(maps.Keys(found)), " and ")
}

// ThisOrigin is the origin of what this program makes, whose file is at path.
func ThisOrigin(path string) (Origin, error) {
	o := Origin{Cores: runtime.NumCPU(), Memory: machineMemory()}
	revision, changed := builtOf(debug.ReadBuildInfo())
	if !changed {
		o.Revision = revision
		return o, nil
	}
	digest, err := digestOf(path)
	if err != nil {
		return o, fmt.Errorf("finding which program this is: %w", err)
	}
	o.Revision = revision + "+" + digest
	return o, nil
}

// builtOf returns the revision that a program was built of, "unknown" if the build did not record
// it, and whether the files may have been other ones.
func builtOf(info *debug.BuildInfo, ok bool) (revision string, changed bool) {
	revision, changed = "unknown", true
	if !ok {
		return revision, changed
	}
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision" && len(s.Value) >= revisionDigits:
			revision = s.Value[:revisionDigits]
		case s.Key == "vcs.modified":
			changed = s.Value != "false"
		}
	}
	return revision, changed || revision == "unknown"
}

func digestOf(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", sum.Sum(nil))[:revisionDigits], nil
}

// machineMemory is the memory of the machine in GiB; 0 where the system does not tell.
func machineMemory() float64 {
	file, err := os.Open("/proc/meminfo")
	if err != nil {
		return 0
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var kilobytes float64
		if n, _ := fmt.Sscanf(strings.TrimSpace(lines.Text()), "MemTotal: %f kB", &kilobytes); n == 1 {
			return kilobytes / (1 << 20)
		}
	}
	return 0
}
