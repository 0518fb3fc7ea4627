package ir

import (
	"fmt"
	"strings"
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

// AreLaterTexts says that a name is one of LaterTexts.
func AreLaterTexts(name string) bool { return strings.HasSuffix(name, laterOnes) }

// SizeOfText is the name of the input that says how many bytes such an object has.
func SizeOfText(parameter string, number int) string {
	return "size of " + NameOfText(parameter, number)
}
