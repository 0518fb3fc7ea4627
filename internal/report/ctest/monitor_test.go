package ctest

import (
	"testing"

	"yogi/internal/property"
)

// TestEveryCheckHasMonitor: a compiled run shows the violations of each check, or it is said why
// none does. Nothing else has a monitor.
func TestEveryCheckHasMonitor(t *testing.T) {
	found := map[string]bool{unreachCall: true}
	for _, check := range everyCheck(t) {
		name := check.SubProperty()
		found[name] = true
		_, monitored := monitors[name]
		if why := unmonitored[name]; monitored == (why != "") && name != unreachCall {
			t.Errorf("%s, of %v: monitored %v, and %q says why not", name, check.Names(), monitored, why)
		}
	}
	for name := range monitors {
		if !found[name] {
			t.Errorf("a monitor for %s, which is no check's", name)
		}
	}
}

func everyCheck(t *testing.T) []property.Checks {
	all, err := property.ParseChecks(property.CheckNames())
	if err != nil {
		t.Fatal(err)
	}
	return all.Each()
}
