package attack

import (
	"strconv"
	"strings"
)

// Programs about what functions of the C library read, write and return.

const libraryHeaders = `#define _GNU_SOURCE
#include <stdio.h>
#include <ctype.h>
#include <errno.h>
#include <time.h>
#include <limits.h>
#include <setjmp.h>
#include <signal.h>
#include <strings.h>
#include <unistd.h>
#include <wchar.h>
`

// effects are statements with what can be asked behind them: the letters b, c and d stand for
// buffers of 12 chars that begin with "abcdefg", n for an int and p for a char pointer.
var effects = []struct {
	statement string
	asked     []string
}{
	{`n = snprintf(b, %d, "%%d", x + 9);`, []string{"n == 1", "n == 2", "n == 3", "b[1] == '0'", "b[2] == 0", "b[0] == 'a'", "strlen(b) == 2"}},
	{`n = sprintf(b, "%%s-%%c", "hi", 'a' + x);`, []string{"n == 4", "n == 5", "b[3] == 'd'", "b[4] == 0", "b[4] == 'e'"}},
	{`n = sprintf(b, "x%%n", (int *)&m);`, []string{"m == 1", "m == 2", "n == 1"}},
	{`n = sprintf(b, "%%*d", x + 1, 7);`, []string{"n == 1", "n == 4", "b[0] == '7'", "b[0] == ' '"}},
	{`strcpy(b, c + x);`, []string{"b[0] == 'd'", "b[7 - x] == 0", "strlen(b) == 4", "b[7] == 0"}},
	{`strncpy(b, "z", %d);`, []string{"b[1] == 0", "b[2] == 0", "b[2] == 'c'", "b[3] == 'd'"}},
	{`strcat(b, x ? "y" : "");`, []string{"strlen(b) == 7", "b[7] == 'y'", "b[8] == 0"}},
	{`strncat(b, c, x);`, []string{"strlen(b) == 10", "b[7] == 'a'", "b[8] == 'b'"}},
	{`memmove(b + x, b, 4);`, []string{"b[3] == 'a'", "b[3] == 'd'", "b[4] == 'b'", "b[0] == 'a'"}},
	{`memcpy(b, c + 1, x);`, []string{"b[0] == 'b'", "b[2] == 'd'", "b[3] == 'd'"}},
	{`memset(b, 'q', x + 1);`, []string{"b[0] == 'q'", "b[1] == 'q'", "b[3] == 'q'", "b[4] == 'q'"}},
	{`p = strchr(b, 'a' + x);`, []string{"p == b + 2", "p == 0", "*p == 'c'"}},
	{`p = strrchr(b, x ? 'g' : 'z');`, []string{"p == b + 6", "p == 0", "p == b"}},
	{`p = strstr(b, x > 1 ? "de" : "zz");`, []string{"p == b + 3", "!p", "p == b"}},
	{`p = memchr(b, 'c', x);`, []string{"p == b + 2", "p != 0"}},
	{`p = strpbrk(b, "ce");`, []string{"p == b + 2", "p == b + 4"}},
	{`n = strspn(b, "abc");`, []string{"n == 3", "n == 2"}},
	{`n = strcspn(b, "dx");`, []string{"n == 3", "n == 4"}},
	{`n = strcmp(b + x, c + 1);`, []string{"n == 0", "n < 0", "n > 0"}},
	{`n = memcmp(b, "abz", x);`, []string{"n == 0", "n < 0", "n > 0"}},
	{`n = atoi(x > 1 ? "12x" : "-3");`, []string{"n == 12", "n == -3", "n == 0"}},
	{`n = strtol(x ? "12z" : "z", &p, 10);`, []string{"n == 12", "*p == 'z'", "n == 0", "errno == ERANGE"}},
	{`errno = 0; n = strtol(x ? "99999999999999999999" : "7", &p, 10) == LONG_MAX;`, []string{"n", "errno == ERANGE", "*p == 0"}},
	{`n = sscanf(x ? "5 6" : "z", "%%d%%d", &m, &k);`, []string{"n == 2", "n == 0", "m == 5", "k == 6", "n == 1"}},
	{`n = sscanf("abc", "%%2s", b);`, []string{"n == 1", "b[2] == 0", "b[2] == 'c'", "b[3] == 'd'"}},
	{`p = strtok(b, "cf");`, []string{"p == b", "strlen(p) == 2", "b[2] == 0", "b[5] == 0"}},
	{`p = strtok(b, "cf"); p = strtok(0, "cf");`, []string{"p == b + 3", "strlen(p) == 2", "p == b"}},
	{`qsort(b, 4, 1, down);`, []string{"b[0] == 'd'", "b[3] == 'a'", "b[0] == 'a'", "b[4] == 'e'"}},
	{`{ char key = 'c'; p = bsearch(&key, c, 7, 1, up); }`, []string{"p == c + 2", "p == 0"}},
	{`{ div_t d = div(7 + x, 4); n = d.quot; m = d.rem; }`, []string{"n == 2", "m == 3", "m == 0", "n == 1"}},
	{`n = abs(x - 3);`, []string{"n == 3", "n == 0", "n < 0"}},
	{`n = toupper('a' + x);`, []string{"n == 'C'", "n == 'c'"}},
	{`n = !isdigit('8' + x);`, []string{"n == 0", "n == 1"}},
	{`n = isalnum(x ? '_' : 'k') != 0;`, []string{"n", "!n"}},
	{`{ char *h = calloc(2, 2); if (!h) return 0; n = h[x]; free(h); }`, []string{"n == 0", "n == 1"}},
	{`{ char *h = malloc(2); if (!h) return 0; h[1] = x; char *o = realloc(h, 64); if (!o) return 0; n = o[1]; free(o); }`, []string{"n == 0", "n == x", "n == 3"}},
	{`p = strdup(b); if (!p) return 0;`, []string{"strcmp(p, b) == 0", "p == b", "p[3] == 'd'", "strlen(p) == 7"}},
	{`{ time_t t = 5, r = time(&t); n = r == t; m = t == 5; }`, []string{"n == 1"}},
	{`{ time_t t = 0; struct tm u, *r = gmtime_r(&t, &u); n = r == &u; m = u.tm_year; }`, []string{"n == 1", "m == 70"}},
	{`{ srand(x); n = rand(); srand(x); m = rand(); }`, []string{"n == m", "n < 0"}},
	{`p = getenv("HOME_OF_NOBODY"); n = p && !*p;`, []string{"p == getenv(\"HOME_OF_NOBODY\")"}},
	{`n = printf("%%s", x ? "" : "");`, []string{"n == 0", "n < 0"}},
	{`p = strncpy(b, c, x); n = p == b;`, []string{"n == 1"}},
	{`p = memset(b, 0, 3); n = p == b && !*p;`, []string{"n == 1", "b[2] == 0", "b[3] == 0"}},
	{`{ FILE *f = fmemopen(b, 4, "r"); if (!f) return 0; n = fgetc(f); m = fgetc(f); fclose(f); }`, []string{"n == 'a'", "m == 'b'", "m == 'a'"}},
	{`n = ungetc('x', stdin) == 'x';`, []string{"stdin == stdout", "stderr == 0"}},
	{`n = snprintf(0, 0, "%%x", 250 + x);`, []string{"n == 2", "n == 3"}},
	{`n = sprintf(b, "%%03d|%%-3d|", x, x);`, []string{"n == 8", "b[0] == '0'", "b[4] == '1'", "b[5] == ' '"}},
	{`n = sprintf(b, "%%.2s", c + x);`, []string{"n == 2", "b[0] == 'c'", "b[2] == 0"}},
	{`p = stpcpy(b, c + x + 3);`, []string{"p == b + 4", "p == b + 1", "*p == 0"}},
	{`p = memccpy(b, c, 'c', x + 1);`, []string{"p == 0", "p == b + 3"}},
	{`p = b; { char *o = strsep(&p, "c"); n = o == b; }`, []string{"n == 1", "p == b + 3", "b[2] == 0"}},
	{`n = strcasecmp(x ? "AbC" : "abd", "aBc");`, []string{"n == 0", "n > 0", "n < 0"}},
	{`n = strtoul(x ? "0x1f" : "017", &p, 0);`, []string{"n == 31", "n == 15", "n == 17", "*p == 0"}},
	{`n = strtod(x ? "2.5e1" : "-1", &p);`, []string{"n == 25", "n == -1", "*p == 0", "n == 2"}},
	{`{ ldiv_t d = ldiv(-7, 2 + x); n = d.quot; m = d.rem; }`, []string{"n == -3", "m == -1", "m == 1"}},
	{`n = isspace(x ? ' ' : '\v') != 0;`, []string{"n == 0", "n == 1"}},
	{`{ FILE *f = fmemopen(c, 4, "r"); if (!f) return 0; n = fread(b, 1, x + 3, f); m = feof(f) != 0; fclose(f); }`, []string{"n == 4", "n == 3", "m == 1", "b[4] == 'e'"}},
	{`{ FILE *f = fmemopen(c, 7, "r"); if (!f) return 0; fseek(f, x, SEEK_SET); n = fgetc(f); m = ftell(f); fclose(f); }`, []string{"n == 'c'", "m == 1", "m == 4"}},
	{`{ FILE *f = fmemopen(c, 7, "r"); if (!f) return 0; ungetc('!', f); n = fgetc(f); m = fgetc(f); fclose(f); }`, []string{"n == '!'", "m == 'a'", "m == 'b'"}},
	{`{ char *o = 0; size_t z = 0; FILE *f = open_memstream(&o, &z); if (!f) return 0; fputs("hi", f); fprintf(f, "%%d", x); fclose(f); n = z; m = o[2]; free(o); }`, []string{"n == 3", "m == '2'", "n == 2"}},
	{`n = fputs("", stdout); m = putchar('\n');`, []string{`m == '\n'`, "n < 0"}},
	{`{ char *o = 0; n = asprintf(&o, "%%d%%d", x, 10); if (n < 0) return 0; m = o[0]; free(o); }`, []string{"n == 3", "m == '3'", "m == '9'"}},
	{`{ struct tm u = { .tm_year = 70, .tm_mday = 1 + x }; time_t t = timegm(&u); n = t == 86400; m = u.tm_wday; }`, []string{"n == 1", "m == 4", "m == 0"}},
	{`{ time_t t = 86400; struct tm u; gmtime_r(&t, &u); n = strftime(b, 12, "%%Y", &u); }`, []string{"n == 4", "b[3] == '0'", "b[4] == 0"}},
	{`{ jmp_buf j; volatile int k2 = 0; n = setjmp(j); if (n < x) { k2++; longjmp(j, n + 1); } m = k2; }`, []string{"n == 2", "m == 3", "m == n", "n > 3"}},
	{`signal(SIGUSR1, handler); n = raise(SIGUSR1); m = handled;`, []string{"n == 0", "m == 1", "m == 0"}},
	{`setenv("ATTACK", x ? "1" : "", 1); p = getenv("ATTACK"); if (!p) return 0;`, []string{"*p == '1'", "*p == 0"}},
	{`unsetenv("ATTACK"); p = getenv("ATTACK");`, []string{"p == 0"}},
	{`p = strerror(0); n = strlen(p) > 0;`, []string{"n == 1", "p == 0"}},
	{`n = mbstowcs(0, c, 0); m = wcslen(L"abc");`, []string{"n == 7", "m == 3"}},
	{`{ wchar_t w[4] = L"zzz"; n = swprintf(w, 4, L"%%d", x + 9); m = n < 0 || w[n]; }`, []string{"m == 0", "m == 1", "n == 2", "n == 3"}},
	{`{ wchar_t w[4] = L"zzz"; n = mbstowcs(w, c, x + 1); m = n < x + 1 && w[n]; }`, []string{"m == 0", "m == 1", "n == 5"}},
	{`{ unsigned s = x; n = rand_r(&s); s = x; m = rand_r(&s); }`, []string{"n == m"}},
	{`n = abs(x - 2) + labs(x - 1L);`, []string{"n == 3", "n == 0", "n == 1"}},
	{`{ int v[3] = { 3, x, 2 }; qsort(v, 3, sizeof *v, upInts); n = v[0]; m = v[2]; }`, []string{"n == 0", "m == 3", "n == 3", "n <= m"}},
	{`p = strndup(b, x); if (!p) return 0; n = strlen(p);`, []string{"n == 3", "n == 4", "p[n] == 0"}},
	{`p = memrchr(b, 'c', 7); n = memmem(b, 7, "de", 2) == b + 3;`, []string{"p == b + 2", "n == 1"}},
	{`n = ffs(x * 4); m = __builtin_popcount(x);`, []string{"n == 3", "n == 4", "m == 2", "m == 3"}},
	{`bzero(b, x); n = b[2];`, []string{"n == 0", "n == 'c'", "b[3] == 'd'"}},
	{`swab(b, c, 4); n = c[0];`, []string{"n == 'b'", "c[3] == 'c'", "c[4] == 'e'"}},
	{`errno = 0; n = close(-1); m = errno;`, []string{"n == -1", "m == EBADF", "m == 0"}},
	{`{ va_try(1, b); n = b[0]; }`, []string{"n == 'v'", "b[1] == 0", "b[2] == 'c'"}},
}

