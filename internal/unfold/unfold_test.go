package unfold_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"yogi/internal/ir"
	"yogi/internal/solver"
	"yogi/internal/solver/chain"
	"yogi/internal/term"
	"yogi/internal/unfold"
	"yogi/internal/verdict"
)

// rounds goes around a loop as often as an input below LIMIT says, and fails after FAILS rounds.
const rounds = `language "c"
global m (Array (_ BitVec 8) (_ BitVec 8))
range m 0 4 1 7
entry main
function main {
  local |main::n| (_ BitVec 8)
  local |main::i| (_ BitVec 8)
  block 0 ""
    havoc |main::n| input 1 nondet "n" type "unsigned char" @a.c:1:1
    assume (bvult |main::n| LIMIT)
    |main::i| := #x00
    goto true 1
  block 1 ""
    goto (bvult |main::i| |main::n|) 2 (not (bvult |main::i| |main::n|)) 3
  block 2 ""
    m := (store m |main::i| |main::n|)
    |main::i| := (bvadd |main::i| #x01)
    goto true 1
  block 3 ""
    goto (= |main::i| FAILS) 4 (not (= |main::i| FAILS)) 5
  block 4 ""
    error "so many rounds"
  block 5 ""
    goto (= (select m #x03) #x07) 6 (not (= (select m #x03) #x07)) 4
  block 6 ""
    return
}
`

// TestLimits: all paths are followed within the limits, a path is not changed by its neighbours,
// and nothing is proved where an error is reached or a limit.
func TestLimits(t *testing.T) {
	for _, c := range []struct {
		name, bound, fails string
		limits             unfold.Limits
		paths              int // 0: no proof
	}{
		{"all", "#x04", "#x04", unfold.Limits{Blocks: 1000, Queries: 100, States: true}, 4},
		{"an error", "#x04", "#x03", unfold.Limits{Blocks: 1000, Queries: 100, States: true}, 0},
		{"another error", "#x05", "#x05", unfold.Limits{Blocks: 1000, Queries: 100, States: true}, 0}, // the fourth cell is overwritten
		{"blocks", "#x04", "#x04", unfold.Limits{Blocks: 10, Queries: 100, States: true}, 0},
		{"queries", "#x04", "#x04", unfold.Limits{Blocks: 1000, Queries: 2, States: true}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, s := load(t, c.bound, c.fails)
			out := unfold.Run(t.Context(), p, s, c.limits)
			if proved := out.Unfolding != nil; proved != (c.paths > 0) || proved && out.Paths != c.paths {
				t.Errorf("%+v", out)
			}
		})
	}
}

// countdown is a context that is over when it was asked for the time a number of times.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// TestCutOff: a walk that is cut off again and again comes to the same end as one with all the time it
// needs, if it has one; at a limit it is over.
func TestCutOff(t *testing.T) {
	for _, c := range []struct {
		name, bound, fails string
		limits             unfold.Limits
	}{
		{"all", "#x04", "#x04", unfold.Limits{Blocks: 1000, Queries: 100, States: true}},
		{"with states", "#x09", "#x09", unfold.Limits{Blocks: 1000, Queries: 100, States: true, Loose: true, Tests: true}},
		{"apart", "#x05", "#x06", unfold.Limits{Blocks: 1000, Queries: 100}},
		{"an error", "#x04", "#x03", unfold.Limits{Blocks: 1000, Queries: 100, States: true, Tests: true}},
		{"blocks", "#x04", "#x04", unfold.Limits{Blocks: 10, Queries: 100, States: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, s := load(t, c.bound, c.fails)
			want := unfold.Run(t.Context(), p, s, c.limits)
			walk := unfold.NewWalk(p, c.limits)
			var out unfold.Outcome
			turns := 0
			for last := -1; out.Blocks > last; turns++ {
				last = out.Blocks
				out = walk.Run(&countdown{t.Context(), 3}, s)
			}
			if turns < 4 {
				t.Errorf("%d turns", turns)
			}
			if (out.Unfolding == nil) != (want.Unfolding == nil) || (out.Test == nil) != (want.Test == nil) || out.Blocks != want.Blocks || out.Paths != want.Paths {
				t.Errorf("%+v, want %+v", out, want)
			}
			if out.Unfolding != nil && (out.Unfolding.Blocks != want.Unfolding.Blocks || !slices.Equal(out.Unfolding.Cuts, want.Unfolding.Cuts)) {
				t.Errorf("%+v, want %+v", *out.Unfolding, *want.Unfolding)
			}
		})
	}
}

