package journal

// Phase says that a stage of the pipeline begins.
type Phase struct {
	Name string `json:"name"`
}

// Progress is the state of the search, emitted about ten times a second.
type Progress struct {
	Tests    int     `json:"tests"`
	Regions  int     `json:"regions"`
	Frontier string  `json:"frontier"` // where tests end and the unvisited part of the abstract trace begins
	Solver   float64 `json:"solver"`   // seconds spent in the solver so far
	File     string  `json:"file,omitempty"`
	Line     int     `json:"line,omitempty"` // of the frontier; 0: it is in no file of the program
}

// Search says that a search begins. Its graphs, iterations and tests have numbers of their own.
type Search struct {
	Algorithm string `json:"algorithm"`
}

// Graph says that a region graph is made for questions about a function: can it leave through an
// exit in a state of Post?
type Graph struct {
	ID        int        `json:"id"`
	Function  string     `json:"function"`
	Exit      string     `json:"exit"`
	Post      string     `json:"post"`
	Locations []Location `json:"locations"`
}

// Location is a place of a graph and the regions that it begins with.
type Location struct {
	Block   int    `json:"block"` // -1 for the exit
	Pos     string `json:"pos,omitempty"`
	Regions []int  `json:"regions"`
}

// Iteration says that a frontier is worked on; without one Block, From and To are -1. What is told
// until the next one is told of it.
type Iteration struct {
	Number int    `json:"number"`
	Graph  int    `json:"graph"`
	Depth  int    `json:"depth"` // of the questions that are open
	Block  int    `json:"block"`
	From   int    `json:"from"` // the region with tests
	To     int    `json:"to"`   // the one without
	Pos    string `json:"pos"`
}

// Tactic names what made the changes that are told until the next one.
type Tactic struct {
	Name string `json:"name"`
}

// Split says that a region was split by a predicate.
type Split struct {
	Graph     int    `json:"graph"`
	Block     int    `json:"block"`
	Region    int    `json:"region"`
	Yes       int    `json:"yes"`
	No        int    `json:"no"`
	Predicate string `json:"predicate"`
}

// Removed says that no step leads from one region to another any more.
type Removed struct {
	Graph int `json:"graph"`
	From  int `json:"from"`
	To    int `json:"to"`
	Block int `json:"block"` // at whose end the step is
}

// Retracted says that edges came back that were gone under an assumption.
type Retracted struct {
	Graph int `json:"graph"`
	Edges int `json:"edges"`
}

// Closed says how a question ended: must, not-may, unknown or put off.
type Closed struct {
	Graph  int    `json:"graph"`
	Answer string `json:"answer"`
	Reason string `json:"reason,omitempty"`
}

// Regions are those of a graph when its question ends, if they are few enough for a picture.
type Regions struct {
	Graph int      `json:"graph"`
	Asked string   `json:"asked"` // where the question is whether the function can end there
	Of    []Region `json:"of"`    // those of one place after another, as the blocks of the function come
	Steps []Step   `json:"steps"`
}

// Region is a set of states at a place.
type Region struct {
	ID int `json:"id"`
	// Block is the place's, -1 for the exit; Pos is where its code begins.
	Block int    `json:"block"`
	Pos   string `json:"pos,omitempty"`
	// States are the conditions that tell its states from others at the place, in the program's
	// language; Wordless is how many there are that it has no words for.
	States   []string `json:"states,omitempty"`
	Wordless int      `json:"wordless,omitempty"`
	// Reaches says that steps lead from here to the region that the question is about: where there are
	// none it is proved that no run does. IsTarget: it is that region.
	Reaches  bool `json:"reaches,omitempty"`
	IsTarget bool `json:"is_target,omitempty"`
}

// Step says that it is not excluded that a run goes from one region to another.
type Step struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// Test says that there is a test, which leaves the path of another one, Parent, after so many steps
// in the entry function.
type Test struct {
	Number int    `json:"number"`
	Parent int    `json:"parent,omitempty"` // 0: none
	Shared int    `json:"shared"`           // steps in common with it
	Steps  int    `json:"steps"`            // in the entry function
	End    string `json:"end"`              // error, return, or the position where it was left
}

// Query says that the solver was asked.
type Query struct {
	Label     string  `json:"label"`
	Status    string  `json:"status"`
	Seconds   float64 `json:"seconds"`
	Conjuncts int     `json:"conjuncts"`
}

// Verdict is the last event of a run.
type Verdict struct {
	Kind   string `json:"kind"`
	Reason string `json:"reason,omitempty"`
}

// EventName implements Event.
func (Phase) EventName() string { return "phase" }

// EventName implements Event.
func (Progress) EventName() string { return "progress" }

// EventName implements Event.
func (Search) EventName() string { return "search" }

// EventName implements Event.
func (Graph) EventName() string { return "graph" }

// EventName implements Event.
func (Iteration) EventName() string { return "iteration" }

// EventName implements Event.
func (Tactic) EventName() string { return "tactic" }

// EventName implements Event.
func (Split) EventName() string { return "split" }

// EventName implements Event.
func (Removed) EventName() string { return "removed" }

// EventName implements Event.
func (Retracted) EventName() string { return "retracted" }

// EventName implements Event.
func (Closed) EventName() string { return "closed" }

// EventName implements Event.
func (Regions) EventName() string { return "regions" }

// EventName implements Event.
func (Test) EventName() string { return "test" }

// EventName implements Event.
func (Query) EventName() string { return "query" }

// EventName implements Event.
func (Verdict) EventName() string { return "verdict" }
