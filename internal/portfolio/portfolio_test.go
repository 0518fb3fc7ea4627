package portfolio

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"yogi/internal/ir"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// TestShares: attempts that use all their time get what the table says, with the shares of a choice of the time of the
// row around.
func TestShares(t *testing.T) {
	const limit = 100 * time.Second
	quarters := func(of ...float64) []float64 { // the four attempts of the engine share a time evenly
		var out []float64
		for _, seconds := range of {
			out = append(out, seconds/4, seconds/4, seconds/4, seconds/4)
		}
		return out
	}
	halves := func(of ...float64) []float64 { // where an index is guessed, what the one before left
		var out []float64
		for _, seconds := range of {
			out = append(out, seconds/2, seconds/4, seconds/8, seconds/8)
		}
		return out
	}
	for _, c := range []struct {
		name              string
		guesses, branches int
		settings          Settings
		limit             time.Duration
		want              []float64
	}{
		{name: "the engine's", limit: limit, want: quarters(100)},
		{name: "a baseline", settings: Settings{Baseline: true, Late: true}, branches: 200, limit: limit, want: []float64{100}},
		{name: "guesses, little time", guesses: 1, limit: 20 * time.Second, want: slices.Concat(quarters(2), halves(9), quarters(9))},
		{name: "guesses, much time", guesses: 1, limit: limit, want: slices.Concat(quarters(3), halves(48.5), quarters(48.5))},
		{name: "late", branches: 100, settings: Settings{Late: true}, limit: limit, want: quarters(75, 20, 5)},
		{name: "few conditions", branches: 99, settings: Settings{Late: true}, limit: limit, want: quarters(100)},
		{name: "early", branches: 1, settings: Settings{Early: true, Late: true}, limit: limit, want: quarters(50, 50)},
		{
			name: "all choices", guesses: 1, branches: 100, settings: Settings{Late: true}, limit: 83 * time.Second,
			// 83 are 3, 40 and 40 with and without guesses.
			want: slices.Concat(quarters(2.25, 0.6, 0.15), halves(30, 8, 2), quarters(30, 8, 2)),
		},
		{name: "tests", settings: Settings{Directed: true}, limit: 20 * time.Second, want: []float64{5, 1, 14.0 / 3, 14.0 / 3, 14.0 / 3}},
		{
			name: "tests and guesses", guesses: 1, settings: Settings{Directed: true}, limit: 20 * time.Second,
			want: slices.Concat([]float64{0.75, 1, 1.25 / 3, 1.25 / 3, 1.25 / 3}, halves(8.5), quarters(8.5)),
		},
		{name: "no limit", want: []float64{30, 30, 30, 0}},
		{name: "guesses, no limit", guesses: 1, want: []float64{0.75, 0.75, 0.75, 0.75, 30, 30, 30, 0, 30, 30, 30, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			out := play(t, newSubject(t, c.guesses, c.branches), c.settings, c.limit, lost)
			var given []float64
			for _, a := range out.attempts {
				given = append(given, a.Given)
				if a.Given > 0 && math.Abs(a.Used-a.Given) > 1e-6 {
					t.Errorf("%v used %f of %f", a, a.Used, a.Given)
				}
			}
			if !slices.EqualFunc(given, c.want, func(x, y float64) bool { return math.Abs(x-y) < 1e-6 }) {
				t.Errorf("%v\nhad %v, want %v", names(out.attempts), given, c.want)
			}
			if out.answer.Kind != verdict.Unknown || c.limit > 0 && out.took > c.limit {
				t.Errorf("%s after %s", out.answer.Kind, out.took)
			}
		})
	}
}

// TestLeftOver: what an attempt leaves over goes to those behind it in the row around.
func TestLeftOver(t *testing.T) {
	givesUpAtFirst := func(ctx context.Context, number int, p *ir.Program) *verdict.Answer {
		if number == 0 {
			return unknown(ctx, verdict.Divergence, time.Second)
		}
		return lost(ctx, number, p)
	}
	out := play(t, newSubject(t, 0, 100), Settings{Late: true}, 100*time.Second, givesUpAtFirst)
	var given []float64
	for _, a := range out.attempts {
		given = append(given, math.Round(a.Given*1000)/1000)
	}
	if want := []float64{18.75, 24.667, 24.667, 24.667, 5, 5, 5, 5, 1.25, 1.25, 1.25, 1.25}; !slices.Equal(given, want) {
		t.Errorf("%v, want %v", given, want)
	}
}

