// Package linux is the kernel around a Linux module as executable C: a harness, which loads the
// module and calls what it registered in the orders the kernel may, and models of the functions
// that modules call. All, the headers too, is in our own words, after the public documentation of
// the interfaces.
package linux

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
