package property

// Explanation explains a check to somebody who meets it in a verdict.
type Explanation struct {
	Name, SubProperty string
	Means             string
	Example           string // a piece of C that violates it
}

// explained has for each check what it means and a piece of C.
var explained = map[Checks][2]string{
	Reach:         {"a call of an error function, a failing assertion, an error label that is reached.", "assert(n != 0);   /* n comes from outside */"},
	Null:          {"an access or a call through a null pointer, or one that is handed to a parameter that is declared to be none.", "struct s *p = find(key);   /* may return NULL */\nreturn p->member;"},
	Bounds:        {"an access outside of the object that the pointer points into, or outside of the array that is indexed, in functions of the C library too.", "int buf[4];\nfor (int i = 0; i <= 4; i++)\n    buf[i] = 0;"},
	UseAfterFree:  {"an access to an object that was freed, or to a local whose block or function was left.", "free(p);\nreturn p->member;"},
	InvalidFree:   {"free or realloc of what is not the start of a live object of the heap, as one that was freed before.", "free(p);\nfree(p);"},
	Leak:          {"an object of the heap is alive when the program returns from main, and nothing points at it.", "char *p = malloc(10);\np = NULL;"},
	Cleanup:       {"an object of the heap is not freed when the program ends.", "static char *kept;\nkept = malloc(10);   /* and nobody frees it */"},
	Overflow:      {"the result of an operation on signed integers does not fit its type.", "int next(int n) { return n + 1; }   /* n may be INT_MAX */"},
	Division:      {"an integer is divided by zero, by / or %.", "return total / count;   /* count may be 0 */"},
	Shift:         {"a shift by a negative amount, or by as many bits as the type has or more.", "unsigned mask(int n) { return 1u << n; }   /* n may be 32 */"},
	Uninitialized: {"a local is read before it holds a value; bytes of the heap are not looked at.", "int n;\nif (flag)\n    n = 1;\nreturn n;   /* flag may be 0 */"},
}

// Explanations are those of all checks, in the order of help.
func Explanations() []Explanation {
	var out []Explanation
	for _, c := range checkNames {
		text := explained[c.check]
		out = append(out, Explanation{c.name, c.subProperty, text[0], text[1]})
	}
	return out
}
