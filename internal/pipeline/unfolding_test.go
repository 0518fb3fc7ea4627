package pipeline

import (
	"slices"
	"strings"
	"testing"
	"time"

	"yogi/internal/feature"
	"yogi/internal/portfolio"
	"yogi/internal/unfold"
	"yogi/internal/verdict"
)

// checksum is the self-test of CRC-32 (the checksum of "123456789" is given by the standard), and one of WANT.
const checksum = `extern void reach_error(void);
static unsigned table[256];
static unsigned crc(const char *s) {
	unsigned c = ~0u;
	for (; *s; s++)
		c = table[(c ^ (unsigned char)*s) & 0xff] ^ c >> 8;
	return ~c;
}
int main(void) {
	for (unsigned n = 0; n < 256; n++) {
		unsigned c = n;
		for (int k = 0; k < 8; k++)
			c = c & 1 ? 0xedb88320 ^ c >> 1 : c >> 1;
		table[n] = c;
	}
	if (crc("123456789") != WANT)
		reach_error();
	return 0;
}
`

// TestOnePath: a program without inputs whose run is too long to be followed at once is followed
// when the search has not come to an end, and not where it is switched off.
func TestOnePath(t *testing.T) {
	t.Parallel()
	limits := unfoldLimits
	defer func() { unfoldLimits = limits }()
	unfoldLimits = unfold.Limits{Blocks: 100, Queries: 10}
	file := write(t, "crc.c", "#define WANT 0xcbf43926u\n"+checksum)
	for _, c := range []struct {
		off  []feature.Feature
		want verdict.Kind
	}{{nil, verdict.Pass}, {[]feature.Feature{feature.Unfolding}, verdict.Unknown}} {
		job := Job{Files: []string{file}, Timeout: 20 * time.Second, Search: Search{Features: feature.Without(c.off...)}}
		if c.off != nil {
			job.Timeout = time.Second
		}
		out, err := runBy(t.Context(), job, without(portfolio.BySearch))
		if err != nil || out.Kind != c.want {
			t.Fatalf("without %v: %v %s %s, %v", c.off, out.Kind, out.Reason, out.Detail, err)
		}
		if unfolded := out.Statistics.ByKind["paths unfolded"]; unfolded != map[bool]int{true: 1}[c.want == verdict.Pass] {
			t.Errorf("%d paths", unfolded)
		}
	}
	wrong := write(t, "wrong.c", "#define WANT 0xcbf43927u\n"+checksum)
	if out, err := Run(t.Context(), Job{Files: []string{wrong}, Timeout: 20 * time.Second}); err != nil || out.Kind == verdict.Pass {
		t.Errorf("another sum: %v, %v", out.Kind, err)
	}
}

// TestReordered: calls that may be made in either order leave a program one of one path, which is followed in each
// order; many such branches do not.
func TestReordered(t *testing.T) {
	t.Parallel()
	limits := unfoldLimits
	defer func() { unfoldLimits = limits }()
	unfoldLimits = unfold.Limits{Blocks: 500, Queries: 10}
	const text = `extern void reach_error(void);
static unsigned state;
static unsigned next(unsigned step) {
	for (int i = 0; i < 40; i++)
		state += step;
	return state;
}
int main(void) {
	unsigned sum = 0;
	for (int i = 0; i < ROUNDS; i++)
		sum += SUM;
	if (state != WANT || sum == 0)
		reach_error();
	return 0;
}
`
	for _, c := range []struct {
		sum, rounds, want string
		kind              verdict.Kind
		paths             int
	}{
		{"next(1) + next(2) + next(3)", "1", "240", verdict.Pass, 4},
		{"next(1) + next(2) + next(3)", "1", "241", verdict.Fail, 1},
		{"next(1) ^ next(2)", "2", "240", verdict.Pass, 4},
		{"next(1) ^ next(2)", "200", "24000", verdict.Unknown, 0},
	} {
		file := write(t, "sum.c", strings.NewReplacer("SUM", c.sum, "ROUNDS", c.rounds, "WANT", c.want).Replace(text))
		out, err := runBy(t.Context(), Job{Files: []string{file}, Timeout: 20 * time.Second}, without(portfolio.BySearch))
		if err != nil || out.Kind != c.kind || out.Statistics.ByKind["paths unfolded"] != c.paths {
			t.Errorf("%s times %s: %v %s %s, %d paths, %v", c.rounds, c.sum, out.Kind, out.Reason, out.Detail, out.Statistics.ByKind["paths unfolded"], err)
		}
	}
}

