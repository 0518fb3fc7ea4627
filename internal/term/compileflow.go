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
	c.latest = nil
	if l.at < 0 {
		l.jumps = append(l.jumps, len(c.code.instructions))
	} else {
		jump.target = int32(l.at)
	}
	c.emit(jump)
}

// branch compiles code that runs one of two parts.
func (c *Compiler) branch(s *Sort, condition Operand, yes, no func() Operand) Operand {
	o := c.Temporary(s)
	scope := len(c.log)
	otherwise := c.jump(codeJumpUnless, condition)
	c.move(o, yes())
	c.leaveScope(scope)
	end := len(c.code.instructions)
	c.emit(instruction{code: codeJump})
	c.land(otherwise)
	c.move(o, no())
	c.leaveScope(scope)
	c.land(end)
	return o
}

// jump leaves to where land says, if the condition holds or unless it does, as the code says.
func (c *Compiler) jump(code opcode, condition Operand) int {
	c.emit(instruction{code: code, x: condition})
	return len(c.code.instructions) - 1
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
