package sandbox

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/landlock-lsm/go-landlock/landlock"
	sys "github.com/landlock-lsm/go-landlock/landlock/syscall"
)

// libraryFolders are where the system keeps its libraries.
var libraryFolders = []string{
	"/lib", "/lib32", "/lib64", "/libx32", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libx32", "/usr/local/lib",
}

// toolFolders are where it keeps compilers, and what they read.
var toolFolders = []string{"/usr", "/bin"}

// restrictFiles has this process, and what it becomes, read the system's files and those of the order, and write nothing
// else than a Tool does in its folder. What a kernel's Landlock does not know (truncating before version 3, signals before
// version 6) is for the filter to refuse.
func restrictFiles(order launchOrder) error {
	if version, err := sys.LandlockGetABIVersion(); err != nil {
		return fmt.Errorf("this kernel has none: %w", err)
	} else if version < 1 {
		return errors.New("this kernel has none")
	}
	rules := []landlock.Rule{
		landlock.RODirs(libraryFolders...).IgnoreIfMissing(),
		landlock.ROFiles("/etc/ld.so.cache", "/dev/null", "/proc/self/maps", "/proc/self/cmdline").IgnoreIfMissing(),
	}
	if order.Kind == Tool {
		rules = append(rules,
			landlock.RODirs(append(toolFolders, compilerFolders(order.Path)...)...).IgnoreIfMissing(),
			landlock.RWFiles("/dev/null"), landlock.RWDirs(order.Folder))
	} else {
		rules = append(rules, landlock.RODirs(order.Folder))
	}
	for _, path := range order.Read {
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			rules = append(rules, landlock.RODirs(path))
		} else if err == nil {
			rules = append(rules, landlock.ROFiles(path))
		}
	}
	return landlock.V6.BestEffort().Restrict(rules...)
}

// compilerFolders are the folder that a tool outside of the system's folders was installed in, if it is.
func compilerFolders(path string) []string {
	var out []string
	for _, name := range []string{path, "gcc"} {
		found, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		if found, err = filepath.EvalSymlinks(found); err != nil {
			continue
		}
		if folder := filepath.Dir(found); filepath.Base(folder) == "bin" && !strings.HasPrefix(folder, "/usr/") && folder != "/bin" {
			out = append(out, filepath.Dir(folder))
		}
	}
	return out
}
