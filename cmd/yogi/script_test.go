package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"yogi/models/wdm"

	"yogi/internal/project"
)

func TestMain(m *testing.M) {
	if project.IsWrapper(os.Args[0]) {
		os.Exit(wrap(os.Args))
	}
	testscript.Main(m, map[string]func(){
		"yogi": func() { os.Exit(runWatched(os.Args[1:])) },
	})
}

// TestScripts runs the scripts in testdata/script, each one behaviour of the command line. The command
// "status N program arguments" checks an exit status; the condition kernel-headers holds where modules
// of Linux can be built, driver-kit where drivers of Windows can be read. Scripts that take long, as those do that read
// the kernel's headers, leave themselves or their ends out of short runs.
func TestScripts(t *testing.T) {
	strangeWords := filepath.Join(t.TempDir(), "strange")
	t.Cleanup(func() { noneStrange(t, strangeWords); enoughRuns(t, strangeWords) })
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		// What one script finds helps no other one.
		Setup: func(e *testscript.Env) error {
			e.Setenv(cacheVariable, "off")
			e.Setenv(strangeVariable, strangeWords)
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"status": checkStatus,
		},
		Condition: func(name string) (bool, error) {
			files, known := map[string]string{
				"kernel-headers": "/lib/modules/*/build/Makefile", "driver-kit": wdm.Kit, "z3-header": "/usr/include/z3.h",
			}[name]
			if !known {
				return false, fmt.Errorf("no condition is called %s", name)
			}
			found, err := filepath.Glob(files)
			return len(found) > 0, err
		},
	})
}

// checkStatus runs a program and fails unless it ends with the exit status.
func checkStatus(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N program [arguments]")
	}
	script := `"$@"; got=$?; [ $got = "$want" ] || { echo "exit status $got, want $want" >&2; exit 1; }`
	words := append([]string{"-c", "want=$0; " + script, args[0]}, args[1:]...)
	if err := ts.Exec("sh", words...); err != nil {
		ts.Fatalf("%v", err)
	}
}
