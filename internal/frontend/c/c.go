// Package c is the C front end: files in, an ir.Program out. It preprocesses and checks (package typecheck) each
// file, links them (package link) and lowers (package lower) one program in one data model.
package c

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"yogi/internal/bug"
	"yogi/internal/frontend/c/clib"
	"yogi/internal/frontend/c/harness"
	"yogi/internal/frontend/c/link"
	"yogi/internal/frontend/c/lint"
	"yogi/internal/frontend/c/lower"
	"yogi/internal/frontend/c/preprocess"
	"yogi/internal/frontend/c/target"
	"yogi/internal/frontend/c/tree"
	"yogi/internal/frontend/c/typecheck"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/source"
	"yogi/internal/term"
)

// Options say which program is made of the files. Empty choices are the first one named.
type Options struct {
	DataModel      string // LP64, ILP32, or another of a target
	Units          []Unit
	Entry          string   // main
	ErrorFunctions []string // in addition to the usual ones
	ErrorLabel     string
	Allocators     []string
	EntryState     string // of static objects when an entry other than main is called: any or initial
	Malloc         string // never-null or may-fail
	Printing       string // never-fails or may-fail
	Volatile       string // input or ordinary
	Checks         property.Checks
	// Blocked are those of the checks whose violation is no failure: the run ends there unseen.
	Blocked    property.Checks
	Apart      bool   // errors are asked about one by one: see lower.Options
	Undefined  string // nondet, havoc-args, havoc-calls or error
	NonNull    string // declared, all or none: the parameters of an entry that are no null pointers
	Arith      string // bits, or linear: integers are mathematical
	Library    string // models or none: whether functions of the C library without a body get models; or FewLibrary
	TypedCalls bool   // calls through pointers are assumed to call functions of the pointer's type
	Rule       string // a rule as package slic weaves it; its violation is then the only error
	// AllFunctions makes the program of every function with a body, not only of what the entry reaches; it needs no
	// entry. A construct of the language that is not modelled is then a diagnostic wherever it stands.
	AllFunctions bool
	Open         bool // a part of a program: see lower.Options
	// Sizes: of an open program, see lower.Options.Counted.
	Sizes   bool
	Harness bool // of an open program: see lower.Options
	// Unknown are functions that are called as those without a body are: their bodies, and models
	// of the library, are left out.
	Unknown []string
	// Exposure: the program says what it shows to the outside, see lower.Options.
	Exposure bool
	// Told: the program says what a person wants to know of a run, see lower.Options.
	Told bool
	// Overlay are texts that Headers reads in the place of files, by their paths; nil: none.
	Overlay map[string][]byte
	// Removed are functions of Units' readings whose bodies are left out that there have to be.
	Removed []string
	// Observed are the functions that the rule names, with a place in it.
	Observed map[string]source.Pos
	// Scans are the texts that were read before; nil: those of this program alone.
	Scans *Scans
	Terms *term.Builder
}

// Reading is how a file is read: what a compiler is told by flags.
type Reading = preprocess.Reading

// The flags by which a reading knows what files and folders are called.
const (
	NoFlag      = preprocess.NoFlag
	QuoteFlag   = preprocess.QuoteFlag
	IncludeFlag = preprocess.IncludeFlag
	SystemFlag  = preprocess.SystemFlag
	AfterFlag   = preprocess.AfterFlag
	ForcedFlag  = preprocess.ForcedFlag
)

// Unit is one file of the program and how it is read.
type Unit struct {
	File    string
	Source  []byte // its content; nil: read it
	Reading Reading
}

