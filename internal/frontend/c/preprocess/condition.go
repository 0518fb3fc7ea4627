package preprocess

import (
	"regexp"
	"strconv"
	"strings"
)

// number is a value of #if: 64 bits, signed or not.
type number struct {
	bits       int64
	isUnsigned bool
}

func truth(b bool) number {
	if b {
		return number{bits: 1}
	}
	return number{}
}

// conditionReader evaluates the expression of #if.
type conditionReader struct {
	p      *preprocessor
	word   Token
	tokens []Token
	skip   int // inside an operand that is not evaluated
}

func (p *preprocessor) condition(word Token, rest []Token) bool {
	of := p.list(p.operators(word, rest))
	of.inCondition = true
	of.run()
	tokens := p.operators(word, of.out) // macros may expand to operators too
	c := &conditionReader{p: p, word: word, tokens: tokens}
	v := c.conditional()
	if len(c.tokens) > 0 {
		p.fatalf(word.Pos, CodeSyntax, "unexpected %s in the expression of #%s", quoteToken(c.tokens[0].Text), word.Text)
	}
	return v.bits != 0
}

// operators replaces defined, __has_include and their like before macros are expanded.
func (p *preprocessor) operators(word Token, rest []Token) []Token {
	var out []Token
	for i := 0; i < len(rest); i++ {
		t := rest[i]
		switch {
		case t.Is("defined"):
			j := i + 1
			if j < len(rest) && rest[j].Is("(") {
				j++
			}
			if j >= len(rest) || rest[j].Kind != Identifier {
				p.fatalf(word.Pos, CodeSyntax, "defined needs a macro's name")
			}
			out = append(out, numeral(p.isDefined(word, rest[j].Text), t))
			if j > i+1 {
				j++
			}
			i = j
		case strings.HasPrefix(t.Text, "__has_") && i+1 < len(rest) && rest[i+1].Is("("):
			end := matching(rest, i+1)
			if end < 0 {
				p.fatalf(word.Pos, CodeSyntax, "missing ) in the expression of #%s", word.Text)
			}
			out = append(out, numeral(p.hasFeature(t.Text, rest[i+2:end]), t))
			i = end
		default:
			out = append(out, t)
		}
	}
	return out
}

// instructions are names of macros by which gcc tells of sets of instructions.
var instructions = regexp.MustCompile(`^__(ABM|ADX|AES|AMX|AVX|BMI|CL|CRC32|ENQCMD|F16C|FMA|FSGSBASE|FXSR|GFNI|HRESET|KL|LAHF|LWP|LZCNT|MMX|MOV|MWAIT|PCLMUL|PCONFIG|PKU|POPCNT|` +
	`PREFETCHWT1|PRFCHW|PTWRITE|RD|RTM|SERIALIZE|SGX|SHA|SHSTK|SSE|SSSE|TBM|TSXLDTRK|UINTR|VAES|VPCLMUL|WAITPKG|WBNOINVD|WIDEKL|XOP|XSAVE)[A-Z0-9_]*__$|^__3dNOW`)

// mustKnowUndefined refuses a question for a macro that is not defined and that a pragma of the program may have
// defined: which ones go with the instructions that it chooses is not known here.
func (p *preprocessor) mustKnowUndefined(word Token, name string) {
	if p.targeted {
		p.refuseInstructions(word, name)
	}
}

// mustKnowDefined refuses one for a macro that is defined and that a pragma may have taken away.
func (p *preprocessor) mustKnowDefined(word Token, name string) {
	if p.targeted && p.lessened {
		p.refuseInstructions(word, name)
	}
}

func (p *preprocessor) refuseInstructions(word Token, name string) {
	if instructions.MatchString(name) && !IsStandardHeader(word.Pos.File) {
		p.fatalf(word.Pos, CodeSyntax, "whether %s is defined behind #pragma GCC target is not known", name)
	}
}

func (p *preprocessor) isDefined(word Token, name string) bool {
	switch name {
	case "__has_include", "__has_include_next", "__has_attribute", "__has_builtin":
		return true
	}
	if p.lookup(name) == nil {
		p.mustKnowUndefined(word, name)
		return false
	}
	p.mustKnowDefined(word, name)
	return true
}

func (p *preprocessor) hasFeature(operator string, operand []Token) bool {
	switch {
	case operator == "__has_attribute":
		return len(operand) > 0 && p.hasAttribute(operand[0].Text)
	case operator == "__has_builtin":
		return len(operand) > 0 && p.declares(operand[0].Text)
	case !strings.HasPrefix(operator, "__has_include"):
		return false
	}
	name, angled := headerName(operand)
	if name == "" {
		name, angled = headerName(p.expandList(operand))
	}
	path := p.find(name, p.frames[len(p.frames)-1], lookup{angled: angled, next: operator == "__has_include_next"}).path
	return path != ""
}

// declares says that the prelude declares a built-in function.
func (p *preprocessor) declares(name string) bool {
	return strings.Contains(p.options.Prelude, " "+name+"(") || strings.Contains(p.options.Prelude, "*"+name+"(")
}

func numeral(b bool, t Token) Token {
	t.Kind, t.Text = Number, "0"
	if b {
		t.Text = "1"
	}
	return t
}

func (c *conditionReader) fail(message string) {
	c.p.fatalf(c.word.Pos, CodeSyntax, "%s in the expression of #%s", message, c.word.Text)
}

