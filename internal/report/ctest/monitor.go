package ctest

import (
	"fmt"
	"strings"

	"yogi/internal/property"
)

// A monitor is how a compiled test notices that a built-in check is violated: the compiler inserts the
// checks, and the driver has what they call where they fail.
type monitor struct {
	compile  []string // flags for the program
	link     []string // flags for the whole
	handlers string   // a part of the driver
	counted  []string // functions of the library that the program calls under the name yogi_counted_NAME
	// doubt says why a run that does not notice a violation refutes nothing; "" if it does.
	doubt string
}

// monitors by sub-property, as verdicts name it. A violation that is not here is not looked for:
// unmonitored says why.
var monitors = map[string]monitor{
	"no-overflow": {
		// -ftrapv keeps gcc from folding x - 100 > 5 to x > 105 before it inserts its checks.
		compile:  []string{"-ftrapv", "-fsanitize=signed-integer-overflow,shift"},
		handlers: arithmeticHandlers,
		doubt:    "gcc may fold operations before it inserts its checks",
	},
	"no-division-by-zero": {compile: []string{"-fsanitize=integer-divide-by-zero"}, handlers: arithmeticHandlers},
	"valid-shift":         {compile: []string{"-fsanitize=shift-exponent"}, handlers: arithmeticHandlers},
	"valid-deref":         {compile: []string{"-fsanitize=address,bounds", noCommon}, link: []string{"-lasan"}, counted: []string{"free", "realloc"}, handlers: addressHandlers(elsewhere) + boundsHandler},
	"valid-memtrack":      {counted: allocators, handlers: leakHandlers},
	"valid-memcleanup":    {counted: allocators, handlers: leakHandlers},
	"valid-free":          {compile: []string{"-fsanitize=address", noCommon}, link: []string{"-lasan"}, counted: []string{"free", "realloc"}, handlers: addressHandlers(inFree)},
}

// unmonitored says of the sub-properties of which no compiled run shows a violation why that is so.
// Their fails are interpreted.
var unmonitored = map[string]string{
	"valid-read": "gcc does not check it",
}

// unreachCall is the sub-property whose violations are calls of error functions and error labels.
const unreachCall = "unreach-call"

// reaches reports whether the test is to reach an error function or label, and not a violated check.
func (s Setting) reaches() bool {
	return s.Rule == nil && (s.Property == "" || s.Property == unreachCall)
}

// noteDoubts limits a plan whose run may miss the violation though the test is right.
func (p *world) noteDoubts(what string) {
	m, known := monitors[p.Property]
	doubt, isSeenNear := m.doubt, false
	if _, name, ok := strings.Cut(what, property.InCall); ok {
		p.endsIn, _, _ = strings.Cut(name, ":")
	}
	switch {
	case p.Rule != nil: // the monitor sees what the rule sees, or the plan has its limits
	case !known && !p.reaches():
		doubt = unmonitored[p.Property]
	case strings.HasPrefix(what, property.ConstantOverflow):
		doubt = "gcc computes the constant"
	case strings.Contains(what, property.OrAgain):
		doubt = "gcc puts an object where the one was that its block had before"
	case strings.Contains(what, property.OrUnwatched):
		doubt = "the address sanitizer does not see the end of temporaries and of objects of variable size"
	case strings.Contains(what, property.Unneeded):
		doubt = "gcc leaves out an access of which nothing needs the value"
	case strings.Contains(what, property.InCall):
		doubt = "the address sanitizer does not look into every function of the library"
	case strings.HasPrefix(what, property.ToNonNull):
		doubt = "the address sanitizer knows nothing of declarations"
	case strings.HasPrefix(what, property.Outside):
		doubt, isSeenNear = "the address sanitizer sees accesses outside of objects only near one", true
	}
	if doubt != "" {
		p.limit("%s: %s", what, doubt)
		p.doubts = 1
		p.isBlind = !isSeenNear
	}
}

// IsRefuted says that a run that fails elsewhere refutes the test: the driver makes all of its choices, and the monitor
// knows failures of the kind that the test ends in.
func (p *world) IsRefuted() bool { return !p.isBlind && len(p.Limits) == p.doubts }

// arithmeticHandlers are the C functions that gcc's sanitizer calls where an operation is about to go
// wrong: each reports the error.
const arithmeticHandlers = `
/* What the compiler calls where the operation goes wrong. */
void __ubsan_handle_add_overflow(void *place, void *x, void *y) { yogi_fails_before(__builtin_return_address(0)); }
void __ubsan_handle_sub_overflow(void *place, void *x, void *y) { yogi_fails_before(__builtin_return_address(0)); }
void __ubsan_handle_mul_overflow(void *place, void *x, void *y) { yogi_fails_before(__builtin_return_address(0)); }
void __ubsan_handle_negate_overflow(void *place, void *x) { yogi_fails_before(__builtin_return_address(0)); }
void __ubsan_handle_divrem_overflow(void *place, void *x, void *y) { yogi_fails_before(__builtin_return_address(0)); }
void __ubsan_handle_shift_out_of_bounds(void *place, void *x, void *y) { yogi_fails_before(__builtin_return_address(0)); }

`