// Load makes the program. Diagnostics are about the user's text; the error is about the world or the
// options. There is a program exactly if both are empty.
func Load(ctx context.Context, options Options) (*ir.Program, source.Diagnostics, error) {
	unit, models, lowering, diagnostics, err := options.whole(ctx)
	if err != nil || len(diagnostics) > 0 {
		return nil, diagnostics, err
	}
	lowering.Counted = options.counted(unit)
	program, err := lower.Program(unit, lowering)
	if found, ok := err.(source.Diagnostics); ok {
		return nil, found, nil
	}
	if err == nil && options.AllFunctions {
		if refused := Refused(program, lower.CodeUnsupported); len(refused) > 0 {
			refused[0].Notes = append(refused[0].Notes, "this is not modelled: without --all-functions it matters only if a run gets there")
			return nil, refused, nil
		}
	}
	if program != nil {
		program.Models = called(program, slices.Clone(models))
		program.Misspelt = misspelt(unit, options.Observed)
		program.Unplaced = unplaced(unit, options.Units)
		program.Symbols = symbolsOf(unit)
		program.Prototype = prototypeOf(unit, options.Entry)
		parts, contradiction := unreadContracts(unit, options.Entry)
		program.UnreadContracts, program.Contradiction = append(parts, program.UnreadContracts...), contradiction
	}
	return program, nil, err
}

// counted are the parameters of the entry of an open program that lead to as many elements as another one says.
func (o *Options) counted(unit *tree.Unit) map[*tree.Object]lower.Count {
	if !o.Open || !o.Sizes || o.Harness {
		return nil
	}
	out := map[*tree.Object]lower.Count{}
	for _, f := range unit.Functions {
		if f.Name == o.Entry && f.Body != nil {
			for p, c := range harness.CountedBy(unit, f) {
				out[p] = lower.Count{By: c.By, Unit: c.Unit}
			}
		}
	}
	return out
}

// whole is read with the library linked in, of which models are the functions. A unit that was linked before is taken
// again, as far as only how it is lowered is another.
func (o *Options) whole(ctx context.Context) (unit *tree.Unit, models []string, lowering lower.Options, diagnostics source.Diagnostics, err error) {
	if lowering, err = o.lowering(); err != nil {
		return nil, nil, lowering, nil, err
	}
	of, isKept := o.linking(lowering.Model.Name)
	if isKept {
		if unit, models = o.Scans.linked(of); unit != nil {
			return unit, models, lowering, nil, nil
		}
	}
	if unit, lowering, diagnostics, err = o.read(ctx); err != nil || len(diagnostics) > 0 {
		return nil, nil, lowering, diagnostics, err
	}
	if unit, models, err = o.withLibrary(ctx, unit); err == nil && isKept {
		o.Scans.keep(of, unit, models)
	}
	return unit, models, lowering, nil, err
}

// read checks the files and links them, in the data model that the options come to; lowering is how
// the unit is lowered. Diagnostics and the error are as for Load.
func (o *Options) read(ctx context.Context) (unit *tree.Unit, lowering lower.Options, diagnostics source.Diagnostics, err error) {
	if lowering, err = o.lowering(); err != nil {
		return nil, lowering, nil, err
	}
	o.DataModel = lowering.Model.Name
	if o.Scans == nil {
		o.Scans = NewScans()
	}
	unit, diagnostics, err = o.linked(ctx)
	return unit, lowering, diagnostics, err
}

// linkedAsGiven checks the files, read as the options say, and links them.
func (o *Options) linkedAsGiven(ctx context.Context) (*tree.Unit, source.Diagnostics, error) {
	units, all, err := o.checked(ctx)
	if err != nil || len(all) > 0 {
		return nil, all, err
	}
	if missing := o.removeBodies(units); len(missing) > 0 {
		return nil, missing, nil
	}
	enforced := o.contracts()
	if pos, avoids := link.AvoidsFresh(units); avoids && len(enforced) > 0 {
		all.Add(pos, lower.CodeUnsupported, "a contract that may hold where __CPROVER_is_fresh does not")
		return nil, all, nil
	}
	if missing := link.EnforceContracts(units, enforced, o.Entry); len(missing) > 0 {
		all.Add(source.Pos{File: o.Units[0].File}, lower.CodeNoFunction, "no function %s with a contract, which the file of %s calls", missing[0], o.Entry)
		return nil, all, nil
	}
	unit, diagnostics := link.Units(units)
	if unit != nil {
		o.nameLibrary(unit)
		o.inlineLibrary(unit)
		if !o.AllFunctions {
			takeOwn(unit)
		}
		diagnostics = append(checksOfItsOwn(unit), o.leaveOut(unit)...)
	}
	return unit, diagnostics, nil
}

