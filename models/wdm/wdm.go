// Package wdm is the system around a Windows driver as executable C: a harness, which loads the driver and calls its
// routines in the orders the system may, and models of the functions that drivers call. All is in our own words, after
// the public documentation of the device driver interface; KMDF is not covered.
package wdm

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
