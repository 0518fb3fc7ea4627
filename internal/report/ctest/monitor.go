package ctest

// A monitor is how a compiled test notices that a built-in check is violated: the compiler inserts the
// checks and calls handlers, which the driver defines, so that no run-time library of the compiler takes
// part.
type monitor struct {
	flags    []string // of the compiler, for the program
	handlers string   // a part of the driver
}

// monitors by sub-property, as verdicts name it. A violation that is not here is not looked for.
var monitors = map[string]monitor{
	"no-overflow": {
		// -ftrapv keeps gcc from folding x - 100 > 5 to x > 105 before it inserts its checks.
		flags:    []string{"-ftrapv", "-fsanitize=signed-integer-overflow,shift"},
		handlers: arithmeticHandlers,
	},
	"no-division-by-zero": {flags: []string{"-fsanitize=integer-divide-by-zero"}, handlers: arithmeticHandlers},
	"valid-shift":         {flags: []string{"-fsanitize=shift-exponent"}, handlers: arithmeticHandlers},
}

// unreachCall is the sub-property whose violations are calls of error functions and error labels.
const unreachCall = "unreach-call"

// reaches reports whether the test is to reach an error function or label, and not a violated check.
func (s Setting) reaches() bool {
	return s.Rule == nil && (s.Property == "" || s.Property == unreachCall)
}

// arithmeticHandlers are what gcc calls where an operation is about to go wrong.
const arithmeticHandlers = `
/* What the compiler calls where the operation goes wrong. */
void __ubsan_handle_add_overflow(void *place, void *x, void *y) { yogi_reached_error(); }
void __ubsan_handle_sub_overflow(void *place, void *x, void *y) { yogi_reached_error(); }
void __ubsan_handle_mul_overflow(void *place, void *x, void *y) { yogi_reached_error(); }
void __ubsan_handle_negate_overflow(void *place, void *x) { yogi_reached_error(); }
void __ubsan_handle_divrem_overflow(void *place, void *x, void *y) { yogi_reached_error(); }
void __ubsan_handle_shift_out_of_bounds(void *place, void *x, void *y) { yogi_reached_error(); }

`
