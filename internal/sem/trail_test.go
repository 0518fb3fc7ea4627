package sem_test

import (
	"math/rand"
	"slices"
	"testing"

	"yogi/internal/sem"
)

// copied is the state of a run by definition: a copy of all variables of all activations.
type copied struct {
	point   *sem.Point[int]
	globals []int
	calls   []activation // the last one is active
}

type activation struct {
	point  *sem.Point[int] // at the call block; unused in the active one
	locals []int
}

func (c *copied) clone() *copied {
	next := &copied{point: c.point, globals: slices.Clone(c.globals)}
	for _, a := range c.calls {
		next.calls = append(next.calls, activation{point: a.point, locals: slices.Clone(a.locals)})
	}
	return next
}

func (c *copied) locals() []int { return c.calls[len(c.calls)-1].locals }

// TestPointsAreStates grows a tree of runs at random, going on from any state made before, and compares
// every recorded state with the copies of all variables: later writes and other runs change none.
func TestPointsAreStates(t *testing.T) {
	for seed := range int64(30) {
		r := rand.New(rand.NewSource(seed))
		recorder := &sem.Recorder[int]{}
		if seed%2 == 0 {
			recorder = nil // each point is made apart
		}
		globals := make([]int, r.Intn(40))
		states := []*copied{{
			point:   sem.NewRoot(slices.Clone(globals), []int{0, 0, 0}),
			globals: globals, calls: []activation{{locals: []int{0, 0, 0}}},
		}}
		for range 400 {
			from := states[len(states)-1]
			if r.Intn(8) == 0 {
				from = states[r.Intn(len(states))]
			}
			states = append(states, from.clone().step(r, recorder))
		}
		for k, s := range states {
			for i, want := range s.globals {
				if got := s.point.Global(int32(i)); got != want {
					t.Fatalf("seed %d, state %d: global %d is %d, want %d", seed, k, i, got, want)
				}
			}
			for i, want := range s.locals() {
				if got := s.point.Local(int32(i)); got != want {
					t.Fatalf("seed %d, state %d: local %d is %d, want %d", seed, k, i, got, want)
				}
			}
		}
	}
}

// step makes one random step of the run. A recorder is given lists that change afterwards.
func (c *copied) step(r *rand.Rand, recorder *sem.Recorder[int]) *copied {
	switch r.Intn(10) {
	case 0: // a call, perhaps of a function without variables
		c.calls[len(c.calls)-1].point = c.point
		locals := make([]int, r.Intn(4))
		c.calls = append(c.calls, activation{locals: locals})
		if recorder != nil {
			given := slices.Clone(locals)
			c.point = recorder.Enter(c.point, given)
			spoil(given)
		} else {
			c.point = c.point.Enter(slices.Clone(locals))
		}
	case 1: // a return
		if len(c.calls) > 1 {
			c.calls = c.calls[:len(c.calls)-1]
			call, globals, locals := c.calls[len(c.calls)-1].point, writes(r, c.globals), writes(r, c.locals())
			if recorder != nil {
				c.point = recorder.Leave(c.point, call, globals, locals)
				spoil(globals)
				spoil(locals)
			} else {
				c.point = c.point.Leave(call, globals, locals)
			}
		}
	default:
		globals, locals := writes(r, c.globals), writes(r, c.locals())
		if recorder != nil {
			c.point = recorder.Step(c.point, globals, locals)
			spoil(globals)
			spoil(locals)
		} else {
			c.point = c.point.Step(globals, locals)
		}
	}
	return c
}

// spoil changes a list that nobody should have kept.
func spoil[T any](list []T) { clear(list) }

// writes assigns some variables and lists what they were given.
func writes(r *rand.Rand, values []int) []sem.Write[int] {
	var list []sem.Write[int]
	for i := range values {
		if r.Intn(4) == 0 {
			values[i] = r.Intn(1000)
			list = append(list, sem.Write[int]{Index: int32(i), Value: values[i]})
		}
	}
	return list
}
