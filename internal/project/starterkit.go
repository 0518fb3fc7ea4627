package project

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"yogi/internal/property"
)

// A project that is verified with CBMC has, by the conventions of CBMC's starter kit, a folder for
// each proof, whose Makefile says in variables what the program is: PROOF_SOURCES (the harness and
// stubs) and PROJECT_SOURCES, from which REMOVE_FUNCTION_BODY takes bodies, how they are compiled,
// and with which flags CBMC is called. The variables are asked of make itself.

// Proof is one proof of such a project.
type Proof struct {
	Name  string // of its folder, from the one that was asked about
	Units []Unit
	Entry string
	// Checks are those that CBMC's flags ask for.
	Checks        property.Checks
	MallocMayFail bool
	// AnyStatics: objects with static storage begin with any values.
	AnyStatics bool
	// Unwound is to how many rounds CBMC follows the loop that it follows farthest; 0: none is named.
	Unwound int
	// Unchecked are the checks of CBMC that there is nothing for here.
	Unchecked []string
}

// kitVariables are the variables of a proof's Makefile that say what it is.
var kitVariables = []string{
	"HARNESS_ENTRY", "PROOF_SOURCES", "PROJECT_SOURCES", "REWRITTEN_SOURCES", "DEFINES", "INCLUDES", "COMPILE_FLAGS",
	"REMOVE_FUNCTION_BODY", "CHECKFLAGS", "CBMCFLAGS", "CBMC_OPT_CONFIG_LIBRARY", "CBMC_FLAG_MALLOC_MAY_FAIL",
	"NONDET_STATIC", "UNWINDSET", "CHECK_FUNCTION_CONTRACTS", "CHECK_FUNCTION_CONTRACTS_REC", "USE_FUNCTION_CONTRACTS",
}

// ProofFolders are the folders of proofs in a folder or below it, in the order of their names.
func ProofFolders(root string) ([]string, error) {
	var out []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || entry.Name() != "Makefile" {
			return err
		}
		text, err := os.ReadFile(path)
		if err == nil && bytes.Contains(text, []byte("HARNESS_FILE")) {
			out = append(out, filepath.Dir(path))
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("looking for proofs: %w", err)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s has no folder whose Makefile names a HARNESS_FILE, as proofs of CBMC's starter kit do", root)
	}
	slices.Sort(out)
	return out, nil
}

// ReadProof reads the proof in a folder.
func ReadProof(ctx context.Context, folder string) (*Proof, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return nil, fmt.Errorf("finding the proof: %w", err)
	}
	kit, err := askMake(ctx, folder)
	if err != nil {
		return nil, err
	}
	if err := kit.readable(); err != nil {
		return nil, err
	}
	p := &Proof{Name: filepath.Base(folder), Entry: kit.one("HARNESS_ENTRY", "harness"), Unwound: kit.unwound()}
	p.AnyStatics = kit.has("NONDET_STATIC")
	if p.Units, err = kit.units(ctx, folder); err != nil {
		return nil, err
	}
	p.readFlags(kit)
	if kit.has("CHECK_FUNCTION_CONTRACTS") || kit.has("CHECK_FUNCTION_CONTRACTS_REC") {
		p.Unchecked = append(p.Unchecked, "assigns")
	}
	return p, nil
}

// kit are the values of a Makefile's variables, as words.
type kit map[string][]string

// askMake asks make for the variables of the Makefile in a folder.
func askMake(ctx context.Context, folder string) (kit, error) {
	const mark = "yogi variable "
	var rule strings.Builder
	rule.WriteString("yogi-variables: ; @:")
	for _, name := range kitVariables {
		fmt.Fprintf(&rule, "$(info %s%s=$(%s))", mark, name, name)
	}
	command := exec.CommandContext(ctx, "make", "-s", "--no-print-directory", "-C", folder, "--eval", rule.String(), "yogi-variables")
	var complaints bytes.Buffer
	command.Stderr = &complaints
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("asking make for the variables of %s: %w: %s", folder, err, strings.TrimSpace(complaints.String()))
	}
	values := kit{}
	for line := range strings.Lines(string(out)) {
		text, ok := strings.CutPrefix(strings.TrimSpace(line), mark)
		if !ok {
			continue
		}
		name, value, _ := strings.Cut(text, "=")
		if values[name], err = SplitLine(value); err != nil {
			return nil, fmt.Errorf("%s of %s: %w", name, folder, err)
		}
	}
	return values, nil
}

