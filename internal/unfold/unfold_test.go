package unfold_test

import (
	"strings"
	"testing"

	"yogi/internal/ir"
	"yogi/internal/solver"
	"yogi/internal/solver/chain"
	"yogi/internal/term"
	"yogi/internal/unfold"
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
		{"all", "#x04", "#x04", unfold.Limits{Blocks: 1000, Queries: 100}, 4},
		{"an error", "#x04", "#x03", unfold.Limits{Blocks: 1000, Queries: 100}, 0},
		{"another error", "#x05", "#x05", unfold.Limits{Blocks: 1000, Queries: 100}, 0}, // the fourth cell is overwritten
		{"blocks", "#x04", "#x04", unfold.Limits{Blocks: 10, Queries: 100}, 0},
		{"queries", "#x04", "#x04", unfold.Limits{Blocks: 1000, Queries: 2}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := ir.Parse(strings.NewReplacer("LIMIT", c.bound, "FAILS", c.fails).Replace(rounds), term.NewBuilder())
			if err != nil {
				t.Fatal(err)
			}
			ir.Normalize(p)
			ir.ComputeModifies(p)
			s, err := chain.New(p.Terms, solver.Config{})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			out := unfold.Run(t.Context(), p, s, c.limits)
			if proved := out.Unfolding != nil; proved != (c.paths > 0) || proved && out.Paths != c.paths {
				t.Errorf("%+v", out)
			}
		})
	}
}