// load is the program rounds with a bound and a number of rounds after which it fails.
func load(t *testing.T, bound, fails string) (*ir.Program, solver.Solver) {
	t.Helper()
	return parsed(t, strings.NewReplacer("LIMIT", bound, "FAILS", fails).Replace(rounds))
}

// parsed is a program in the form that is followed, and a solver for it.
func parsed(t *testing.T, text string) (*ir.Program, solver.Solver) {
	t.Helper()
	p, err := ir.Parse(text, term.NewBuilder())
	if err != nil {
		t.Fatal(err)
	}
	ir.Normalize(p)
	ir.ComputeModifies(p)
	s, err := chain.New(p.Terms, solver.Config{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return p, s
}

// TestJoined: where paths are joined the rounds of a loop are bounded by what is proved of it, and
// nothing is proved where an error is reached, a limit, or a loop has too many rounds.
func TestJoined(t *testing.T) {
	enough := unfold.Limits{Blocks: 2000, Queries: 500}
	for _, c := range []struct {
		name, bound, fails string
		limits             unfold.Limits
		end                string // "": no proof
	}{
		{"all", "#x04", "#x04", enough, "main:1[4]"},
		{"an error", "#x04", "#x03", enough, ""},
		{"another error", "#x05", "#x05", enough, ""}, // the fourth cell is overwritten
		{"blocks", "#x04", "#x04", unfold.Limits{Blocks: 6, Queries: 500}, ""},
		{"queries", "#x04", "#x04", unfold.Limits{Blocks: 2000, Queries: 2}, ""},
		{"many rounds", "#x40", "#x40", enough, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			// What is assumed bounds the rounds, and not by a comparison that decides without a solver whether there
			// is one.
			fewer := strings.Replace(rounds, "(bvult |main::n| LIMIT)", "(or (= |main::n| #x00) (bvult |main::n| LIMIT))", 1)
			p, s := parsed(t, strings.NewReplacer("LIMIT", c.bound, "FAILS", c.fails).Replace(fewer))
			out := unfold.Joined(t.Context(), p, s, c.limits)
			switch u := out.Unrolling; {
			case (u != nil) != (c.end != ""):
				t.Errorf("%+v", out)
			case u != nil && !slices.Equal(u.Ends, []string{c.end}):
				t.Errorf("the loop ends at %q", u.Ends)
			}
		})
	}
}

// copied copies as many bytes as an input says, in a loop that allocates ALLOCATED bytes in each round, and
// fails after it if CELL of another array is not what it was.
const copied = `language "c"
global m (Array (_ BitVec 8) (_ BitVec 8))
global k (Array (_ BitVec 8) (_ BitVec 8))
global |next address| (_ BitVec 64)
counter |next address| 4096
range m 0 4 1 7
range k 0 4 1 7
entry main
function main {
  local |main::n| (_ BitVec 64)
  local |main::i| (_ BitVec 64)
  block 0 ""
    havoc |main::n| input 1 nondet "n" type "unsigned long" @a.c:1:1
    |main::i| := #x0000000000000000
    goto true 1
  block 1 ""
    goto (bvult |main::i| |main::n|) 2 (not (bvult |main::i| |main::n|)) 3
  block 2 ""
    m := (store m ((_ extract 7 0) |main::i|) #x01)
    |next address| := (bvadd |next address| ALLOCATED)
    |main::i| := (bvadd |main::i| #x0000000000000001)
    goto true 1
  block 3 ""
    goto (= (select CELL #x03) #x07) 5 (not (= (select CELL #x03) #x07)) 4
  block 4 ""
    error "changed"
  block 5 ""
    goto (bvult |main::i| |main::n|) 4 (not (bvult |main::i| |main::n|)) 6
  block 6 ""
    return
}
`

// TestPassed: a loop of any number of rounds is passed, what it assigns is not known behind it, and one
// that allocates is not passed.
func TestPassed(t *testing.T) {
	for _, c := range []struct {
		name, allocated, cell string
		proved                bool
	}{
		{"left alone", "#x0000000000000000", "k", true},
		{"written", "#x0000000000000000", "m", false},
		{"allocates", "#x0000000000001000", "k", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.NewReplacer("ALLOCATED", c.allocated, "CELL", c.cell).Replace(copied)
			if c.proved { // what is added to an address is an allocation, be it nothing
				text = strings.Replace(text, "    |next address| := (bvadd |next address| "+c.allocated+")\n", "", 1)
			}
			p, s := parsed(t, text)
			out := unfold.Joined(t.Context(), p, s, unfold.Limits{Blocks: 2000, Queries: 500})
			switch u := out.Unrolling; {
			case (u != nil) != c.proved:
				t.Errorf("%+v", out)
			case u != nil && !slices.Equal(u.Passed, []verdict.LoopAt{{Function: "main", Block: 1}}):
				t.Errorf("passed are %+v", u.Passed)
			}
		})
	}
}