// faultPlace says where an error is that the address sanitizer sees.
type faultPlace int

const (
	elsewhere faultPlace = iota // not where an object is freed: an invalid access
	inFree                      // there: an invalid free
)

// addressHandlers are C functions that the address sanitizer's library calls, for its settings and at
// an error. One at another place than the test shows ends the run.
func addressHandlers(at faultPlace) string {
	wanted := "!yogi_in_free"
	if at == inFree {
		wanted = "yogi_in_free"
	}
	return fmt.Sprintf(sanitizerSettings+sanitizerFrees+sanitizerErrors, wanted, unmapped)
}

// boundsHandler is the function that gcc calls where an index is outside of its array. That may be no access, as in
// &a[n], so where the test goes on the run does.
const boundsHandler = `
void __ubsan_handle_out_of_bounds(void *place, void *index)
{
  if (!YOGI_END_NULL && yogi_is_end(place)) yogi_fails_before(__builtin_return_address(0));
}

`

const sanitizerSettings = `
const char *__asan_default_options(void)
{
  return "detect_leaks=0:symbolize=0:detect_stack_use_after_return=1:allocator_may_return_null=1:verify_asan_link_order=0:disable_coredump=0";
}

/* What the program calls in place of the library. */
extern void *yogi_reallocate(void *, __SIZE_TYPE__) __asm__("realloc");
extern void yogi_release(void *) __asm__("free");
static int yogi_in_free;
`

const sanitizerFrees = `void yogi_counted_free(void *p) { yogi_in_free = 1; yogi_release(p); yogi_in_free = 0; }
void *yogi_counted_realloc(void *p, __SIZE_TYPE__ size)
{
  yogi_in_free = 1;
  p = yogi_reallocate(p, size);
  yogi_in_free = 0;
  return p;
}
`

// unmapped is an address below which a process has nothing: where the linker puts the first part of a program.
const unmapped = 0x400000

const sanitizerErrors = `
/* What the library calls at an error. */
extern void *__asan_get_report_pc(void), *__asan_get_report_address(void);
extern const char *__asan_get_report_description(void);
static int yogi_mentions(const char *said, const char *wanted)
{
  unsigned i;
  for (; said && *said; said++) {
    for (i = 0; wanted[i] && said[i] == wanted[i]; i++);
    if (!wanted[i]) return 1;
  }
  return 0;
}
/* A test that ends at a null pointer ends near address 0, one that ends at an object does not, and one that ends at an
   object whose life is over is a use after that, or one of no memory where the object was of the outside: another access
   of the statement is not that failure. gcc returns a null pointer where a function returns the address of a local. */
static int yogi_is_end_kind(void)
{
  unsigned long at = (unsigned long)__asan_get_report_address();
  const char *said = __asan_get_report_description();
  if (YOGI_END_ENDED && YOGI_END_RETURNED && at < 4096) return 1;
  if (YOGI_END_ENDED && !yogi_mentions(said, "use-after") && !yogi_mentions(said, "wild-addr")) return 0;
  return YOGI_END_NULL ? at + %#[2]xUL < 2 * %#[2]xUL : !YOGI_END_OBJECT || at >= 4096;
}
void __asan_on_error(void)
{
  if (%[1]s && yogi_is_end_kind()) yogi_fails_before(__asan_get_report_pc());
  yogi_system(YOGI_EXIT, 0);
}

`

// outsideHandlers are C functions that an open program calls in place of free and realloc: what they are
// given is
// an object of the heap unless it was freed before, and objects outside, which no library made, die
// in the shadow memory of the sanitizer.
const outsideHandlers = `
extern void __asan_poison_memory_region(void const volatile *, __SIZE_TYPE__);
static unsigned long yogi_freed[1024];
static unsigned yogi_frees;
static void yogi_free_once(void *p)
{
  unsigned long at = (unsigned long)p, region = at & ~%#xUL;
  unsigned i;
  for (i = 0; i < yogi_frees; i++)
    if (yogi_freed[i] == at) {
      if (%s) yogi_fails_before(0);
      yogi_system(YOGI_EXIT, 0);
    }
  if (!p) return;
  if (yogi_frees < 1024) yogi_freed[yogi_frees++] = at;
  yogi_in_free = 1;
  if (yogi_is_outside(at)) __asan_poison_memory_region((void *)region, %d);
  else yogi_release(p);
  yogi_in_free = 0;
}
void yogi_counted_free(void *p) { yogi_free_once(p); }
void *yogi_counted_realloc(void *p, __SIZE_TYPE__ size)
{
  if (!yogi_is_outside((unsigned long)p)) return yogi_reallocate(p, size);
  yogi_free_once(p);
  return yogi_zeroed(1, size);
}

`

