package bench

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
)

// Change is how a record differs from the one that it is compared with.
type Change string

// The changes.
const (
	Worse  Change = "wrong"  // a wrong verdict, or the contrary one, where there was none
	Lost   Change = "lost"   // decided before
	Won    Change = "won"    // decided now, or wrong no more
	Slower Change = "slower" // decided both times
	Same   Change = "same"
)

// A task is slower only beyond both: what a loaded machine does to a short run is no regression.
const (
	slowerTimes   = 2.0
	slowerSeconds = 2.0
)

// Pair are two records of one question: a task, an algorithm, a time limit and flags.
type Pair struct {
	Before, Now Record
	Change      Change
}

// Comparison is a run held against what was recorded earlier.
type Comparison struct {
	Pairs  []Pair
	Absent int // records without an earlier one
}

// Compare holds records against the last one of their question in earlier that another program made. A program built of
// changed files is a baseline only where no other is: what it lost would be lost for good.
func Compare(earlier, now []Record) Comparison {
	baseline := map[string]Record{}
	ours := map[string]bool{}
	for _, r := range now {
		ours[r.Revision] = true
	}
	for _, r := range earlier {
		before, found := baseline[r.question()]
		if ours[r.Revision] || found && r.changed() && !before.changed() {
			continue
		}
		baseline[r.question()] = r
	}
	var c Comparison
	for _, r := range now {
		before, found := baseline[r.question()]
		switch {
		case r.Outcome == Uncountable:
		case !found:
			c.Absent++
		default:
			c.Pairs = append(c.Pairs, Pair{before, r, change(before, r)})
		}
	}
	return c
}

// ReadEarlier reads the records that a run is compared with. There are none yet where the file is the run's own and its
// first.
func ReadEarlier(path, results string) ([]Record, error) {
	records, err := ReadRecords(path)
	if errors.Is(err, fs.ErrNotExist) && path == results {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading what to compare with: %w", err)
	}
	return records, nil
}

// changed reports whether the program was built of files that no revision names.
func (o Origin) changed() bool { return strings.Contains(o.Revision, "+") }

func (r Record) isDecided() bool {
	return r.Verdict == "TRUE" || strings.HasPrefix(r.Verdict, "FALSE")
}

func change(before, now Record) Change {
	contrary := before.isDecided() && now.isDecided() && (before.Verdict == "TRUE") != (now.Verdict == "TRUE")
	switch {
	case before.Outcome == Wrong:
		if now.Outcome == Wrong {
			return Same
		}
		return Won
	case now.Outcome == Wrong, contrary && now.Outcome != Right:
		return Worse
	case before.isDecided() && !now.isDecided():
		return Lost
	case !before.isDecided() && now.isDecided():
		return Won
	case before.isDecided() && now.Seconds > slowerTimes*before.Seconds && now.Seconds > slowerSeconds+before.Seconds:
		return Slower
	}
	return Same
}

// IsWorse reports whether a verdict got wrong or was lost.
func (c Comparison) IsWorse() bool {
	return len(c.with(Worse)) > 0 || len(c.with(Lost)) > 0
}

func (c Comparison) with(wanted Change) []Pair {
	var found []Pair
	for _, p := range c.Pairs {
		if p.Change == wanted {
			found = append(found, p)
		}
	}
	return found
}

// Write prints what changed, the worst first, and the sums.
func (c Comparison) Write(out io.Writer) error {
	var sums []string
	for _, change := range []Change{Worse, Lost, Slower, Won} {
		pairs := c.with(change)
		for _, p := range pairs {
			p.write(out)
		}
		sums = append(sums, fmt.Sprintf("%d %s", len(pairs), change))
	}
	if len(c.Pairs) == 0 {
		_, err := fmt.Fprintf(out, "nothing to compare with: no other revision has a record of these %d runs\n", c.Absent)
		return err
	}
	before, now := c.seconds()
	_, err := fmt.Fprintf(out, "against %s: %d runs compared: %s; decided both times in %.1fs, before in %.1fs; %d not recorded before\n",
		strings.Join(c.baselines(), ", "), len(c.Pairs), strings.Join(sums, ", "), now, before, c.Absent)
	return err
}

func (p Pair) write(out io.Writer) {
	setting := strings.TrimSpace(p.Now.Algorithm + " " + p.Now.Flags)
	fmt.Fprintf(out, "%s %s (%s): %s in %.1fs, at %s %s in %.1fs\n", strings.ToUpper(string(p.Change)), p.Now.Task, setting,
		p.Now.Verdict, p.Now.Seconds, cmp.Or(p.Before.Revision, "an unknown revision"), p.Before.Verdict, p.Before.Seconds)
}

// seconds sums up the time of what was decided both times.
func (c Comparison) seconds() (before, now float64) {
	for _, p := range c.Pairs {
		if p.Before.isDecided() && p.Now.isDecided() {
			before += p.Before.Seconds
			now += p.Now.Seconds
		}
	}
	return before, now
}

// baselines are the revisions that the records are compared with.
func (c Comparison) baselines() []string {
	var names []string
	for _, p := range c.Pairs {
		if name := cmp.Or(p.Before.Revision, "an unknown revision"); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}
