package ir

import (
	"fmt"
	"strings"
	"unicode"
)

// A C program's main is given texts: what is known of them, and what the inputs and objects are
// called that stand for them.
const (
	// KnownTexts is how many of the texts are objects of their own, whose contents a test can say.
	KnownTexts = 4
	// MostTexts bounds the texts: Linux takes no more than 6 MB of them together with the pointers to them.
	MostTexts = 1 << 20
)

// CountOfTexts is the name of the input that says how many texts a parameter of main other than argv leads to.
func CountOfTexts(parameter string) string { return "number of " + parameter }

// NameOfText is the name of the object of a text that a parameter of main leads to.
func NameOfText(parameter string, number int) string { return fmt.Sprintf("%s[%d]", parameter, number) }

// LaterTexts names the texts of a parameter whose contents a test cannot say.
func LaterTexts(parameter string) string { return NameOfText(parameter, KnownTexts) + laterOnes }

const laterOnes = " and later ones"

// OtherTexts names those of LaterTexts that are not the one whose place is an input. They lie in one object.
func OtherTexts(parameter string) string { return "others of " + LaterTexts(parameter) }

// PlaceOfLater is the name of the input that says which of LaterTexts is an object of its own.
func PlaceOfLater(parameter string) string { return "one of " + LaterTexts(parameter) }

// SizeOfObject is the name of the input that says how many bytes the object with a name has.
func SizeOfObject(name string) string { return sizeOf + name }

// AreLaterTexts says that a name is one of LaterTexts.
func AreLaterTexts(name string) bool { return strings.HasSuffix(name, laterOnes) }

// SizeOfText is the name of the input that says how many bytes such an object has.
func SizeOfText(parameter string, number int) string { return sizeOf + NameOfText(parameter, number) }

// sizeOf begins the names of inputs that say how many bytes an object has.
const sizeOf = "size of "

// NameOfVariable is the name of the object with the text that a variable of the environment has, and of the input that
// says whether there is none.
func NameOfVariable(variable string) string { return beforeVariable + variable + behindVariable }

const beforeVariable, behindVariable = `getenv("`, `")`

// SizeOfVariable is the name of the input that says how many bytes the text of a variable of the environment has.
func SizeOfVariable(variable string) string { return sizeOf + NameOfVariable(variable) }

// VariableOf is the variable of the environment that an object or an input is about by its name.
func VariableOf(name string) (variable string, ok bool) {
	name, begins := strings.CutPrefix(strings.TrimPrefix(name, sizeOf), beforeVariable)
	variable, ends := strings.CutSuffix(name, behindVariable)
	return variable, begins && ends
}

// IsVariableName says that a text is a plain name of a variable of the environment, of letters, digits and _.
func IsVariableName(text string) bool {
	isPlain := func(c rune) bool { return c == '_' || c < 0x80 && (unicode.IsLetter(c) || unicode.IsDigit(c)) }
	return text != "" && len(text) <= longestName && !strings.ContainsFunc(text, func(c rune) bool { return !isPlain(c) })
}

// longestName bounds the names of variables: of longer ones less room is left for a text.
const longestName = 255