// checked checks each file, as many at a time as there are processors: all that they share is texts cut into tokens.
func (o *Options) checked(ctx context.Context) ([]*tree.Unit, source.Diagnostics, error) {
	units, found := make([]*tree.Unit, len(o.Units)), make([]source.Diagnostics, len(o.Units))
	errs, bugs := make([]error, len(o.Units)), make([]*bug.Bug, len(o.Units))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, u := range o.Units {
		group.Go(func() error {
			defer func() { bugs[i] = bug.Recovered(recover()) }()
			units[i], found[i], errs[i] = typecheck.Check(ctx, typecheck.Options{
				DataModel: o.DataModel, Files: []string{u.File}, Source: u.overlay(), Reading: u.Reading, Scans: o.Scans.tokens(), Rule: o.Rule,
			})
			return nil // what comes of the other files is asked for, too
		})
	}
	_ = group.Wait()
	for _, b := range bugs {
		if b != nil {
			panic(b) // for whoever recovers where the files are read
		}
	}
	for i, unit := range units {
		if errs[i] != nil {
			return nil, nil, errs[i]
		}
		if unit != nil {
			for _, h := range unit.Handlers {
				h.Unit = i
			}
		}
	}
	return units, slices.Concat(found...), nil
}

// contracts are the functions whose contracts are enforced.
func (o *Options) contracts() []string {
	var names []string
	for _, u := range o.Units {
		for _, name := range u.Reading.Contracts {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// removeBodies takes the bodies that are to be left out, and those that goto-cc does not link. It refuses names of
// which no file has a function.
func (o *Options) removeBodies(units []*tree.Unit) source.Diagnostics {
	var missing source.Diagnostics
	names := functionNames(units)
	for _, name := range o.Removed {
		if slices.Contains(names, name) || strings.HasPrefix(name, link.FileLocalPrefix) {
			continue
		}
		if near := source.Nearest(name, names); near != "" {
			missing.Add(source.Pos{File: o.Units[0].File}, lower.CodeNoFunction, "no function %s whose body could be left out: did you mean %s?", name, near)
		} else {
			missing.Add(source.Pos{File: o.Units[0].File}, lower.CodeNoFunction, "no function %s whose body could be left out", name)
		}
	}
	var forGotoCC []*tree.Unit
	for i, u := range o.Units {
		link.RemoveBodies(units[i], u.Reading.Removed, u.Reading.GotoCC)
		if u.Reading.GotoCC {
			forGotoCC = append(forGotoCC, units[i])
		}
	}
	link.KeepFirst(forGotoCC)
	return missing
}

// functionNames are those of the functions that files define or declare.
func functionNames(units []*tree.Unit) []string {
	var names []string
	for _, u := range units {
		for _, f := range u.Functions {
			names = append(names, f.Name)
			for _, other := range []string{f.Symbol, strings.TrimPrefix(f.Builtin, "__builtin_")} {
				if other != "" && other != f.Name {
					names = append(names, other)
				}
			}
		}
	}
	return names
}

// leastOfName is how long a name has to be at least to be taken for a misspelt one.
const leastOfName = 5

// misspelt are the functions of a rule that no file declares, and that are spelled nearly as one that a file does. The
// library's are spelled right: a program need not call them.
func misspelt(unit *tree.Unit, observed map[string]source.Pos) []ir.Misspelt {
	var out []ir.Misspelt
	names := functionNames([]*tree.Unit{unit})
	others := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return observed[name] != source.Pos{} })
	for _, name := range slices.Sorted(maps.Keys(observed)) {
		if len(name) < leastOfName || lower.IsLibrary(name) || clib.IsExported(name) || slices.Contains(names, name) || slices.Contains(unit.Macros, name) {
			continue
		}
		if near := source.Nearest(name, others); near != "" {
			out = append(out, ir.Misspelt{Function: name, Near: near, Pos: observed[name]})
		}
	}
	return out
}

// unplaced are the functions of files of contracts that no file defines.
func unplaced(unit *tree.Unit, files []Unit) (out []ir.Misspelt) {
	var defined []string
	for _, f := range unit.Functions {
		if f.Body != nil {
			defined = append(defined, f.Name)
		}
	}
	for _, contract := range unit.Elsewhere {
		isRemoved := slices.ContainsFunc(files, func(u Unit) bool { return slices.Contains(u.Reading.Removed, contract.Function) })
		isKnown := func(m ir.Misspelt) bool { return m.Function == contract.Function }
		if isRemoved || slices.Contains(defined, contract.Function) || slices.ContainsFunc(out, isKnown) {
			continue
		}
		out = append(out, ir.Misspelt{Function: contract.Function, Near: source.Nearest(contract.Function, defined), Pos: contract.Pos})
	}
	return out
}

// prototypeOf is how the entry is declared.
func prototypeOf(unit *tree.Unit, entry string) string {
	for _, f := range unit.Functions {
		if f.Name == entry && f.Body != nil {
			return f.Prototype
		}
	}
	return ""
}

// unreadContracts are the parts of the entry's contracts that are not used, each once, and what contradicts others. A
// header's may be read in one file and not in another, which does not know the type.
func unreadContracts(unit *tree.Unit, entry string) (out []ir.UnreadContract, contradiction string) {
	for _, u := range unit.Unread {
		if part := ir.UnreadContract(u); u.Function == entry && !slices.Contains(out, part) {
			out = append(out, part)
		}
	}
	for _, f := range unit.Functions {
		if f.Name != entry || f.Body == nil {
			continue
		}
		out = slices.DeleteFunc(out, func(part ir.UnreadContract) bool {
			return slices.ContainsFunc(f.Requires, func(r tree.Requirement) bool { return part.Text == "requires "+r.Text && part.Pos == r.Pos })
		})
		if r := f.Contradiction(); r != nil {
			contradiction = fmt.Sprintf("%s: no call keeps to the contract of %s, with what else it demands: %s", r.Pos, entry, r.Text)
		}
	}
	for _, u := range unit.Unkept {
		out = append(out, ir.UnreadContract(u))
	}
	return out, contradiction
}

// leaveOut makes the options' unknown functions such. It refuses names of which the program has no function.
func (o *Options) leaveOut(unit *tree.Unit) source.Diagnostics {
	var missing source.Diagnostics
	for _, name := range o.Unknown {
		found := false
		for _, f := range unit.Functions {
			if f.Name == name {
				f.Body, f.Unknown, found = nil, true, true
			}
		}
		if !found {
			missing.Add(source.Pos{File: o.Units[0].File}, lower.CodeNoFunction, "no function %s to be unknown", name)
		}
	}
	return missing
}

// Events are the events of the options' rule that functions of the program have, called or not, and
// the functions of the rule that the program has macros for.
func Events(ctx context.Context, options Options) (events []ir.RuleEvent, macros []string, diagnostics source.Diagnostics, err error) {
	unit, _, diagnostics, err := options.read(ctx)
	if err != nil || len(diagnostics) > 0 {
		return nil, nil, diagnostics, err
	}
	return lower.Events(unit), unit.Macros, nil, nil
}

// LintModels finds the faults of the environment models that some of the options' files are; see
// lint.Models. outside are the functions that the program which they surround defines.
func LintModels(ctx context.Context, options Options, files, outside []string) (source.Diagnostics, error) {
	options.AllFunctions = true
	unit, lowering, diagnostics, err := options.read(ctx)
	if err != nil || len(diagnostics) > 0 {
		return diagnostics, err
	}
	unit, _, err = options.withLibrary(ctx, unit)
	if err != nil {
		return nil, err
	}
	program, err := lower.Program(unit, lowering)
	if found, ok := err.(source.Diagnostics); ok {
		return found, nil
	}
	if err != nil {
		return nil, err
	}
	return lint.Models(unit, program, files, outside), nil
}

// Refused lists the places of the program that end in Unsupported with one of the codes, by position.
func Refused(program *ir.Program, codes ...source.Code) source.Diagnostics {
	var out source.Diagnostics
	for _, f := range program.Functions {
		for _, block := range f.Blocks {
			if t, ok := block.Terminator.(*ir.Unsupported); ok && slices.Contains(codes, t.Diagnostic.Code) {
				out = append(out, t.Diagnostic)
			}
		}
	}
	out.Sort()
	return out
}

// overlay is the text that was given instead of the file, by its name.
func (u *Unit) overlay() map[string][]byte {
	if u.Source == nil {
		return nil
	}
	return map[string][]byte{u.File: u.Source}
}

func (o *Options) lowering() (lower.Options, error) {
	model, err := Model(o.DataModel)
	if len(o.Units) == 0 {
		return lower.Options{}, errors.New("no file is given")
	}
	files := make([]string, len(o.Units))
	for i, u := range o.Units {
		files[i] = u.File
		if err := u.Reading.Check(); err != nil {
			return lower.Options{}, err
		}
	}
	out := lower.Options{
		Terms: o.Terms, Model: model, Entry: o.Entry,
		ErrorFunctions: o.ErrorFunctions, ErrorLabel: o.ErrorLabel, Allocators: o.Allocators, InitialState: o.EntryState == "initial", Files: files, Checks: o.Checks, Blocked: o.Blocked, Apart: o.Apart,
		AllFunctions: o.AllFunctions,
		RuleOnly:     o.Rule != "",
		TypedCalls:   o.TypedCalls,
		FewTexts:     o.Library == FewLibrary,
		Open:         o.Open, Harness: o.Harness, Exposure: o.Exposure, Told: o.Told,
	}
	if machine, err := target.Named(o.DataModel); err == nil && machine.Narrow && (o.Open || o.Harness) {
		return out, fmt.Errorf("of %s only whole programs are read, not functions by themselves", machine.Name)
	}
	switch o.Malloc {
	case "", "never-null":
	case "may-fail":
		out.MallocMayFail = true
	default:
		return out, fmt.Errorf("malloc %q is neither never-null nor may-fail", o.Malloc)
	}
	switch o.Printing {
	case "", "never-fails":
	case "may-fail":
		out.PrintingMayFail = true
	default:
		return out, fmt.Errorf("printing %q is neither never-fails nor may-fail", o.Printing)
	}
	switch o.NonNull {
	case "", "declared":
	case "all":
		out.NonNull = lower.NonNullAll
	case "none":
		out.NonNull = lower.NonNullNone
	default:
		return out, fmt.Errorf("non-null %q is neither declared nor all nor none", o.NonNull)
	}
	switch o.Volatile {
	case "", "input":
	case "ordinary":
		out.OrdinaryVolatile = true
	default:
		return out, fmt.Errorf("volatile %q is neither input nor ordinary", o.Volatile)
	}
	switch o.Arith {
	case "", "bits":
	case "linear":
		out.Linear = true
	default:
		return out, fmt.Errorf("arith %q is neither bits nor linear", o.Arith)
	}
	switch o.Undefined {
	case "", "nondet":
	case "havoc-args":
		out.Undefined = lower.UndefinedHavocArgs
	case "havoc-calls":
		out.Undefined = lower.UndefinedHavocCalls
	case "error":
		out.Undefined = lower.UndefinedError
	default:
		return out, fmt.Errorf("undefined %q is none of nondet, havoc-args, havoc-calls, error", o.Undefined)
	}
	return out, err
}

// Model is the data model called name, or of the target called so.
func Model(name string) (*ir.DataModel, error) {
	t, err := target.Named(name)
	if err != nil {
		return nil, err
	}
	model := t.Model
	return &model, nil
}
