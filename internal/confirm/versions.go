package confirm

import (
	"os/exec"
	"strings"
	"sync"

	"yogi/internal/report/ctest"
	"yogi/internal/solver/chain"
	"yogi/internal/solver/smtlib"
)

// versions are those of the programs that had a part in a verdict, as they say it: yogi, the solver
// of the search, the one that confirms proofs, and the compiler of the test, which may be nil.
func (k Case) versions(test *ctest.Plan) []string {
	out := []string{"yogi " + k.producer().Version}
	if v := chain.Version(); v != "" {
		out = append(out, "Z3 "+v)
	}
	if v := confirmerVersion(); v != "" {
		out = append(out, v)
	}
	if v := compilerVersion(); test != nil && v != "" {
		out = append(out, v)
	}
	return out
}

var (
	confirmerVersion = sync.OnceValue(func() string { return saidVersion(smtlib.CVC5.Name) })
	compilerVersion  = sync.OnceValue(func() string { return saidVersion("gcc") })
)

// saidVersion is the first line of what a program says of its version; "": it says nothing.
func saidVersion(name string) string {
	text, err := exec.Command(name, "--version").Output()
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(strings.TrimSpace(string(text)), "\n")
	return strings.TrimPrefix(line, "This is ")
}
