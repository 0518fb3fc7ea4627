// Package testcomp writes test suites in the exchange format of Test-Comp, the competition on software testing: a
// folder with metadata.xml and a file for each test, which has the values that calls of __VERIFIER_nondet functions
// return, in the order of the calls (gitlab.com/sosy-lab/test-comp/test-format, version 1.1).
package testcomp

import (
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Metadata says what a suite was made of, and for what.
type Metadata struct {
	Producer      string
	Specification string // as a property file has it
	Program       string // path of the file
	Hash          string // of its text: SHA-256, in hexadecimal digits
	Entry         string
	Architecture  string // 32bit or 64bit
	Created       time.Time
}

// Specifications of coverage, as property files have them.
const (
	Branches = "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )"
	Errors   = "COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )"
)

// Input is a value as C writes it; the type and the variable, here the function that returns it, are for readers.
type Input struct {
	Type     string `xml:"type,attr,omitempty"`
	Variable string `xml:"variable,attr,omitempty"`
	Value    string `xml:",chardata"`
}

// Test is one test.
type Test struct {
	CoversError bool
	Inputs      []Input
}

const (
	metadataType = `<!DOCTYPE test-metadata PUBLIC "+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN" "https://sosy-lab.org/test-format/test-metadata-1.1.dtd">`
	testType     = `<!DOCTYPE testcase PUBLIC "+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN" "https://sosy-lab.org/test-format/testcase-1.1.dtd">`
)

// Write writes a suite into a folder, whose tests of another suite it removes.
func Write(folder string, m Metadata, tests []Test) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("making the folder of the suite: %w", err)
	}
	old, err := filepath.Glob(filepath.Join(folder, "testcase-*.xml"))
	if err != nil {
		return fmt.Errorf("looking for an older suite: %w", err)
	}
	for _, path := range old {
		if err := os.Remove(path); err != nil {
			return fmt.Errorf("removing a test of an older suite: %w", err)
		}
	}
	metadata := struct {
		XMLName       xml.Name `xml:"test-metadata"`
		Language      string   `xml:"sourcecodelang"`
		Producer      string   `xml:"producer"`
		Specification string   `xml:"specification"`
		Program       string   `xml:"programfile"`
		Hash          string   `xml:"programhash"`
		Entry         string   `xml:"entryfunction"`
		Architecture  string   `xml:"architecture"`
		Created       string   `xml:"creationtime"`
	}{xml.Name{}, "C", m.Producer, m.Specification, m.Program, m.Hash, m.Entry, m.Architecture, m.Created.UTC().Format(time.RFC3339)}
	if err := write(filepath.Join(folder, "metadata.xml"), metadataType, metadata); err != nil {
		return err
	}
	for i, t := range tests {
		test := struct {
			XMLName     xml.Name `xml:"testcase"`
			CoversError string   `xml:"coversError,attr,omitempty"`
			Inputs      []Input  `xml:"input"`
		}{Inputs: t.Inputs}
		if t.CoversError {
			test.CoversError = "true"
		}
		if err := write(filepath.Join(folder, fmt.Sprintf("testcase-%d.xml", i+1)), testType, test); err != nil {
			return err
		}
	}
	return nil
}

func write(path, doctype string, value any) error {
	body, err := xml.MarshalIndent(value, "", "  ")
	if err != nil {
		return fmt.Errorf("writing %s: %w", filepath.Base(path), err)
	}
	text := strings.Join([]string{`<?xml version="1.0" encoding="UTF-8" standalone="no"?>`, doctype, string(body), ""}, "\n")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		return fmt.Errorf("writing %s: %w", filepath.Base(path), err)
	}
	return nil
}
