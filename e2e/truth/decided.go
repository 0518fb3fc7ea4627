package truth

import (
	"testing"
	"time"

	"yogi/internal/verdict"
)

// Decided counts the programs of a test that knows every verdict to be the truth or unknown: it
// says something if most are decided.
type Decided struct{ decided, programs int }

// Limit is the time for the next program: short, or ten times that while no more than half of those
// before were decided, as on a machine that has much else to do. The first three say nothing of that.
func (d *Decided) Limit(short time.Duration) time.Duration {
	if d.programs >= 3 && 2*d.decided <= d.programs {
		return 10 * short
	}
	return short
}

// Add counts a program.
func (d *Decided) Add(k verdict.Kind) {
	d.programs++
	if k != verdict.Unknown {
		d.decided++
	}
}

// Check fails if fewer than half are decided, of more than two.
func (d *Decided) Check(t *testing.T) {
	t.Helper()
	t.Logf("%d of %d programs are decided", d.decided, d.programs)
	if d.programs > 2 && 2*d.decided < d.programs {
		t.Errorf("that is too few: the test says little")
	}
}
