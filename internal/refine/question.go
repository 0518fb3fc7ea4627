package refine

import (
	"fmt"

	"yogi/internal/concolic"
	"yogi/internal/ir"
	"yogi/internal/region"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// Question asks whether the activation, started where tests and paths start it, can leave through
// Graph.Exit in Graph.Post.
//
// It has two preconditions. The must side is the path to Activation: only its tests count, and Frame
// must hold at the call. The may side is the graph alone, which knows nothing of the path, so that it
// can be kept and used for other questions.
type Question struct {
	Graph      *region.Graph
	Activation *concolic.Activation
	// Rigid gives the graph's rigid symbols as terms over the caller's state at the call.
	Rigid map[*term.Term]*term.Term
	// Frame are further demands on the caller's state at the call.
	Frame []*term.Term
	// Outer is the question in which this one arose; nil for the program's.
	Outer *Explorer
	// Effort is the number of iterations (Engine.beginIteration) after which the question is put off; 0: never.
	Effort int
}

// AtReturn is the post-condition of a question about a callee: a condition on the state after a call, over the state in
// which the callee returns. Variables of the caller travel as rigid symbols, numbered by their order of appearance, so
// that the same demand from another caller is the same question; rigid says what they stand for at this call.
func (e *Engine) AtReturn(call *ir.Call, demand *term.Term) (post *term.Term, rigid map[*term.Term]*term.Term) {
	translate := map[*term.Term]*term.Term{}
	for i, v := range call.Results {
		if v != nil {
			translate[v.Sym] = call.Callee.Results[i].Sym
		}
	}
	rigid = map[*term.Term]*term.Term{}
	for _, sym := range demand.Vars() {
		if v := e.Program.VariableOf(sym); translate[sym] != nil || v != nil && v.Kind == ir.Global {
			continue
		}
		stand := e.terms.Var(fmt.Sprintf("rigid!%d!%s", len(rigid), sym.Sort()), sym.Sort())
		translate[sym], rigid[stand] = stand, sym
	}
	return e.terms.Substitute(demand, translate), rigid
}

// Result answers a question.
type Result struct {
	Kind Kind
	// State is where a test fulfils the question (Must).
	State *concolic.State
	// Blocked says for NotMay why no test can be where it would have to start: for each entry region that
	// may reach the target, demands that contradict the path to the call.
	Blocked []Blocked
	Reason  verdict.Reason // Unknown
	Detail  string
}

// Blocked are demands that no run on the path to the call fulfils together: literals of an entry region
// (over the callee's entry state) and elements of Question.Frame.
type Blocked struct {
	Literals []*term.Term
	Frame    []*term.Term
}

// Kind of a Result. The zero value is invalid.
type Kind uint8

// The kinds of result.
const (
	InvalidResult Kind = iota
	Must               // a test does it
	NotMay             // no run on this path does it
	Unknown
	PutOff // not now: its effort is spent, or the program's question was answered meanwhile (byContracts)
)
