package preprocess

import _ "embed"

// gotoCCWords declares the words of CBMC's harnesses. Contracts are nothing here: CBMC ignores them
// unless it is told otherwise, and proofs here need no loop's.
//
//go:embed gotocc.h
var gotoCCWords string

// gotoCC is the text that comes before a file which goto-cc, CBMC's compiler, is to read.
func (r Reading) gotoCC() string {
	if !r.GotoCC {
		return ""
	}
	return gotoCCWords
}
