package term

import (
	"slices"

	"yogi/internal/bug"
)

// This file, compileflow.go, compilestore.go and compilerun.go run terms that are evaluated again and
// again. A Compiler turns terms into straight code over a state. Frequent operators on words are said again
// in Run, which TestCompiled holds against the Evaluator; what the others mean stays with apply and the
// functions that it calls, and what cannot be decided operator by operator (quantifiers, applications) with
// the Evaluator.

// Place is where a compiled term finds a variable: a position in one of the two banks of a state.
type Place struct {
	Bank  int // 0 or 1; arrays of bank 0 are changed in place, see Compiler.Update
	Index int32
}

// Operand is a value in compiled code.
type Operand struct {
	space uint8 // a bank of the state, temporaries or constants
	small bool  // a Bool, or a BV of at most 64 bits: only its word is read and written
	kind  Kind
	width uint8 // of a small value
	index int32
}

var boolSort = &Sort{Kind: KindBool}

const (
	changing    = 0 // the bank of the state whose arrays are changed in place; 1 is the other bank
	temporaries = 2
	constants   = 3
)

// Compiler makes Code. Terms compiled one after another share what they have in common as long as no
// assignment in between changes it.
type Compiler struct {
	place     func(v *Term) (Place, bool)
	code      Code
	known     map[*Term]Operand
	log       []*Term // what was added to known, in order
	free      int     // temporaries from here on are not in use
	latest    *Term   // its value is in the temporary that the last instruction sets; or nil
	landed    int     // the instruction before is one of several that set a value
	constants map[*Term]Operand
}

// Code is compiled terms. It is immutable and may be run by many goroutines at once, each with its own
// Registers.
type Code struct {
	instructions []instruction
	applications []application
	constants    []Value
	temporaries  int
}

// NewCompiler makes a compiler for states in which place finds the variables.
func NewCompiler(place func(v *Term) (Place, bool)) *Compiler {
	return &Compiler{place: place, known: map[*Term]Operand{}, constants: map[*Term]Operand{}}
}

// Next is the position of the code compiled next, where Run can start. Code before it has been run by
// then, in the same Registers.
func (c *Compiler) Next() int {
	c.latest = nil
	return len(c.code.instructions)
}

// Code ends the compilation; the end of the code is a stop with number 0.
func (c *Compiler) Code() *Code {
	c.Stop(0)
	return &c.code
}

// Temporary is room for a value that the caller of Run supplies by Registers.Set.
func (c *Compiler) Temporary(s *Sort) Operand {
	o := operandOf(s)
	o.space, o.index = temporaries, int32(c.free)
	c.free++
	c.code.temporaries = max(c.code.temporaries, c.free)
	return o
}

// Assign compiles an assignment to the variable v.
func (c *Compiler) Assign(v *Term, value Operand) {
	to, ok := c.variable(v)
	if !ok {
		bug.Errorf("an assignment to %s, which has no place", v)
	}
	latest := c.latest
	c.latest = nil
	if latest != nil && c.known[latest] == value && c.last().to == value {
		c.last().to = to // the temporary has no other reader
		delete(c.known, latest)
	} else {
		c.move(to, value)
		latest = nil
	}
	c.forget(v, to)
	if latest != nil && latest.varMask&v.varMask == 0 {
		c.learn(latest, to)
	}
}

// forget drops what depends on a variable that changes, or is kept there.
func (c *Compiler) forget(v *Term, at Operand) {
	const large = 64 // a long block must not cost the square of its length
	if len(c.known) > large {
		clear(c.known)
	}
	for t, o := range c.known {
		if t.varMask&v.varMask != 0 || o.space == at.space && o.index == at.index {
			delete(c.known, t)
		}
	}
	c.log = c.log[:0]
}

func (c *Compiler) variable(v *Term) (Operand, bool) {
	p, ok := c.place(v)
	o := operandOf(v.sort)
	o.space, o.index = uint8(p.Bank), p.Index
	return o, ok
}

func operandOf(s *Sort) Operand {
	o := Operand{kind: s.Kind, small: smallSort(s)}
	if o.small {
		o.width = uint8(s.Width)
	}
	return o
}

func smallSort(s *Sort) bool {
	return s.Kind == KindBool || s.Kind == KindBV && s.Width <= 64
}

