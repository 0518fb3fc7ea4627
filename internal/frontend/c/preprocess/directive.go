package preprocess

import (
	"slices"
	"strconv"
	"strings"
)

// directive runs the directive whose # has been read.
func (p *preprocessor) directive(f *frame, hash Token) {
	p.line = f.restOfLine(p.line[:0])
	line := p.line
	if len(line) == 0 {
		return
	}
	word, rest := line[0], line[1:]
	if word.Kind == Number {
		p.lineMarker(f, word, line)
		return
	}
	switch word.Text {
	case "if":
		p.ifGroup(f, word, p.decided(f, word, p.condition(word, rest)))
	case "ifdef", "ifndef":
		name := p.macroName(word, rest)
		p.ifGroup(f, word, p.decided(f, word, p.isDefined(word, name) == (word.Text == "ifdef")))
	case "elif", "else", "elifdef", "elifndef":
		p.elseGroup(f, word)
	case "endif":
		if len(f.conds) == 0 {
			p.errorf(word.Pos, CodeSyntax, "#endif without #if")
			return
		}
		f.conds = f.conds[:len(f.conds)-1]
	case "define":
		p.define(word, rest)
	case "undef":
		delete(p.macros, p.macroName(word, rest))
	case "include", "include_next", "import":
		p.include(f, word, rest)
	case "line":
		rest = p.expandList(rest)
		if len(rest) > 0 {
			p.lineMarker(f, rest[0], rest)
		}
	case "error":
		p.fatalf(hash.Pos, CodeSyntax, "#error %s", spell(rest))
	case "pragma":
		p.pragma(f, hash, rest)
	case "warning", "ident", "sccs", "assert", "unassert":
	default:
		p.errorf(word.Pos, CodeSyntax, "unknown directive #%s", quoteToken(word.Text))
	}
}

func spell(tokens []Token) string {
	var b strings.Builder
	for i, t := range tokens {
		if i > 0 && t.Space {
			b.WriteByte(' ')
		}
		b.WriteString(t.Text)
	}
	return b.String()
}

// lineMarker handles  #line N "file"  and GNU's  # N "file" flags.
func (p *preprocessor) lineMarker(f *frame, number Token, line []Token) {
	n, err := strconv.Atoi(number.Text)
	if err != nil || n < 0 {
		p.errorf(number.Pos, CodeSyntax, "the line number %s is wrong", quoteToken(number.Text))
		return
	}
	// The next physical line is line n.
	physical := number.Pos.Line - f.delta
	f.delta = n - physical - 1
	if len(line) > 1 && line[1].Kind == String {
		if name, err := strconv.Unquote(line[1].Text); err == nil && name != "" {
			f.name, f.typed = name, name
		}
	}
}

func (p *preprocessor) macroName(word Token, rest []Token) string {
	if len(rest) == 0 || rest[0].Kind != Identifier {
		p.fatalf(word.Pos, CodeSyntax, "#%s needs a macro's name", word.Text)
	}
	return rest[0].Text
}

func (p *preprocessor) ifGroup(f *frame, word Token, holds bool) {
	f.conds = append(f.conds, conditional{pos: word.Pos, taken: holds})
	if !holds {
		p.skip(f)
	}
}

// elseGroup comes to the end of a group that was read: the other groups are skipped.
func (p *preprocessor) elseGroup(f *frame, word Token) {
	if len(f.conds) == 0 {
		p.errorf(word.Pos, CodeSyntax, "#%s without #if", word.Text)
		return
	}
	p.setElse(f, word)
	p.skip(f)
}

func (p *preprocessor) setElse(f *frame, word Token) {
	c := &f.conds[len(f.conds)-1]
	if c.isElse {
		p.errorf(word.Pos, CodeSyntax, "#%s after #else", word.Text)
	}
	c.isElse = c.isElse || word.Text == "else"
}

// skip skips groups until one is taken or the conditional ends.
func (p *preprocessor) skip(f *frame) {
	depth := 0
	for f.nextDirective() {
		if f.pieces[f.next].first {
			continue // a # alone on its line
		}
		word := f.pieces[f.next]
		switch f.source[word.begin:word.end] {
		case "if", "ifdef", "ifndef":
			depth++
		case "endif":
			if depth == 0 {
				f.restOfLine(nil)
				f.conds = f.conds[:len(f.conds)-1]
				return
			}
			depth--
		case "elif", "else", "elifdef", "elifndef":
			if depth == 0 {
				line := f.restOfLine(nil)
				if p.takes(f, line[0], line[1:]) {
					return
				}
			}
		}
	}
}

// nextDirective moves behind the # of the next directive; without one to the end of the file.
func (f *frame) nextDirective() bool {
	n, _ := slices.BinarySearch(f.directives, uint32(f.next))
	if n == len(f.directives) {
		f.next = len(f.pieces) - 1
		return false
	}
	f.next = int(f.directives[n]) + 1
	return true
}

// takes decides whether the group that starts with word is read.
func (p *preprocessor) takes(f *frame, word Token, rest []Token) bool {
	p.setElse(f, word)
	c := &f.conds[len(f.conds)-1]
	if c.taken {
		return false
	}
	switch word.Text {
	case "else":
		c.taken = true
	case "elif":
		c.taken = p.decided(f, word, p.condition(word, rest))
	default:
		c.taken = p.decided(f, word, p.isDefined(word, p.macroName(word, rest)) == (word.Text == "elifdef"))
	}
	return f.conds[len(f.conds)-1].taken
}

