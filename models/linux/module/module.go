// Package module is the kernel around a Linux module that is read with the kernel's own headers, as
// its build reads it: a harness and models in C which use the kernel's structures. The small headers of
// package linux are for programs without such a build. All is in our own words, after the public
// documentation of the interfaces.
package module

import (
	"embed"

	"yogi/models/platform"
)

//go:embed source
var files embed.FS

// Install writes the platform's files into a folder, as far as they are not there already.
func Install(folder string) (*platform.Platform, error) {
	p, err := platform.Install(files, folder)
	if err != nil {
		return nil, err
	}
	p.LikeProgram = true
	return p, nil
}
