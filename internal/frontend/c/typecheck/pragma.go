package typecheck

import (
	"strconv"
	"strings"

	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/source"
)

// packing holds what pragmas say of the layout of types that come behind them.
type packing struct {
	saved       []packState
	pack        int64
	fused       string   // by #pragma GCC target: what makes one rounding of two; "": nothing
	fusedBefore []string // by #pragma GCC push_options

	reversed bool // #pragma scalar_storage_order: members are in the other order of bytes
}

type packState struct {
	name string
	pack int64
}

// packPragma obeys #pragma pack as gcc does.
func (c *symbols) packPragma(text string) {
	text = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text), "pack"))
	if !strings.HasPrefix(text, "(") || !strings.HasSuffix(text, ")") {
		return
	}
	words := strings.Split(text[1:len(text)-1], ",")
	for i := range words {
		words[i] = strings.TrimSpace(words[i])
	}
	switch words[0] {
	case "push":
		name := ""
		for _, w := range words[1:] {
			if _, err := strconv.Atoi(w); err != nil {
				name = w
			}
		}
		c.saved = append(c.saved, packState{name, c.pack})
		words = words[1:]
	case "pop":
		c.popPack(words[1:])
		return
	case "":
		c.pack = 0
		return
	}
	for _, w := range words {
		if n, err := strconv.ParseInt(w, 0, 64); err == nil && n <= 16 && n&(n-1) == 0 {
			c.pack = n
		}
	}
}

func (c *symbols) popPack(words []string) {
	n := len(c.saved) - 1
	if len(words) > 0 {
		for n >= 0 && c.saved[n].name != words[0] {
			n--
		}
	}
	if n < 0 {
		return
	}
	c.pack = c.saved[n].pack
	c.saved = c.saved[:n]
}

// pragma obeys the pragmas of gcc that change what a program does, and refuses those that are not modelled.
func (c *symbols) pragma(text string) {
	words := strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ", ",", " ", "=", " = ").Replace(text))
	if len(words) == 0 {
		return
	}
	pos := c.tok.Pos
	switch words[0] {
	case "pack":
		c.packPragma(text)
	case "scalar_storage_order":
		c.reversed = len(words) > 1 && words[1] == "big-endian"
	case "weak":
		c.weakPragma(pos, words[1:])
	case "redefine_extname":
		if len(words) == 3 {
			c.rename(words[1], words[2])
		}
	case "GCC":
		if len(words) > 1 && c.target.X86 {
			c.targetPragma(words, text)
		}
		if len(words) > 2 && (words[1] == "optimize" || words[1] == "target") {
			if option := changesArithmetic(text); option != "" {
				c.errorf(pos, CodeUnsupported, "#pragma GCC %s with %s, which makes arithmetic another one", words[1], option)
			}
		}
	case "yogi":
		c.assumed(pos, text)
	case "STDC":
		if len(words) == 3 && words[1] == "FLOAT_CONST_DECIMAL64" && words[2] == "ON" {
			c.errorf(pos, CodeUnsupported, "#pragma STDC FLOAT_CONST_DECIMAL64 ON: decimal floating constants")
		}
	}
}

// assumed reads #pragma yogi assumed "TEXT": what the program takes for granted and the verdict is to name. Numbers,
// for which macros may have stood, may be between several texts. #pragma yogi unkept FUNCTION "TEXT" is a part of a
// function's contract that its calls do not keep to.
func (c *symbols) assumed(pos source.Pos, text string) {
	words := strings.Fields(text)
	if name, isElsewhere := strings.CutPrefix(text, preprocess.ContractOf+" "); isElsewhere {
		c.unit.Elsewhere = append(c.unit.Elsewhere, tree.Elsewhere{Function: name, Pos: pos})
		return
	}
	if strings.HasPrefix(text, preprocess.ContractPragma) {
		return // read with the declaration behind it, see acsl.go
	}
	isUnkept := len(words) > 2 && words[1] == "unkept"
	if !isUnkept && (len(words) < 2 || words[1] != "assumed") {
		c.errorf(pos, CodeSyntax, "#pragma yogi assumed \"TEXT\" and #pragma yogi unkept FUNCTION \"TEXT\" are the only pragmas of that name")
		return
	}
	if isUnkept {
		said, ok := saidIn(text[strings.Index(text, words[2])+len(words[2]):])
		if !ok || strings.TrimSpace(said) == "" {
			c.errorf(pos, CodeSyntax, "#pragma yogi unkept names a function, and in quotes what it demands")
			return
		}
		c.unit.Unkept = append(c.unit.Unkept, tree.Unread{Function: words[2], Text: said, Pos: pos})
		return
	}
	said, ok := saidIn(text[strings.Index(text, words[1])+len(words[1]):])
	if !ok || strings.TrimSpace(said) == "" {
		c.errorf(pos, CodeSyntax, "#pragma yogi assumed names what is assumed in quotes")
		return
	}
	c.unit.Assumed = append(c.unit.Assumed, tree.Assumed{Text: said, Pos: pos})
}

// saidIn joins texts in quotes, and the numbers between them.
func saidIn(text string) (said string, ok bool) {
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		if quoted, err := strconv.QuotedPrefix(text); err == nil && text[0] == '"' {
			part, err := strconv.Unquote(quoted)
			if err != nil {
				return "", false
			}
			said, ok, text = said+part, true, text[len(quoted):]
			continue
		}
		end := strings.IndexFunc(text, func(r rune) bool { return r < '0' || r > '9' })
		if end < 0 {
			end = len(text)
		}
		if end == 0 {
			return "", false
		}
		said, text = said+text[:end], text[end:]
	}
	return said, ok
}

// weakPragma obeys `weak name`; by `weak name = other` name is another name of a function.
func (c *symbols) weakPragma(pos source.Pos, words []string) {
	switch {
	case len(words) == 1:
		c.weak[words[0]] = true
		if o := c.objects[words[0]]; o != nil {
			o.Weak = true
		}
		if f := c.functions[words[0]]; f != nil {
			f.Weak = true
		}
	case len(words) == 3 && words[1] == "=":
		c.errorf(pos, CodeUnsupported, "#pragma weak %s = %s: another name", words[0], words[2])
	}
}

// rename gives a name, declared before or after, the symbol by which a linker knows it.
func (c *symbols) rename(name, symbol string) {
	c.renamed[name] = symbol
	if o := c.objects[name]; o != nil && o.Symbol == "" {
		o.Symbol = symbol
	}
	if f := c.functions[name]; f != nil && f.Symbol == "" {
		f.Symbol = symbol
	}
}

// symbolOf is the symbol of a name with external linkage: of its declaration, else of a pragma.
func (c *symbols) symbolOf(d *declarator, linkage tree.Linkage) string {
	if d.attrs.symbol == "" && linkage == tree.ExternalLinkage {
		return c.renamed[d.name]
	}
	return d.attrs.symbol
}
