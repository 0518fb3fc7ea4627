package preprocess

import (
	"slices"
	"strconv"
	"strings"
)

// macro is a definition. Params is nil for an object-like macro.
type macro struct {
	name       string
	isFunction bool
	params     []string
	variadic   bool // the last parameter takes the rest of the arguments
	body       []Token
	builtin    func(p *preprocessor, t Token) Token
}

func builtinMacro(name string) *macro {
	switch name {
	case "__LINE__":
		return &macro{name: name, builtin: func(_ *preprocessor, t Token) Token {
			return Token{Kind: Number, Text: strconv.Itoa(t.Pos.Line)}
		}}
	case "__FILE__":
		return &macro{name: name, builtin: func(p *preprocessor, t Token) Token { return p.fileName(p.typedName(t)) }}
	case "__FILE_NAME__":
		return &macro{name: name, builtin: func(p *preprocessor, t Token) Token {
			name := p.typedName(t)
			return p.fileName(name[strings.LastIndexByte(name, '/')+1:])
		}}
	case "__BASE_FILE__":
		return &macro{name: name, builtin: func(p *preprocessor, _ Token) Token {
			return p.fileName(p.options.TypedName(NoFlag, p.file))
		}}
	case "__COUNTER__":
		return &macro{name: name, builtin: func(p *preprocessor, _ Token) Token {
			p.counter++
			return Token{Kind: Number, Text: strconv.Itoa(p.counter - 1)}
		}}
	case "__INCLUDE_LEVEL__":
		return &macro{name: name, builtin: func(p *preprocessor, _ Token) Token {
			return Token{Kind: Number, Text: strconv.Itoa(max(len(p.frames)-1, 0))}
		}}
	case "__DATE__":
		// Fixed, so that the same input has the same meaning every day.
		return &macro{name: name, builtin: func(*preprocessor, Token) Token {
			return Token{Kind: String, Text: `"Jan  1 1970"`}
		}}
	case "__TIME__":
		return &macro{name: name, builtin: func(*preprocessor, Token) Token {
			return Token{Kind: String, Text: `"00:00:00"`}
		}}
	}
	return nil
}

// typedName is the name by which the build knows the file that a token is in, as #line has it.
func (p *preprocessor) typedName(t Token) string {
	for _, f := range slices.Backward(p.frames) {
		if f.name == t.Pos.File {
			return f.typed
		}
	}
	if name, known := p.typed[t.Pos.File]; known {
		return name // a file that ends in the call of a macro, whose arguments are in the next one
	}
	return t.Pos.File
}

// quoting escapes as gcc does in the text of __FILE__.
var quoting = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

// fileName is the text of a file's name, as a string.
func (p *preprocessor) fileName(name string) Token {
	return Token{Kind: String, Text: `"` + quoting.Replace(p.options.FileName(name)) + `"`}
}

func (p *preprocessor) lookup(name string) *macro {
	if m := p.macros[name]; m != nil {
		return m
	}
	if strings.HasPrefix(name, "__") {
		return builtinMacro(name)
	}
	return nil
}

// expand replaces a macro's use by its expansion, to be read again; it reports false when t is not one.
func (p *preprocessor) expand(t Token) bool {
	if t.Text == "_Pragma" && !p.nested {
		return p.pragmaOperator(t)
	}
	m := p.lookup(t.Text)
	if m == nil || t.hide.has(t.Text) {
		return false
	}
	p.mustKnowDefined(t, t.Text)
	switch {
	case m.builtin != nil:
		n := m.builtin(p, t)
		n.Pos, n.Space, n.hide = t.Pos, t.Space, t.hide
		p.unread(n)
		return true
	case !m.isFunction:
		p.replace(m, nil, t, t.hide.with(m.name))
		return true
	}
	if p.atFileEnd() {
		return false // gcc looks for no arguments in the file that included this one
	}
	open := p.token()
	if !open.Is("(") {
		if open.Kind != EOF {
			p.unread(open)
		}
		return false
	}
	written, end := p.arguments(m, t)
	args := argumentsOf(written)
	p.expandArguments(m, args)
	p.replace(m, args, t, t.hide.intersect(end.hide).with(m.name))
	return true
}

// atFileEnd says that the last token of a file has been read.
func (p *preprocessor) atFileEnd() bool {
	if len(p.pending) > 0 || p.nested || len(p.frames) == 0 {
		return false
	}
	f := p.frames[len(p.frames)-1]
	return f.pieces[f.next].kind == EOF
}

// replace puts the expansion of a macro's use before the rest of the input.
func (p *preprocessor) replace(m *macro, args []*argument, use Token, hide *hideSet) {
	body := p.substitute(p.expansion[:0], m, args, use)
	p.expansion = body // its room is used again
	p.expanded += len(body)
	if p.expanded > maxExpansion {
		p.fatalf(use.Pos, CodeLimit, "macros expand to more than %d tokens", maxExpansion)
	}
	for i := len(body) - 1; i >= 0; i-- {
		n := body[i]
		n.first = false
		if n.hide == nil {
			n.hide = hide
		} else {
			n.hide = n.hide.union(hide)
		}
		if i == 0 {
			n.Space = use.Space
		}
		p.pending = append(p.pending, n)
	}
}

