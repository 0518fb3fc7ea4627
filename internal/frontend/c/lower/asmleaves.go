package lower

import (
	"regexp"
	"strings"
)

// asmWord is a name as assembly has them.
var asmWord = regexp.MustCompile(`[A-Za-z_][\w.$]*`)

// asmWords are the names in a template: of instructions, registers and symbols.
func asmWords(literals string) map[string]bool {
	return makeSet(asmWord.FindAllString(unquote(literals), -1)...)
}

// leavingInstructions end the function, or return from an interrupt.
var leavingInstructions = makeSet("ret", "retq", "retl", "lret", "lretq", "leave", "leaveq", "iret", "iretl", "iretq", "sysret", "sysretq", "sysexit")

// localTarget is a label of asm goto, or a number that is one nearby.
var localTarget = regexp.MustCompile(`^(%l.*|\d+[bf])$`)

// pointedTarget is a target of a call that an operand, a register or memory holds, which may be any function of the
// program's. An operand that is printed as a constant is one by name.
var pointedTarget = regexp.MustCompile(`^\s*\*\s*(%[\d\[%]|\()`)

// leavingInstruction is an instruction of a template that goes elsewhere than to its labels; "": there
// is none. What stands in other sections is not run in place.
func leavingInstruction(literals string) string {
	text := strings.ReplaceAll(comment.ReplaceAllString(unquote(literals), " "), "\t", " ")
	isElsewhere, labels, found := false, map[string]bool{}, [][2]string{}
	for _, line := range strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == ';' }) {
		line = strings.TrimSpace(line)
		for {
			label, rest, ok := strings.Cut(line, ":")
			if !ok || strings.ContainsAny(label, " %(\"") {
				break
			}
			labels[label], line = true, strings.TrimSpace(rest)
		}
		word, target, _ := strings.Cut(line, " ")
		switch {
		case word == ".pushsection" || word == ".section":
			isElsewhere = true
		case word == ".popsection" || word == ".previous" || word == ".text":
			isElsewhere = false
		case !isElsewhere && strings.HasPrefix(word, "call") && pointedTarget.MatchString(target):
			return word + " through a pointer"
		case !isElsewhere && (leavingInstructions[word] || strings.HasPrefix(word, "j")):
			found = append(found, [2]string{word, strings.TrimSpace(target)})
		}
	}
	for _, f := range found {
		if leavingInstructions[f[0]] || !localTarget.MatchString(f[1]) && !labels[f[1]] {
			return f[0]
		}
	}
	return ""
}