// TestPlain: a loop whose rounds depend on no input is unrolled without a question, as a memset of a
// structure is, so that what it writes is known behind it; one of very many rounds is passed.
func TestPlain(t *testing.T) {
	for _, c := range []struct {
		name, count string
		known       bool
	}{
		{"of a structure", "#x0000000000000064", true},
		{"of a large array", "#x0000000000001000", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, s := parsed(t, strings.NewReplacer(
				`havoc |main::n| input 1 nondet "n" type "unsigned long" @a.c:1:1`, "|main::n| := "+c.count,
				"#x01)\n    |next address| := (bvadd |next address| ALLOCATED)\n", "#x07)\n", "CELL", "m",
				"range m 0 4 1 7", "range m 0 4 1 9").Replace(copied))
			out := unfold.Joined(t.Context(), p, s, unfold.Limits{Blocks: 2000, Queries: 2})
			if (out.Unrolling != nil) != c.known || c.known && len(out.Unrolling.Passed) > 0 {
				t.Errorf("%+v", out)
			}
		})
	}
}

// TestTooLarge: of a range of more cells than are written down nothing is known, and of a smaller one behind it all.
func TestTooLarge(t *testing.T) {
	const large = `language "c"
global m (Array (_ BitVec 16) (_ BitVec 8))
range m 0 60000 1 7
range m 60000 60010 1 9
entry main
function main {
  block 0 ""
    goto (= (select m CELL) VALUE) 1 (not (= (select m CELL) VALUE)) 2
  block 1 ""
    return
  block 2 ""
    error "another value"
}
`
	for cell, c := range map[string]struct {
		value  string
		proved bool
	}{"#x0005": {"#x07", false}, "#xea62": {"#x09", true}} {
		out := followed(t, strings.NewReplacer("CELL", cell, "VALUE", c.value).Replace(large))
		if proved := out.Unfolding != nil; proved != c.proved || out.Straight != c.proved {
			t.Errorf("%s: %+v", cell, out)
		}
	}
}

// followed holds what following a few paths of a program comes to.
func followed(t *testing.T, text string) unfold.Outcome {
	t.Helper()
	p, err := ir.Parse(text, term.NewBuilder())
	if err != nil {
		t.Fatal(err)
	}
	s, err := chain.New(p.Terms, solver.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	return unfold.Run(t.Context(), p, s, unfold.Limits{Blocks: 100, Queries: 10, States: true})
}

// TestStraight: one edge of a branch that no run takes leaves one path; two that runs take do not.
func TestStraight(t *testing.T) {
	const text = `language "c"
entry main
function main {
  local |main::x| (_ BitVec 8)
  block 0 ""
    havoc |main::x| input 0 choice "x"
    assume (bvult |main::x| #x05)
    goto (bvult |main::x| #x07) 1 (not (bvult |main::x| #x07)) 2
  block 1 ""
    return
  block 2 ""
    return
}
`
	for text, straight := range map[string]bool{text: true, strings.Replace(text, "#x05", "#x09", 1): false} {
		if out := followed(t, text); out.Unfolding == nil || out.Straight != straight {
			t.Errorf("%+v of %s", out, text)
		}
	}
}
