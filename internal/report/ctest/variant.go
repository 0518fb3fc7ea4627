package ctest

import (
	"fmt"
	"slices"
	"strings"

	"yogi/internal/ir"
	"yogi/internal/verdict"
)

// A test may need what the language leaves to the compiler: the bytes of padding, whether a value
// counts as constant. C cannot be made to take such a choice, but other builds of the same files
// make others. A fail that needs one stands if some build shows it.

// Build is one way to build the files of a test.
type Build struct {
	// Optimised: with the compiler's optimisations.
	Optimised bool
	// Stack says what the driver leaves on the stack before it calls the entry: a byte,
	// VariedBytes, or CleanStack. Where it leaves something, locals without a value keep what is
	// there.
	Stack int
	// Place is where the program and its objects lie; 0: where the compiler puts them.
	Place int
}

// What a stack can hold other than one byte.
const (
	CleanStack  = -1
	VariedBytes = 256
)

var plainBuild = Build{Stack: CleanStack}

// Builds are the ways to build the test that are worth a try, in this order.
func (p *Plan) Builds() []Build {
	builds := []Build{plainBuild}
	if len(p.Choices) > 0 {
		builds = append(builds, Build{Optimised: true, Stack: CleanStack}, Build{Stack: VariedBytes})
	}
	if len(p.Choices) == 0 && p.readsOptimised() {
		builds = append(builds, Build{Optimised: true, Stack: CleanStack})
	}
	if p.chosenByte != 0 {
		builds = append(builds, Build{Stack: int(p.chosenByte)})
	}
	if p.PlacesMatter || p.Placed && len(p.Limits) == 0 {
		for place := 1; place <= places; place++ {
			builds = append(builds, Build{Stack: CleanStack, Place: place, Optimised: place%2 == 0})
		}
	}
	return builds
}

// readsOptimised says that a file is read as where the compiler optimises. The headers of the system then define
// functions to be inlined: getchar calls getc, for which alone the driver stands, and what does not optimise calls
// neither but the library's getchar.
func (p *Plan) readsOptimised() bool {
	return slices.ContainsFunc(p.Units, func(u Unit) bool {
		return slices.ContainsFunc(u.Flags, func(flag string) bool {
			name, _, _ := strings.Cut(strings.TrimPrefix(flag, "-D"), "=")
			return name == "__OPTIMIZE__"
		})
	})
}

// places is how many ways there are to place a program and its objects.
const places = 12

// position are the flags for where the program lies, when it is compiled and when it is linked. A
// position-independent program lies where the system loads it, its static objects behind some bytes
// of another file, in the order of the compiler or as common ones in that of the linker, and fresh
// ones where the library hands them out.
func (b Build) position(m monitor) (compile, link []string) {
	if b.Place == 0 {
		return []string{"-fno-pie", "-fcommon"}, []string{"-fno-pie", "-no-pie"}
	}
	compile = []string{"-fpie", "-fcommon"}
	if b.Place%4 >= 2 {
		compile[1] = "-fno-common"
	}
	link = []string{"-fpie", "-pie", fmt.Sprintf("-DYOGI_PAD=%d", b.Place*b.Place*3-2+b.Place*pageSize)}
	if len(m.link) == 0 { // a monitor that is linked hands out memory itself
		link = append(link, "-DYOGI_MALLOC")
	}
	return compile, link
}

const pageSize = 4096

// runLine is how a script runs the test.
func (b Build) runLine() string {
	if b.Place == 0 {
		return "./test"
	}
	return "setarch -R ./test # where the system always loads it, not at random"
}

// choose notes a value that the language leaves to the compiler.
func (p *world) choose(in verdict.InputValue) {
	p.limit("%s: %s", in.Input.Pos, limitWords[ir.Unspecified])
	if in.Input.Name == "errno" {
		return // the world's choice, as whether the function fails
	}
	words := fmt.Sprintf("%s: %s", in.Input.Pos, in.Input.Name)
	for _, known := range p.Choices {
		if known == words {
			return
		}
	}
	p.Choices = append(p.Choices, words)
	if bits, ok := bitsOf(in.Value); ok && p.chosenByte == 0 {
		p.chosenByte = byte(bits)
	}
}

// flags are the compiler's flags for a build.
func (b Build) flags() []string {
	out := []string{"-O0"}
	if b.Optimised {
		out[0] = "-O2"
	}
	if b.Stack == CleanStack {
		return append(out, "-ftrivial-auto-var-init=zero")
	}
	return append(out, fmt.Sprintf("-DYOGI_STACK=%d", b.Stack))
}
