package lower

import (
	"strings"
	"testing"

	"yogi/models/libc"
)

// leaveErrno are the models with inputs whose functions cannot fail, so that no implementation sets errno.
var leaveErrno = makeSet("rand", "random")

// TestWorldModelsSetErrno checks that a model which asks the world for something may also fail with any errno.
func TestWorldModelsSetErrno(t *testing.T) {
	for _, name := range libc.Functions() {
		asks := strings.Contains(string(libc.Source(name)), "__VERIFIER_nondet")
		if asks && worldModels[name] == leaveErrno[name] {
			t.Errorf("%s: errno is left as it is: %v, and may be set: %v", name, leaveErrno[name], worldModels[name])
		}
	}
	for name := range worldModels {
		if libc.Source(name) == nil {
			t.Errorf("%s has no model", name)
		}
	}
}
