package posix_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"yogi/internal/frontend/c"
	"yogi/internal/frontend/c/clib"
	"yogi/models/posix"
	"yogi/rules"
)

// plain are functions of streams that leave to them what feof, ferror and fileno tell, or that are not modelled: what
// the C library's functions may return is all that a check has to know of them.
var plain = strings.Fields(`fcloseall fwide setbuf setbuffer setlinebuf setvbuf flockfile funlockfile ftrylockfile
	fmemopen open_memstream open_wmemstream fopencookie`)

// unopened make descriptors that the models do not know: a run that comes to one that was opened so is not told.
var unopened = strings.Fields(`openpty forkpty pidfd_getfd open_by_handle_at open_tree dirfd fdopen fdopendir close_range`)

// defined are the functions that the models define.
func defined(t *testing.T) map[string]bool {
	p, err := posix.Install(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	options := c.Options{DataModel: "LP64"}
	for _, file := range p.Files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		options.Units = append(options.Units, c.Unit{File: file, Source: text})
	}
	symbols, diagnostics, err := c.SymbolsOf(t.Context(), options)
	if err != nil || len(diagnostics) > 0 {
		t.Fatal(err, diagnostics)
	}
	names := map[string]bool{}
	for name := range symbols.Defines {
		names[name] = true // weak or not
	}
	return names
}

// Each function of the C library that reads, writes or opens a stream has a model, since what it does to the stream
// would be forgotten otherwise; and so has each that the rule of descriptors knows to open one.
func TestEachIsModelled(t *testing.T) {
	has := defined(t)
	isStream := func(p clib.Parameter) bool { return p.Role == clib.Stream }
	for _, f := range clib.Functions() {
		ofStream := f.Result.Kind == clib.OpenStream || slices.ContainsFunc(f.Params, isStream)
		if ofStream && !has[f.Name] && !slices.Contains(plain, f.Name) {
			t.Errorf("%s has no model", f.Name)
		}
	}
	text, err := rules.Read("posix/Descriptor.slic")
	if err != nil {
		t.Fatal(err)
	}
	openers := regexp.MustCompile(`(\w+)\.return`).FindAllStringSubmatch(string(text), -1)
	if len(openers) == 0 {
		t.Error("the rule of descriptors knows no function that opens one")
	}
	for _, m := range openers {
		if !has[m[1]] && !slices.Contains(unopened, m[1]) {
			t.Errorf("%s has no model", m[1])
		}
	}
}
