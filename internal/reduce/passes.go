package reduce

import (
	"cmp"
	"slices"
	"strings"
)

// edit puts a text in the place of the one from start to end.
type edit struct {
	start, end int
	by         string
}

// deepest bounds the nesting of brackets that is looked at.
const deepest = 40

// namedPass proposes edits; those per depth are about the groups of one.
type namedPass struct {
	name     string
	perDepth bool
	edits    func(t text, depth int) []edit
}

// passes are in the order in which they run: what leaves out most comes first. Each edit makes the text shorter, or
// a constant of what was none, so that rounds come to an end.
var passes = []namedPass{
	{"comments", false, func(t text, _ int) []edit { return t.leaveOut(comment) }},
	{"directives", false, func(t text, _ int) []edit { return t.leaveOut(directive) }},
	{"parts", true, text.parts},
	{"bodies", true, text.bodies},
	{"blocks for statements, the first", true, func(t text, depth int) []edit { return t.hoisted(depth, first) }},
	{"blocks for statements, the last", true, func(t text, depth int) []edit { return t.hoisted(depth, last) }},
	{"arguments", true, text.arguments},
	{"assigned values", false, text.values},
	{"brackets", true, text.brackets},
	{"tokens", false, text.single},
	{"numbers", false, text.numbers},
	{"blank lines", false, text.blank},
}

// leaveOut leaves out the tokens of a kind.
func (t text) leaveOut(k kind) []edit {
	var edits []edit
	for _, token := range t.tokens {
		if token.kind == k {
			edits = append(edits, edit{token.start, token.end, ""})
		}
	}
	return edits
}

// parts leaves out the items of groups.
func (t text) parts(depth int) []edit {
	var edits []edit
	t.groupsAt(depth, func(g *group) {
		for _, i := range g.items {
			edits = append(edits, edit{i.start, i.end, ""})
		}
	})
	return edits
}

// bodies makes an empty statement, or the end of a declaration, of a block.
func (t text) bodies(depth int) []edit {
	return t.ofGroups(depth+1, '{', func(g *group) edit { return edit{g.start, g.end, ";"} })
}

// ofGroups makes an edit of each group of a depth that begins with a bracket.
func (t text) ofGroups(depth int, open byte, of func(g *group) edit) []edit {
	var edits []edit
	t.groupsAt(depth, func(g *group) {
		if g.open == open {
			edits = append(edits, of(g))
		}
	})
	return edits
}

func first(groups []*group) *group { return groups[0] }

func last(groups []*group) *group { return groups[len(groups)-1] }

// hoisted puts what is in a block of a statement in the statement's place.
func (t text) hoisted(depth int, choose func([]*group) *group) []edit {
	var edits []edit
	t.groupsAt(depth, func(g *group) {
		for _, i := range g.items {
			blocks := slices.DeleteFunc(slices.Clone(i.groups), func(g *group) bool { return g.open != '{' })
			if len(blocks) > 0 {
				start, end := choose(blocks).inside()
				edits = append(edits, edit{i.start, i.end, t.source[start:end]})
			}
		}
	})
	return edits
}

// arguments makes a zero of what is an argument, an index or a condition.
func (t text) arguments(depth int) []edit {
	var edits []edit
	for _, open := range []byte{'(', '['} {
		t.groupsAt(depth+1, func(g *group) {
			if g.open != open {
				return
			}
			for _, i := range g.items {
				if end := strings.TrimSuffix(t.source[i.start:i.end], ","); end != "0" && end != "1" && end != "" {
					edits = append(edits, edit{i.start, i.start + len(end), "0"})
				}
			}
		})
	}
	return edits
}

// brackets leaves out round brackets and keeps what is in them.
func (t text) brackets(depth int) []edit {
	return t.ofGroups(depth+1, '(', func(g *group) edit {
		start, end := g.inside()
		return edit{g.start, g.end, t.source[start:end]}
	})
}

// values makes a zero of what is assigned or returned.
func (t text) values(int) []edit {
	var edits []edit
	for n, token := range t.tokens {
		switch t.source[token.start:token.end] {
		case "=", ":=", "return":
			end := t.expressionEnd(n + 1)
			if value := strings.TrimSpace(t.source[token.end:end]); value != "" && value != "0" && value != "1" {
				edits = append(edits, edit{token.end, end, " 0"})
			}
		}
	}
	return edits
}

// expressionEnd is where an expression ends that begins with a token.
func (t text) expressionEnd(n int) int {
	depth := 0
	for ; n < len(t.tokens); n++ {
		switch c := t.source[t.tokens[n].start]; {
		case strings.IndexByte("([{", c) >= 0:
			depth++
		case strings.IndexByte(")]}", c) >= 0:
			depth--
		}
		if c := t.source[t.tokens[n].start]; depth < 0 || depth == 0 && (c == ';' || c == ',') {
			return t.tokens[n].start
		}
	}
	return len(t.source)
}

// single leaves out tokens.
func (t text) single(int) []edit {
	var edits []edit
	for _, token := range t.tokens {
		edits = append(edits, edit{token.start, token.end, ""})
	}
	return edits
}

// numbers makes a zero of longer numbers.
func (t text) numbers(int) []edit {
	var edits []edit
	for _, token := range t.tokens {
		if token.kind == number && token.end > token.start+1 {
			edits = append(edits, edit{token.start, token.end, "0"})
		}
	}
	return edits
}

// blank leaves out empty lines and spaces at the ends of lines.
func (t text) blank(int) []edit {
	var kept []string
	for line := range strings.SplitSeq(t.source, "\n") {
		if line = strings.TrimRight(line, " \t\r"); line != "" {
			kept = append(kept, line)
		}
	}
	short := strings.Join(kept, "\n") + "\n"
	if len(short) >= len(t.source) {
		return nil
	}
	return []edit{{0, len(t.source), short}}
}

// apart are the edits in the order of the text, without those that lie in others.
func apart(edits []edit) []edit {
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end)) })
	var kept []edit
	for _, e := range edits {
		if len(kept) == 0 || e.start >= kept[len(kept)-1].end {
			kept = append(kept, e)
		}
	}
	return kept
}

// withEdits is the text with the edits that were made and those of a chunk. Words that come to
// stand side by side are kept apart.
func withEdits(source string, edits []edit, made []bool, chunk []int) string {
	var out strings.Builder
	at := 0
	put := func(s string) {
		if s == "" {
			return
		}
		if so := out.String(); so != "" && joins(so[len(so)-1], s[0]) {
			out.WriteByte(' ')
		}
		out.WriteString(s)
	}
	for i, e := range edits {
		if _, chosen := slices.BinarySearch(chunk, i); chosen || made[i] {
			put(source[at:e.start])
			put(e.by)
			at = e.end
		}
	}
	put(source[at:])
	return out.String()
}

func joins(a, b byte) bool {
	isWord := func(c byte) bool {
		return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	}
	return isWord(a) && isWord(b)
}
