package conform

import (
	"context"
	"fmt"
	"io"
	"strings"

	"yogi/internal/frontend/c"
	"yogi/internal/frontend/c/preprocess"
)

// TokenComparison is the result of comparing one file's tokens with the compiler's in one data model.
type TokenComparison struct {
	File, Model string
	Compiler    bool   // the compiler preprocesses it
	Tokens      int    // how many there are
	Difference  string // the first that is another than the compiler's; "": none is
	Err         error  // a bug of ours, or the time limit
}

// CompareTokens preprocesses files, with the machine's headers, and compares each token with the compiler's.
func CompareTokens(ctx context.Context, files []string, o Options) []TokenComparison {
	return each(ctx, files, o, func(ctx context.Context, t task) TokenComparison {
		r := TokenComparison{File: t.file, Model: t.model}
		command := o.compiler(ctx, t.model, "-fno-pie", "-E", "-P", "-x", "c", t.file)
		command.Env = append(command.Environ(), "SOURCE_DATE_EPOCH=0")
		text, err := command.Output()
		if r.Compiler = err == nil; !r.Compiler {
			return r
		}
		r.Err = guard(func() error { return r.compare(ctx, o.frontEnd(t.file, t.model), text) })
		return r
	})
}

func (r *TokenComparison) compare(ctx context.Context, options c.Options, theirs []byte) error {
	reading := &options.Units[0].Reading
	reading.SystemOwn, reading.Standard = true, "gnu11"
	ours, diagnostics, err := c.Tokens(ctx, options)
	if err != nil {
		return err
	}
	if len(diagnostics) > 0 {
		r.Difference = "refused: " + diagnostics[0].String()
		return nil
	}
	// What the compiler wrote is only scanned: of its macros none is defined any more.
	options.Units[0].Source = theirs
	*reading = c.Reading{}
	want, diagnostics, err := c.Tokens(ctx, options)
	if err != nil {
		return err
	}
	if len(diagnostics) > 0 {
		return fmt.Errorf("scanning the compiler's output: %w", diagnostics)
	}
	r.Tokens = len(want[0])
	r.Difference = firstDifference(ours[0], want[0])
	return nil
}

// firstDifference says where two lists of tokens part, with what follows there.
func firstDifference(ours, theirs []preprocess.Token) string {
	for i := range max(len(ours), len(theirs)) {
		if i < len(ours) && i < len(theirs) && sameToken(ours[i], theirs[i]) {
			continue
		}
		where := "at the end"
		if i < len(ours) {
			where = ours[i].Pos.String()
		}
		return fmt.Sprintf("%s: %q, the compiler has %q", where, excerpt(ours, i), excerpt(theirs, i))
	}
	return ""
}

// sameToken compares the texts; white space in a pragma does not count, nor what pack says: macros
// are expanded in it, which the compiler does behind the preprocessor.
func sameToken(a, b preprocess.Token) bool {
	if a.Kind == preprocess.Pragma && b.Kind == preprocess.Pragma {
		if strings.HasPrefix(a.Text, "pack(") && strings.HasPrefix(b.Text, "pack(") {
			return true
		}
		return strings.Join(strings.Fields(a.Text), "") == strings.Join(strings.Fields(b.Text), "")
	}
	return a.Kind == b.Kind && a.Text == b.Text
}

// excerpt is the text of a few tokens.
func excerpt(tokens []preprocess.Token, from int) string {
	var words []string
	for _, t := range tokens[min(from, len(tokens)):min(from+8, len(tokens))] {
		words = append(words, t.Text)
	}
	return strings.Join(words, " ")
}

// WriteTokens writes the differences and how much was compared; it reports whether there is no difference.
func WriteTokens(w io.Writer, all []TokenComparison) (same bool) {
	files, tokens, differences := 0, 0, 0
	for _, r := range all {
		if !r.Compiler {
			continue
		}
		files++
		tokens += r.Tokens
		switch {
		case r.Err != nil:
			fmt.Fprintf(w, "%s (%s): %v\n", r.File, r.Model, r.Err)
		case r.Difference != "":
			fmt.Fprintf(w, "%s (%s): %s\n", r.File, r.Model, r.Difference)
		default:
			continue
		}
		differences++
	}
	fmt.Fprintf(w, "%d files, %d tokens compared: %d files differ\n", files, tokens, differences)
	return differences == 0
}
