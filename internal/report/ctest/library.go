package ctest

import (
	"regexp"
	"slices"
	"strings"

	"yogi/internal/frontend/c/clib"
	"yogi/internal/ir"
)

// foreignBuiltin are the built-in functions that yogi has of other compilers than gcc.
var foreignBuiltin = regexp.MustCompile(`\b__builtin_bitreverse(8|16|32|64)\b`)

// noteForeign lists the built-in functions in the program that gcc cannot compile.
func (p *world) noteForeign() {
	for _, u := range p.Units {
		for _, name := range foreignBuiltin.FindAllString(u.Text, -1) {
			p.limit("calls of %s, which gcc does not know", name)
		}
	}
}

// writesMemory says that a function of the library writes to memory of the program: no function of
// the driver can take its place, but that of scanf.
func writesMemory(name string) bool {
	f, ok := clib.Lookup(name)
	return ok && slices.ContainsFunc(f.Params, func(p clib.Parameter) bool { return p.Write.Unit != clib.Nothing })
}

// givesPlace says that a function of the library gives a place in an object of the program, which its arguments fix.
func givesPlace(name string) bool {
	f, ok := clib.Lookup(name)
	return ok && (f.Result.Kind == clib.Inside || slices.ContainsFunc(f.Params, func(p clib.Parameter) bool { return p.Points > 0 }))
}

// writesCounts says that a function of the library prints with a format, in which %n writes how much was printed.
func writesCounts(name string) bool {
	f, ok := clib.Lookup(name)
	return ok && slices.ContainsFunc(f.Params, func(p clib.Parameter) bool { return p.Format.Is && !p.Format.Scans })
}

// worksOnObjects says that a function of the library takes an object that the library made, or returns one.
func worksOnObjects(name string) bool {
	f, ok := clib.Lookup(name)
	return ok && (f.Result.Kind == clib.OpenStream || clib.Is(name, clib.OnStreams) || slices.ContainsFunc(f.Params, func(p clib.Parameter) bool {
		return p.Role == clib.Stream || p.Role == clib.Opaque
	}))
}

// tellers say of a stream what is noted in it.
var tellers = wordSet("feof ferror clearerr fileno feof_unlocked ferror_unlocked clearerr_unlocked fileno_unlocked")

// isWorldFunction says that the world decides a function's result, so that the driver takes its place.
func isWorldFunction(name string) bool { return clib.Is(name, clib.Driven) }

// mayGive says that the driver may give out the values in a queue. For a function of the C library whose result
// the world decides, they are results of the machine's in some world, whatever happened before.
func (p *world) mayGive(q *queue) bool {
	if q.input.Kind != ir.UndefinedCall || !p.standard[q.name] || !isWorldFunction(q.name) || q.width == 0 {
		return true
	}
	return !slices.ContainsFunc(q.values, func(v uint64) bool { return !clib.MayGive(q.name, v, q.width) })
}

// libraryObjects are the objects of the C library that its functions set. Those that stand for
// streams are not here: what they hold is seen by the library alone.
var libraryObjects = wordSet(`
	daylight timezone tzname __daylight __timezone __tzname optarg optind opterr optopt signgam environ __environ
	program_invocation_name program_invocation_short_name getdate_err
`)

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(words) {
		set[word] = true
	}
	return set
}

// isLibraryFunction says that the driver never takes the place of a function: a test that lets one
// return what the library's does not is no run of the program. It also knows the variants of the
// mathematical functions for float and long double, and what the compiler does itself.
func isLibraryFunction(name string) bool {
	isFixed := func(name string) bool { return clib.Is(name, clib.Fixed) }
	return strings.HasPrefix(name, "__builtin_") || isFixed(name) || isFixed(strings.TrimSuffix(name, "f")) ||
		isFixed(strings.TrimSuffix(name, "l"))
}

// threads are the linker's words for a program that ends its thread: the library looks for libgcc_s
// then, which the sandbox does not let it open unless it is loaded already.
func (p *world) threads() []string {
	if !slices.ContainsFunc(p.Units, func(u Unit) bool { return strings.Contains(u.Text, "pthread_exit") }) {
		return nil
	}
	return []string{"-Wl,--no-as-needed", "-lgcc_s", "-Wl,--as-needed"}
}

// returnsOwn says that what a function of the library returns is an object of its own that the program reads.
func returnsOwn(name string) bool {
	f, ok := clib.Lookup(name)
	return ok && (f.Result.Kind == clib.Static || f.Result.Kind == clib.Own)
}

// ReadsOwnObjects says that a program may read such objects: what they hold is an input, zeros too.
func ReadsOwnObjects(program *ir.Program) bool {
	return slices.ContainsFunc(program.Undefined, func(u *ir.Undefined) bool { return (u.Standard || clib.IsExported(u.Name)) && returnsOwn(u.Name) })
}

// returnsKnown says that a function of the library returns an object that it was given or that it
// keeps: no function of the driver can take its place.
func returnsKnown(name string) bool {
	f, ok := clib.Lookup(name)
	return ok && (f.Result.Kind == clib.Static || f.Result.Kind == clib.Argument || f.Result.Kind == clib.Inside)
}