// lazySize bounds the terms whose parts are run only when needed. Parts run under a condition share
// nothing with the code after them, so without a bound the code could be exponential in the term.
const lazySize = 256

// Eval compiles the value of t. The operand is valid until the next assignment.
func (c *Compiler) Eval(t *Term) Operand {
	switch t.op {
	case OpConst:
		return c.constant(t)
	case OpVar:
		if o, ok := c.variable(t); ok {
			return o
		}
	}
	if o, ok := c.known[t]; ok {
		return o
	}
	o := c.compile(t)
	c.learn(t, o)
	c.latest = t
	if c.landed == len(c.code.instructions) || c.last().to != o {
		c.latest = nil
	}
	return o
}

func (c *Compiler) learn(t *Term, o Operand) {
	c.known[t] = o
	c.log = append(c.log, t)
}

func (c *Compiler) constant(t *Term) Operand {
	if o, ok := c.constants[t]; ok {
		return o
	}
	o := operandOf(t.sort)
	o.space, o.index = constants, int32(len(c.code.constants))
	c.code.constants = append(c.code.constants, t.value)
	c.constants[t] = o
	return o
}

func (c *Compiler) compile(t *Term) Operand {
	switch t.op {
	case OpVar, OpApply, OpForall, OpExists:
		return c.evaluate(t)
	case OpAnd, OpOr:
		return c.junction(t)
	case OpIte:
		return c.ite(t)
	case OpSelect:
		if t.args[0].op == OpStore && t.size <= lazySize {
			return c.selectStore(t)
		}
		array := c.Eval(t.args[0])
		return c.read(t.args[0].sort, array, c.Eval(t.args[1]))
	}
	args := make([]Operand, len(t.args))
	small := smallSort(t.sort)
	for i, a := range t.args {
		args[i] = c.Eval(a)
		small = small && args[i].small
	}
	if small && c.fits(t) {
		return c.smallOperator(t, args)
	}
	o := c.Temporary(t.sort)
	c.apply(t, args, o)
	return o
}

func (c *Compiler) apply(t *Term, args []Operand, to Operand) {
	c.code.applications = append(c.code.applications, application{t, args})
	c.emit(instruction{code: codeApply, target: int32(len(c.code.applications) - 1), to: to})
}

// fits reports whether t's operator has an instruction on words.
func (c *Compiler) fits(t *Term) bool {
	return t.op == OpNot || t.op == OpEq || t.op >= OpBVAdd && t.op <= OpSignExt
}

// wordCodes are the instructions of frequent operators on words; the others of two arguments have codePair.
var wordCodes = map[Op]opcode{
	OpNot: codeNot, OpEq: codeEqual, OpBVAdd: codeAdd, OpBVMul: codeMul, OpBVAnd: codeAnd, OpBVOr: codeOr, OpBVXor: codeXor,
	OpBVUlt: codeULess, OpBVUle: codeUAtMost, OpBVSlt: codeSLess, OpBVSle: codeSAtMost,
	OpBVNot: codeComplement, OpExtract: codeExtract, OpZeroExt: codeExtract, OpSignExt: codeSignExtend, OpConcat: codeConcat,
}

// smallOperator compiles an operator on words; those with many arguments take them in pairs.
func (c *Compiler) smallOperator(t *Term, args []Operand) Operand {
	first := args[0]
	if t.op == OpZeroExt && first.width < uint8(t.sort.Width) { // the same word at the same place
		first.width = uint8(t.sort.Width)
		return first
	}
	code, ok := wordCodes[t.op]
	if !ok {
		code = codePair
	}
	if len(args) == 1 {
		o := c.Temporary(t.sort)
		c.emit(instruction{code: code, width: first.width, result: uint8(t.sort.Width), target: t.p1, x: first, to: o})
		return o
	}
	for _, a := range args[1:] {
		o := c.Temporary(t.sort)
		c.emit(instruction{code: code, op: t.op, width: a.width, x: first, y: a, to: o})
		first = o
	}
	return first
}

// mayFail reports whether t can be without a value.
func (c *Compiler) mayFail(t *Term) bool {
	if t.features&(HasQuantifiers|HasApplications) != 0 {
		return true
	}
	return slices.ContainsFunc(t.Vars(), func(v *Term) bool {
		_, ok := c.place(v)
		return !ok
	})
}

