package term

import "yogi/internal/bug"

// opcode says what an instruction does.
type opcode uint8

// The instructions. Those on words leave the rest of the value they write alone: it has the right sort
// already, or nobody reads it.
const (
	codeStop  opcode = iota // target is the number
	codeCount               // stop with number target if there is no budget

	// On words; width is y's, or that of the only argument.
	codePair       // to = applySmallPair(op, width, x, y)
	codeAdd        // to = x + y
	codeMul        // to = x * y
	codeAnd        // to = x and y, of booleans or bit by bit
	codeOr         // to = x or y
	codeXor        // to = x xor y, bit by bit
	codeConcat     // to = x, then y
	codeNot        // to = not x, of a boolean
	codeComplement // to = not x, bit by bit
	codeExtract    // to = as many bits as result says of x, from bit target on
	codeSignExtend // to = x with as many bits as result says
	codeEqual      // to = (x = y)
	codeULess      // to = (x < y), without a sign as the next one
	codeUAtMost    // to = (x <= y)
	codeSLess      // to = (x < y), with a sign as the next one
	codeSAtMost    // to = (x <= y)

	// The same comparisons, and to target if it is false.
	codeUnlessEqual
	codeUnlessULess
	codeUnlessUAtMost
	codeUnlessSLess
	codeUnlessSAtMost

	codeMove       // words: to = x
	codeMoveIf     // words: to = y if x
	codeSelectCell // words: to = x[y]
	codeStoreCell  // words: to[x] = y
	codeMoveWide   // to = x
	codeEqualWide  // to = (x = y)
	codeSelect     // to = x[y]
	codeApply      // to = the application number target
	codeEvaluate   // to = the Evaluator's value of the application's term
	codeJump       // to target
	codeJumpIf     // to target if x
	codeJumpUnless // to target if not x
)

type instruction struct {
	code          opcode
	op            Op
	width, result uint8
	target        int32
	x, y, to      Operand
}

// shift moves the highest bit of a word of the instruction's width to the highest of 64, and back.
func (i *instruction) shift() uint { return (64 - uint(i.width)) & 63 }

// bit is a boolean as a word.
func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// application is an operator on whole values, by its term.
type application struct {
	term *Term
	args []Operand
}

// Registers are the state that Code runs on, and room for its temporaries.
//
// Invariant: the values in the banks are valid and of their variables' sorts, but for arrays of bank 0 that are
// being changed: the value of such a one is invalid, and its contents are in arrays. So who forgets to ask for
// Freeze before reading gets no value; none is ever out of date.
type Registers struct {
	banks  [4][]Value
	args   []Value
	arrays []*MutableArray // by position in bank 0; nil: it was never changed in place
	// Evaluator and Assignment do what is left to the Evaluator; the assignment agrees with the banks, and asks for
	// Freeze where it reads an array of bank 0.
	Evaluator  *Evaluator
	Assignment Assignment
	// Budget is how often code may pass a Count.
	Budget int
}

// SetBank makes values bank number 0 or 1 of the state. Bank 0 is not replaced while arrays of it are being changed.
func (r *Registers) SetBank(bank int, values []Value) { r.banks[bank] = values }

// at is where an operand's value is.
func (r *Registers) at(o Operand) *Value { return &r.banks[o.space&3][o.index] }

// Get is the value of an operand of the code that ran last.
func (r *Registers) Get(o Operand) Value {
	v := r.at(o)
	if o.small {
		return Value{kind: o.kind, width: uint32(o.width), bits: v.bits}
	}
	if v.kind == KindInvalid && o.space == changing {
		return r.Freeze(o.index)
	}
	return *v
}

// Freeze is the value at a position of bank 0. If it is an array that is being changed it is a value again; the next
// change begins anew.
func (r *Registers) Freeze(index int32) Value {
	v := &r.banks[changing][index]
	if v.kind == KindInvalid {
		*v = ArrayVal(r.arrays[index].Freeze())
	}
	return *v
}

// FreezeAll makes all of bank 0 values.
func (r *Registers) FreezeAll() {
	for i, a := range r.arrays {
		if a != nil {
			r.Freeze(int32(i))
		}
	}
}

// changed is the array variable at o, of bank 0, as an array to be changed.
func (r *Registers) changed(o Operand) *MutableArray {
	v := r.at(o)
	if v.kind != KindInvalid {
		if int(o.index) >= len(r.arrays) {
			r.arrays = append(r.arrays, make([]*MutableArray, int(o.index)+1-len(r.arrays))...)
		}
		if r.arrays[o.index] == nil {
			r.arrays[o.index] = &MutableArray{}
		}
		r.arrays[o.index].Thaw(v.ext.array)
		*v = Value{}
	}
	return r.arrays[o.index]
}