func library(w *writer) Program {
	w.head("static int up(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }")
	w.head("static int down(const void *a, const void *b) { return up(b, a); }")
	w.head("static int upInts(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }")
	w.head("static int handled; static void handler(int s) { (void)s; handled = 1; }")
	w.head("static void va_try(int n, char *b, ...) { va_list l; va_start(l, b); vsprintf(b, \"v\", l); va_end(l); }")
	w.line("char b[12] = \"abcdefg\", c[12] = \"abcdefg\", *p = c; int n = 0, m = 0, k = 0; (void)c; (void)p; (void)m; (void)k;")
	var atoms []atom
	for range 1 + w.IntN(2) {
		e := effects[w.IntN(len(effects))]
		format := e.statement
		size := 1 + w.IntN(4)
		w.line("%s", expand(format, size))
		for _, asked := range e.asked {
			atoms = append(atoms, fixed("%s", asked))
		}
		if len(atoms) == len(e.asked) && w.IntN(2) == 0 {
			break // the second statement may change what the first left
		}
		atoms = atoms[len(atoms)-len(e.asked):]
	}
	w.errorIf(atoms...)
	return Program{Text: w.inMain(libraryHeaders)}
}

// expand writes a statement with a number for %d and a percent sign for two.
func expand(statement string, size int) string {
	return strings.ReplaceAll(strings.Replace(strings.ReplaceAll(statement, "%%", "\x00"), "%d", strconv.Itoa(size), 1), "\x00", "%")
}
