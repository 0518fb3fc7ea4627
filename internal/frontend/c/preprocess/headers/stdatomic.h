#ifndef _YOGI_STDATOMIC_H
#define _YOGI_STDATOMIC_H
#include <stddef.h>
#include <stdint.h>
typedef enum { memory_order_relaxed, memory_order_consume, memory_order_acquire, memory_order_release, memory_order_acq_rel, memory_order_seq_cst } memory_order;
typedef _Atomic(_Bool) atomic_bool;
typedef _Atomic(char) atomic_char;
typedef _Atomic(short) atomic_short;
typedef _Atomic(int) atomic_int;
typedef _Atomic(unsigned int) atomic_uint;
typedef _Atomic(long) atomic_long;
typedef _Atomic(unsigned long) atomic_ulong;
typedef _Atomic(long long) atomic_llong;
typedef _Atomic(unsigned long long) atomic_ullong;
typedef _Atomic(size_t) atomic_size_t;
typedef struct { _Bool __value; } atomic_flag;
#define ATOMIC_FLAG_INIT { 0 }
#define ATOMIC_VAR_INIT(value) (value)
#define atomic_init(p, v) ((void)(*(p) = (v)))
#define atomic_store(p, v) __atomic_store_n(p, v, 5)
#define atomic_store_explicit(p, v, o) __atomic_store_n(p, v, o)
#define atomic_load(p) __atomic_load_n(p, 5)
#define atomic_load_explicit(p, o) __atomic_load_n(p, o)
#define atomic_exchange(p, v) __atomic_exchange_n(p, v, 5)
#define atomic_exchange_explicit(p, v, o) __atomic_exchange_n(p, v, o)
#define atomic_compare_exchange_strong(p, e, v) __atomic_compare_exchange_n(p, e, v, 0, 5, 5)
#define atomic_compare_exchange_weak(p, e, v) __atomic_compare_exchange_n(p, e, v, 1, 5, 5)
#define atomic_fetch_add(p, v) __atomic_fetch_add(p, v, 5)
#define atomic_fetch_sub(p, v) __atomic_fetch_sub(p, v, 5)
#define atomic_fetch_or(p, v) __atomic_fetch_or(p, v, 5)
#define atomic_fetch_xor(p, v) __atomic_fetch_xor(p, v, 5)
#define atomic_fetch_and(p, v) __atomic_fetch_and(p, v, 5)
#define atomic_thread_fence(o) __atomic_thread_fence(o)
#define atomic_flag_test_and_set(p) __atomic_test_and_set(&(p)->__value, 5)
#define atomic_flag_clear(p) __atomic_clear(&(p)->__value, 5)
#endif
