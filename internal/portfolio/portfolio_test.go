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
		free              bool
		guesses, branches int
		settings          Settings
		limit             time.Duration
		want              []float64
	}{
		{name: "the engine's", limit: limit, want: quarters(100)},
		{name: "a baseline", settings: Settings{Baseline: true, Readings: true, Late: true}, free: true, branches: 200, limit: limit, want: []float64{100}},
		{name: "free specifications ignored", free: true, settings: Settings{Readings: true}, limit: limit, want: quarters(85, 15)},
		{name: "free specifications believed", free: true, settings: Settings{Readings: true, Believed: true}, limit: limit, want: quarters(60, 32)},
		{name: "one reading", free: true, limit: limit, want: quarters(100)},
		{name: "guesses, little time", guesses: 1, limit: 20 * time.Second, want: slices.Concat(quarters(2), halves(9), quarters(9))},
		{name: "guesses, much time", guesses: 1, limit: limit, want: slices.Concat(quarters(3), halves(48.5), quarters(48.5))},
		{name: "late", branches: 100, settings: Settings{Late: true}, limit: limit, want: quarters(75, 20, 5)},
		{name: "few conditions", branches: 99, settings: Settings{Late: true}, limit: limit, want: quarters(100)},
		{name: "early", branches: 1, settings: Settings{Early: true, Late: true}, limit: limit, want: quarters(50, 50)},
		{
			name: "all choices", free: true, guesses: 1, branches: 100, settings: Settings{Readings: true, Late: true}, limit: limit,
			// 85 are 3, 41 and 41 with and without guesses; the other reading has no guesses, since the last attempts
			// had none.
			want: slices.Concat(quarters(2.25, 0.6, 0.15), halves(30.75, 8.2, 2.05), quarters(30.75, 8.2, 2.05, 11.25, 3, 0.75)),
		},
		{name: "no limit", want: []float64{30, 30, 30, 0}},
		{name: "guesses, no limit", guesses: 1, want: []float64{0.75, 0.75, 0.75, 0.75, 30, 30, 30, 0, 30, 30, 30, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			out := play(t, newSubject(t, c.free, c.guesses, c.branches), c.settings, c.limit, lost)
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
	stuckAtFirst := func(ctx context.Context, number int, p *ir.Program) *verdict.Answer {
		if number == 0 {
			return unknown(ctx, verdict.Divergence, time.Second)
		}
		return lost(ctx, number, p)
	}
	out := play(t, newSubject(t, true, 0, 0), Settings{Readings: true}, 100*time.Second, stuckAtFirst)
	var given []float64
	for _, a := range out.attempts {
		given = append(given, math.Round(a.Given*1000)/1000)
	}
	if want := []float64{21.25, 28, 28, 28, 3.75, 3.75, 3.75, 3.75}; !slices.Equal(given, want) {
		t.Errorf("%v, want %v", given, want)
	}
}

// TestAnswersStop: behind an answer there is no attempt, and all attempts before it are as without it.
func TestAnswersStop(t *testing.T) {
	settings := Settings{Readings: true, Early: true}
	make := func() *subject { return newSubject(t, true, 1, 1) }
	all := names(play(t, make(), settings, time.Minute, lost).attempts)
	if len(all) != 32 {
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
			if asked := out.attempts[last].Reading == "as asked"; asked && (out.answer.Kind != answer.Kind || out.answer.Reason != answer.Reason) {
				t.Errorf("%s %s, want %s %s", out.answer.Kind, out.answer.Reason, answer.Kind, answer.Reason)
			}
		}
	}
}

// TestCancelled: no attempt begins once the check is cancelled.
func TestCancelled(t *testing.T) {
	out := play(t, newSubject(t, true, 1, 100), Settings{Readings: true, Late: true}, time.Second, func(context.Context, int, *ir.Program) *verdict.Answer {
		time.Sleep(2 * time.Second)
		return &verdict.Answer{Kind: verdict.Unknown, Reason: verdict.Timeout}
	})
	if len(out.attempts) != 1 {
		t.Errorf("%v", names(out.attempts))
	}
}

// TestTimeEndsInPreparation: where the time ends while another form of the program is made, the answer and its
// attempts are those there are.
func TestTimeEndsInPreparation(t *testing.T) {
	s := newSubject(t, true, 0, 0)
	s.large = true
	out := play(t, s, Settings{Readings: true}, 100*time.Second, lost)
	if len(out.attempts) != 4 || out.answer.Reason != verdict.Timeout || out.took != 100*time.Second {
		t.Errorf("%s after %s: %v", out.answer.Reason, out.took, names(out.attempts))
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
		{name: "no claims", inducts: true, want: verdict.Unknown, given: []float64{1, 1, 24.5, 24.5, 24.5, 24.5}},
		{name: "claims before states", inducts: true, returns: true, want: verdict.Unknown, given: []float64{1, 1, 3, 14.55, 14.55, 14.55, 14.55, 23.28}},
		{name: "one path needs no claims", inducts: true, straight: true, one: pass, want: verdict.Pass, given: []float64{1, 9.9, 9.9, 9.9, 9.9, 26.73}},
		{name: "one, too long", straight: true, want: verdict.Unknown, given: []float64{1, 9.9, 9.9, 9.9, 9.9, 26.73}},
	} {
		t.Run(c.name, func(t *testing.T) {
			asked := newSubject(t, false, 0, 0)
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
			asked.induct = func() *verdict.Answer {
				time.Sleep(time.Second)
				return c.one
			}
			out := play(t, asked, Settings{Unfolding: true, Unrolling: c.unrolls, Induction: c.inducts, Witness: c.witness}, 100*time.Second, lost)
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

// TestOtherReadingCounts is about soundness: where free specifications are not believed, a proof that believes them
// proves nothing of the runs that they exclude, and a test of either reading is one of the other only if it fails
// there.
func TestOtherReadingCounts(t *testing.T) {
	for _, c := range []struct {
		name            string
		believed, fails bool
		found, want     verdict.Kind
		counts          bool
	}{
		{name: "a pass that believes", found: verdict.Pass, want: verdict.Unknown},
		{name: "a fail that keeps to them", fails: true, found: verdict.Fail, want: verdict.Fail, counts: true},
		{name: "a fail that takes other inputs", found: verdict.Fail, want: verdict.Unknown},
		{name: "a pass that does not believe", believed: true, found: verdict.Pass, want: verdict.Pass, counts: true},
		{name: "a fail that happens to keep to them", believed: true, fails: true, found: verdict.Fail, want: verdict.Fail, counts: true},
		{name: "a fail that breaks them", believed: true, found: verdict.Fail, want: verdict.Unknown},
	} {
		t.Run(c.name, func(t *testing.T) {
			asked := newSubject(t, true, 0, 0)
			asked.fails = func(*verdict.Test) bool { return c.fails }
			answer := &verdict.Answer{Kind: c.found}
			if c.found == verdict.Fail {
				answer.Test = &verdict.Test{}
			}
			out := play(t, asked, Settings{Readings: true, Believed: c.believed}, time.Minute, func(ctx context.Context, number int, p *ir.Program) *verdict.Answer {
				if p == asked.other.program {
					return answer
				}
				return lost(ctx, number, p)
			})
			about := asked
			if c.want == verdict.Pass {
				about = asked.other
			}
			if out.answer.Kind != c.want || out.about != about || out.answer.Statistics.ByKind["other readings asked about"] != 1 {
				t.Errorf("%s about %p", out.answer.Kind, out.about)
			}
			if last := out.attempts[len(out.attempts)-1]; last.Reading != "other" || last.Gave != c.found || last.Counts != c.counts {
				t.Errorf("the last attempt: %+v", last)
			}
		})
	}
}

// TestGuessesAnswer: the answer is about the program that had the turn.
func TestGuessesAnswer(t *testing.T) {
	for row, want := range map[string]bool{"as written": false, "guessed": true, "as written again": false} {
		asked := newSubject(t, false, 1, 0)
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

// TestConditionsComeBack: a fail without conditions counts if its test fails with them; where it does not, the
// conditions of its path come back, and in the end all of them are where they were.
func TestConditionsComeBack(t *testing.T) {
	asked := newSubject(t, false, 0, 3)
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
		if (row.Of == Engine) != (row.Pick == AsIs) {
			t.Errorf("%s picks %d", row.Name, row.Pick)
		}
		if row.Work != 0 && (row.Work < 0 || row.Most+row.Endless > 0 || row.Of != Method || row.Pick == BySearch) {
			t.Errorf("%s has rows inside, which divide no work", row.Name)
		}
	}
	if !slices.IsSortedFunc(Table, func(x, y Row) int { return int(x.Of) - int(y.Of) }) {
		t.Error("the rows of a choice do not stand together")
	}
	for n := range 1 << 15 {
		has := func(bit int) bool { return n>>bit&1 == 1 }
		facts := Facts{FreeSpecs: has(0), Believed: has(1), Early: has(2), Late: has(3), Baseline: has(4), Guesses: n >> 9 & 1, Elements: has(10), Supposed: has(11), Conditions: 100, Unfolds: has(5), Straight: has(6), Witness: has(7), Returning: has(8), Inducts: has(12), Inducted: has(13), Unrolls: has(14)}
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
