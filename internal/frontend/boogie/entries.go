package boogie

import (
	"context"
	"os"
	"strings"

	"yogi/internal/frontend/boogie/check"
	"yogi/internal/frontend/boogie/syntax"
	"yogi/internal/source"
)

// CodeNoNull marks a program that declares no null.
const CodeNoNull source.Code = "no-null"

// Entries are the procedures that an angelic check starts from: those marked {:entrypoint}, else all that
// have a body. A program without a constant called NULL says nothing of pointers and is refused.
func Entries(ctx context.Context, options Options) ([]string, source.Diagnostics, error) {
	text := options.Source
	if text == nil {
		var err error
		if text, err = os.ReadFile(options.File); err != nil {
			return nil, nil, err
		}
	}
	file, diagnostic := syntax.Parse(ctx, options.File, text)
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	if diagnostic != nil {
		return nil, source.Diagnostics{diagnostic}, nil
	}
	if _, diagnostics := check.File(ctx, file); len(diagnostics) > 0 {
		return nil, diagnostics, nil
	}
	if !options.NullChecks && !declaresNull(file) {
		return nil, source.Diagnostics{{
			Pos: source.Pos{File: options.File, Line: 1}, Code: CodeNoNull,
			Message: "no constant NULL is declared: there is no telling pointers from null",
		}}, nil
	}
	var marked, all []string
	seen := map[string]bool{}
	for _, i := range file.Implementations {
		if seen[i.Name] {
			continue
		}
		seen[i.Name] = true
		all = append(all, i.Name)
		if i.Attributes.IsTrue("entrypoint") || i.Procedure.Attributes.IsTrue("entrypoint") {
			marked = append(marked, i.Name)
		}
	}
	if len(marked) > 0 {
		return marked, nil, nil
	}
	return all, nil, nil
}

func declaresNull(file *syntax.File) bool {
	for _, c := range file.Constants {
		if strings.EqualFold(c.Name, "null") {
			return true
		}
	}
	return false
}
