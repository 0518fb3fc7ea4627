package typecheck

import (
	"slices"
	"strings"

	"yogi/internal/frontend/c/tree"
)

// glibc's headers, read as for an optimised build with _FORTIFY_SOURCE, call __NAME_chk in the
// place of NAME, with further arguments for the size of an object and a flag, so that a call that
// goes beyond the object aborts. As gcc does where it knows no size, the plain function is called;
// what goes beyond an object is undefined without them too.

// fortified are the positions of the further arguments, by the plain function.
var fortified = map[string][]int{
	"memcpy": {3}, "memmove": {3}, "mempcpy": {3}, "memset": {3}, "explicit_bzero": {2},
	"strcpy": {2}, "stpcpy": {2}, "strcat": {2}, "strncpy": {3}, "stpncpy": {3}, "strncat": {3}, "strlcpy": {3}, "strlcat": {3},
	"sprintf": {1, 2}, "vsprintf": {1, 2}, "snprintf": {2, 3}, "vsnprintf": {2, 3},
	"printf": {0}, "vprintf": {0}, "fprintf": {1}, "vfprintf": {1}, "dprintf": {1}, "asprintf": {1}, "vasprintf": {1},
	"gets": {1}, "fgets": {1}, "fgets_unlocked": {1}, "fread": {1}, "fread_unlocked": {1},
	"read": {3}, "pread": {4}, "pread64": {4}, "recv": {3}, "recvfrom": {3}, "readlink": {3}, "readlinkat": {4},
	"getcwd": {2}, "realpath": {2}, "gethostname": {2}, "poll": {3}, "syslog": {1}, "vsyslog": {1},
}

// plainCall returns what a call of a function with a check of sizes does without the check.
func (c *symbols) plainCall(f *tree.FunctionRef, args []tree.Expr) (*tree.FunctionRef, []tree.Expr) {
	def := f.Function
	name, ok := strings.CutSuffix(strings.TrimPrefix(def.Name, "__builtin_"), "_chk")
	if !ok || def.Body != nil || def.Linkage != tree.ExternalLinkage {
		return f, args
	}
	name, ok = strings.CutPrefix(name, "__")
	drop := fortified[name]
	if !ok || drop == nil || len(def.Type.Params) <= drop[len(drop)-1] || len(args) < len(def.Type.Params) {
		return f, args
	}
	plain := c.plainFunctions[def]
	if plain == nil {
		t := *def.Type
		t.Params = without(t.Params, drop)
		t.Name = typeName(&t, "")
		// The symbol tells it from the function of the name that the headers define for inlining.
		plain = &tree.FunctionDef{Name: name, Symbol: name, Type: &t, Linkage: tree.ExternalLinkage, NoReturn: def.NoReturn, Checked: def.Name, Pos: def.Pos}
		c.plainFunctions[def] = plain
		c.unit.Functions = append(c.unit.Functions, plain)
	}
	return &tree.FunctionRef{Node: tree.Node{Type: plain.Type, Pos: f.Pos}, Function: plain}, without(args, drop)
}

// without is list less the elements at some positions.
func without[E any](list []E, positions []int) []E {
	var out []E
	for i, e := range list {
		if !slices.Contains(positions, i) {
			out = append(out, e)
		}
	}
	return out
}
