package assumption

import (
	"regexp"
	"slices"
	"strings"
)

// registry is every kind, in the order of this file. A new kind is a variable here; the list in
// docs/semantics.md is made of them by
//
//	go test ./internal/assumption -args -update
var registry []*Kind

func register(k Kind) *Kind {
	registry = append(registry, &k)
	return &k
}

// Kinds are all kinds of assumptions, in the order of the documentation.
func Kinds() []*Kind { return slices.Clone(registry) }

// Named is the kind of a name, nil if there is none.
func Named(name string) *Kind {
	if i := slices.IndexFunc(registry, func(k *Kind) bool { return k.Name == name }); i >= 0 {
		return registry[i]
	}
	return nil
}

// OfLine is the kind of an assumption as a report has it, with or without "assumed: " before it; nil: it is none.
func OfLine(line string) *Kind {
	line = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "assumed:"))
	var best *Kind
	most := 0
	for _, k := range registry {
		fixed := strings.NewReplacer("{of}", "", "{place}", "").Replace(k.Says)
		if len(fixed) > most && asPattern(k.Says).MatchString(line) {
			best, most = k, len(fixed)
		}
	}
	return best
}

// asPattern matches what a sentence becomes in a report: of one place or of several, with a note behind it or without.
func asPattern(says string) *regexp.Regexp {
	filled := strings.NewReplacer(`\{of\}`, `.*`, `\{place\}`, `.+`)
	one := filled.Replace(regexp.QuoteMeta(says))
	several := filled.Replace(regexp.QuoteMeta(ofOnePlace.ReplaceAllString(says, "{place} $1 ")))
	return regexp.MustCompile(`(?s)^(` + one + `|` + several + `)( \(.*\))?$`)
}

// The data model.
var (
	DataModel = register(Kind{
		Name:    "data-model",
		Says:    "data model {of}",
		Meaning: "The sizes, the byte order and the alignment of types are those of the model, and machine integers wrap.",
		Example: "sizeof (long) == 8 with --data-model LP64",
		Model:   true,
	})
	Mathematical = register(Kind{
		Name:    "mathematical-integers",
		Says:    "integers and maps are Boogie's mathematical ones",
		Meaning: "Boogie programs compute with integers without bounds and with maps over all of them.",
		Example: "x + 1 > x in Boogie",
		Model:   true,
	})
)

// Arithmetic.
var (
	LinearArithmetic = register(Kind{
		Name:    "linear-arithmetic",
		Says:    "arithmetic: integers are mathematical (--arith linear); no result of +, -, *, << or ++ leaves the range of its type",
		Meaning: "Runs in which a result leaves its type are not looked at.",
		Example: "if (x + 1 < x) reach_error(); with --arith linear",
		Narrows: true,
	})
	FloatPrecision = register(Kind{
		Name:    "float-precision",
		Says:    "floats: float and double are computed in their own precision, as gcc -msse2 -mfpmath=sse does",
		Meaning: "Compilers for i686 may keep more bits than a type has; runs of such builds are not looked at.",
		Example: "0.1 + 0.2 == 0.3 for ILP32",
	})
	FloatLibrary = register(Kind{
		Name:    "float-library",
		Says:    "floats: the machine's library for them rounds to nearest and has subnormal numbers, as IEEE 754 says",
		Meaning: "AVR computes floats by functions, which a C library may have of its own, and whose results may differ in the last bit.",
		Example: "1.0f / 3.0f for avr",
	})
	FloatContraction = register(Kind{
		Name:    "float-contraction",
		Says:    "floats: no multiplication and addition are made one operation, as gcc -ffp-contract=off has it",
		Meaning: "Other machines than x86 have an operation that rounds once; gcc takes it unless it is told not to.",
		Example: "a * b + c for aarch64-linux",
	})
	RoundingMode = register(Kind{
		Name:    "rounding-mode",
		Says:    "rounding: an operation on floats rounds as fesetround said last before it, as gcc -O0 has it, and constant expressions, of which none overflows, to nearest",
		Meaning: "Where they are not told that the mode changes, optimisers move operations over fesetround and take rint(-x) for -rint(x).",
		Example: "fesetround(FE_UPWARD); double d = 0.1 + 0.2;",
	})
)

