// Package posix is the system around a POSIX program as executable C: models of the functions that
// the rules for POSIX speak of, whose results may fail, and which keep what they must know: which
// descriptors are open, which locks are held. All is in our own words, after the published
// standard. There are no threads: a lock is never held by another.
package posix

import (
	"embed"

	"yogi/models/platform"
)

//go:embed source
var files embed.FS

// Install writes the platform's files into a folder, as far as they are not there already.
func Install(folder string) (*platform.Platform, error) {
	return platform.Install(files, folder)
}
