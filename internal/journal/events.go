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
}

// Question says that a question about a function is asked.
type Question struct {
	ID       int    `json:"id"`
	Function string `json:"function"`
	Exit     string `json:"exit"`
	Post     string `json:"post"`
	Depth    int    `json:"depth"`
}

// Closed says how a question ended: must, not-may or unknown.
type Closed struct {
	ID     int    `json:"id"`
	Answer string `json:"answer"`
}

// Test says that a test was run.
type Test struct {
	Question int    `json:"question"`
	Steps    int    `json:"steps"`
	End      string `json:"end"`
}

// Split says that a region was split.
type Split struct {
	Question  int    `json:"question"`
	Block     int    `json:"block"`
	Region    int    `json:"region"`
	Predicate string `json:"predicate"`
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
func (Question) EventName() string { return "question" }

// EventName implements Event.
func (Closed) EventName() string { return "closed" }

// EventName implements Event.
func (Test) EventName() string { return "test" }

// EventName implements Event.
func (Split) EventName() string { return "split" }

// EventName implements Event.
func (Verdict) EventName() string { return "verdict" }
