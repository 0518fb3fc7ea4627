package term

// This file is the Compiler's control flow: stops, labels and jumps.

// Stop makes Run return here, with the given number.
func (c *Compiler) Stop(exit int) {
	c.latest = nil
	c.emit(instruction{code: codeStop, target: int32(exit)})
}

// Label is a place in code that jumps lead to.
type Label struct {
	jumps []int
	at    int // -1: not placed
}

// NewLabel makes a label for a place to come.
func (c *Compiler) NewLabel() *Label { return &Label{at: -1} }

// Place puts a label here. Code before it and after it share nothing.
func (c *Compiler) Place(l *Label) {
	if last := len(c.code.instructions) - 1; len(l.jumps) > 0 && l.jumps[len(l.jumps)-1] == last && c.last().code == codeJump && c.landed <= last {
		c.code.instructions = c.code.instructions[:last] // a jump to what comes next, behind which nothing lands
		l.jumps = l.jumps[:len(l.jumps)-1]
	}
	c.Land(l)
	clear(c.known)
	c.log, c.free = c.log[:0], 0
}

// Count makes Run return here with the given number when its budget is used up, and else takes one
// from it.
func (c *Compiler) Count(exit int) {
	c.latest = nil
	c.emit(instruction{code: codeCount, target: int32(exit)})
}

// Jump goes to a label.
func (c *Compiler) Jump(l *Label) { c.jumpTo(l, instruction{code: codeJump}) }

// JumpUnless goes to a label if condition does not hold.
func (c *Compiler) JumpUnless(condition Operand, l *Label) {
	c.jumpTo(l, instruction{code: codeJumpUnless, x: condition})
}

// Land places a label whose jumps all come from code before that has computed what is known here.
func (c *Compiler) Land(l *Label) {
	l.at = c.Next()
	c.land(l.jumps...)
}

func (c *Compiler) jumpTo(l *Label, jump instruction) {
	if l.at >= 0 {
		jump.target = int32(l.at)
	}
	at := c.emitJump(jump)
	if l.at < 0 {
		l.jumps = append(l.jumps, at)
	}
}

// jumpingCodes are comparisons that also jump, to target, unless they hold.
var jumpingCodes = map[opcode]opcode{
	codeEqual: codeUnlessEqual, codeULess: codeUnlessULess, codeUAtMost: codeUnlessUAtMost,
	codeSLess: codeUnlessSLess, codeSAtMost: codeUnlessSAtMost,
}

// emitJump emits a jump and returns its position. If it is one unless the comparison right before it holds, the
// two become one instruction.
func (c *Compiler) emitJump(jump instruction) int {
	c.latest = nil
	last := len(c.code.instructions) - 1
	if jump.code == codeJumpUnless && last >= 0 && c.landed <= last && c.last().to == jump.x {
		if code, ok := jumpingCodes[c.last().code]; ok {
			c.last().code, c.last().target = code, jump.target
			return last
		}
	}
	c.emit(jump)
	return last + 1
}

// branch compiles code that runs one of two parts.
func (c *Compiler) branch(s *Sort, condition Operand, yes, no func() Operand) Operand {
	o := c.Temporary(s)
	c.either(condition, func() { c.move(o, yes()) }, func() { c.move(o, no()) })
	return o
}

// either compiles two parts of which one is run.
func (c *Compiler) either(condition Operand, yes, no func()) {
	scope := len(c.log)
	otherwise := c.jump(codeJumpUnless, condition)
	yes()
	c.leaveScope(scope)
	end := c.emitJump(instruction{code: codeJump})
	c.land(otherwise)
	no()
	c.leaveScope(scope)
	c.land(end)
}

// jump leaves to where land says, if the condition holds or unless it does, as the code says.
func (c *Compiler) jump(code opcode, condition Operand) int {
	return c.emitJump(instruction{code: code, x: condition})
}

// land makes jumps lead here. The last instruction then is one of several that set a value, so Assign
// must not redirect it.
func (c *Compiler) land(jumps ...int) {
	c.landed = len(c.code.instructions)
	for _, j := range jumps {
		c.code.instructions[j].target = int32(len(c.code.instructions))
	}
}

// leaveScope forgets what only one side of a branch has computed.
func (c *Compiler) leaveScope(scope int) {
	for _, t := range c.log[scope:] {
		delete(c.known, t)
	}
	c.log = c.log[:scope]
}
