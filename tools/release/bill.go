package main

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	cyclonedx "github.com/CycloneDX/cyclonedx-go"
)

// bill writes what the program is made of in the format of CycloneDX: the Go modules that are linked, as
// the program itself tells them, the Go release, and the packages of the libraries.
func (r *release) bill() (path string, err error) {
	bill := cyclonedx.NewBOM()
	program := cyclonedx.Component{
		BOMRef: "yogi", Type: cyclonedx.ComponentTypeApplication, Name: "yogi", Version: r.version,
		Licenses: &cyclonedx.Licenses{{License: &cyclonedx.License{ID: "Apache-2.0"}}},
	}
	bill.Metadata = &cyclonedx.Metadata{Timestamp: r.time.Format("2006-01-02T15:04:05Z"), Component: &program}
	var parts []cyclonedx.Component
	for _, m := range r.info.Deps {
		part, err := moduleComponent(m)
		if err != nil {
			return "", err
		}
		parts = append(parts, part)
	}
	release := strings.TrimPrefix(r.info.GoVersion, "go")
	parts = append(parts, component("std", release, "pkg:golang/std@"+release))
	linked, err := libraries(r.binary)
	if err != nil {
		return "", err
	}
	seen := map[string]bool{}
	for _, l := range linked {
		if !seen[l.pkg] {
			seen[l.pkg] = true
			parts = append(parts, component(l.pkg, l.version, fmt.Sprintf("pkg:deb/debian/%s@%s?arch=%s", inURL(l.pkg), inURL(l.version), r.arch)))
		}
	}
	refs := make([]string, len(parts))
	for i, part := range parts {
		refs[i] = part.BOMRef
	}
	bill.Components = &parts
	bill.Dependencies = &[]cyclonedx.Dependency{{Ref: program.BOMRef, Dependencies: &refs}}
	path = filepath.Join(r.out, fmt.Sprintf("yogi-%s-linux-%s.cdx.json", r.version, r.arch))
	out, err := os.Create(path)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	return path, cyclonedx.NewBOMEncoder(out, cyclonedx.BOMFileFormatJSON).SetPretty(true).Encode(bill)
}

// inURL is a name or version as a package URL has it.
func inURL(text string) string { return strings.ReplaceAll(url.PathEscape(text), "+", "%2B") }

func component(name, version, address string) cyclonedx.Component {
	return cyclonedx.Component{BOMRef: address, Type: cyclonedx.ComponentTypeLibrary, Name: name, Version: version, PackageURL: address}
}

// moduleComponent has the hash of go.sum, which is one of SHA-256 over the module's files and their names.
func moduleComponent(m *debug.Module) (cyclonedx.Component, error) {
	if m.Replace != nil {
		m = m.Replace
	}
	part := component(m.Path, m.Version, "pkg:golang/"+m.Path+"@"+inURL(m.Version))
	text, found := strings.CutPrefix(m.Sum, "h1:")
	if !found {
		return part, nil
	}
	sum, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return part, fmt.Errorf("reading the checksum of %s: %w", m.Path, err)
	}
	part.Hashes = &[]cyclonedx.Hash{{Algorithm: cyclonedx.HashAlgoSHA256, Value: hex.EncodeToString(sum)}}
	return part, nil
}
