package main

import (
	"io"
	"path/filepath"
	"regexp"
)

// screen is a writer of what a person reads of a check. The files of a platform lie in a folder of the user that is
// named after what they say; they are told by the platform, as the rules are: linux/files.h:243.
func (o *checkOptions) screen(out io.Writer) io.Writer {
	out = coloured(out)
	if o.platform == "" {
		return out
	}
	folder := regexp.QuoteMeta(modelsFolder(o.platform) + string(filepath.Separator))
	return &shortener{out, regexp.MustCompile(folder + `[0-9a-f]+/(include/)?`), o.platform + "/"}
}

// shortener writes a text with long names made short, none of which is cut by two calls.
type shortener struct {
	out  io.Writer
	long *regexp.Regexp
	name string
}

// Write implements io.Writer.
func (s *shortener) Write(text []byte) (int, error) {
	if _, err := s.out.Write(s.long.ReplaceAll(text, []byte(s.name))); err != nil {
		return 0, err
	}
	return len(text), nil
}
