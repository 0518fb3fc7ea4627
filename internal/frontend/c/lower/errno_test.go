package lower

import (
	"strings"
	"testing"

	"yogi/internal/frontend/c/clib"
	"yogi/models/libc"
)

// leaveErrno are the models with inputs whose functions leave errno as it is, or set it in the model.
var leaveErrno = makeSet("rand", "random", "getenv", "clearenv", "localeconv", "nl_langinfo", "gai_strerror", "pthread_key_create", "qsort", "bsearch", "signal", "raise")

// TestModelsSetErrno checks that a model which asks the world for something may also fail with any
// errno, and that one which does not sets errno itself if its function does.
func TestModelsSetErrno(t *testing.T) {
	for _, name := range libc.Functions() {
		text := string(libc.Source(name))
		asks := strings.Contains(text, "__VERIFIER_nondet")
		f, known := clib.Lookup(name)
		switch {
		case asks && !known:
			t.Errorf("%s is not in the table", name)
		case asks && f.Errno == leaveErrno[name]:
			t.Errorf("%s: errno is left as it is: %v, and may be set: %v", name, leaveErrno[name], f.Errno)
		case !asks && exactErrno[name] && !known:
			t.Errorf("%s sets errno and is not in the table", name)
		}
	}
	for name := range exactErrno {
		if libc.Source(name) == nil {
			t.Errorf("%s has no model", name)
		}
	}
}