// TestSlow: on a machine that is half as fast attempts that take twice as long on the clock have the same ends, until
// the time is over.
func TestSlow(t *testing.T) {
	const limit = 100 * time.Second
	for _, c := range []struct {
		branches int
		settings Settings
		work     []time.Duration // of each attempt on a quiet machine until it gives up; hours where it does not
		same     int             // attempts that a slow one makes as well; the last has what was left
	}{
		{work: []time.Duration{10 * time.Second, time.Hour, 5 * time.Second, time.Second}, same: 4},
		{work: []time.Duration{time.Hour, 10 * time.Second, 5 * time.Second, time.Second}, same: 4},
		{branches: 100, settings: Settings{Late: true}, work: []time.Duration{time.Second, time.Second, time.Second, time.Second, time.Hour}, same: 5},
	} {
		ends := func(slower float64) (out []string) {
			c.settings.Slower = func() float64 { return slower }
			played := play(t, newSubject(t, 0, c.branches), c.settings, limit, func(ctx context.Context, number int, _ *ir.Program) *verdict.Answer {
				work := time.Hour
				if number < len(c.work) {
					work = c.work[number]
				}
				return unknown(ctx, verdict.Divergence, time.Duration(float64(work)*slower))
			})
			for i, name := range names(played.attempts) {
				out = append(out, fmt.Sprint(name, " ", played.attempts[i].Reason))
			}
			return out
		}
		quiet, slow := ends(1), ends(2)
		if len(slow) < c.same || !slices.Equal(quiet[:c.same], slow[:c.same]) {
			t.Errorf("%v\non a quiet machine %v", slow, quiet)
		}
	}
}

// TestAnswersStop: behind an answer there is no attempt, and all attempts before it are as without it.
func TestAnswersStop(t *testing.T) {
	settings := Settings{Early: true}
	make := func() *subject { return newSubject(t, 1, 1) }
	all := names(play(t, make(), settings, time.Minute, lost).attempts)
	if len(all) != 24 {
		t.Fatalf("%d attempts: %v", len(all), all)
	}
	for _, answer := range []verdict.Answer{
		{Kind: verdict.Fail, Test: &verdict.Test{}},
		{Kind: verdict.Unknown, Reason: verdict.Internal},
		{Kind: verdict.Unknown, Reason: verdict.Unsupported},
	} {
		for last := range all {
			out := play(t, make(), settings, time.Minute, func(ctx context.Context, number int, p *ir.Program) *verdict.Answer {
				if number == last {
					found := answer
					return &found
				}
				return lost(ctx, number, p)
			})
			if out.attempts[last].Conditions == "relevant" && answer.Kind == verdict.Unknown {
				continue // it says nothing of the program with its conditions, which come next
			}
			if got := names(out.attempts); !slices.Equal(got, all[:last+1]) {
				t.Fatalf("%s %s at %d of %v", answer.Kind, answer.Reason, last, got)
			}
			if out.answer.Kind != answer.Kind || out.answer.Reason != answer.Reason {
				t.Errorf("%s %s, want %s %s", out.answer.Kind, out.answer.Reason, answer.Kind, answer.Reason)
			}
		}
	}
}

// TestCancelled: no attempt begins once the check is cancelled.
func TestCancelled(t *testing.T) {
	out := play(t, newSubject(t, 1, 100), Settings{Late: true}, time.Second, func(context.Context, int, *ir.Program) *verdict.Answer {
		time.Sleep(2 * time.Second)
		return &verdict.Answer{Kind: verdict.Unknown, Reason: verdict.Timeout}
	})
	if len(out.attempts) != 1 {
		t.Errorf("%v", names(out.attempts))
	}
}

