package concrete

import (
	"slices"
	"sync/atomic"

	"yogi/internal/ir"
	"yogi/internal/sem"
	"yogi/internal/term"
)

// This file compiles blocks: package sem's instructions executed over operands of compiled code instead
// of values. A block is compiled when it is first run, once for all machines that share a sem.Slots.

const (
	globalBank = 0
	localBank  = 1
)

// function is a compiled function.
type function struct {
	ir     *ir.Function
	slots  *sem.Slots
	zeros  []term.Value
	blocks []atomic.Pointer[block]
	whole  atomic.Pointer[whole]
}

// block is a compiled block.
type block struct {
	ir     *ir.Block
	code   *term.Code
	pauses []pause
	// jump is the Goto that ends the block; nil for other terminators and calls. Without a Choice the code
	// stops with the number of the target, or -1.
	jump   *ir.Goto
	guards []guard // of a jump with a Choice
	// callee, args, results and after are for a block that calls.
	callee  *function
	args    []term.Operand
	results []*ir.Variable
	after   *ir.Block
	// globals and locals are the variables assigned, by index.
	globals, locals []int32
}

// pause is where the code waits for the machine: for an input, or to look at an assumption.
type pause struct {
	index   int
	havoc   *ir.Havoc // nil: an Assume
	operand term.Operand
	next    int // where the code goes on
}

type guard struct {
	from    int // where its code starts
	operand term.Operand
}

// functionOf finds or makes the compiled form of f.
func functionOf(slots *sem.Slots, f *ir.Function) *function {
	if known, ok := slots.Compiled.Load(f); ok {
		return known.(*function)
	}
	made := &function{ir: f, slots: slots, zeros: zeros(f.Variables()), blocks: make([]atomic.Pointer[block], len(f.Blocks))}
	known, _ := slots.Compiled.LoadOrStore(f, made)
	return known.(*function)
}

// block finds or makes the compiled form of b.
func (f *function) block(b *ir.Block) *block {
	known := f.blocks[b.Index].Load()
	if known == nil {
		known = compileBlock(f.slots, b)
		f.blocks[b.Index].Store(known)
	}
	return known
}

// compilation is a sem.Machine whose values are operands of the code being made.
type compilation struct {
	compiler *term.Compiler
	block    *block
	whole    *whole      // the code of a function that is being made in one piece, or nil
	blocked  []blockedAt // of whole code: of the assumptions of the block
}

func newCompiler(slots *sem.Slots) *term.Compiler {
	return term.NewCompiler(func(v *term.Term) (term.Place, bool) {
		index, global, ok := slots.Of(v)
		if global {
			return term.Place{Bank: globalBank, Index: index}, ok
		}
		return term.Place{Bank: localBank, Index: index}, ok
	})
}

func compileBlock(slots *sem.Slots, b *ir.Block) *block {
	c := &compilation{compiler: newCompiler(slots), block: &block{ir: b}}
	if call := b.Call(); call != nil {
		c.call(slots, call)
	} else {
		sem.Execute[term.Operand](c, b)
		c.leave(b)
	}
	c.block.code = c.compiler.Code()
	return c.block
}

func (c *compilation) leave(b *ir.Block) {
	jump, ok := b.Terminator.(*ir.Goto)
	if !ok {
		return
	}
	c.block.jump = jump
	if jump.Choice != nil {
		c.choices(jump)
	} else {
		c.branches(jump)
	}
}

func (c *compilation) call(slots *sem.Slots, call *ir.Call) {
	b := c.block
	b.callee = functionOf(slots, call.Callee)
	b.args = sem.Bind[term.Operand](c, call)
	b.results = call.Results
	b.after = b.ir.Terminator.(*ir.Goto).Targets[0].Block
	for _, result := range call.Results {
		if result != nil {
			c.written(result)
		}
	}
}

// choices compiles the guards of a Goto with a Choice, each up to a stop of its own.
func (c *compilation) choices(jump *ir.Goto) {
	c.block.guards = make([]guard, len(jump.Targets))
	for i, t := range jump.Targets {
		c.compiler.Stop(0)
		c.block.guards[i] = guard{from: c.compiler.Next(), operand: c.Eval(t.Guard)}
	}
}

// branches compiles the guards of a Goto without a Choice; the code stops with the number of the target.
func (c *compilation) branches(jump *ir.Goto) {
	for i, t := range jump.Targets {
		if isCertain(jump, i) {
			c.compiler.Stop(i)
			return
		}
		next := c.compiler.NewLabel()
		c.compiler.JumpUnless(c.Eval(t.Guard), next)
		c.compiler.Stop(i)
		c.compiler.Land(next)
	}
	c.compiler.Stop(-1)
}

// isCertain reports whether the guard of target number i holds where those of the targets before do not.
func isCertain(jump *ir.Goto, i int) bool {
	guard := jump.Targets[i].Guard
	return guard.IsTrue() || i == 1 && opposite(guard, jump.Targets[0].Guard)
}

// opposite reports whether one guard is the negation of the other.
func opposite(a, b *term.Term) bool {
	return a.Op() == term.OpNot && a.Arg(0) == b || b.Op() == term.OpNot && b.Arg(0) == a
}

// Eval implements sem.Machine.
func (c *compilation) Eval(t *term.Term) term.Operand { return c.compiler.Eval(t) }

// Set implements sem.Machine.
func (c *compilation) Set(v *ir.Variable, value term.Operand) {
	c.compiler.Assign(v.Sym, value)
	c.written(v)
}

// Update implements sem.Updater.
func (c *compilation) Update(v *ir.Variable, t *term.Term) bool {
	if !c.compiler.Update(v.Sym, t) {
		return false
	}
	c.written(v)
	return true
}

func (c *compilation) written(v *ir.Variable) {
	list := &c.block.locals
	if v.Kind == ir.Global {
		list = &c.block.globals
	}
	if !slices.Contains(*list, int32(v.Index)) {
		*list = append(*list, int32(v.Index))
	}
}

// Input implements sem.Machine: the operand is what the machine will be given.
func (c *compilation) Input(_ *ir.Block, index int, h *ir.Havoc) term.Operand {
	given := c.compiler.Temporary(h.Dst.Sort)
	c.pause(pause{index: index, havoc: h, operand: given})
	return given
}

// Assume implements sem.Machine: the machine will see whether cond holds.
func (c *compilation) Assume(_ *ir.Block, index int, cond term.Operand) bool {
	if c.whole != nil {
		c.assumeWithin(index, cond)
		return true
	}
	c.pause(pause{index: index, operand: cond})
	return true
}

func (c *compilation) pause(p pause) {
	c.compiler.Stop(0)
	p.next = c.compiler.Next()
	c.block.pauses = append(c.block.pauses, p)
}