func (k kit) one(name, otherwise string) string {
	if words := k[name]; len(words) > 0 {
		return words[0]
	}
	return otherwise
}

func (k kit) has(name string) bool { return len(k[name]) > 0 }

// readable says what the Makefile asks for that is not read.
func (k kit) readable() error {
	if k.has("REWRITTEN_SOURCES") {
		return fmt.Errorf("it has crangler rewrite sources (REWRITTEN_SOURCES = %s)", strings.Join(k["REWRITTEN_SOURCES"], " "))
	}
	return nil
}

// units are the files, each once, as goto-cc reads them. One that the makefile says how to make is made.
func (k kit) units(ctx context.Context, folder string) ([]Unit, error) {
	enforced := slices.Concat(k["CHECK_FUNCTION_CONTRACTS"], k["CHECK_FUNCTION_CONTRACTS_REC"])
	flags := slices.Concat([]string{"goto-cc"}, k["COMPILE_FLAGS"], k["INCLUDES"], k["DEFINES"])
	seen := map[string]bool{}
	var units []Unit
	add := func(sources, removed []string) error {
		for _, file := range sources {
			c := Command{Directory: folder, Arguments: flags}
			c.File = c.path(file)
			if seen[c.File] {
				continue
			}
			seen[c.File] = true
			if _, err := os.Stat(c.File); err != nil {
				if err := makeSource(ctx, folder, c.File); err != nil {
					return fmt.Errorf("looking for a source: %w", err)
				}
			}
			unit, err := c.unit(ctx, asked{})
			if err != nil {
				return err
			}
			unit.Reading.GotoCC, unit.Reading.Removed, unit.Reading.Contracts = true, removed, enforced
			units = append(units, unit)
		}
		return nil
	}
	if err := add(k["PROOF_SOURCES"], nil); err != nil {
		return nil, err
	}
	if err := add(k["PROJECT_SOURCES"], k["REMOVE_FUNCTION_BODY"]); err != nil {
		return nil, err
	}
	if len(units) == 0 {
		return nil, fmt.Errorf("neither PROOF_SOURCES nor PROJECT_SOURCES names a file")
	}
	return units, nil
}

// cbmcCheck is a check of CBMC, and what stands for it here; nothing if there is none.
type cbmcCheck struct {
	name   string
	checks property.Checks
}

// standardChecks are those that version 6 makes unless told otherwise, and versions before it if
// told so.
var standardChecks = []cbmcCheck{
	{"bounds", property.Bounds},
	{"pointer", property.Null | property.Bounds | property.UseAfterFree | property.InvalidFree},
	{"div-by-zero", property.Division},
	{"signed-overflow", property.Overflow},
	{"undefined-shift", property.Shift},
}

// otherChecks are those that it makes only if told so.
var otherChecks = []cbmcCheck{
	{"memory-leak", property.Leak},
	{"memory-cleanup", property.Cleanup},
	{"conversion", 0}, {"unsigned-overflow", 0}, {"float-overflow", 0}, {"nan", 0}, {"pointer-overflow", 0}, {"enum-range", 0},
}

// readFlags reads the flags of CBMC.
func (p *Proof) readFlags(k kit) {
	flags := slices.Concat(k["CHECKFLAGS"], k["CBMCFLAGS"], k["CBMC_OPT_CONFIG_LIBRARY"], k["CBMC_FLAG_MALLOC_MAY_FAIL"])
	told := func(name string) bool { return slices.Contains(flags, "--"+name) }
	old := slices.ContainsFunc(standardChecks, func(c cbmcCheck) bool { return told(c.name + "-check") })
	p.Checks = property.Reach
	for _, c := range standardChecks {
		if told(c.name+"-check") || !old && !told("no-"+c.name+"-check") {
			p.Checks |= c.checks
		}
	}
	for _, c := range otherChecks {
		switch {
		case !told(c.name + "-check"):
		case c.checks == 0:
			p.Unchecked = append(p.Unchecked, c.name)
		default:
			p.Checks |= c.checks
		}
	}
	p.MallocMayFail = told("malloc-may-fail") || !old && !told("no-malloc-may-fail")
}

// unwound is the highest number of rounds in UNWINDSET.
func (k kit) unwound() int {
	most := 0
	for _, word := range k["UNWINDSET"] {
		for _, loop := range strings.Split(word, ",") {
			if at := strings.LastIndexByte(loop, ':'); at >= 0 {
				if n, err := strconv.Atoi(loop[at+1:]); err == nil {
					most = max(most, n)
				}
			}
		}
	}
	return most
}
