// Package linux is the kernel around a Linux module as executable C: a harness, which loads the
// module and calls what it registered in the orders the kernel may, and models of the functions
// that modules call. All, the headers too, is in our own words, after the public documentation of
// the interfaces.
package linux

import (
	"embed"
	"regexp"

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
	p.Parts = Parts
	return p, nil
}

// LeadsToDevice is the macro by which an opened file of a miscellaneous device leads to that, as the kernel has it. A
// module that puts something of its own there as the first thing does without: two kinds of objects behind one pointer
// cost proofs.
const LeadsToDevice = "YOGI_FILE_LEADS_TO_DEVICE"

var (
	mentioned = regexp.MustCompile(`\bprivate_data\b`)
	assigned  = regexp.MustCompile(`\bprivate_data\s*=[^=]`)
	// The device itself, or what it is a member of.
	followed = regexp.MustCompile(`\b(container_of\s*\(|struct\s+miscdevice\s*\*)[^;]*\bprivate_data\b`)
)

// Parts are the macros for a module of these sources.
func Parts(sources [][]byte) []string {
	var mentions, assigns bool
	for _, text := range sources {
		if followed.Match(text) {
			return []string{LeadsToDevice}
		}
		mentions = mentions || mentioned.Match(text)
		assigns = assigns || assigned.Match(text)
	}
	if mentions && !assigns {
		return []string{LeadsToDevice}
	}
	return nil
}
