package term

import "yogi/internal/bug"

// opcode says what an instruction does.
type opcode uint8

// The instructions. Those on words leave the rest of the value they write alone: it has the right sort
// already, or nobody reads it.
const (
	codeStop       opcode = iota // target is the number
	codeCount                    // stop with number target if there is no budget
	codePair                     // to = applySmallPair(op, width, x, y)
	codeSingle                   // to = applySmallSingle(op, target, width, result, x)
	codeNot                      // words: to = not x
	codeAnd                      // words: to = x and y
	codeOr                       // words: to = x or y
	codeEqual                    // words: to = (x = y)
	codeMoveIf                   // words: to = y if x
	codeMove                     // words: to = x
	codeMoveWide                 // to = x
	codeEqualWide                // to = (x = y)
	codeSelect                   // to = x[y]
	codeApply                    // to = the application number target
	codeEvaluate                 // to = the Evaluator's value of the application's term
	codeJump                     // to target
	codeJumpIf                   // to target if x
	codeJumpUnless               // to target if not x
)

type instruction struct {
	code          opcode
	op            Op
	width, result uint8
	target        int32
	x, y, to      Operand
}

// application is an operator on whole values, by its term.
type application struct {
	term *Term
	args []Operand
}

// Registers are the state that Code runs on, and room for its temporaries.
//
// Invariant: the values in the banks are valid and of their variables' sorts.
type Registers struct {
	banks [4][]Value
	args  []Value
	// Evaluator and Assignment do what is left to the Evaluator; the assignment agrees with the banks.
	Evaluator  *Evaluator
	Assignment Assignment
	// Budget is how often code may pass a Count.
	Budget int
}

// SetBank makes values bank number 0 or 1 of the state.
func (r *Registers) SetBank(bank int, values []Value) { r.banks[bank] = values }

// Get is the value of an operand of the code that ran last.
func (r *Registers) Get(o Operand) Value {
	v := &r.banks[o.space&3][o.index]
	if o.small {
		return Value{kind: o.kind, width: uint32(o.width), bits: v.bits}
	}
	return *v
}

// Holds is the value of a boolean operand.
func (r *Registers) Holds(o Operand) bool { return r.banks[o.space&3][o.index].bits != 0 }

// Set gives a temporary its value; it is one of the code that runs.
func (r *Registers) Set(o Operand, v Value) { r.banks[o.space&3][o.index] = v }

// Use prepares the registers for running c from its start.
func (r *Registers) Use(c *Code) {
	r.banks[constants] = c.constants
	if len(r.banks[temporaries]) < c.temporaries {
		r.banks[temporaries] = make([]Value, max(64, 2*c.temporaries))
	}
}

// Run executes c from a position up to the next stop, in registers prepared by Use, and returns the
// stop's number. The error is an *UnassignedError or a *QuantifierError, as Eval's.
func (c *Code) Run(r *Registers, from int) (exit int, err error) {
	banks := &r.banks
	instructions := c.instructions
	for pc := from; ; pc++ {
		i := &instructions[pc]
		switch i.code {
		case codeStop:
			return int(i.target), nil
		case codeCount:
			if r.Budget == 0 {
				return int(i.target), nil
			}
			r.Budget--
		case codePair:
			x, y := banks[i.x.space&3][i.x.index].bits, banks[i.y.space&3][i.y.index].bits
			v := applySmallPair(i.op, int(i.width), x, y)
			banks[i.to.space&3][i.to.index].bits = v.bits
		case codeMove:
			banks[i.to.space&3][i.to.index].bits = banks[i.x.space&3][i.x.index].bits
		case codeMoveIf:
			if r.Holds(i.x) {
				banks[i.to.space&3][i.to.index].bits = banks[i.y.space&3][i.y.index].bits
			}
		case codeJump:
			pc = int(i.target) - 1
		case codeJumpIf:
			if r.Holds(i.x) {
				pc = int(i.target) - 1
			}
		case codeJumpUnless:
			if !r.Holds(i.x) {
				pc = int(i.target) - 1
			}
		case codeEqual:
			x, y := banks[i.x.space&3][i.x.index].bits, banks[i.y.space&3][i.y.index].bits
			banks[i.to.space&3][i.to.index].bits = BoolValue(x == y).bits
		case codeEvaluate:
			v, err := r.Evaluator.Eval(c.applications[i.target].term, r.Assignment)
			if err != nil {
				return 0, err
			}
			r.Set(i.to, v)
		case codeApply:
			r.apply(&c.applications[i.target], i.to)
		case codeMoveWide, codeEqualWide, codeSelect:
			r.wide(i)
		default:
			banks[i.to.space&3][i.to.index].bits = r.word(i)
		}
	}
}

// word computes the less frequent instructions on words.
func (r *Registers) word(i *instruction) uint64 {
	x, y := r.bits(i.x), r.bits(i.y)
	switch i.code {
	case codeSingle:
		return applySmallSingle(i.op, i.target, int(i.width), int(i.result), x).bits
	case codeNot:
		return x ^ 1
	case codeAnd:
		return x & y
	case codeOr:
		return x | y
	}
	bug.Errorf("no meaning for instruction %d", i.code)
	return 0
}

// bits is an operand's word. An instruction without a second operand has one that is there but unused.
func (r *Registers) bits(o Operand) uint64 {
	if bank := r.banks[o.space&3]; int(o.index) < len(bank) {
		return bank[o.index].bits
	}
	return 0
}

// wide computes the instructions on whole values.
func (r *Registers) wide(i *instruction) {
	switch i.code {
	case codeMoveWide:
		r.Set(i.to, r.Get(i.x))
	case codeEqualWide:
		r.Set(i.to, BoolValue(r.Get(i.x).Equal(r.Get(i.y))))
	case codeSelect:
		r.Set(i.to, r.Get(i.x).ext.array.Select(r.Get(i.y)))
	}
}

func (r *Registers) apply(a *application, to Operand) {
	r.args = r.args[:0]
	for _, o := range a.args {
		r.args = append(r.args, r.Get(o))
	}
	t := a.term
	r.Set(to, apply(t.op, t.p0, t.p1, t.sort, r.args))
}
