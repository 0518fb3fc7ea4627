package preprocess

import (
	"embed"
	"path"
	"slices"
	"strings"

	"yogi/internal/frontend/c/target"
)

//go:embed headers predefined
var embedded embed.FS

// embeddedHeader returns an embedded standard header, or nil.
func embeddedHeader(name string) []byte {
	data, err := embedded.ReadFile(path.Join("headers", name))
	if err != nil {
		return nil
	}
	return data
}

// anyMachine are the standard headers whose contents are those of C, and follow from the target's predefined macros.
// What the others declare, the layouts and constants of the system, is that of Linux on x86. <sys/types.h> is one of
// them since others include it, and has little for other machines.
var anyMachine = strings.Fields(`alloca.h assert.h ctype.h errno.h float.h inttypes.h iso646.h limits.h locale.h math.h memory.h
	stdalign.h stdarg.h stdatomic.h stdbool.h stddef.h stdint.h stdio.h stdlib.h stdnoreturn.h string.h strings.h sys/types.h uchar.h wchar.h wctype.h`)

// narrowMachine are those of them in which nothing takes an int for one of 32 bits.
var narrowMachine = strings.Fields(`alloca.h assert.h float.h inttypes.h iso646.h limits.h stdalign.h stdarg.h stdbool.h stddef.h stdint.h stdlib.h stdnoreturn.h
	string.h sys/types.h`)

// isFor says that a header that comes with the checker is true of a target.
func isFor(t *target.Target, name string) bool {
	switch {
	case t.Narrow:
		return slices.Contains(narrowMachine, name)
	case t.X86:
		return true
	}
	return slices.Contains(anyMachine, name)
}

// IsStandardHeader says that a file is a header that comes with the checker or with the system.
func IsStandardHeader(file string) bool {
	return strings.HasPrefix(file, "<") || strings.HasPrefix(file, "/usr/include/") || strings.HasPrefix(file, "/usr/lib/gcc/")
}

// predefined is the text of the macros that the compiler defines.
func predefined(t *target.Target) string {
	data, err := embedded.ReadFile("predefined/" + t.Predefined())
	if err != nil {
		panic(err)
	}
	return string(data)
}