// arguments reads the arguments of a macro's use after the opening parenthesis.
func (p *preprocessor) arguments(m *macro, use Token) ([][]Token, Token) {
	args := [][]Token{nil}
	depth := 0
	for {
		t := p.token()
		p.spend(use.Pos)
		n := len(args) - 1
		switch {
		case t.Kind == EOF:
			p.fatalf(use.Pos, CodeSyntax, "unterminated argument list of macro %s", m.name)
		case t.Is("("):
			depth++
		case t.Is(")") && depth == 0:
			return p.fit(m, args, use), t
		case t.Is(")"):
			depth--
		case t.Is(",") && depth == 0 && !(m.variadic && n == len(m.params)-1):
			args = append(args, nil)
			continue
		}
		t.first = false
		args[n] = append(args[n], t)
	}
}

// fit makes the number of arguments that of the parameters. A rest that is left out is nil, one that is
// given but empty is not.
func (p *preprocessor) fit(m *macro, args [][]Token, use Token) [][]Token {
	if len(m.params) == 0 && len(args) == 1 && len(args[0]) == 0 {
		return nil
	}
	if m.variadic && len(args) == len(m.params)-1 {
		return append(args, nil)
	}
	if last := len(args) - 1; m.variadic && args[last] == nil && (last > 0 || p.options.strict()) {
		args[last] = []Token{}
	}
	if len(args) != len(m.params) {
		p.fatalf(use.Pos, CodeSyntax, "macro %s takes %d arguments, not %d", m.name, len(m.params), len(args))
	}
	return args
}

// argument holds the tokens that a use of a macro gives for a parameter. It is expanded where the
// body first needs that, and only once: __COUNTER__ in it is one number however often the parameter
// stands in the body.
type argument struct {
	tokens   []Token // as written; nil: a rest that is left out
	expanded []Token
	done     bool
}

func argumentsOf(args [][]Token) []*argument {
	out := make([]*argument, len(args))
	for i, tokens := range args {
		out[i] = &argument{tokens: tokens}
	}
	return out
}

func (p *preprocessor) expandArgument(a *argument) []Token {
	if !a.done {
		a.expanded, a.done = p.expandList(a.tokens), true
	}
	return a.expanded
}

// expandArguments expands the arguments that the body uses other than as operands of # and ##, in
// the body's order and before anything is replaced, as gcc does: those in a __VA_OPT__ that is left
// out too, as __COUNTER__ shows.
func (p *preprocessor) expandArguments(m *macro, args []*argument) {
	for i, t := range m.body {
		n := m.param(t)
		pasted := i > 0 && m.body[i-1].Is("##") || i+1 < len(m.body) && m.body[i+1].Is("##")
		if n >= 0 && !pasted && !(i > 0 && m.body[i-1].Is("#")) {
			p.expandArgument(args[n])
		}
	}
}

// substitute appends the body of m to out, which is empty, with its parameters replaced and # and ## done.
func (p *preprocessor) substitute(out []Token, m *macro, args []*argument, use Token) []Token {
	body := m.body
	for i := 0; i < len(body); i++ {
		t := body[i]
		switch {
		case m.stringizes(body, i):
			i++
			out = appendSpaced(out, []Token{stringOf(m, args, body[i], use)}, t.Space)
		case t.Is("##") && len(out) > 0 && m.stringizes(body, i+1):
			i += 2
			out = paste(out, []Token{stringOf(m, args, body[i], use)}, use)
		case t.Is("##") && len(out) > 0 && i+1 < len(body):
			i++
			out = p.pasteNext(m, args, out, body[i], use)
		case m.isFunction && t.Is("__VA_OPT__") && m.variadic && i+1 < len(body) && body[i+1].Is("("):
			end := matching(body, i+1)
			if end < 0 {
				p.fatalf(use.Pos, CodeSyntax, "__VA_OPT__ without ) in macro %s", m.name)
			}
			if len(p.expandArgument(args[len(args)-1])) > 0 {
				sub := *m
				sub.body = body[i+2 : end]
				out = append(out, p.substitute(nil, &sub, args, use)...)
			}
			i = end
		case m.param(t) >= 0:
			arg := args[m.param(t)]
			if i+1 < len(body) && body[i+1].Is("##") {
				if len(arg.tokens) == 0 {
					// An empty operand of ## vanishes, and the operator with it.
					out = p.emptyLeft(m, args, out, body, &i, use)
					continue
				}
				out = appendSpaced(out, arg.tokens, t.Space)
				continue
			}
			out = appendSpaced(out, p.expandArgument(arg), t.Space)
		default:
			t.Pos = use.Pos
			out = append(out, t)
		}
	}
	return out
}

// stringizes says that # and a parameter begin at i.
func (m *macro) stringizes(body []Token, i int) bool {
	return m.isFunction && i+1 < len(body) && body[i].Is("#") && m.param(body[i+1]) >= 0
}

