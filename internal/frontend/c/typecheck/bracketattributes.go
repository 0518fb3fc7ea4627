package typecheck

import (
	"slices"
	"strings"

	"yogi/internal/frontend/c/preprocess"
)

// Attributes in double brackets, as C23 has them and gcc takes them in all its modes: [[nodiscard]], [[gnu::unused]].
// Where such a list stands says what it belongs to, by other rules than those of __attribute__. So lists of attributes
// that change no run are left out wherever they stand, and others stay where the parser refuses them.

// harmless are the attributes of the standard that change no run, harmlessGNU those of gcc.
var (
	harmless    = strings.Fields("deprecated fallthrough maybe_unused nodiscard")
	harmlessGNU = strings.Fields("always_inline cold deprecated fallthrough flatten format hot noinline unused warn_unused_result")
)

// withoutHarmless are the tokens without lists in double brackets of attributes that all change no run.
func withoutHarmless(tokens []preprocess.Token) []preprocess.Token {
	var out []preprocess.Token
	from := 0
	for i := 0; i < len(tokens); i++ {
		if end := harmlessList(tokens, i); end > 0 {
			out = append(out, tokens[from:i]...)
			from, i = end+1, end
		}
	}
	if from == 0 {
		return tokens
	}
	return append(out, tokens[from:]...)
}

// harmlessList is the index of the last token of a list that begins at an index; 0: there is none, or another one.
func harmlessList(tokens []preprocess.Token, at int) int {
	if !tokens[at].Is("[") || at+1 >= len(tokens) || !tokens[at+1].Is("[") {
		return 0
	}
	end, inner := closing(tokens, at), closing(tokens, at+1)
	if end < 0 || inner != end-1 {
		return 0
	}
	attributes := splitTokens(tokens[at+2:inner], ",")
	if len(attributes) == 0 || slices.ContainsFunc(attributes, isMeaningful) {
		return 0
	}
	return end
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
	isWhole := len(attribute) == 1 || attribute[1].Is("(") && closing(attribute, 1) == len(attribute)-1
	return !slices.Contains(known, plainName(attribute[0])) || !isWhole
}

// plainName is a word without the underscores that keep it apart from macros.
func plainName(t preprocess.Token) string {
	if t.Kind != preprocess.Identifier {
		return ""
	}
	return strings.TrimSuffix(strings.TrimPrefix(t.Text, "__"), "__")
}