// TestOnePathFails: the one run of a program whose branches no input decides is a test where it fails, with the inputs
// that it takes all the same.
func TestOnePathFails(t *testing.T) {
	notShort(t)
	t.Parallel()
	file := write(t, "random.c", `extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
	unsigned x = 1;
	int y, sum = 0;
	for (int i = 0; i < 60000; i++) {
		x ^= x << 13;
		x ^= x >> 17;
		x ^= x << 5;
		if (i == 7)
			sum = __VERIFIER_nondet_int();
	}
	if (x % 65536 != 4711)
		reach_error();
	return sum + y;
}
`)
	out, err := runBy(t.Context(), Job{Files: []string{file}, Timeout: 30 * time.Second}, without(portfolio.BySearch))
	if err != nil || out.Kind != verdict.Fail {
		t.Errorf("%v %s %s, %v", out.Kind, out.Reason, out.Detail, err)
	}
}

// TestLargeStart: an array of more zeros than are written one by one starts with any values, and its cells have those
// that the path writes.
func TestLargeStart(t *testing.T) {
	t.Parallel()
	const text = `extern void reach_error(void);
static unsigned char buffer[1 << 20];
int main(void) {
	for (int i = 0; i < 300; i++)
		buffer[4096 + i] = i * 7;
	for (int i = 0; i < 300; i++)
		if (buffer[4096 + i] != (unsigned char)(i * 7))
			reach_error();
	if (buffer[4096] AT)
		reach_error();
	return 0;
}
`
	for _, c := range []struct {
		at   string
		want verdict.Kind
	}{{"!= 0", verdict.Pass}, {"== 0", verdict.Fail}, {"+ buffer[4095] != 0", verdict.Unknown}} {
		file := write(t, "buffer.c", strings.Replace(text, "AT", c.at, 1))
		out, err := runBy(t.Context(), Job{Files: []string{file}, Timeout: 20 * time.Second}, without(portfolio.BySearch))
		if err != nil || out.Kind != c.want {
			t.Errorf("%s: %v %s %s, %v", c.at, out.Kind, out.Reason, out.Detail, err)
		}
	}
}

// flags has up to 3 to the power of the number of rounds paths, of which there are as many as an input
// says, and fails if the value WRONG was seen last.
const flags = `extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
	unsigned n = __VERIFIER_nondet_uint(), seen = 0;
	if (n > 12)
		return 0;
	for (unsigned i = 0; i < n; i++) {
		unsigned x = __VERIFIER_nondet_uint();
		if (x > 1000)
			seen = 1;
		if (x > 2000)
			seen = 2;
	}
	if (seen == WRONG)
		reach_error();
	return 0;
}
`

// TestUnrolled: a loop of few rounds with many paths needs no facts, and where it is wrong no proof
// of it is found.
func TestUnrolled(t *testing.T) {
	t.Parallel()
	file := write(t, "flags.c", "#define WRONG 3\n"+flags)
	for _, setting := range []string{"on", "off"} {
		search, err := Search{Features: feature.Without(feature.Unfolding, feature.Induction, feature.Simulation)}.Switched("unrolling=" + setting)
		if err != nil {
			t.Fatal(err)
		}
		out, err := Run(t.Context(), Job{Files: []string{file}, Timeout: 60 * time.Second, Search: search})
		if err != nil || out.Kind != verdict.Pass {
			t.Fatalf("%s: %v %s %s, %v", setting, out.Kind, out.Reason, out.Detail, err)
		}
		if unrolled := out.Certificate.Unrolling != nil; unrolled != (setting == "on") {
			t.Errorf("%s: an unrolling: %t", setting, unrolled)
		}
		wrong := write(t, "wrong.c", "#define WRONG 2\n"+flags)
		if out, err := Run(t.Context(), Job{Files: []string{wrong}, Timeout: 20 * time.Second, Search: search}); err != nil || out.Kind == verdict.Pass {
			t.Errorf("%s, another value: %v, %v", setting, out.Kind, err)
		}
	}
}

// protocol is a machine with few modes that runs for ever. It fails from its fifth mode, to which no
// input leads, if there is a way from the third to it: WAY is one.
const protocol = `extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int mode, peer, rounds;
static int step(int in) {
	if (mode == 0 && in == 1) { mode = 1; return 1; }
	if (mode == 1 && (in == 2 || in == 3)) { mode = 2; peer = in; return 2; }
	if (mode == 2 && peer == 3 && in == 4) { mode = 3; return 3; }
	if (mode == 3 && in == 5) { mode = 0; peer = 0; return 4; }
	if (mode == 2 && peer == 2 && in == WAY) { mode = 4; return 5; }
	if (mode == 4 && in == 1) reach_error();
	return -1;
}
int main(void) {
	for (;;) {
		int in = __VERIFIER_nondet_int();
		rounds++;
		if (in >= 1 && in <= 6)
			step(in);
	}
}
`

