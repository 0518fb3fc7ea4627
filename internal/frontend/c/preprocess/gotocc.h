#define __CPROVER__ 1
typedef _Bool __CPROVER_bool;
typedef __SIZE_TYPE__ __CPROVER_size_t;
typedef __PTRDIFF_TYPE__ __CPROVER_ssize_t;
void __CPROVER_assume(_Bool);
void __CPROVER_assert(_Bool, const char *);
void __CPROVER_precondition(_Bool, const char *);
void __CPROVER_postcondition(_Bool, const char *);
_Bool __CPROVER_r_ok();
_Bool __CPROVER_w_ok();
_Bool __CPROVER_rw_ok();
_Bool __CPROVER_same_object(const volatile void *, const volatile void *);
__SIZE_TYPE__ __CPROVER_OBJECT_SIZE(const volatile void *);
__SIZE_TYPE__ __CPROVER_POINTER_OBJECT(const volatile void *);
__PTRDIFF_TYPE__ __CPROVER_POINTER_OFFSET(const volatile void *);
void __CPROVER_havoc_object(const volatile void *);
void __CPROVER_havoc_slice(const volatile void *, __SIZE_TYPE__);
void __CPROVER_cover(_Bool, ...);
void __CPROVER_input(const char *, ...);
void __CPROVER_output(const char *, ...);
void __CPROVER_printf(const char *, ...);
void __CPROVER_atomic_begin(void);
void __CPROVER_atomic_end(void);
void yogi_unsupported(const char *);
_Bool __CPROVER_is_fresh(const volatile void *, __SIZE_TYPE__);
#define __CPROVER_pointer_in_range_dfcc(low, p, high) (__CPROVER_same_object((low), (p)) && __CPROVER_same_object((p), (high)) && __CPROVER_POINTER_OFFSET(low) <= __CPROVER_POINTER_OFFSET(p) && __CPROVER_POINTER_OFFSET(p) <= __CPROVER_POINTER_OFFSET(high))
#define __CPROVER_allocate(size, zero) ((zero) ? __builtin_calloc(1, (size)) : __builtin_malloc(size))
#define __CPROVER_overflow_plus(x, y) __builtin_add_overflow_p((x), (y), (__typeof__((x) + (y)))0)
#define __CPROVER_overflow_minus(x, y) __builtin_sub_overflow_p((x), (y), (__typeof__((x) - (y)))0)
#define __CPROVER_overflow_mult(x, y) __builtin_mul_overflow_p((x), (y), (__typeof__((x) * (y)))0)
#define __CPROVER_overflow_unary_minus(x) __builtin_sub_overflow_p(0, (x), (__typeof__(-(x)))0)
#define __CPROVER_requires_contract(...)
#define __CPROVER_ensures_contract(...)
#define __CPROVER_assigns(...)
#define __CPROVER_frees(...)
#define __CPROVER_loop_invariant(...)
#define __CPROVER_decreases(...)
