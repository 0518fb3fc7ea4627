package syntax

// Kind is the kind of a token.
type Kind uint8

// The kinds of token.
const (
	EndOfFile Kind = iota
	Identifier
	Number    // 12
	BVNumber  // 5bv32
	Decimal   // 1.5, 2e10
	FloatText // 0x1.8e2f24e8: recognised so that it can be refused by name
	Text      // "..."
	LParen
	RParen
	LBracket
	RBracket
	LBrace
	RBrace
	CodeOpen  // |{
	CodeClose // }|
	Comma
	Semicolon
	Colon
	DoubleColon
	Becomes // :=
	Define  // =
	Iff
	Implies
	Explies
	And
	Or
	Not
	Equal
	NotEqual
	Less
	LessEqual
	Greater
	GreaterEqual
	Subtype // <:
	Plus
	Minus
	Times
	Slash
	Percent
	Power  // **
	Concat // ++
	Arrow  // ->
	keywordsStart
	KeyAssert
	KeyAssume
	KeyAsync
	KeyAxiom
	KeyBool
	KeyBreak
	KeyCall
	KeyComplete
	KeyConst
	KeyDiv
	KeyElse
	KeyEnsures
	KeyExists
	KeyExtends
	KeyFalse
	KeyForall
	KeyFree
	KeyFunction
	KeyGoto
	KeyHavoc
	KeyIf
	KeyImplementation
	KeyInt
	KeyInvariant
	KeyLambda
	KeyMod
	KeyModifies
	KeyOld
	KeyPar
	KeyProcedure
	KeyReal
	KeyRequires
	KeyReturn
	KeyReturns
	KeyThen
	KeyTrue
	KeyType
	KeyUnique
	KeyUses
	KeyVar
	KeyWhere
	KeyWhile
	KeyYield
	keywordsEnd
)

var spellings = [...]string{
	EndOfFile: "end of file", Identifier: "identifier", Number: "number", BVNumber: "bit-vector literal",
	Decimal: "decimal", FloatText: "float literal", Text: "string",
	LParen: "(", RParen: ")", LBracket: "[", RBracket: "]", LBrace: "{", RBrace: "}",
	CodeOpen: "|{", CodeClose: "}|", Comma: ",", Semicolon: ";", Colon: ":", DoubleColon: "::", Becomes: ":=", Define: "=",
	Iff: "<==>", Implies: "==>", Explies: "<==", And: "&&", Or: "||", Not: "!", Equal: "==", NotEqual: "!=",
	Less: "<", LessEqual: "<=", Greater: ">", GreaterEqual: ">=", Subtype: "<:", Plus: "+", Minus: "-",
	Times: "*", Slash: "/", Percent: "%", Power: "**", Concat: "++", Arrow: "->",
	KeyAssert: "assert", KeyAssume: "assume", KeyAsync: "async", KeyAxiom: "axiom", KeyBool: "bool",
	KeyBreak: "break", KeyCall: "call", KeyComplete: "complete", KeyConst: "const", KeyDiv: "div",
	KeyElse: "else", KeyEnsures: "ensures", KeyExists: "exists", KeyExtends: "extends", KeyFalse: "false",
	KeyForall: "forall", KeyFree: "free", KeyFunction: "function", KeyGoto: "goto", KeyHavoc: "havoc",
	KeyIf: "if", KeyImplementation: "implementation", KeyInt: "int", KeyInvariant: "invariant",
	KeyLambda: "lambda", KeyMod: "mod", KeyModifies: "modifies", KeyOld: "old", KeyPar: "par",
	KeyProcedure: "procedure", KeyReal: "real", KeyRequires: "requires", KeyReturn: "return",
	KeyReturns: "returns", KeyThen: "then", KeyTrue: "true", KeyType: "type", KeyUnique: "unique",
	KeyUses: "uses", KeyVar: "var", KeyWhere: "where", KeyWhile: "while", KeyYield: "yield",
}

// String returns the token's spelling, or a word for it.
func (k Kind) String() string {
	if int(k) < len(spellings) && spellings[k] != "" {
		return spellings[k]
	}
	return "token"
}

// keywords maps the spelling of each keyword to its kind.
var keywords = func() map[string]Kind {
	m := make(map[string]Kind, keywordsEnd-keywordsStart)
	for k := keywordsStart + 1; k < keywordsEnd; k++ {
		m[spellings[k]] = k
	}
	return m
}()

// Pos is a place in the file being parsed; both count from 1.
type Pos struct{ Line, Column int32 }

// Token is one token. Text is the name of an identifier (without an escaping backslash), the digits of
// a number, the contents of a string.
type Token struct {
	Kind Kind
	Text string
	Pos  Pos
}