// evaluate leaves t to the Evaluator.
func (c *Compiler) evaluate(t *Term) Operand {
	o := c.Temporary(t.sort)
	c.code.applications = append(c.code.applications, application{term: t})
	c.emit(instruction{code: codeEvaluate, target: int32(len(c.code.applications) - 1), to: o})
	return o
}

// junction compiles a conjunction or disjunction: the first argument that decides ends it. Where an
// argument may be without a value a later one can still decide, which the Evaluator knows.
func (c *Compiler) junction(t *Term) Operand {
	if c.mayFail(t) {
		return c.evaluate(t)
	}
	lazy := len(t.args) > 1 && t.size > 8 && t.size <= lazySize
	o := c.Temporary(t.sort)
	var exits []int
	scope := -1
	for i, a := range t.args {
		v := c.Eval(a)
		switch {
		case i == 0 || lazy:
			c.move(o, v)
		default:
			code := codeAnd
			if t.op == OpOr {
				code = codeOr
			}
			c.emit(instruction{code: code, x: o, y: v, to: o})
		}
		if lazy && i < len(t.args)-1 {
			if t.op == OpOr {
				exits = append(exits, c.jump(codeJumpIf, o))
			} else {
				exits = append(exits, c.jump(codeJumpUnless, o))
			}
		}
		if i == 0 {
			scope = len(c.log)
		}
	}
	if lazy {
		c.leaveScope(scope)
		c.land(exits...)
	}
	return o
}

// ite compiles a choice. Two plain values are cheaper to have than to jump around.
func (c *Compiler) ite(t *Term) Operand {
	lazy := t.size <= lazySize
	if !lazy && c.mayFail(t) {
		return c.evaluate(t)
	}
	condition := c.Eval(t.args[0])
	if !lazy || smallSort(t.sort) && len(t.args[1].args) == 0 && len(t.args[2].args) == 0 && !c.mayFail(t) {
		x, y := c.Eval(t.args[1]), c.Eval(t.args[2])
		o := c.Temporary(t.sort)
		if o.small {
			c.emit(instruction{code: codeMove, x: y, to: o})
			c.emit(instruction{code: codeMoveIf, x: condition, y: x, to: o})
			c.landed = len(c.code.instructions)
		} else {
			c.apply(t, []Operand{condition, x, y}, o)
		}
		return o
	}
	return c.branch(t.sort, condition, func() Operand { return c.Eval(t.args[1]) }, func() Operand { return c.Eval(t.args[2]) })
}

// selectStore reads through a store without building the array.
func (c *Compiler) selectStore(t *Term) Operand {
	array, index := t.args[0], c.Eval(t.args[1])
	return c.readThrough(t.sort, array, index)
}

func (c *Compiler) readThrough(s *Sort, array *Term, index Operand) Operand {
	if o, ok := c.known[array]; ok || array.op != OpStore {
		if !ok {
			o = c.Eval(array)
		}
		return c.read(array.sort, o, index)
	}
	at := c.Eval(array.args[1])
	same := c.Temporary(boolSort)
	code := codeEqualWide
	if index.small {
		code = codeEqual
	}
	c.emit(instruction{code: code, x: index, y: at, to: same})
	return c.branch(s, same,
		func() Operand { return c.Eval(array.args[2]) },
		func() Operand { return c.readThrough(s, array.args[0], index) })
}

// read compiles a read of an array of the given sort.
func (c *Compiler) read(array *Sort, from, index Operand) Operand {
	code := codeSelect
	if cellSort(array) {
		code = codeSelectCell
	}
	to := c.Temporary(array.Elem)
	c.emit(instruction{code: code, x: from, y: index, to: to})
	return to
}

func (c *Compiler) emit(i instruction) { c.code.instructions = append(c.code.instructions, i) }

// last is the last instruction; there is one.
func (c *Compiler) last() *instruction { return &c.code.instructions[len(c.code.instructions)-1] }

func (c *Compiler) move(to, from Operand) {
	code := codeMoveWide
	if to.small {
		code = codeMove
	}
	c.emit(instruction{code: code, x: from, to: to})
}
