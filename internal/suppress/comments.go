package suppress

import (
	"regexp"
	"strings"
)

// comment is a piece of a comment on one line.
type comment struct {
	line  int // from 1
	text  string
	alone bool // nothing else stands on the line
}

// comments finds the comments of a C or Boogie text. What stands in a string or a character is none.
func comments(text string) []comment {
	var out []comment
	lines := strings.Split(text, "\n")
	inside := false // of /* */
	for i, line := range lines {
		code, said := "", ""
		for at := 0; at < len(line); {
			rest := line[at:]
			switch {
			case inside:
				before, _, ended := strings.Cut(rest, "*/")
				said += before + " "
				if inside = !ended; inside {
					at = len(line)
				} else {
					at += len(before) + len("*/")
				}
			case strings.HasPrefix(rest, "//"):
				said += rest[len("//"):]
				at = len(line)
			case strings.HasPrefix(rest, "/*"):
				inside = true
				at += len("/*")
			case rest[0] == '"' || rest[0] == '\'':
				end := 1
				for end < len(rest) && rest[end] != rest[0] {
					if rest[end] == '\\' {
						end++
					}
					end++
				}
				code += "x"
				at += end + 1
			default:
				code += rest[:1]
				at++
			}
		}
		if said != "" {
			out = append(out, comment{i + 1, said, strings.TrimSpace(code) == ""})
		}
	}
	return out
}

// mark is a comment that suppresses: the checks by their names, and the reason.
var mark = regexp.MustCompile(`\byogi:\s*ignore\s*\[([^\]]*)\](.*)`)