func (c *conditionReader) accept(text string) bool {
	if len(c.tokens) > 0 && c.tokens[0].Is(text) {
		c.tokens = c.tokens[1:]
		return true
	}
	return false
}

func (c *conditionReader) conditional() number {
	cond := c.binary(1)
	if !c.accept("?") {
		return cond
	}
	yes := c.unevaluated(cond.bits == 0, c.conditional)
	if !c.accept(":") {
		c.fail("missing :")
	}
	no := c.unevaluated(cond.bits != 0, c.conditional)
	result := no
	if cond.bits != 0 {
		result = yes
	}
	result.isUnsigned = yes.isUnsigned || no.isUnsigned
	return result
}

func (c *conditionReader) unevaluated(skip bool, f func() number) number {
	if skip {
		c.skip++
		defer func() { c.skip-- }()
	}
	return f()
}

var conditionLevels = map[string]int{
	"||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, ">": 7, "<=": 7, ">=": 7,
	"<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10,
}

func (c *conditionReader) binary(level int) number {
	left := c.unary()
	for len(c.tokens) > 0 && c.tokens[0].Kind == Punctuator {
		op := c.tokens[0].Text
		n := conditionLevels[op]
		if n < level {
			return left
		}
		c.tokens = c.tokens[1:]
		skip := op == "&&" && left.bits == 0 || op == "||" && left.bits != 0
		right := c.unevaluated(skip, func() number { return c.binary(n + 1) })
		left = c.apply(op, left, right)
	}
	return left
}

func (c *conditionReader) apply(op string, x, y number) number {
	unsigned := x.isUnsigned || y.isUnsigned
	a, b := x.bits, y.bits
	less := a < b
	if unsigned {
		less = uint64(a) < uint64(b)
	}
	switch op {
	case "||":
		return truth(a != 0 || b != 0)
	case "&&":
		return truth(a != 0 && b != 0)
	case "==":
		return truth(a == b)
	case "!=":
		return truth(a != b)
	case "<":
		return truth(less)
	case ">=":
		return truth(!less)
	case ">":
		return truth(!less && a != b)
	case "<=":
		return truth(less || a == b)
	case "<<":
		return number{a << uint64(b&63), x.isUnsigned}
	case ">>":
		if x.isUnsigned {
			return number{int64(uint64(a) >> uint64(b&63)), true}
		}
		return number{a >> uint64(b&63), false}
	}
	return number{c.arithmetic(op, a, b, unsigned), unsigned}
}

func (c *conditionReader) arithmetic(op string, a, b int64, unsigned bool) int64 {
	switch op {
	case "|":
		return a | b
	case "^":
		return a ^ b
	case "&":
		return a & b
	case "+":
		return a + b
	case "-":
		return a - b
	case "*":
		return a * b
	}
	if b == 0 {
		if c.skip == 0 {
			c.fail("division by zero")
		}
		return 0
	}
	switch {
	case op == "/" && unsigned:
		return int64(uint64(a) / uint64(b))
	case op == "/":
		return a / b
	case unsigned:
		return int64(uint64(a) % uint64(b))
	}
	return a % b
}

func (c *conditionReader) unary() number {
	if len(c.tokens) == 0 {
		c.fail("missing operand")
	}
	t := c.tokens[0]
	c.tokens = c.tokens[1:]
	switch {
	case t.Is("-"):
		v := c.unary()
		return number{-v.bits, v.isUnsigned}
	case t.Is("+"):
		return c.unary()
	case t.Is("~"):
		v := c.unary()
		return number{^v.bits, v.isUnsigned}
	case t.Is("!"):
		return truth(c.unary().bits == 0)
	case t.Is("("):
		v := c.conditional()
		for c.accept(",") {
			v = c.conditional()
		}
		if !c.accept(")") {
			c.fail("missing )")
		}
		return v
	case t.Kind == Number:
		return c.numeral(t)
	case t.Kind == Char:
		return c.character(t)
	case t.Kind == Identifier:
		c.p.mustKnowUndefined(c.word, t.Text)
		return number{} // true and false as well, before C23 (C11 6.10.1p4)
	}
	c.fail("unexpected " + quoteToken(t.Text))
	return number{}
}

func (c *conditionReader) numeral(t Token) number {
	text := strings.ToLower(t.Text)
	digits := strings.TrimRight(text, "ul")
	v, err := strconv.ParseUint(strings.ReplaceAll(digits, "'", ""), 0, 64)
	if err != nil {
		c.fail("the number " + quoteToken(t.Text) + " is no integer")
	}
	return number{int64(v), strings.Contains(text[len(digits):], "u") || v > 1<<63-1}
}

func (c *conditionReader) character(t Token) number {
	text := t.Text[strings.IndexByte(t.Text, '\'')+1 : len(t.Text)-1]
	bytes, ok := DecodeString(text, 1)
	if !ok || len(bytes) == 0 {
		c.fail("the character " + quoteToken(t.Text) + " is wrong")
	}
	v := int64(0)
	for _, b := range bytes {
		v = v<<8 | int64(b)
	}
	rest := 64 - 8*c.p.options.Target.Int() // it is an int
	v = v << rest >> rest
	if len(bytes) == 1 {
		v = int64(int8(bytes[0]))
		if c.p.options.Target.CharUnsigned {
			v = int64(bytes[0])
		}
	}
	return number{bits: v}
}
