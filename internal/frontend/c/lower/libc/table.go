package libc

import (
	"strings"

	"yogi/internal/frontend/c/lower/builtin"
	"yogi/internal/frontend/c/lower/emit"
)

// row gives a model to the functions of some names.
type row struct {
	model emit.Model
	names string
}

// rows is the table of models, those of builtins (without __builtin_) among them.
var rows = []row{
	{malloc, "malloc"},
	{calloc, "calloc"},
	{realloc, "realloc"},
	{free, "free cfree"},
	{alloca, "alloca"},
	{mayEnd, "__yogi_may_end"},
	{alignedAlloc, "aligned_alloc memalign"},
	{memcpy, "memcpy"},
	{mempcpy, "mempcpy"},
	{memmove, "memmove"},
	{memset, "memset"},
	{bzero, "bzero"},
	{byteLoop, "memcmp bcmp strlen strcmp strncmp strcpy strncpy strcat strchr strrchr index rindex"},
	{scanf, "scanf __isoc99_scanf"},
	{scanfAfterOne, "fscanf sscanf __isoc99_fscanf __isoc99_sscanf"},
	{output, `
		printf fprintf puts putchar fputs fputc putc fflush vprintf vfprintf perror printk rand getchar
	`},
	{currentTime, "time"},
	{untranslated, "gettext dgettext dcgettext ngettext dngettext dcngettext"},
	{builtin.ObjectSize, "object_size"},
	{setRounding, "fesetround"},
	{getRounding, "fegetround"},
	{builtin.FirstArgument, "expect assume_aligned expect_with_probability"},
	{builtin.ConstantChoice, "constant_p"},
	{builtin.NoEffect, `
			va_end prefetch __clear_cache __sync_synchronize ia32_pause ia32_mfence ia32_lfence
			ia32_sfence __atomic_thread_fence
		`},
	{abs, "abs labs llabs imaxabs"},
	{characterTest, `
			isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace
			isupper isxdigit
		`},
	{characterCase, "tolower toupper"},
	{floatClass, "fpclassify __fpclassify __fpclassifyf __fpclassifyl"},
	{networkOrder, "htonl htons ntohl ntohs"},
	{builtin.ByteSwap, "bswap16 bswap32 bswap64"},
	{builtin.BitReverse, "bitreverse8 bitreverse16 bitreverse32 bitreverse64"},
	{builtin.PopulationCount, "popcount popcountl popcountll popcountg"},
	{builtin.Parity, "parity parityl parityll"},
	{builtin.FindFirst, "ffs ffsl ffsll"},
	{builtin.TrailingZeros, "ctz ctzl ctzll ctzs ctzg"},
	{builtin.LeadingZeros, "clz clzl clzll clzs clzg"},
	{builtin.RedundantSignBits, "clrsb clrsbl clrsbll"},
	{builtin.PredictedOverflow, "add_overflow_p sub_overflow_p mul_overflow_p"},
	{builtin.CheckedArithmetic, "add_overflow sub_overflow mul_overflow"},
	{signCopy, "copysign copysignf copysignl"},
	{rest, "fmod fmodf fmodl remainder remainderf remainderl drem dremf dreml"},
	{extreme, "fmin fminf fmax fmaxf fminl fmaxl"},
	{roundToInteger, `
			lrint lrintf llrint lround lroundf llround lrintl lroundl llrintl llroundl llrintf
			llroundf
		`},
	{floatFunction, `
			fabsl sqrtl floorl ceill truncl roundl rintl nearbyintl fabs fabsf sqrt sqrtf floor
			floorf ceil ceilf trunc truncf round roundf rint rintf nearbyint nearbyintf
		`},
	{floatTest, `
			isnanl __isnanl isinfl __isinfl finitel __finitel signbitl __signbitl isnan __isnan
			__isnanf isnanf isinf __isinf __isinff isinff isinf_sign isfinite finite __finite
			__finitef isnormal signbit signbitf __signbit __signbitf
		`},
	{infinity, "huge_vall infl huge_val huge_valf inf inff"},
	{notANumber, "nanl nan nanf"},
	{floatOrder, "isgreater isgreaterequal isless islessequal islessgreater isunordered"},
}

var table = func() map[string]emit.Model {
	out := map[string]emit.Model{}
	for _, r := range rows {
		for _, name := range strings.Fields(r.names) {
			out[name] = r.model
		}
	}
	return out
}()

// Model is that of a function with a row of its own; nil if there is none.
func Model(name string) emit.Model { return table[name] }