// TestPaths: few paths are an answer at once; one path is followed on if the search behind it does not come to an end.
func TestPaths(t *testing.T) {
	pass := &verdict.Answer{Kind: verdict.Pass}
	for _, c := range []struct {
		name     string
		straight bool
		returns  bool
		witness  bool
		unrolls  bool
		inducts  bool
		promises bool
		claimed  bool
		harmless bool
		few, one *verdict.Answer
		want     verdict.Kind
		given    []float64
	}{
		{name: "few", few: pass, want: verdict.Pass, given: []float64{1}},
		{name: "many", want: verdict.Unknown, given: []float64{1, 24.75, 24.75, 24.75, 24.75}},
		{name: "few states", returns: true, one: pass, want: verdict.Pass, given: []float64{1, 3}},
		{name: "many states", returns: true, want: verdict.Unknown, given: []float64{1, 3, 14.7, 14.7, 14.7, 14.7, 23.52}},
		{name: "unrolled", unrolls: true, one: pass, want: verdict.Pass, given: []float64{1, 15}},
		{name: "too many rounds", unrolls: true, want: verdict.Unknown, given: []float64{1, 15, 24.5, 24.5, 24.5, 24.5}},
		{name: "one path is not unrolled", unrolls: true, straight: true, one: pass, want: verdict.Pass, given: []float64{1, 9.9, 9.9, 9.9, 9.9, 26.73}},
		{name: "one", straight: true, one: pass, want: verdict.Pass, given: []float64{1, 9.9, 9.9, 9.9, 9.9, 26.73}},
		{name: "a witness", witness: true, few: pass, want: verdict.Pass, given: []float64{10, 10, 10, 10, 27}},
		{name: "claims", inducts: true, one: pass, want: verdict.Pass, given: []float64{1, 1}},
		{name: "no error", inducts: true, harmless: true, one: pass, want: verdict.Pass, given: []float64{1}},
		{name: "no error, no claims asked for", harmless: true, few: pass, want: verdict.Pass, given: []float64{1}},
		{name: "claims before an edit", inducts: true, claimed: true, one: pass, want: verdict.Pass, given: []float64{1}},
		{name: "no claims behind an edit", inducts: true, claimed: true, want: verdict.Unknown, given: []float64{1, 1, 24.5, 24.5, 24.5, 24.5}},
		{name: "no claims", inducts: true, want: verdict.Unknown, given: []float64{1, 1, 24.5, 24.5, 24.5, 24.5}},
		{name: "claims that promise more", inducts: true, promises: true, want: verdict.Unknown, given: []float64{1, 1, 4, 24.25, 24.25, 24.25, 24.25}},
		{name: "claims before states", inducts: true, returns: true, want: verdict.Unknown, given: []float64{1, 1, 3, 14.55, 14.55, 14.55, 14.55, 23.28}},
		{name: "one path needs no claims", inducts: true, straight: true, one: pass, want: verdict.Pass, given: []float64{1, 9.9, 9.9, 9.9, 9.9, 26.73}},
		{name: "one, too long", straight: true, want: verdict.Unknown, given: []float64{1, 9.9, 9.9, 9.9, 9.9, 26.73}},
	} {
		t.Run(c.name, func(t *testing.T) {
			asked := newSubject(t, 0, 0)
			if c.harmless {
				asked.program.Entry.Blocks[0].Terminator = &ir.Return{}
			}
			asked.unfold = func(_ context.Context, how Pick) (*verdict.Answer, Paths) {
				time.Sleep(time.Second)
				switch how {
				case OnePath:
					return c.one, Paths{Straight: true}
				case Unrolled, FewStates:
					return c.one, Paths{}
				}
				return c.few, Paths{Straight: c.straight, Returning: c.returns}
			}
			asked.promises = c.promises
			asked.induct = func() *verdict.Answer {
				time.Sleep(time.Second)
				return c.one
			}
			out := play(t, asked, Settings{Unfolding: true, Unrolling: c.unrolls, Induction: c.inducts, Claimed: c.claimed, Witness: c.witness}, 100*time.Second, lost)
			var given []float64
			for _, a := range out.attempts {
				given = append(given, a.Given)
			}
			if !slices.EqualFunc(given, c.given, func(x, y float64) bool { return math.Abs(x-y) < 1e-6 }) {
				t.Errorf("%v had %v, want %v", names(out.attempts), given, c.given)
			}
			if out.answer.Kind != c.want || c.want == verdict.Unknown && out.answer.Reason != verdict.Timeout {
				t.Errorf("%s %s", out.answer.Kind, out.answer.Reason)
			}
			// The second turn of a walk goes on where the first one was.
			if c.name == "many states" && (len(asked.walks) != 3 || asked.walks[1] != asked.walks[2] || asked.walks[0] == asked.walks[1]) {
				t.Errorf("the walks: %v", asked.walks)
			}
		})
	}
}

