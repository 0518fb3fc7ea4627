package sandbox

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/landlock-lsm/go-landlock/landlock"
	sys "github.com/landlock-lsm/go-landlock/landlock/syscall"
)

// libraryFolders are where the system keeps its libraries.
var libraryFolders = []string{
	"/lib", "/lib32", "/lib64", "/libx32", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libx32", "/usr/local/lib",
	"/nix/store", "/gnu/store",
}

// toolFolders are where it keeps compilers, and what they read.
var toolFolders = []string{"/usr", "/bin"}

// restrictFiles has this process, and what it becomes, read the system's files and those of the
// order, and write nothing else than a Tool does in its folder. What a kernel's Landlock does not
// know (truncating before version 3, signals before version 6) is for the filter to refuse.
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
		if isFolder(path) {
			rules = append(rules, landlock.RODirs(path))
		} else {
			rules = append(rules, landlock.ROFiles(path).IgnoreIfMissing())
		}
	}
	return landlock.V6.BestEffort().Restrict(rules...)
}

// compilerFolders are those of a tool outside of the system's folders: the one that it lies in, and
// the one that a whole compiler was installed in.
func compilerFolders(path string) []string {
	var out []string
	for _, name := range []string{path, "gcc"} {
		found, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		out = append(out, filepath.Dir(found))
		if found, err = filepath.EvalSymlinks(found); err != nil {
			continue
		}
		folder := filepath.Dir(found)
		out = append(out, folder)
		if whole := filepath.Dir(folder); isFolder(filepath.Join(whole, "lib", "gcc")) {
			out = append(out, whole)
		}
	}
	return out
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