// Addresses and memory.
var (
	AddressesApart = register(Kind{
		Name:    "addresses-apart",
		Says:    "addresses: where two are compared, different objects have different ones, also one that is gone, one without bytes, one right behind the other, and string literals",
		Meaning: "In an open program only: C lets an object lie where one was that is gone, or right behind another, and lets string literals share bytes; such runs are not looked at.",
		Example: "p = malloc(4); free(p); if (p == malloc(4)) *q = 0;",
	})
	AddressAsNumber = register(Kind{
		Name:    "address-as-number",
		Says:    "addresses: {place} uses the numeric value of an address",
		Meaning: "In an open program only: objects lie where the model puts them.",
		Example: "if ((unsigned long) &x % 64 == 0) *p = 0;",
	})
	NumberAsAddress = register(Kind{
		Name:    "number-as-address",
		Says:    "addresses: {place} uses a number as an address; it is the address of no object of the program",
		Meaning: "A constant that is written as an address is apart from all objects.",
		Example: "*(volatile int *) 0xfee00000 = 1;",
	})
	DeviceRegisters = register(Kind{
		Name:    "device-registers",
		Says:    "addresses: {place} takes a number for the address of a register of a device",
		Meaning: "On machines without a system only, where memory is checked: what a program accesses as volatile at an address that it writes as a number, in the size of what it says is there, is a device's, and the access is none outside of all objects.",
		Example: "*(volatile uint32_t *) 0x40011000 = 1;",
	})
	AddressOfNumber = register(Kind{
		Name:    "address-of-number",
		Says:    "addresses: {place} makes an address of a number; where objects lie is up to the model",
		Meaning: "In an open program only: an integer that was computed is used as an address.",
		Example: "p = (char *) (base + offset);",
	})
	BytesOfAddress = register(Kind{
		Name:    "bytes-of-address",
		Says:    "addresses: {place} reads bytes of an address as a number; where objects lie is up to the model",
		Meaning: "In an open program, where memory is not cut into maps, and where an object that is copied in pieces of more than 64 bytes has lost its layout, as by a copy to another offset, and is read as integers that may be parts of a pointer: a number that is read from memory is none of an address.",
		Example: "In an open program: struct { int n; char *p; } s, t; memcpy(&t, &s, length); if (t.n & 7) reach_error();",
	})
	PartsOfAddress = register(Kind{
		Name:    "parts-of-address",
		Says:    "addresses: {place} reads a pointer of which some bytes may have been written over; what it is then is up to the model",
		Meaning: "In an open program, and where memory is not cut into maps: a pointer that is read from memory is the address that was written there last as a whole, also where the program writes single bytes that may be a part of it.",
		Example: "In an open program: int *p = &x; ((char *)&p)[0] = 1; if (p != &x) reach_error();",
	})
	AccessInside = register(Kind{
		Name:    "access-inside",
		Says:    "memory: every access stays inside the object that its address was computed from",
		Meaning: "An access outside of its object is undefined (C11 6.5.6p8), and what such a run does is not looked at. --check bounds asks whether there is one.",
		Example: "int a[2], b; a[2] = 1; if (b == 1) reach_error();",
	})
	IndexInside = register(Kind{
		Name:    "index-inside",
		Says:    "memory: an index into an array that is a member of a struct stays inside the array",
		Meaning: "The same for an array in a struct, whose other members keep their values.",
		Example: "struct { int a[2], b; } s; s.a[i] = 1;",
	})
	UnwrittenApart = register(Kind{
		Name:    "unwritten-apart",
		Says:    "memory: an address read from memory or a variable that the program never wrote is one of an object that nothing else in the program makes, and objects at such addresses differ unless the pointers have one type that says what they point to, or the program compares them",
		Meaning: "A pointer that nobody has set points at nothing that the program has, but for what it is compared with.",
		Example: "int *p; *p = 1;",
	})
	ConstantApart = register(Kind{
		Name:    "constant-apart",
		Says:    "memory: a constant that was computed from no address of an object is not one",
		Meaning: "A number that the program writes down is the address of no object.",
		Example: "*(int *) 4096 = 1;",
	})
	NumberApart = register(Kind{
		Name:    "number-apart",
		Says:    "memory: an input that is a number is not used as the address of an object where addresses of objects are used too",
		Meaning: "A number from outside that is used as an address is apart from the objects that are there, also where the program finds it equal to the address of one. So is a pointer of which some bytes were written over, from all but those that it may have led to.",
		Example: "p = other() ? &x : (int *) nondet_long(); *p = 1;",
	})
	AddressSpace = register(Kind{
		Name:    "address-space",
		Says:    "memory: the address space suffices for all objects that are allocated",
		Meaning: "No allocation runs out of addresses.",
		Example: "while (1) malloc(1000000);",
		Narrows: true,
	})
	CutUnconfirmed = register(Kind{
		Name:    "cut-unconfirmed",
		Says:    "memory is cut as the points-to analysis says, which was not confirmed: {of}",
		Meaning: "Of yogi angelic: the independent checker did not accept how memory was cut into maps.",
		Example: "an entry whose points-to claim is refused",
	})
	MallocNeverFails = register(Kind{
		Name:    "malloc-never-fails",
		Says:    "malloc never fails",
		Meaning: "Runs in which an allocation gives null are not looked at; --malloc may-fail looks at them.",
		Example: "int *p = malloc(4); if (!p) reach_error();",
		Narrows: true,
	})
	PrintingSucceeds = register(Kind{
		Name:    "printing-succeeds",
		Says:    "printing to standard output and standard error succeeds",
		Meaning: "Runs in which printf, puts and their like fail there are not looked at, unless the program itself may end what these take; --printing may-fail looks at them.",
		Example: "if (printf(\"abc\") != 3) reach_error();",
		Narrows: true,
	})
	LargeEnough = register(Kind{
		Name:    "large-enough",
		Says:    "the object {of} of unknown size is large enough for every access",
		Meaning: "An array that another file defines has every element that is asked for.",
		Example: "extern int table[]; return table[i];",
	})
	KeptContents = register(Kind{
		Name:    "kept-contents",
		Says:    "the contents of {of} are kept when a jump passes its declaration again",
		Meaning: "A large object keeps what it held when a goto goes back over its declaration; C says that it holds nothing then.",
		Example: "again:; char b[100]; p = b; goto again;",
	})
	KeptText = register(Kind{
		Name:    "kept-text",
		Says:    "calls of {of} overwrite the first 256 bytes of the text that they return, and nothing behind them",
		Meaning: "A function of the library that returns a text of its own overwrites it in each call; of a longer one the rest stays as it was.",
		Example: "char *p = l64a(1), c = p[300]; if (l64a(2)[300] != c) reach_error();",
	})
	Untranslated = register(Kind{
		Name:    "untranslated",
		Says:    "texts are not translated: gettext and its relatives return the text that they are given",
		Meaning: "As in the C locale, and where there is no catalogue for the user's language. A translation may be longer than its original, and should ask for the same arguments where it is a format, which msgfmt -c looks after.",
		Example: `strcpy(buffer, gettext("yes"));`,
		Narrows: true,
	})
	VolatileSteady = register(Kind{
		Name:    "volatile-steady",
		Says:    "volatile objects change only by what the program writes",
		Meaning: "Devices, signals and other threads are not modelled.",
		Example: "volatile int ready; while (!ready);",
		Narrows: true,
	})
	EvaluationOrder = register(Kind{
		Name:    "evaluation-order",
		Says:    "operands at {place} are evaluated from left to right",
		Meaning: "C leaves the order to compilers, and there it may matter: one operand may write what another reads or writes, or end a run in which another fails. In most expressions both orders are looked at instead.",
		Example: "int next(void) { return ++n; } if (next() + next() + next() + next() + next() != 15) reach_error();",
		Narrows: true,
	})
	LeaksInLoops = register(Kind{
		Name:    "leaks-in-loops",
		Says:    "leaks: a run that stays in a loop that can be left has not lost an object",
		Meaning: "A run that never ends is not looked at for leaks.",
		Example: "p = malloc(4); while (x) {} free(p);",
		Narrows: true,
	})
)