// TestGuessesAnswer: the answer is about the program that had the turn.
func TestGuessesAnswer(t *testing.T) {
	for row, want := range map[string]bool{"as written": false, "guessed": true, "as written again": false} {
		asked := newSubject(t, 1, 0)
		turn := map[string]int{"as written": 0, "guessed": 4, "as written again": 8}[row]
		out := play(t, asked, Settings{}, time.Minute, func(ctx context.Context, number int, p *ir.Program) *verdict.Answer {
			if number < turn {
				return lost(ctx, number, p)
			}
			return &verdict.Answer{Kind: verdict.Pass}
		})
		if guessed := out.about == Subject(asked); guessed != want || out.attempts[turn].Guess != row {
			t.Errorf("%s: about the program with guesses: %v", row, guessed)
		}
	}
}

// TestTestsAlone: only a test that fails counts of the turn in which there are tests alone.
func TestTestsAlone(t *testing.T) {
	for _, answer := range []verdict.Answer{{Kind: verdict.Fail}, {Kind: verdict.Unknown, Reason: verdict.Unsupported}, {Kind: verdict.Unknown, Reason: verdict.Divergence}} {
		out := play(t, newSubject(t, 0, 0), Settings{Directed: true}, time.Minute, func(ctx context.Context, number int, p *ir.Program) *verdict.Answer {
			switch number {
			case 0:
				return lost(ctx, number, p)
			case 1:
				made := answer
				return &made
			}
			return &verdict.Answer{Kind: verdict.Pass}
		})
		want, turns := verdict.Pass, 3
		if answer.Kind == verdict.Fail {
			want, turns = verdict.Fail, 2
		}
		if out.answer.Kind != want || len(out.attempts) != turns || out.attempts[1].Engine != "directed tests" {
			t.Errorf("%s %s: %s after %v", answer.Kind, answer.Reason, out.answer.Kind, names(out.attempts))
		}
	}
}

// TestConditionsComeBack: a fail without conditions counts if its test fails with them; where it does not, the
// conditions of its path come back, and in the end all of them are where they were.
func TestConditionsComeBack(t *testing.T) {
	asked := newSubject(t, 0, 3)
	before := asked.program.String()
	asked.fails = func(*verdict.Test) bool { return false }
	var left []int
	out := play(t, asked, Settings{Early: true}, time.Minute, func(ctx context.Context, number int, p *ir.Program) *verdict.Answer {
		test := &verdict.Test{}
		left = append(left, 0)
		for _, b := range p.Entry.Blocks {
			if g, ok := b.Terminator.(*ir.Goto); ok && g.Choice != nil {
				left[len(left)-1]++
				test.Inputs = []verdict.InputValue{{Input: g.Choice}}
			}
		}
		if len(test.Inputs) == 0 {
			return &verdict.Answer{Kind: verdict.Pass}
		}
		return &verdict.Answer{Kind: verdict.Fail, Test: test}
	})
	by := out.answer.Statistics.ByKind
	if out.answer.Kind != verdict.Pass || !slices.Equal(left, []int{3, 2, 1, 0}) || by["conditions left out"] != 3 || by["conditions put back"] != 3 {
		t.Errorf("%s, conditions out %v, %v", out.answer.Kind, left, by)
	}
	if after := asked.program.String(); after != before {
		t.Errorf("the program is another afterwards:\n%s", after)
	}
	for n, a := range out.attempts {
		if a.Counts != (n == 3) {
			t.Errorf("attempt %d: %+v", n, a)
		}
	}
}

