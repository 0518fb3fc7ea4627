package lower

import (
	"yogi/internal/frontend/boogie/syntax"
	"yogi/internal/ir"
	"yogi/internal/source"
)

// text is the file that is lowered, as diagnostics and instructions speak of it.
type text struct {
	file *syntax.File
}

func (t *text) pos(p syntax.Pos) source.Pos { return t.file.At(p) }

func (t *text) at(p syntax.Pos) ir.At { return ir.At{Pos: t.pos(p)} }

func (t *text) unsupported(p syntax.Pos, what string) *source.Diagnostic {
	return &source.Diagnostic{Pos: t.pos(p), Code: CodeUnsupported, Message: what + " is not supported"}
}