// element is the word at an index of the array at o.
func (r *Registers) element(o Operand, index uint64) uint64 {
	v := r.at(o)
	switch {
	case v.kind == KindArray:
		return v.ext.array.word(index)
	case o.space != changing:
		bug.Errorf("no array at %d of bank %d", o.index, o.space)
	}
	return r.arrays[o.index].Select(index)
}

// Holds is the value of a boolean operand.
func (r *Registers) Holds(o Operand) bool { return r.at(o).bits != 0 }

// Set gives a temporary its value; it is one of the code that runs.
func (r *Registers) Set(o Operand, v Value) { *r.at(o) = v }

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
			r.at(i.to).bits = applySmallPair(i.op, int(i.width), r.at(i.x).bits, r.at(i.y).bits).bits
		case codeAdd:
			r.at(i.to).bits = (r.at(i.x).bits + r.at(i.y).bits) << i.shift() >> i.shift()
		case codeMul:
			r.at(i.to).bits = (r.at(i.x).bits * r.at(i.y).bits) << i.shift() >> i.shift()
		case codeAnd:
			r.at(i.to).bits = r.at(i.x).bits & r.at(i.y).bits
		case codeOr:
			r.at(i.to).bits = r.at(i.x).bits | r.at(i.y).bits
		case codeXor:
			r.at(i.to).bits = r.at(i.x).bits ^ r.at(i.y).bits
		case codeConcat:
			r.at(i.to).bits = r.at(i.x).bits<<i.width | r.at(i.y).bits
		case codeNot:
			r.at(i.to).bits = r.at(i.x).bits ^ 1
		case codeComplement:
			r.at(i.to).bits = ^r.at(i.x).bits << i.shift() >> i.shift()
		case codeExtract:
			r.at(i.to).bits = r.at(i.x).bits >> uint(i.target) & mask(int(i.result))
		case codeSignExtend:
			r.at(i.to).bits = uint64(int64(r.at(i.x).bits<<i.shift())>>i.shift()) & mask(int(i.result))
		case codeEqual:
			r.at(i.to).bits = bit(r.at(i.x).bits == r.at(i.y).bits)
		case codeULess:
			r.at(i.to).bits = bit(r.at(i.x).bits < r.at(i.y).bits)
		case codeUAtMost:
			r.at(i.to).bits = bit(r.at(i.x).bits <= r.at(i.y).bits)
		case codeSLess:
			r.at(i.to).bits = bit(int64(r.at(i.x).bits<<i.shift()) < int64(r.at(i.y).bits<<i.shift()))
		case codeSAtMost:
			r.at(i.to).bits = bit(int64(r.at(i.x).bits<<i.shift()) <= int64(r.at(i.y).bits<<i.shift()))
		case codeUnlessEqual:
			holds := bit(r.at(i.x).bits == r.at(i.y).bits)
			r.at(i.to).bits = holds
			if holds == 0 {
				pc = int(i.target) - 1
			}
		case codeUnlessULess:
			holds := bit(r.at(i.x).bits < r.at(i.y).bits)
			r.at(i.to).bits = holds
			if holds == 0 {
				pc = int(i.target) - 1
			}
		case codeUnlessUAtMost:
			holds := bit(r.at(i.x).bits <= r.at(i.y).bits)
			r.at(i.to).bits = holds
			if holds == 0 {
				pc = int(i.target) - 1
			}
		case codeUnlessSLess:
			holds := bit(int64(r.at(i.x).bits<<i.shift()) < int64(r.at(i.y).bits<<i.shift()))
			r.at(i.to).bits = holds
			if holds == 0 {
				pc = int(i.target) - 1
			}
		case codeUnlessSAtMost:
			holds := bit(int64(r.at(i.x).bits<<i.shift()) <= int64(r.at(i.y).bits<<i.shift()))
			r.at(i.to).bits = holds
			if holds == 0 {
				pc = int(i.target) - 1
			}
		case codeMove:
			r.at(i.to).bits = r.at(i.x).bits
		case codeMoveIf:
			if r.Holds(i.x) {
				r.at(i.to).bits = r.at(i.y).bits
			}
		case codeSelectCell:
			r.at(i.to).bits = r.element(i.x, r.at(i.y).bits)
		case codeStoreCell:
			r.changed(i.to).Store(r.at(i.x).bits, r.at(i.y).bits)
		case codeMoveWide:
			r.Set(i.to, r.Get(i.x))
		case codeEqualWide:
			r.Set(i.to, BoolValue(r.Get(i.x).Equal(r.Get(i.y))))
		case codeSelect:
			r.Set(i.to, r.Get(i.x).ext.array.Select(r.Get(i.y)))
		case codeApply:
			r.apply(&c.applications[i.target], i.to)
		case codeEvaluate:
			v, err := r.Evaluator.Eval(c.applications[i.target].term, r.Assignment)
			if err != nil {
				return 0, err
			}
			r.Set(i.to, v)
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
		default:
			bug.Errorf("no meaning for instruction %d", i.code)
		}
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