// Entries, starts and ends.
var (
	FirstCall = register(Kind{
		Name:    "first-call",
		Says:    "{of} is called first: objects with static storage have their initial values",
		Meaning: "Nothing of the file ran before the entry.",
		Example: "static int n; int f(void) { return n; } with --entry f",
		Narrows: true,
	})
	WeakKept = register(Kind{
		Name:    "weak-kept",
		Says:    "linking: no other part of the program defines {of}, whose definition here is weak",
		Meaning: "Of an entry other than main: a definition in another part would go before a weak one.",
		Example: "__attribute__((weak)) int hook(void) { return 1; } int f(void) { return hook(); } with --entry f",
		Narrows: true,
	})
	TerminationAtExit = register(Kind{
		Name:    "termination-at-exit",
		Says:    "what runs when the program ends (atexit, destructors) is looked at where {of} calls exit, not after it has returned",
		Meaning: "What the program does after an entry other than main has returned is not looked at.",
		Example: "--entry f in a file with a destructor",
		Narrows: true,
	})
	MainArguments = register(Kind{
		Name:    "main-arguments",
		Says:    "main: {of} leads to at most 1048576 texts of at most 131071 characters, as on Linux",
		Meaning: "No program is started with more arguments, or longer ones, than Linux passes on.",
		Example: "int main(int argc, char **argv) { if (argc > 1048576) reach_error(); }",
		Narrows: true,
	})
	MainName = register(Kind{
		Name:    "main-name",
		Says:    "main: there is at least one argument, as Linux has it since 5.18",
		Meaning: "Where memory is checked, argc is not 0: Linux passes an empty name on where a program is started without any.",
		Example: "int main(int argc, char **argv) { return argv[0][0]; } with --check null",
	})
	EnvironmentTexts = register(Kind{
		Name:    "environment-texts",
		Says:    "environment: no variable has more than 131071 characters with its name and the = behind that, as on Linux",
		Meaning: "No program is started with a longer variable than Linux passes on.",
		Example: "char text[131072], *home = getenv(\"HOME\"); if (home) strcpy(text, home);",
		Narrows: true,
	})
	MainObject = register(Kind{
		Name:    "main-object",
		Says:    "main: {of} is an object of its own",
		Meaning: "What a pointer parameter of main points at is no object of the program.",
		Example: "int main(int argc, char **argv)",
	})
	EntryNonNull = register(Kind{
		Name:    "entry-non-null",
		Says:    "entry: {of} is no null pointer, as it is declared",
		Meaning: "Of a parameter with the attribute nonnull or declared [static n]: callers keep to it.",
		Example: "int f(int *p) __attribute__((nonnull)); with --entry f",
		Narrows: true,
	})
	EntryAllNonNull = register(Kind{
		Name:    "entry-all-non-null",
		Says:    "entry: {of} is no null pointer (--non-null)",
		Meaning: "No caller hands a null pointer to an entry.",
		Example: "int f(int *p) { return *p; } with --entry f --non-null",
		Narrows: true,
	})
	EntryContract = register(Kind{
		Name:    "entry-contract",
		Says:    "entry: callers keep to its contract: {of}",
		Meaning: "Of a function with a contract in ACSL: callers hand over what it requires.",
		Example: "/*@ requires p != \\null; */ before int f(int *p) { return *p; } with --entry f",
		Narrows: true,
	})
	EntrySizes = register(Kind{
		Name:    "entry-sizes",
		Says:    "entry: no elements that its contract speaks of are more than {of} bytes away",
		Meaning: "Of a function whose contract says how many elements a pointer leads to: larger objects are not looked at.",
		Example: "/*@ requires \\valid(p + (0 .. n - 1)); */ before int f(int *p, unsigned n) with --entry f --check memory",
		Narrows: true,
	})
	EntryElements = register(Kind{
		Name:    "entry-elements",
		Says:    "entry: {of} leads to as many elements as it is declared to have",
		Meaning: "Of a parameter declared [static n]: callers hand over n elements or more.",
		Example: "int f(int p[static 4]) { return p[3]; } with --entry f --check memory",
		Narrows: true,
	})
	EntryRestrict = register(Kind{
		Name:    "entry-restrict",
		Says:    "entry: {of} leads to an object of its own, as it is declared restrict",
		Meaning: "C lets a caller hand over one object twice where nothing writes it (C11 6.7.3.1p10).",
		Example: "void f(const int *restrict p, const int *restrict q) { if (p == q) reach_error(); } with --entry f",
		Narrows: true,
	})
	EntryHeap = register(Kind{
		Name:    "entry-heap",
		Says:    "entry: what it frees of what it is given is an object of the heap",
		Meaning: "Where frees are checked: callers hand over null or what malloc gave, where a parameter leads to an object of its own.",
		Example: "void f(int *p) { free(p); } with --entry f --check double-free",
		Narrows: true,
	})
	EntryLive = register(Kind{
		Name:    "entry-live",
		Says:    "entry: no pointer that it is given or finds leads to an object that is gone",
		Meaning: "Where lifetimes or frees are checked: neither callers nor earlier calls leave a pointer to a freed object.",
		Example: "static char *p; void f(void) { free(p); } with --entry f --check double-free",
		Narrows: true,
	})
	Harness = register(Kind{
		Name:    "harness",
		Says:    "harness: {of}",
		Meaning: "A main that stands for all callers of a function says what it takes for granted of them by #pragma yogi assumed, as those do that yogi harness writes; so do models of a platform of the system. Calls of which that is not true are not looked at.",
		Example: "#pragma yogi assumed \"text of parse() is a text of at most 6 characters\"",
		Narrows: true,
	})
	EntryRequires = register(Kind{
		Name:    "entry-requires",
		Says:    "entry: {of}",
		Meaning: "A Boogie procedure that is an entry is started only where its contract allows it.",
		Example: "procedure p(x: int) requires x > 0;",
		Narrows: true,
	})
)

