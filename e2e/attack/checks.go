package attack

import "yogi/internal/property"

// Programs whose errors are what the built-in checks look for; sanitizers say whether a run has one.

// checked are groups of checks with statements that may violate one of them.
var checked = []struct {
	checks     property.Checks
	statements []string
}{
	{property.Bounds | property.Null, []string{
		"sum += array[x + y];", "sum += array[x];", "array[x * 2] = 1;", "p = array + x; sum += p[y];", "p = array + 4; sum += p[-1 - x];", "sum += table[x & 1][y];", "sum += table[x][1];",
		"memset(array, 0, x + 2);", "memcpy(array, other, x + y);", "strcpy(text, x > 2 ? \"longer\" : \"ab\");", "sum += strlen(text);", "text[x] = 'z'; sum += text[x];",
		"for (int k = 0; k <= x; k++) array[k] = k;", "p = heap + x; *p = 1;", "heap[y + 1] = 2;", "p = x ? array : 0; sum += *p;", "if (p) sum += *p;", "s.a[x] = 1;", "sum += (&s)->a[y & 1];",
		"q = &s; if (x == 3) q = 0; sum += q->b;", "sum += ((u8 *)&s)[x + 2];", "strncpy(text, \"abcdef\", x + 1); sum += text[0];", "memmove(array + x, array, 2);", "sum += memcmp(array, other, y + 1);",
		"snprintf(text, x + 1, \"%d\", 1234);", "sprintf(text, \"%d\", x * 400);", "puts(text + y);", "text[3] = 'q'; sum += strlen(text);",
	}},
	{property.UseAfterFree | property.InvalidFree | property.Bounds, []string{
		"if (x == 1) free(heap), gone = 1;", "if (!gone) heap[x & 1] = 1;", "sum += heap[0];", "if (y) { free(heap); heap = malloc(4); if (!heap) return 0; gone = 0; }", "p = heap; if (x) { free(p); gone = 1; }",
		"{ u8 l = x; p = &l; *p = 2; }", "sum += *p;", "p = array; if (x > 2) free(p);", "if (gone) heap = array;", "heap = realloc(heap, x + 1); if (!heap) return 0;", "p = heap + x; if (y == 2) free(p), gone = 1;",
	}},
	{property.Overflow, []string{
		"n = n + x;", "n = 2147483645 + x;", "n = -n;", "n = n * (x + 1);", "n -= y * 1073741824;", "n = -2147483647 - x;", "sum = n + y;", "n = (u8)(x + 255);", "n++;", "n = x - 3;", "m = 9223372036854775807 - y; m += x;",
		"n = abs(-2147483647 - x);", "{ unsigned w = 4294967295u + x; n = w; }", "n = (short)(32767 + x);", "n = x << 30;",
	}},
	{property.Division | property.Shift, []string{
		"n = 7 / (x - 1);", "n = 7 % (y + 1);", "n = 1 << (x * 11);", "n = 1 >> (y - x);", "if (x) n = 9 / x;", "n = 5u / (x & 2);", "m = 1L << (x * 21);", "n /= (y ^ x) + 1;", "n = (u8)1 << 8;", "n = 1 << x;",
	}},
}

func checks(w *writer) Program {
	group := checked[w.IntN(len(checked))]
	w.head("static volatile u8 array[4], other[4] = { 1, 2, 3, 4 }; static volatile u8 table[2][3]; static struct { volatile u8 a[2]; volatile u8 b; } s, *volatile q = &s;")
	w.line("u8 *heap = malloc(4), gone = 0, *p = (u8 *)array; char text[4] = \"abc\"; volatile int sum = 0; int n = x; long m = 0;")
	w.line("if (!heap) return 0; heap[0] = heap[1] = heap[2] = heap[3] = 1; (void)gone; (void)p; (void)text; (void)n; (void)m; q = (void *)&s;")
	for range 1 + w.IntN(3) {
		w.line("%s", group.statements[w.IntN(len(group.statements))])
	}
	w.line("sum += n + (int)m;")
	return Program{Text: "#include <stdio.h>\n" + w.inMain(""), Checks: group.checks}
}
