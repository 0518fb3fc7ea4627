package typecheck

import (
	"regexp"
	"strings"

	"yogi/internal/frontend/c/preprocess"
)

// This file is about attributes, pragmas and sections that change what a program does and are not
// modelled: they are refused by name. What gcc knows and is not listed here or obeyed elsewhere
// changes no run: hints, warnings, visibility, calling conventions. What gcc does not know it
// ignores, and so do we.

// refusedAttributes are refused wherever they stand.
var refusedAttributes = map[string]string{
	"ifunc":    "which function is called is chosen when the program is loaded",
	"hardbool": "the values of the type are represented by other numbers",
	"assume":   "what it says is not looked at",
	"symver":   "which definition a name stands for is chosen by its version",
}

// refusedNarrow are refused on AVR: what they do there is about its memories and interrupts.
var refusedNarrow = map[string]string{
	"progmem":   "the object is in a memory that pointers do not lead to",
	"signal":    "an interrupt, which runs between any two steps",
	"interrupt": "an interrupt, which runs between any two steps",
	"io":        "the object is a register",
	"io_low":    "the object is a register",
	"address":   "the place of the object is said",
}

// refusedBodies are the attributes of functions whose bodies are no C.
var refusedBodies = map[string]bool{"naked": true}

// options of gcc that make floating-point arithmetic another one than the language's, in the
// attributes and pragmas optimize and target.
var otherArithmetic = []string{"fast", "unsafe-math", "finite-math", "associative-math", "reciprocal-math", "no-signed-zeros", "fpmath", "excess-precision", "trapv", "no-math"}

// changesArithmetic is the option in a text that makes arithmetic another; "" if none does.
func changesArithmetic(text string) string {
	for _, option := range otherArithmetic {
		if strings.Contains(text, option) {
			return option
		}
	}
	return ""
}

// singleRounding are processors of x86 whose instructions round each multiplication and each addition.
var singleRounding = regexp.MustCompile(`^(x86-64(-v2)?|k8|core2|nehalem|westmere|sandybridge|ivybridge|silvermont|atom|i[3-6]86)$`)

// fuses is the option in a text of an attribute or a pragma by which compilers fuse multiplications with additions,
// which rounds once instead of twice; "" if none does.
func fuses(text string) string {
	for _, option := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(`(), "`, r) }) {
		processor, isProcessor := strings.CutPrefix(option, "arch=")
		switch {
		case option == "fma" || option == "fma4" || option == "xop" || strings.HasPrefix(option, "avx512") || strings.HasPrefix(option, "avx10"),
			isProcessor && !singleRounding.MatchString(processor):
			return option
		}
	}
	return ""
}

// targetPragma reads #pragma GCC target and the pragmas that keep and bring back what holds.
func (c *symbols) targetPragma(words []string, text string) {
	switch words[1] {
	case "target":
		if option := fuses(text); option != "" {
			c.fused = option
		}
	case "push_options":
		c.fusedBefore = append(c.fusedBefore, c.fused)
	case "pop_options":
		if last := len(c.fusedBefore) - 1; last >= 0 {
			c.fused, c.fusedBefore = c.fusedBefore[last], c.fusedBefore[:last]
		}
	case "reset_options":
		c.fused = ""
	}
}

// refusedAttribute refuses an attribute whose arguments, if it has any, come next.
func (c *declarators) refusedAttribute(a *attributes, name string) {
	pos := c.previous
	if reason := refusedAttributes[name]; reason != "" {
		c.errorf(pos, CodeUnsupported, "the attribute %s: %s", name, reason)
		return
	}
	if reason := refusedNarrow[name]; reason != "" && c.target.Narrow {
		c.errorf(pos, CodeUnsupported, "the attribute %s: %s", name, reason)
		return
	}
	switch {
	case refusedBodies[name]:
		a.refused = name
	case name == "scalar_storage_order":
		if order := c.peek(1); c.is("(") && order.Kind == preprocess.String && !strings.Contains(order.Text, "little") {
			c.errorf(pos, CodeUnsupported, "the attribute scalar_storage_order: members in another order of bytes than the machine's")
		}
	case name == "optimize" || name == "target" || name == "target_clones":
		if option := fuses(c.textInParentheses()); option != "" && name != "optimize" && c.target.X86 {
			a.refused = name + " with " + option + ", by which an addition and a multiplication are rounded once"
		}
		if option := changesArithmetic(c.textInParentheses()); option != "" {
			c.errorf(pos, CodeUnsupported, "the attribute %s with %s, which makes arithmetic another one", name, option)
		}
	}
}

// refuseSection refuses the sections of AVR's other memories.
func (c *declarators) refuseSection(name string) {
	if c.target.Narrow && (strings.HasPrefix(name, ".progmem") || strings.HasPrefix(name, ".eeprom")) {
		c.errorf(c.previous, CodeUnsupported, "the section %s is in a memory that pointers do not lead to", name)
	}
}