// Functions and assembly.
var (
	UndefinedResult = register(Kind{
		Name:     "undefined-result",
		Says:     "{of} has no body: it returns any value, writes no object but what the program only declares, frees nothing and calls nothing",
		Meaning:  "Of --undefined nondet: what else the function does is not looked at. It does not write where pointers from outside lead, such as a parameter of an entry, either.",
		Example:  "int other(void); if (other()) reach_error();",
		StandsIn: true,
	})
	UndefinedLibrary = register(Kind{
		Name:     "undefined-library",
		Says:     "{of} has no body: it returns, writes and frees what the C library's function may, and nothing else",
		Meaning:  "Of functions of the C library of which a table says what they do with their arguments, and in which range their results are.",
		Example:  "int access(const char *, int); if (access(\"a\", 4) > 0) reach_error();",
		StandsIn: true,
	})
	UndefinedPointer = register(Kind{
		Name:     "undefined-pointer",
		Says:     "{of} has no body: it returns null, an object from outside of the program, or one of a fitting type that it is given or that has linkage, writes no object but what the program only declares, frees nothing and calls nothing",
		Meaning:  "Of a function that returns pointers. Two calls may return one object, not two elements of one array; a pointer to another type than that of an object does not fit it.",
		Example:  "struct device *find(struct device *d); if (find(d) == d) reach_error();",
		StandsIn: true,
	})
	ReturnsNonNull = register(Kind{
		Name:    "returns-non-null",
		Says:    "{of} returns no null pointer, as it is declared",
		Meaning: "Of a function without a body that has the attribute returns_nonnull.",
		Example: "int *get(void) __attribute__((returns_nonnull)); *get() = 1;",
		Narrows: true,
	})
	UndefinedFresh = register(Kind{
		Name:     "undefined-fresh",
		Says:     "{of} has no body: it returns null or fresh memory, writes no object but what the program only declares, frees nothing and calls nothing",
		Meaning:  "Of allocators: functions with the attribute malloc or alloc_size, with alloc in their name, a few others known by name, and those of --allocator.",
		Example:  "void *kmalloc(size_t n, int flags); p = kmalloc(4, 0); q = kmalloc(4, 0); if (p && p == q) reach_error();",
		StandsIn: true,
	})
	UndefinedShown = register(Kind{
		Name:     "undefined-shown",
		Says:     "{of} has no body: it returns any value, as a pointer one to any object that code outside of the program may know, writes any values to what its arguments show whole, and to nothing else but what the program only declares, frees nothing and calls nothing",
		Meaning:  "Of functions that a header of the system declares and that have no model: &x and the name of an array show an object whole; where an argument does not, the call is UNKNOWN(unsupported).",
		Example:  "#include <zlib.h>: uLongf n = sizeof to; compress(to, &n, from, 5);",
		StandsIn: true,
	})
	UndefinedCalls = register(Kind{
		Name:     "undefined-calls",
		Says:     "{of} has no body: it returns any value, and calls functions of the program that it can name",
		Meaning:  "Of --undefined havoc-calls, where it also writes what it is given and can name; and of a program that reaches no error itself, where a function that only the outside can call does.",
		Example:  "void other(void); void callback(void) { reach_error(); } int main(void) { other(); }",
		StandsIn: true,
	})
	OutsideNotTo = register(Kind{
		Name:     "outside-not-to",
		Says:     "a pointer from outside does not lead to {of}",
		Meaning:  "Of what a pointer from outside may lead to some is not looked at: objects with linkage behind the first eight, parts that lie deep in an object, what lies in large objects or behind several pointers, functions that only their file can name, and most of what earlier calls were given.",
		Example:  "int a, b, c, d, e, f, g, h, i; int *other(void); if (other() == &i) reach_error();",
		StandsIn: true,
	})
	PaddingKept = register(Kind{
		Name:    "padding-kept",
		Says:    "bytes of {of} that belong to no member keep their contents when it or a member is stored",
		Meaning: "Of records of more than 4096 bytes, which are not looked at byte by byte, where the program may look at such bytes.",
		Example: "struct s { char c; int n; char rest[5000]; } x; x.c = 1; if (((char *)&x)[1]) reach_error();",
	})
	OutsideKeeps = register(Kind{
		Name:     "outside-keeps",
		Says:     "a function without a body does not write {of}",
		Meaning:  "Large objects, also those that the program only declares, and of --undefined havoc-args those of unknown types and behind several pointers, keep their contents; of large arrays the first elements do not, fewer of them in a program with many calls of such functions.",
		Example:  "int large[1000]; void other(void); large[99] = 1; other(); if (large[99] != 1) reach_error();",
		StandsIn: true,
	})
	UndefinedArguments = register(Kind{
		Name:     "undefined-arguments",
		Says:     "{of} has no body: it returns any value, writes what it is given, objects with linkage, and what is reachable from these, frees nothing and calls nothing",
		Meaning:  "Of --undefined havoc-args: what else the function does is not looked at.",
		Example:  "void fill(int *p); fill(&x);",
		StandsIn: true,
	})
	UndefinedError = register(Kind{
		Name:     "undefined-error",
		Says:     "{of} has no body: calling it is an error",
		Meaning:  "Of --undefined error: a run that calls the function is a failure.",
		Example:  "void other(void); other();",
		StandsIn: true,
	})
	UndefinedContract = register(Kind{
		Name:    "undefined-contract",
		Says:    "{of} has no body: it does what its contract says and changes what it may modify",
		Meaning: "A Boogie procedure without an implementation keeps its ensures clauses and changes the variables of its modifies clause.",
		Example: "procedure p() returns (r: int); ensures r > 0;",
		Narrows: true,
	})
	TypedCalls = register(Kind{
		Name:    "typed-calls",
		Says:    "a call through a pointer calls a function of the program that has the pointer's type, or was cast to it",
		Meaning: "A pointer to a function is no other function. A cast counts in several steps, too; one to void * or to an integer counts as one to every type, but for a local integer that is only compared and converted on, and one of a pointer to the pointer, as memcpy's arguments are, counts for the pointer. A pointer that is written as one type and read as another, as members of a union can be, is no cast.",
		Example: "ops->open(f) in a driver",
		Narrows: true,
	})
	ExportsUnused = register(Kind{
		Name:    "exports-unused",
		Says:    "{of} is exported: no other module calls or changes it",
		Meaning: "Of functions and variables that a module of a kernel exports: what another module does with them is not looked at.",
		Example: "EXPORT_SYMBOL(helper_lock); in a module",
		Narrows: true,
	})
	CallsFunctions = register(Kind{
		Name:    "calls-functions",
		Says:    "a call through a pointer calls a function that takes its arguments, or whose address is cast to the type of the pointer",
		Meaning: "A call through a null pointer, or through one that is the address of no such function, is undefined (C11 6.3.2.3p8, 6.5.3.2p4); where a rule is checked, what such a run does is not looked at. --check null asks whether there is one through a null pointer.",
		Example: "void (*f)(void); int main(void) { f(); reach_error(); }",
	})
	AssemblyWrites = register(Kind{
		Name:     "assembly-writes",
		Says:     "assembly: {place} may write anything to any object",
		Meaning:  "The instructions change memory as they like and do nothing else: they do not jump, nor do they end the run.",
		Example:  `__asm__("call f" : : : "memory");`,
		StandsIn: true,
	})
	AssemblyComputes = register(Kind{
		Name:     "assembly-computes",
		Says:     "assembly: {place} may compute any value",
		Meaning:  "The instructions change their outputs alone.",
		Example:  `__asm__("rdtsc" : "=A" (t));`,
		StandsIn: true,
	})
	AssemblyDeclares = register(Kind{
		Name:    "assembly-declares",
		Says:    "assembly: {place} changes no memory and no register but those that it declares",
		Meaning: "A compiler relies on what assembly says of itself; assembly that says too little is not looked at as it is.",
		Example: `__asm__("movl $1,(%0)" : : "r" (p));`,
		Narrows: true,
	})
	AssemblyBetween = register(Kind{
		Name:     "assembly-between",
		Says:     "assembly between declarations ({place}) defines and changes nothing that the program uses",
		Meaning:  "What it defines under a name that the program uses as a function's or an object's is refused.",
		Example:  `__asm__(".globl table");`,
		StandsIn: true,
	})
	OnPurposeExceptions = register(Kind{
		Name:    "exceptions-on-purpose",
		Says:    "exceptions: at {place} only functions that raise one on purpose do so, no access to memory and no arithmetic",
		Meaning: "What a handler does about a bad pointer, or __finally about an exception that passes it, is not looked at.",
		Example: "__try { length = user->Length; } __except (EXCEPTION_EXECUTE_HANDLER) { }",
		Narrows: true,
	})
	MacroNoEvent = register(Kind{
		Name:    "macro-no-event",
		Says:    "{of} is a macro of the program: its uses are no events of the rule",
		Meaning: "A rule about a function sees no use of a macro of its name.",
		Example: "#define IoCompleteRequest(i, p) with a rule about IoCompleteRequest",
	})
	AxiomsSatisfiable = register(Kind{
		Name:    "axioms-satisfiable",
		Says:    "axioms: those at {place}, about what the program does not use, do not contradict each other",
		Meaning: "Of a FALSE: if they did there would be no run. The solver has not decided it.",
		Example: "axiom (forall x: int :: f(f(x)) == x + 1); where nothing uses f",
	})
	ChecksHold = register(Kind{
		Name:    "checks-hold",
		Says:    "checks: the one at {place} holds; a run that it fails in ends there",
		Meaning: "With --all a verdict is about one place that can go wrong. Runs end where a check fails that is reported apart, so what only happens behind such a failure is not looked at.",
		Example: "int a[4]; a[i] = 1; assert(i < 4); with --all --check bounds",
		Narrows: true,
	})
	Modelled = register(Kind{
		Name:    "modelled",
		Says:    "model: a run ends where it gets to what is not modelled, at {place}",
		Meaning: "With --all a verdict is about one place that can go wrong. What is not modelled is a place that is reported apart, and what happens behind it is not looked at.",
		Example: "__asm__(\"out %al, $0x80\"); assert(i < 4); with --all",
		Narrows: true,
	})
	FreeSpecifications = register(Kind{
		Name:    "free-specifications",
		Says:    "specifications: {of} clauses of procedures with a body are believed",
		Meaning: "Runs that a free clause excludes are not looked at.",
		Example: "free ensures x > 0; with --free-specs use",
		Narrows: true,
	})
)