// openHandlers are the addressHandlers of an open program.
func openHandlers(at faultPlace) string {
	wanted, before := "!yogi_in_free", "0"
	if at == inFree {
		wanted, before = "0", "1" // what the sanitizer sees in free was not freed before
	}
	return fmt.Sprintf(sanitizerSettings+sanitizerErrors, wanted, unmapped) + fmt.Sprintf(outsideHandlers, regionSize-1, before, regionSize)
}

// handlersOf are the handlers of a property.
func (s Setting) handlersOf() string {
	switch {
	case s.Open && s.Property == "valid-deref":
		return openHandlers(elsewhere) + boundsHandler
	case s.Open && s.Property == "valid-free":
		return openHandlers(inFree)
	}
	return monitors[s.Property].handlers
}

// allocators are the functions that leakHandlers counts: those that the models of others call, and those in
// the place of whose models a compiled program calls the machine's function.
var allocators = []string{
	"malloc", "calloc", "realloc", "free", "aligned_alloc", "memalign", "exit", "_exit", "_Exit", "posix_memalign", "asprintf", "vasprintf",
}

// leakHandlers count the objects of the heap, and look at the number when the program ends.
const leakHandlers = `
/* What the program calls in place of the library. */
extern void *yogi_reallocate(void *, __SIZE_TYPE__) __asm__("realloc");
extern void yogi_release(void *) __asm__("free");
extern void *yogi_align(__SIZE_TYPE__, __SIZE_TYPE__) __asm__("aligned_alloc");
extern void *malloc(__SIZE_TYPE__);
static long yogi_objects;
static void *yogi_count(void *p) { yogi_objects += p != 0; return p; }
void *yogi_counted_malloc(__SIZE_TYPE__ size) { return yogi_count(malloc(size)); }
void *yogi_counted_calloc(__SIZE_TYPE__ n, __SIZE_TYPE__ size) { return yogi_count(yogi_zeroed(n, size)); }
void *yogi_counted_aligned_alloc(__SIZE_TYPE__ to, __SIZE_TYPE__ size) { return yogi_count(yogi_align(to, size)); }
void *yogi_counted_memalign(__SIZE_TYPE__ to, __SIZE_TYPE__ size) { return yogi_count(yogi_align(to, size)); }
void yogi_counted_free(void *p) { yogi_objects -= p != 0; yogi_release(p); }
void *yogi_counted_realloc(void *p, __SIZE_TYPE__ size)
{
  void *moved = yogi_reallocate(p, size);
  yogi_objects += (p == 0 && moved != 0) - (p != 0 && size == 0);
  return moved;
}
/* Programs have some of these themselves, which go before weak ones. */
#define YOGI_WEAK __attribute__((weak))
extern int yogi_align_to(void **, __SIZE_TYPE__, __SIZE_TYPE__) __asm__("posix_memalign");
YOGI_WEAK int yogi_counted_posix_memalign(void **to, __SIZE_TYPE__ alignment, __SIZE_TYPE__ size)
{
  int failed = yogi_align_to(to, alignment, size);
  if (!failed) yogi_count(*to);
  return failed;
}
extern int yogi_print_new(char **, const char *, __builtin_va_list) __asm__("vasprintf");
YOGI_WEAK int yogi_counted_vasprintf(char **to, const char *format, __builtin_va_list arguments)
{
  int length = yogi_print_new(to, format, arguments);
  if (length >= 0) yogi_count(*to);
  return length;
}
YOGI_WEAK int yogi_counted_asprintf(char **to, const char *format, ...)
{
  __builtin_va_list arguments;
  int length;
  __builtin_va_start(arguments, format);
  length = yogi_counted_vasprintf(to, format, arguments);
  __builtin_va_end(arguments);
  return length;
}
/* The last function to run when the program ends, after those of atexit and the program's destructors. */
__attribute__((destructor(101))) static void yogi_ended(void) { if (yogi_objects > 0) yogi_reached_error(); }
extern void yogi_exit(int) __asm__("exit");
void yogi_counted_exit(int status) { yogi_exit(0); }
/* Where it ends without those, the last of the functions that run is none, or the one that was registered first. */
extern void yogi_end_now(int) __asm__("_exit");
void yogi_counted__exit(int status) { yogi_ended(); yogi_end_now(0); }
void yogi_counted__Exit(int status) { yogi_counted__exit(status); }
extern int at_quick_exit(void (*)(void));
__attribute__((constructor(101))) static void yogi_watch_end(void) { at_quick_exit(yogi_ended); }

`
