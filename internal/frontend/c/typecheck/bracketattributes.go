package typecheck

import (
	"slices"
	"strings"

	"yogi/internal/frontend/c/preprocess"
)

// Attributes in double brackets, as C23 has them and gcc takes them in all its modes: [[nodiscard]], [[gnu::unused]].
// Where such a list stands says what it belongs to, by other rules than those of __attribute__. So lists of attributes
// that change no run are left out wherever they stand; those of which __attribute__ says the same where they stand are
// written that way; and others stay where the parser refuses them.

// harmless are the attributes of the standard that change no run, harmlessGNU those of gcc.
var (
	harmless    = strings.Fields("deprecated fallthrough maybe_unused nodiscard")
	harmlessGNU = strings.Fields("always_inline cold deprecated fallthrough flatten format hot noinline unused warn_unused_result")
)

// ofTypes are the attributes of gcc that mean the same in brackets behind the word struct, union or enum, and
// ofDeclarations those that do at the start of a declaration.
var (
	ofTypes        = strings.Fields("packed aligned ms_struct gcc_struct transparent_union")
	ofDeclarations = strings.Fields("noreturn aligned weak used retain const pure malloc alloc_size nonnull returns_nonnull " +
		"constructor destructor cleanup section visibility leaf nothrow")
)

// withoutBrackets are the tokens without lists in double brackets of attributes that all change no run, and with those
// in their places that __attribute__ says too.
func withoutBrackets(tokens []preprocess.Token) []preprocess.Token {
	var out []preprocess.Token
	from := 0
	for i := 0; i < len(tokens); i++ {
		end, attributes := bracketList(tokens, i)
		if end == 0 {
			continue
		}
		instead, ok := asOther(attributes, namesAt(tokens, i))
		if !ok {
			continue
		}
		out = append(append(out, tokens[from:i]...), instead...)
		from, i = end+1, end
	}
	if from == 0 {
		return tokens
	}
	return append(out, tokens[from:]...)
}

// bracketList is the index of the last token of a list that begins at an index, with its attributes; 0: there is none.
func bracketList(tokens []preprocess.Token, at int) (end int, attributes [][]preprocess.Token) {
	if !tokens[at].Is("[") || at+1 >= len(tokens) || !tokens[at+1].Is("[") {
		return 0, nil
	}
	end, inner := closing(tokens, at), closing(tokens, at+1)
	if end < 0 || inner != end-1 {
		return 0, nil
	}
	attributes = splitTokens(tokens[at+2:inner], ",")
	if len(attributes) == 0 {
		return 0, nil
	}
	return end, attributes
}

// asOther are the attributes that change a run, as __attribute__ says them; false: there is one that is not among those
// that are named.
func asOther(attributes [][]preprocess.Token, named []string) (out []preprocess.Token, ok bool) {
	for _, a := range attributes {
		if !isMeaningful(a) {
			continue
		}
		pos := a[0].Pos
		if len(a) > 3 && plainName(a[0]) == "gnu" && a[1].Is(":") && a[2].Is(":") {
			a = a[3:]
		} else if len(a) > 1 || strings.Trim(a[0].Text, "_") != "noreturn" && a[0].Text != "_Noreturn" {
			return nil, false
		}
		if !slices.Contains(named, strings.ToLower(strings.Trim(a[0].Text, "_"))) || !isWhole(a) {
			return nil, false
		}
		out = append(out, written("__attribute__", pos), written("(", pos), written("(", pos))
		out = append(append(out, a...), written(")", pos), written(")", pos))
	}
	return out, true
}

// namesAt are the attributes that __attribute__ says too in the place of a list that begins at an index.
func namesAt(tokens []preprocess.Token, at int) []string {
	for at > 0 && tokens[at-1].Is("]") { // behind another list
		open := opening(tokens, at-1)
		if end, _ := bracketList(tokens, max(open, 0)); open < 0 || end != at-1 {
			return nil
		}
		at = open
	}
	switch {
	case at > 0 && tokens[at-1].Kind == preprocess.Identifier && slices.Contains([]string{"struct", "union", "enum"}, tokens[at-1].Text):
		return ofTypes
	case at == 0 || tokens[at-1].Is(";") || tokens[at-1].Is("{") || tokens[at-1].Is("}") && endsStatements(tokens, at-1):
		return ofDeclarations
	}
	return nil
}

// endsStatements says of a closing brace that it is sure to be the end of statements: what it opens with stands behind
// parameters, or behind what ends a statement.
func endsStatements(tokens []preprocess.Token, at int) bool {
	open := opening(tokens, at)
	if open < 1 {
		return false
	}
	before := open - 1
	if tokens[before].Is(")") {
		start := opening(tokens, before)
		return start > 0 && !strings.HasPrefix(tokens[start-1].Text, "__") && tokens[start-1].Text != "_Alignas" && !tokens[start-1].Is("(")
	}
	return tokens[before].Is(";") || tokens[before].Is("{") || tokens[before].Is("}") || plainName(tokens[before]) == "else"
}

// opening is the index of the token that opens the bracket which ends at an index; -1: there is none.
func opening(tokens []preprocess.Token, at int) int {
	depth := 0
	for i := at; i >= 0; i-- {
		switch t := &tokens[i]; {
		case t.Kind != preprocess.Punctuator:
		case t.Text == "}" || t.Text == ")" || t.Text == "]":
			depth++
		case t.Text == "{" || t.Text == "(" || t.Text == "[":
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// isMeaningful says of the tokens of an attribute, of which there may be none, that it may change a run.
func isMeaningful(attribute []preprocess.Token) bool {
	known := harmless
	if len(attribute) > 3 && plainName(attribute[0]) == "gnu" && attribute[1].Is(":") && attribute[2].Is(":") {
		known, attribute = harmlessGNU, attribute[3:]
	}
	if len(attribute) == 0 {
		return false
	}
	return !slices.Contains(known, plainName(attribute[0])) || !isWhole(attribute)
}

// isWhole says that an attribute is a name, and at most arguments behind it.
func isWhole(attribute []preprocess.Token) bool {
	return len(attribute) == 1 || attribute[1].Is("(") && closing(attribute, 1) == len(attribute)-1
}

// plainName is a word without the underscores that keep it apart from macros.
func plainName(t preprocess.Token) string {
	if t.Kind != preprocess.Identifier {
		return ""
	}
	return strings.TrimSuffix(strings.TrimPrefix(t.Text, "__"), "__")
}