// TestStates: a machine of few modes is decided by visiting them, both ways.
func TestStates(t *testing.T) {
	t.Parallel()
	for way, want := range map[string]verdict.Kind{"7": verdict.Pass, "6": verdict.Fail} {
		file := write(t, "protocol.c", "#define WAY "+way+"\n"+protocol)
		out, err := runBy(t.Context(), Job{Files: []string{file}, Timeout: 20 * time.Second}, without(portfolio.BySearch))
		if err != nil || out.Kind != want {
			t.Fatalf("%s: %v %s %s, %v", way, out.Kind, out.Reason, out.Detail, err)
		}
		apart := Search{Features: feature.Without(feature.States)}
		out, err = runBy(t.Context(), Job{Files: []string{file}, Timeout: 20 * time.Second, Search: apart}, without(portfolio.BySearch))
		if err != nil || out.Kind != verdict.Unknown {
			t.Errorf("%s, states left apart: %v, %v", way, out.Kind, err)
		}
	}
}

// without is the table of every check with no time for the rows that pick something.
func without(pick portfolio.Pick) []portfolio.Row {
	table := slices.Clone(portfolio.Table)
	for n := range table {
		if table[n].Pick == pick {
			table[n].Share = 0
		}
	}
	return table
}

// TestSlices: what a path asks about the next character of a text is no other question behind another beginning, so
// that a few questions are enough for many paths. A table that is read does not connect the characters, and what was
// assumed of them together does.
func TestSlices(t *testing.T) {
	notShort(t)
	t.Parallel()
	const text = `extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);
static const unsigned char word[8] = {0, 0, 0x54, 0, 0, 0, 0x80, 0};
int main(void) {
	char b[5];
	int last = 0, words = 0, others = 0;
	for (int i = 0; i < 5; i++)
		b[i] = __VERIFIER_nondet_char();
	__VERIFIER_assume(b[0] != b[4]);
	for (int i = 0; i < 5; i++) {
		if (b[i] == ':') {
			if (last == 1)
				return 1;
			last = 1;
		} else if (word[(unsigned char)b[i] >> 5] & 1 << (b[i] & 7)) {
			last = 2;
			words++;
		} else if (b[i] == '@' || b[i] == '/') {
			last = 3;
			others += b[i] == '@' ? 2 : 1;
		} else
			return 1;
	}
	if (words + others > MOST)
		reach_error();
	return 0;
}
`
	for _, c := range []struct {
		most string
		want verdict.Kind
	}{{"9", verdict.Pass}, {"2", verdict.Fail}} {
		file := write(t, "text"+c.most+".c", "#define MOST "+c.most+"\n"+text)
		job := Job{Files: []string{file}, Timeout: 3 * time.Minute, Search: Search{Features: feature.Without(feature.Induction, feature.Simulation)}}
		out, err := Run(t.Context(), job)
		if err != nil || out.Kind != c.want {
			t.Fatalf("%s: %v %s %s, %v", c.most, out.Kind, out.Reason, out.Detail, err)
		}
		paths, queries := out.Statistics.ByKind["paths unfolded"], out.Statistics.SolverQueries
		if c.want == verdict.Pass && (paths < 250 || queries > paths*2/3) {
			t.Errorf("%d paths, %d queries", paths, queries)
		}
	}
}

// TestEarly: what took no search is told by its certificate, so that there is a search where it cannot be checked.
func TestEarly(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name        string
		certificate *verdict.Certificate
		by          feature.Feature
		isEarly     bool
	}{
		{"none, as of a fail", nil, "", false},
		{"a search with Z3", &verdict.Certificate{}, "", false},
		{"a search with others", &verdict.Certificate{Refuters: []string{"cvc5"}}, "", false},
		{"paths joined to one", &verdict.Certificate{Unrolling: &verdict.Unrolling{}}, feature.Unrolling, true},
		{"the states of a rule", &verdict.Certificate{Refuters: []string{verdict.NoSolver}}, feature.Simulation, true},
	} {
		by, isEarly := early(&verdict.Answer{Certificate: c.certificate})
		if by != c.by || isEarly != c.isEarly {
			t.Errorf("%s: %q, %v", c.name, by, isEarly)
		}
	}
}
