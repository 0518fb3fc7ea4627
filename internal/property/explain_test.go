package property

import "testing"

func TestEveryCheckIsExplained(t *testing.T) {
	for _, e := range Explanations() {
		if e.Means == "" || e.Example == "" {
			t.Errorf("yogi explain has nothing on %s", e.Name)
		}
	}
}
