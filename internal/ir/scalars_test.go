package ir_test

import (
	"strings"
	"testing"

	"yogi/internal/ir"
	"yogi/internal/term"
)

// accesses are the loads, stores, fills and calls that the entry of a program has, in their order.
func accesses(p *ir.Program) string {
	var kept []string
	for _, b := range p.Entry.Blocks {
		for _, i := range b.Instructions {
			switch i.(type) {
			case *ir.Load:
				kept = append(kept, "load")
			case *ir.Store:
				kept = append(kept, "store")
			case *ir.Fill:
				kept = append(kept, "fill")
			case *ir.Call:
				kept = append(kept, "call")
			}
		}
	}
	return strings.Join(kept, " ")
}

// TestReplaceObjects has local objects become variables, and those stay objects of which more may be done than reading
// and writing the same parts, and of which a part may be read before it is written.
func TestReplaceObjects(t *testing.T) {
	const written = "store |f::a| #x00000001 type \"int\"\n "
	for _, test := range []struct {
		name, body string
		kept       string // the instructions on memory that stay
	}{
		{"written and read", written + "load |f::x| |f::a| type \"int\"\n |f::r| := |f::x|", ""},
		{"two parts", written + "store (bvadd |f::a| #x00000004) |f::p| type \"int\"\n load |f::x| (bvadd |f::a| #x00000004) type \"int\"\n |f::r| := |f::x|", ""},
		{"compared", written + "assume (not (= |f::a| #x00000000))\n load |f::x| |f::a| type \"int\"\n |f::r| := |f::x|", ""},
		{"read first", "load |f::x| |f::a| type \"int\"\n |f::r| := |f::x|\n " + written, "load store"},
		{"one part is read first", written + "load |f::x| (bvadd |f::a| #x00000004) type \"int\"\n |f::r| := |f::x|", "store load"},
		{"parts that overlap", written + "store (bvadd |f::a| #x00000002) |f::p| type \"int\"\n load |f::x| |f::a| type \"int\"\n |f::r| := |f::x|", "store store load"},
		{"read in part", written + "load |f::b| |f::a| type \"char\"\n |f::r| := ((_ zero_extend 24) |f::b|)", "store load"},
		{"outside of it", written + "store (bvadd |f::a| #x00000008) |f::p| type \"int\"\n load |f::x| |f::a| type \"int\"\n |f::r| := |f::x|", "store store load"},
		{"an address that is read as a number", "store |f::a| |f::p| type \"char *\" pointer\n load |f::x| |f::a| type \"int\"\n |f::r| := |f::x|", "store load"},
		{"at an index", written + "store (bvadd |f::a| |f::p|) |f::p| type \"int\"\n load |f::x| |f::a| type \"int\"\n |f::r| := |f::x|", "store store load"},
		{"volatile", "store |f::a| #x00000001 type \"int\" volatile\n load |f::x| |f::a| type \"int\" volatile\n |f::r| := |f::x|", "store load"},
		{"whose address is kept", written + "store |f::p| |f::a| type \"int *\" pointer\n load |f::x| |f::a| type \"int\"\n |f::r| := |f::x|", "store store load"},
		{"whose address is given back", written + "load |f::x| |f::a| type \"int\"\n |f::r| := (bvadd |f::a| |f::x|)", "store load"},
		{"whose address is given to a call", written + "call g (|f::a|)\n load |f::x| |f::a| type \"int\"\n |f::r| := |f::x|", "store call load"},
		{"another object's variable", written + "|f::a| := |f::p|\n load |f::x| |f::a| type \"int\"\n |f::r| := |f::x|", "store load"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := localsProgram(t, test.body)
			ir.ReplaceObjects(p)
			if got := accesses(p); got != test.kept {
				t.Errorf("%q is kept, want %q, in\n%s", got, test.kept, p)
			}
			if err := ir.Check(p); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestInlineOutputs has calls replaced that are given the address of a local object, and those that their callees make.
func TestInlineOutputs(t *testing.T) {
	for _, test := range []struct {
		name, body string
		most       int
		kept       string
	}{
		{"a wrapper around a small function", "call h (|f::a|)\n load |f::x| |f::a| type \"int\"\n |f::r| := |f::x|", 8, ""},
		{"what is too large", "call h (|f::a|)\n load |f::x| |f::a| type \"int\"\n |f::r| := |f::x|", 1, "call load"},
		{"no local object", "call h (|f::p|)\n", 8, "call"},
		{"what has branches", "store |f::a| #x00000001 type \"int\"\n call g (|f::a|)\n load |f::x| |f::a| type \"int\"\n |f::r| := |f::x|", 8, "store call load"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := localsProgram(t, test.body)
			ir.Simplify(p)
			ir.ComputeModifies(p)
			ir.InlineOutputs(p, test.most)
			ir.ReplaceObjects(p)
			if got := accesses(p); got != test.kept {
				t.Errorf("%q is kept, want %q, in\n%s", got, test.kept, p)
			}
		})
	}
}

// localsProgram is a program in normal form whose function f has a local object of eight bytes at a, and can call g,
// which has a branch, and h, which calls get and stores what that returns.
func localsProgram(t *testing.T, body string) *ir.Program {
	t.Helper()
	p, err := ir.Parse(`language "c"
model "ILP32" 32 32 12
global next (_ BitVec 32)
global level (_ BitVec 32)
counter next 8192
entry f
function f {
  param |f::p| (_ BitVec 32)
  result |f::r| (_ BitVec 32)
  local |f::a| (_ BitVec 32)
  local |f::x| (_ BitVec 32)
  local |f::b| (_ BitVec 8)
  block 0 ""
    |f::r| := #x00000000
    alloc |f::a| #x00000008 stack site 0 type "struct s" name "a"
    `+body+`
    return
}
function g {
  param |g::p| (_ BitVec 32)
  block 0 ""
    goto (= |g::p| level) 1 (not (= |g::p| level)) 2
  block 1 ""
    level := #x00000000
    return
  block 2 ""
    level := #x00000001
    return
}
function get {
  result |get::r| (_ BitVec 32)
  block 0 ""
    |get::r| := level
    level := #x00000002
    return
}
function h {
  param |h::to| (_ BitVec 32)
  local |h::x| (_ BitVec 32)
  block 0 ""
    call get () to |h::x|
    store |h::to| |h::x| type "int"
    return
}
`, term.NewBuilder())
	if err != nil {
		t.Fatal(err)
	}
	ir.Normalize(p)
	return p
}
