package refine

import "yogi/internal/feature"

// continuations says what has come of running tests on that were cut short. Once a test has gone round a long loop to
// its end, others that go round it show nothing that it has not shown; where every test of the loop is continued,
// states of thousands of rounds are kept for each of them. Until one has got to the end the longest goes on alone.
type continuations struct {
	fruitless int // in a row that came to no new block, nor to a new region of the question
	splits    int // when the latest one was made
}

const (
	mostFruitless = 8 // continuations in a row
	// splitsBetween is the number of splits between two continuations after that: regions that are new since then may
	// be where a test gets to.
	splitsBetween = 32
)

// worthwhile says that one more may lead somewhere, also if it is not of the longest test.
func (c *continuations) worthwhile(splits int) bool {
	return c.fruitless < mostFruitless || splits >= c.splits+splitsBetween
}

// continueTest runs a test on that was cut short in the activation, if there is one and it is worthwhile, and reports
// whether it did.
func (x *tests) continueTest() (bool, error) {
	e, c := x.engine, &x.engine.continuations
	sparing := e.Options.Features.Has(feature.SparingContinuations) && !c.worthwhile(e.Stats.Splits)
	blocks, regions := e.Forest.Reached(), len(x.index)
	continued, err := e.Forest.Continue(x.Activation, sparing)
	if err != nil || !continued {
		return false, err
	}
	x.Update()
	c.splits = e.Stats.Splits
	if c.fruitless++; e.Forest.Reached() > blocks || len(x.index) > regions {
		c.fruitless = 0
	}
	return true, nil
}