// TestTable: shares are parts, and where rows of a choice apply the first of them has less than all, so that the last
// comes.
func TestTable(t *testing.T) {
	for _, row := range Table {
		if row.Share <= 0 || row.Share > 1 || row.When == nil || row.Name == "" || row.Most < 0 || row.Endless < 0 {
			t.Errorf("%+v", row)
		}
		if (row.Of == Engine) != (row.Pick == AsIs || row.Pick == Testing) {
			t.Errorf("%s picks %d", row.Name, row.Pick)
		}
		if row.Work != 0 && (row.Work < 0 || row.Most+row.Endless > 0 || row.Of != Method || row.Pick == BySearch) {
			t.Errorf("%s has rows inside, which divide no work", row.Name)
		}
	}
	if !slices.IsSortedFunc(Table, func(x, y Row) int { return int(x.Of) - int(y.Of) }) {
		t.Error("the rows of a choice do not stand together")
	}
	for n := range 1 << 20 {
		has := func(bit int) bool { return n>>bit&1 == 1 }
		facts := Facts{Early: has(0), Late: has(1), Baseline: has(2), Unfolds: has(3), Straight: has(4), Witness: has(5), Returning: has(6), Guesses: n >> 7 & 1, Elements: has(8), Supposed: has(9), Inducts: has(10), Inducted: has(11), Unrolls: has(12), Claimed: has(13), Failing: has(14), Directed: has(15), Harmless: has(16), Promises: has(17), Simulates: has(18), Simulated: has(19), Conditions: 100}
		for of := Method; of <= Engine; of++ {
			rows := slices.DeleteFunc(rowsOf(Table, of), func(r Row) bool { return !r.When(facts) })
			seen := map[string]bool{}
			isSearch := func(r Row) bool { return r.Pick == BySearch }
			if possible := facts.Unfolds || !facts.Straight && !facts.Returning; of == Method && possible && len(rows) > 0 && !slices.ContainsFunc(rows, isSearch) {
				t.Errorf("%+v: there is no search", facts)
			}
			for i, row := range rows {
				if row.Share == 1 && i < len(rows)-1 {
					t.Errorf("%+v: nothing is left behind %s", facts, row.Name)
				}
				if name := fmt.Sprint(row.Of, row.Name); seen[name] {
					t.Errorf("%+v: two rows %s", facts, row.Name)
				} else {
					seen[name] = true
				}
			}
		}
	}
}

// list is a program whose elements lead to elements.
const list = `language "c"
model "LP64" 64 64 32
global |next address| (_ BitVec 64)
global next (Array (_ BitVec 64) (_ BitVec 64)) memory 64 1 "struct node *"
counter |next address| 4294967296
entry main
function main {
  local |main::head| (_ BitVec 64)
  local |main::new| (_ BitVec 64)
  block 0 ""
    |main::head| := #x0000000000000000
    goto true 1
  block 1 "loop"
    |main::new| := |next address|
    |next address| := (bvadd |next address| #x0000000100000000)
    next := (store next |main::new| |main::head|)
    |main::head| := |main::new|
    goto true 1
}
`

// TestElements: where facts about elements are found a pass of the program with them counts, and is about that
// program; a fail does not, since it may be of the check of a fact. Where none are found, or none are asked for, the
// program is asked about as it is.
func TestElements(t *testing.T) {
	asked := &subject{}
	var err error
	if asked.program, err = ir.Parse(list, term.NewBuilder()); err != nil {
		t.Fatal(err)
	}
	changed := &subject{program: asked.program.Copy()}
	changed.program.Elements = &ir.Elements{}
	answers := func(kind verdict.Kind) script {
		return func(ctx context.Context, number int, p *ir.Program) *verdict.Answer {
			if p != changed.program {
				return lost(ctx, number, p)
			}
			return &verdict.Answer{Kind: kind}
		}
	}
	for _, c := range []struct {
		name     string
		found    *subject
		kind     verdict.Kind
		settings Settings
		want     []string
	}{
		{"a pass", changed, verdict.Pass, Settings{Elements: true}, []string{"without elements", "elements"}},
		{"a fail", changed, verdict.Fail, Settings{Elements: true}, []string{"without elements", "elements", "without elements again"}},
		{"no facts", nil, verdict.Pass, Settings{Elements: true}, []string{"without elements", "without elements again"}},
		{"not asked for", changed, verdict.Pass, Settings{}, []string{""}},
	} {
		t.Run(c.name, func(t *testing.T) {
			asked.elements = c.found
			out := play(t, asked, c.settings, time.Minute, answers(c.kind))
			var rows []string
			for _, a := range out.attempts {
				if !slices.Contains(rows, a.Guess) {
					rows = append(rows, a.Guess)
				}
				if a.Guess == "elements" && a.Counts != (c.kind == verdict.Pass) {
					t.Errorf("%+v", a)
				}
			}
			passed := out.answer.Kind == verdict.Pass
			if !slices.Equal(rows, c.want) || passed != (c.name == "a pass") || passed != (out.about == Subject(changed)) {
				t.Errorf("%s by %q, about the changed program: %t", out.answer.Kind, rows, out.about == Subject(changed))
			}
		})
	}
}
