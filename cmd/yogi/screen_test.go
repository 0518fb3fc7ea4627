package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"testing"
)

// TestScreen: a platform's files are told by its name, and no others.
func TestScreen(t *testing.T) {
	t.Parallel()
	version := filepath.Join(modelsFolder("linux"), "5febd78807218721")
	for _, test := range []struct{ platform, text, want string }{
		{"linux", version + "/files.h:243: a\n", "linux/files.h:243: a\n"},
		{"linux", "a.c:3: at " + version + "/include/memory.h:2\n", "a.c:3: at linux/memory.h:2\n"},
		{"linux", "/home/files.h:243: a\n", "/home/files.h:243: a\n"},
		{"wdm", version + "/files.h:243: a\n", version + "/files.h:243: a\n"},
		{"", version + "/files.h:243: a\n", version + "/files.h:243: a\n"},
	} {
		var out bytes.Buffer
		o := &checkOptions{}
		o.platform = test.platform
		if n, err := fmt.Fprint(o.screen(&out), test.text); n != len(test.text) || err != nil {
			t.Errorf("%d of %d bytes are written (%v)", n, len(test.text), err)
		}
		if out.String() != test.want {
			t.Errorf("%s: %q, want %q", test.platform, out.String(), test.want)
		}
	}
}