// The outside of open programs (yogi angelic).
var (
	OutsideFree = register(Kind{
		Name:    "outside-free",
		Says:    "what is given to free is an object of the heap unless it was freed before",
		Meaning: "Any object may be one that somebody has got from malloc.",
		Example: "void f(char *p) { free(p); }",
	})
	OutsideSize = register(Kind{
		Name:    "outside-size",
		Says:    "an object that the program does not make is large enough for every access",
		Meaning: "What a parameter points at has every element that is asked for.",
		Example: "int f(int *p) { return p[3]; }",
	})
	OutsideCounted = register(Kind{
		Name:    "outside-counted",
		Says:    "{of} leads to as many elements as another parameter counts, or to one more: which one is read off the code and off names",
		Meaning: "Of an open program under --check bounds: an access behind these is a failure, unless a specification asks for the one more, or for a number that is large enough. A number below zero, or one that no object can have as many elements as, says nothing.",
		Example: "int last(char *text, int n) { return text[n - 1]; }",
	})
	OutsidePointer = register(Kind{
		Name:    "outside-pointer",
		Says:    "a pointer from outside is null or the start of an object that the program does not make",
		Meaning: "A parameter points at no object of the program.",
		Example: "void f(int *p) { *p = 1; }",
	})
	OutsideMemory = register(Kind{
		Name:    "outside-memory",
		Says:    "a pointer in memory is null or points into an object, and arithmetic on it does not wrap around to null",
		Meaning: "A pointer that is loaded is no stray number.",
		Example: "q = &p->next->data;",
	})
	OutsideFills = register(Kind{
		Name:    "outside-fills",
		Says:    "a function without a body writes to objects that it is given the address of (&x), to pointers that it is given pointers to, and to nothing else",
		Meaning: "State that a caller has put into other objects is not forgotten at each call.",
		Example: "init(&x); work(p);",
	})
	OutsideWritesNo = register(Kind{
		Name:    "outside-writes-no",
		Says:    "a function without a body writes no object of type {of}",
		Meaning: "An object of too many parts stays as it was.",
		Example: "fill(&page); with 4096 members",
	})
	OutsideLeaves = register(Kind{
		Name:    "outside-leaves",
		Says:    "{of}() leaves memory as it was",
		Meaning: "What a library function without a model writes is left out.",
		Example: `strtok(s, ",");`,
	})
	OutsideOwns = register(Kind{
		Name:    "outside-owns",
		Says:    "what a caller can get at is not lost: an address that was returned, stored outside or in static storage, or handed to a function without a body",
		Meaning: "Who has the address frees the object, and a function without a body may have kept or freed what it was handed.",
		Example: "list_add(list, strdup(name));",
	})
	OutsideEarlier = register(Kind{
		Name:    "outside-earlier",
		Says:    "leaks: memory from outside holds no address of an object that the program makes later",
		Meaning: "A pointer that is loaded leads to no object of which the program has not stored the address.",
		Example: "n = malloc(8); list->tail->next = n; where list->tail is not n",
	})
	BodyLeftOut = register(Kind{
		Name:    "body-left-out",
		Says:    "what {of} does is left out: its calls are those of a function without a body",
		Meaning: "The function is more than the analysis can do.",
		Example: "a function with a construct that is not modelled",
	})
	Uncertified = register(Kind{
		Name:    "uncertified",
		Says:    "that nothing else fails is proved by the engine; no independent checker has looked at the proof",
		Meaning: "The proof about an entry was not checked again.",
		Example: "yogi angelic --certify=false",
	})
)