// stringOf is the argument for a parameter behind #.
func stringOf(m *macro, args []*argument, param, use Token) Token {
	return Token{Kind: String, Text: stringize(args[m.param(param)].tokens), Pos: use.Pos}
}

// emptyLeft handles  x ## y  where x is an empty argument: the result is y.
func (p *preprocessor) emptyLeft(m *macro, args []*argument, out, body []Token, i *int, use Token) []Token {
	if *i+2 >= len(body) {
		*i++
		return out
	}
	next := body[*i+2]
	if n := m.param(next); n >= 0 {
		if *i+3 < len(body) && body[*i+3].Is("##") && len(args[n].tokens) == 0 {
			*i++
			return out
		}
		*i += 2
		return appendSpaced(out, args[n].tokens, next.Space)
	}
	*i++
	return out
}

// pasteNext appends the operand after ## to the last token of out.
func (p *preprocessor) pasteNext(m *macro, args []*argument, out []Token, next, use Token) []Token {
	operand := []Token{next}
	operand[0].Pos = use.Pos
	if n := m.param(next); n >= 0 {
		operand = args[n].tokens
		if m.variadic && n == len(m.params)-1 && out[len(out)-1].Is(",") {
			// GNU: the comma before a rest that is left out vanishes, otherwise nothing is pasted.
			// The rest is an operand of ## all the same: it is expanded when the result is read
			// again, not on its own.
			if operand == nil {
				return out[:len(out)-1]
			}
			return append(out, operand...)
		}
	}
	if len(operand) == 0 {
		return out
	}
	return paste(out, operand, use)
}

// paste makes one token of the last one of out and the first operand.
func paste(out, operand []Token, use Token) []Token {
	left := out[len(out)-1]
	joined := scan(left.Text + operand[0].Text)
	out = out[:len(out)-1]
	for j := range joined.pieces[:len(joined.pieces)-1] {
		t := joined.token(&joined.pieces[j], "", 0)
		t.Pos, t.first, t.hide = use.Pos, false, left.hide.intersect(operand[0].hide)
		t.Space = j == 0 && left.Space
		out = append(out, t)
	}
	return append(out, operand[1:]...)
}

// appendSpaced appends tokens, of which the first one has white space before it or not.
func appendSpaced(out, tokens []Token, space bool) []Token {
	n := len(out)
	if out = append(out, tokens...); len(out) > n {
		out[n].Space = space
	}
	return out
}

// matching is the index of the parenthesis that closes the one at i, -1 if there is none.
func matching(tokens []Token, i int) int {
	depth := 0
	for ; i < len(tokens); i++ {
		if tokens[i].Is("(") {
			depth++
		}
		if tokens[i].Is(")") {
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

func (m *macro) param(t Token) int {
	if t.Kind != Identifier {
		return -1
	}
	for i, name := range m.params {
		if name == t.Text {
			return i
		}
	}
	return -1
}

// expandList expands tokens on their own, as an argument or a directive's operand.
func (p *preprocessor) expandList(tokens []Token) []Token {
	of := p.list(tokens)
	of.run()
	return of.out
}

// list is a preprocessor of tokens that ends behind them.
func (p *preprocessor) list(tokens []Token) *preprocessor {
	of := &preprocessor{unit: p.unit, inCondition: p.inCondition, nested: true, pending: make([]Token, 0, len(tokens)+8)}
	for i := len(tokens) - 1; i >= 0; i-- {
		of.pending = append(of.pending, tokens[i])
	}
	return of
}

func stringize(tokens []Token) string {
	var b strings.Builder
	b.WriteByte('"')
	for i, t := range tokens {
		if i > 0 && t.Space {
			b.WriteByte(' ')
		}
		text := t.Text
		if t.Kind == String || t.Kind == Char {
			text = strings.ReplaceAll(strings.ReplaceAll(text, `\`, `\\`), `"`, `\"`)
		}
		b.WriteString(text)
	}
	text := b.String()
	if trimmed := strings.TrimRight(text, `\`); (len(text)-len(trimmed))%2 == 1 {
		text = text[:len(text)-1] // as gcc: it would take away the closing quote
	}
	return text + `"`
}

// pragmaOperator turns _Pragma("text") into a pragma token.
func (p *preprocessor) pragmaOperator(t Token) bool {
	open := p.token()
	if !open.Is("(") {
		p.fatalf(t.Pos, CodeSyntax, "_Pragma takes a parenthesized string literal")
	}
	text, end := p.token(), p.token()
	if text.Kind != String || !end.Is(")") {
		p.fatalf(t.Pos, CodeSyntax, "_Pragma takes a parenthesized string literal")
	}
	words := text.Text[strings.IndexByte(text.Text, '"')+1 : len(text.Text)-1]
	words = strings.ReplaceAll(strings.ReplaceAll(words, `\"`, `"`), `\\`, `\`)
	cut := scan(words)
	var rest []Token
	for i := range cut.pieces[:len(cut.pieces)-1] {
		part := cut.token(&cut.pieces[i], "", 0)
		part.Pos = t.Pos
		rest = append(rest, part)
	}
	p.pragma(p.frames[len(p.frames)-1], t, rest)
	return true
}