// decided tells how a condition came out.
func (p *preprocessor) decided(f *frame, word Token, isTrue bool) bool {
	if p.options.Decided != nil && !IsStandardHeader(f.path) {
		p.options.Decided(Decision{word.Pos, word.Text, isTrue})
	}
	return isTrue
}

func (p *preprocessor) define(word Token, rest []Token) {
	m := &macro{name: p.macroName(word, rest)}
	rest = rest[1:]
	if len(rest) > 0 && rest[0].Is("(") && !rest[0].Space {
		m.isFunction = true
		rest = p.params(m, word, rest[1:])
	}
	m.body = slices.Clone(rest)
	if len(rest) > 0 && (rest[0].Is("##") || rest[len(rest)-1].Is("##")) {
		p.errorf(word.Pos, CodeSyntax, "## at an end of the body of macro %s", m.name)
	}
	p.macros[m.name] = m
}

func (p *preprocessor) params(m *macro, word Token, rest []Token) []Token {
	for i := 0; i < len(rest); i++ {
		t := rest[i]
		switch {
		case t.Is(")"):
			return rest[i+1:]
		case t.Is("..."):
			m.variadic = true
			if i == 0 || rest[i-1].Is(",") {
				m.params = append(m.params, "__VA_ARGS__")
			}
		case t.Kind == Identifier:
			m.params = append(m.params, t.Text)
		case !t.Is(","):
			p.fatalf(t.Pos, CodeSyntax, "unexpected %s in the parameters of macro %s", quoteToken(t.Text), m.name)
		}
	}
	p.fatalf(word.Pos, CodeSyntax, "the parameters of macro %s have no end", m.name)
	return nil
}

func (p *preprocessor) include(f *frame, word Token, rest []Token) {
	name, angled := headerName(rest)
	if name == "" {
		name, angled = headerName(p.expandList(rest))
	}
	if name == "" {
		p.fatalf(word.Pos, CodeSyntax, "#%s needs \"FILE\" or <FILE>", word.Text)
	}
	found := p.find(name, f, lookup{angled: angled, next: word.Text == "include_next"})
	if found.path == "" {
		p.notFound(word, name)
	}
	if !p.mayRead(found.path, name, f) {
		p.fatalf(word.Pos, CodeInclude, "include file %s lies outside of the program's folders; name its folder with -I", name)
	}
	if p.once[found.path] {
		return
	}
	if len(p.frames) > maxIncludeDepth {
		p.fatalf(word.Pos, CodeLimit, "#include is nested more than %d deep", maxIncludeDepth)
	}
	if word.Text == "import" {
		p.once[found.path] = true
	}
	p.push(found)
}

// notFound refuses an include file and says where else it may be.
func (p *preprocessor) notFound(word Token, name string) {
	p.diagnostics.Add(word.Pos, CodeInclude, "include file %s not found", name)
	d := p.diagnostics[len(p.diagnostics)-1]
	if p.options.SystemOwn {
		d.Notes = append(d.Notes, "name its folder with -I or --isystem, or install the package that it comes with")
	} else {
		d.Notes = append(d.Notes, "name its folder with -I or --isystem, or read the machine's headers with --headers machine")
	}
	panic(errStop)
}

func headerName(tokens []Token) (name string, angled bool) {
	if len(tokens) == 0 {
		return "", false
	}
	if t := tokens[0]; t.Kind == String && len(t.Text) > 2 && t.Text[0] == '"' {
		return t.Text[1 : len(t.Text)-1], false
	}
	if !tokens[0].Is("<") {
		return "", false
	}
	for i := 1; i < len(tokens); i++ {
		if tokens[i].Is(">") {
			return strings.TrimSpace(spell(tokens[1:i])), true
		}
	}
	return "", false
}

func (p *preprocessor) pragma(f *frame, hash Token, rest []Token) {
	if len(rest) == 0 {
		return
	}
	switch rest[0].Text {
	case "once":
		p.once[f.path] = true
		return
	case "push_macro", "pop_macro":
		p.saveMacro(rest)
		return
	case "GCC":
		if len(rest) > 1 && rest[1].Text == "target" && !IsStandardHeader(f.path) {
			p.targeted, p.lessened = true, p.lessened || strings.Contains(spell(rest), "no-")
		}
	case "yogi":
		if rest = p.expandContract(rest); len(rest) > 2 && rest[1].Text == "assumed" {
			rest = append(rest[:2:2], p.expandList(rest[2:])...) // a size that is given by -D
		}
	case "pack":
		// Microsoft's compilers expand the argument, gcc does not.
		if p.options.Target.MSKeywords {
			rest = append(rest[:1:1], p.expandList(rest[1:])...)
		}
	}
	p.out = append(p.out, Token{Kind: Pragma, Text: spell(rest), Pos: hash.Pos})
}

func (p *preprocessor) saveMacro(rest []Token) {
	if len(rest) < 3 || rest[2].Kind != String {
		return
	}
	name := strings.Trim(rest[2].Text, `"`)
	if rest[0].Text == "push_macro" {
		p.saved[name] = append(p.saved[name], p.macros[name])
		return
	}
	stack := p.saved[name]
	if len(stack) == 0 {
		return
	}
	if m := stack[len(stack)-1]; m != nil {
		p.macros[name] = m
	} else {
		delete(p.macros, name)
	}
	p.saved[name] = stack[:len(stack)-1]
}
