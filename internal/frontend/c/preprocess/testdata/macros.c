#define x 3
#define f(a) f(x * (a))
#undef x
#define x 2
#define g f
#define z z[0]
#define h g(~
#define m(a) a(w)
#define w 0,1
#define t(a) a
#define p() int
#define q(x) x
#define r(x,y) x ## y
#define str(x) # x
f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);
g(x+(3,4)-w) | h 5) & m
(f)^m(m);
p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };
char c[2][6] = { str(hello), str() };
#undef f
#undef g
#undef h
#undef m
#undef p
#undef t
#define xstr(s) str(s)
#define debug(s, t) printf("x" # s "= %d, x" # t "= %s", x ## s, x ## t)
#define INCFILE(n) vers ## n
#define glue(a, b) a ## b
#define xglue(a, b) glue(a, b)
#define HIGHLOW "hello"
#define LOW LOW ", world"
debug(1, 2);
fputs(str(strncmp("abc\0d", "abc", '\4') == 0) str(: @\n), s);
xstr(INCFILE(2).h)
glue(HIGH, LOW);
xglue(HIGH, LOW)
#define hash_hash # ## #
#define mkstr(a) # a
#define in_between(a) mkstr(a)
#define join(c, d) in_between(c hash_hash d)
join(x, y);
#define t2(x,y,z) x ## y ## z
int j[] = { t2(1,2,3), t2(,4,5), t2(6,,7), t2(8,9,), t2(10,,), t2(,11,), t2(,,12), t2(,,) };
#define showlist(...) puts(#__VA_ARGS__)
#define report(test, ...) ((test) ? puts(#test) : printf(__VA_ARGS__))
showlist(The first, second, and third items.);
report(x>y, "x is %d but y is %d", x, y);
#define gnu(format, args...) printf(format, ## args)
gnu("a") gnu("a", b, c) gnu("a",)
#define opt(a, ...) f(a __VA_OPT__(,) __VA_ARGS__)
opt(1) opt(1, 2)
#define EMPTY
#define LPAREN (
#define RPAREN )
#define F(x, y) x + y
#define ELLIP_FUNC(...) __VA_ARGS__
ELLIP_FUNC(F, LPAREN, 'a', 'b', RPAREN);
#define nil(x) nil x
nil(nil(1)) nil EMPTY (2) nil
(3)
#define AA BB
#define BB AA
AA BB
#define obj() (obj2)()
obj()() __COUNTER__ __COUNTER__
#define cat3(a,b) a##b##a
cat3(x,1) cat3(+,) cat3(a,)
#if 1 ? 2 : (1/0)
yes1
#endif
#if (-1 > 0u) && 'a' == 97 && '\377' < 0 && 0x7fffffffffffffff + 1u > 0 && (2 || 1/0)
yes2
#elif 1
no
#else
no
#endif
#ifndef UNDEFINED
#if 0
#bogus 'unbalanced
#else
yes3
#endif
#endif
#if defined UNDEFINED || defined(x) && !UNDEFINED
yes4
#endif
<: :> <% %> a+++++b 1.e+5x .5 ... .. a->b L"x" u8"y" L'c' 0x1p-3
multi\
line "str\
ing"
#define with_directive(a) [a]
with_directive(1
2)
#define paste_(a, b) a##b
#define paste(a, b) paste_(a, b)
#define unique() paste(unique_, __COUNTER__)
#define min_once(x, y, ux, uy) ({ typeof(x) ux = (x); typeof(y) uy = (y); ux < uy ? ux : uy; })
#define min_(x, y) min_once(x, y, unique(), unique())
min_(p, q) min_(p, min_(q, r))
#define thrice(x, ...) x x #x __VA_ARGS__ __VA_ARGS__ __VA_OPT__(x __VA_ARGS__) a,##__VA_ARGS__
thrice(__COUNTER__, __COUNTER__) thrice(__COUNTER__) __COUNTER__
#define empty_
#define rest(x, ...) g(x, ##__VA_ARGS__)
rest(1, rest(2)) rest(1, rest) (3) rest(1, empty_) rest(1, 2 with_directive(3) , 4) rest(1 , , ) rest(1,)
#define rest_again(x, ...) g(x, ##__VA_ARGS__, rest_again(4))
rest_again(1, rest_again(2))
#define only_rest(...) k(a, ## __VA_ARGS__)
only_rest() only_rest(only_rest())
#define optional(x, ...) __VA_OPT__([x])
optional(__COUNTER__) ; optional(__COUNTER__,) ; optional(a, empty_) optional(a, __COUNTER__) __COUNTER__
#define wide(x) L ## #x
#define wide2(a, x) a ## #x | #x | a ## # x
wide(a "b" c) wide2(L, d  e) wide2(, f) wide()
