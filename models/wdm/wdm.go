// Package wdm is the system around a Windows driver as executable C: a harness, which loads the driver and calls its
// routines in the orders the system may, and models of the functions that drivers call. All is in our own words, after
// the public documentation of the device driver interface; KMDF is not covered.
package wdm

import (
	"embed"
	"errors"
	"os"

	"yogi/models/platform"
)

//go:embed source
var files embed.FS

// Kit is a header of the driver development kit, which the platform's stand before.
const Kit = "/usr/share/mingw-w64/include/ddk/wdm.h"

// Install writes the platform's files into a folder, as far as they are not there already. The
// headers of the driver development kit have to be on the machine.
func Install(folder string) (*platform.Platform, error) {
	if _, err := os.Stat(Kit); err != nil {
		return nil, errors.New("the headers of the Windows driver development kit are missing: install the package mingw-w64-common (make setup does)")
	}
	p, err := platform.InstallJoined(files, folder, "models.c")
	if err != nil {
		return nil, err
	}
	p.DataModel = "LLP64"
	return p, nil
}
