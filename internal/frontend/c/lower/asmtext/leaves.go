package asmtext

import (
	"regexp"
	"strings"
)

// leavingInstructions end the function, return from an interrupt, or go on at another place that no operand shows.
var leavingInstructions = makeSet("ret", "retq", "retl", "retw", "lret", "lretq", "lretl", "retn", "retf", "leave", "leaveq", "leavel", "iret", "iretl", "iretq", "sysret",
	"sysretq", "sysretl", "sysexit", "sysexitq", "ljmp", "ljmpl", "ljmpq", "uiret", "eretu", "erets", "rsm")

// stackRegisters hold where the function's own objects are.
var stackRegisters = makeSet("rsp", "esp", "sp", "rbp", "ebp", "bp")

// localTarget is a label of asm goto, or a number that is one nearby.
var localTarget = regexp.MustCompile(`^(%l(\d+|\[\w+\])|\d+[bf])$`)

// printedTarget is an operand of the statement, printed as a bare constant, as the target of a call.
var printedTarget = regexp.MustCompile(`^\*?%[cPp](\d+|\[\w+\])$`)

// composedTarget is a name whose end is an operand of the statement, printed as a bare constant.
var composedTarget = regexp.MustCompile(`^([A-Za-z_][\w.$]*)%[cPp](\d+|\[\w+\])$`)

// symbolTarget is a symbol that holds where to go.
var symbolTarget = regexp.MustCompile(`^\*[A-Za-z_][\w.$]*([+-]\d+)?$`)

// A Leaving is an instruction after which the run does not simply go on behind it.
type Leaving struct {
	// Instruction is its name, in words that fit "the instruction ...".
	Instruction string
	// IsCall: it comes back, and goes to what an operand of the statement that is printed as a constant
	// names, or to what a symbol of the template holds.
	IsCall bool
}

// Leaves lists the instructions of a template that go elsewhere than to its labels, or change where the function's
// objects are. A call of a name is not among them (Names and ComposedNames find those); what stands in other sections
// is not run in place.
func (t *Template) Leaves() []Leaving {
	var out []Leaving
	for _, in := range t.instructions {
		if in.at == inPlace {
			out = append(out, t.leaving(in)...)
		}
	}
	return out
}

func (t *Template) leaving(in instruction) []Leaving {
	word := strings.ToLower(in.word)
	switch {
	case strings.HasPrefix(word, "call") || strings.HasPrefix(word, "lcall"):
		return in.call()
	case leavingInstructions[word],
		(strings.HasPrefix(word, "j") || strings.HasPrefix(word, "loop") || word == "xbegin") && !localTarget.MatchString(in.rest) && !t.labels[in.rest]:
		return []Leaving{{Instruction: in.word}}
	}
	for _, target := range in.targets() {
		if operandInstructions[word] && stackRegisters[target.Register] {
			return []Leaving{{Instruction: in.word + " to the stack's register " + target.Register}}
		}
	}
	return nil
}

// call reads a call: a name is called as such; a register or memory may hold any function.
func (in instruction) call() []Leaving {
	if composedTarget.MatchString(in.rest) {
		return nil
	}
	isCall := printedTarget.MatchString(in.rest) || symbolTarget.MatchString(in.rest)
	if !isCall && !strings.ContainsAny(in.rest, "*%(") {
		return nil
	}
	return []Leaving{{Instruction: in.word + " through a pointer", IsCall: isCall}}
}

// ComposedNames lists what the names begin with that a template calls and whose ends are operands, as in
// "call __get_user_%P4".
func (t *Template) ComposedNames() []string {
	var out []string
	for _, in := range t.instructions {
		if m := composedTarget.FindStringSubmatch(in.rest); m != nil {
			out = append(out, m[1])
		}
	}
	return out
}

// printedOperand is an operand of the statement, printed as a bare constant.
var printedOperand = regexp.MustCompile(`%[cPp](\d+|\[\w+\])`)

// PrintedOperands lists the operands, by number or [name], that a template prints as bare constants, among them all
// whose names it calls.
func (t *Template) PrintedOperands() []string {
	var out []string
	for _, in := range t.instructions {
		for _, m := range printedOperand.FindAllStringSubmatch(in.rest, -1) {
			out = append(out, m[1])
		}
	}
	return out
}
