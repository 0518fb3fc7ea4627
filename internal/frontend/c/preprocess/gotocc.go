package preprocess

import _ "embed"

// gotoCCWords declares the words of CBMC's harnesses. What functions may assign, and the contracts
// of loops, are nothing here: proofs need none.
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
