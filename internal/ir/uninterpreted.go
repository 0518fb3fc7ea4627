package ir

import "yogi/internal/term"

// UninterpretedFunctions lists the functions that the program's terms apply, each once.
func (p *Program) UninterpretedFunctions() []*term.Func { return uninterpretedFunctions(p) }
