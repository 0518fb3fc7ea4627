package preprocess

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"yogi/internal/frontend/c/target"
)

// Reading is how a file is read: what a compiler is told by flags. Relative folders are relative to the
// working folder of the process.
type Reading struct {
	QuoteDirs   []string `json:"quote,omitempty"`          // -iquote: for #include "..." alone
	IncludeDirs []string `json:"include,omitempty"`        // -I
	SystemDirs  []string `json:"system,omitempty"`         // -isystem: after -I
	AfterDirs   []string `json:"after,omitempty"`          // -idirafter: after the standard headers
	Forced      []string `json:"forced,omitempty"`         // -include: read before the file
	Defines     []string `json:"define,omitempty"`         // -D: NAME or NAME=VALUE
	Undefines   []string `json:"undefine,omitempty"`       // -U: after the definitions
	Standard    string   `json:"standard,omitempty"`       // -std: gnu17 unless said otherwise
	SystemOwn   bool     `json:"system_headers,omitempty"` // standard headers are the machine's, not those that come with the checker
	NoStandard  bool     `json:"no_standard,omitempty"`    // -nostdinc: there are no standard headers
	ShortWide   bool     `json:"short_wide,omitempty"`     // -fshort-wchar: wchar_t is unsigned short
	// ZeroLocals: automatic objects without an initialiser are zero (-ftrivial-auto-var-init=zero).
	ZeroLocals bool `json:"zero_locals,omitempty"`
	// NamedMembers: a structure with a name and no declarator is an anonymous member (-fms-extensions).
	NamedMembers bool     `json:"named_members,omitempty"`
	GotoCC       bool     `json:"goto_cc,omitempty"`   // as CBMC's compiler reads it, see gotocc.go
	Removed      []string `json:"removed,omitempty"`   // functions that the file defines and whose bodies are left out
	Contracts    []string `json:"contracts,omitempty"` // functions whose contracts (of CBMC) are enforced
	// ContractFiles are files with contracts in ACSL, each before a declaration of the function that it is about.
	ContractFiles []string `json:"contract_files,omitempty"`
	// FilePrefixes are FROM=TO: a file's name that begins with FROM is told by __FILE__ as one that begins with
	// TO (-fmacro-prefix-map). Of several that fit the last one counts.
	FilePrefixes []string `json:"file_prefixes,omitempty"`
	// Typed are the names by which the build knows files and folders, and tells of them by __FILE__, where these are
	// not their paths: by what typedKey makes of them.
	Typed map[string]string `json:"typed,omitempty"`
	// Copies are read in the place of files that #include names by their paths from the root.
	Copies map[string]string `json:"-"`
	// MachineDirs are the folders of standard headers of the machine that the file was read on first, where SystemOwn
	// is set and another machine may read it: its own folders are not looked at then. nil: they are this machine's.
	MachineDirs []string `json:"machine_dirs,omitempty"`
	// Root is the folder in which all lies that is read for the file, but for what MachineCopies has; "": anywhere.
	Root string `json:"-"`
	// MachineCopies are read in the place of headers in MachineDirs, by their paths there.
	MachineCopies map[string]string `json:"-"`
}

// Then is r followed by what more says: folders are searched after r's, macros are set after r's.
func (r Reading) Then(more Reading) Reading {
	join := func(x, y []string) []string { return append(append([]string(nil), x...), y...) }
	out := Reading{
		QuoteDirs: join(r.QuoteDirs, more.QuoteDirs), IncludeDirs: join(r.IncludeDirs, more.IncludeDirs),
		SystemDirs: join(r.SystemDirs, more.SystemDirs), AfterDirs: join(r.AfterDirs, more.AfterDirs),
		Forced: join(r.Forced, more.Forced), Defines: join(without(r.Defines, more.Undefines), more.Defines),
		Undefines: join(without(r.Undefines, more.Defines), more.Undefines),
		Standard:  r.Standard, SystemOwn: r.SystemOwn || more.SystemOwn,
		NoStandard: r.NoStandard || more.NoStandard, ShortWide: r.ShortWide || more.ShortWide,
		NamedMembers: r.NamedMembers || more.NamedMembers, ZeroLocals: r.ZeroLocals || more.ZeroLocals,
		GotoCC: r.GotoCC || more.GotoCC, Removed: join(r.Removed, more.Removed), Contracts: join(r.Contracts, more.Contracts),
		ContractFiles: join(r.ContractFiles, more.ContractFiles),
		FilePrefixes:  join(r.FilePrefixes, more.FilePrefixes), Typed: maps.Clone(r.Typed),
		Copies: r.Copies, MachineDirs: r.MachineDirs, Root: r.Root, MachineCopies: r.MachineCopies,
	}
	if out.Copies == nil {
		out.Copies = more.Copies
	}
	if out.MachineDirs == nil {
		out.MachineDirs = more.MachineDirs
	}
	if out.Root == "" {
		out.Root, out.MachineCopies = more.Root, more.MachineCopies
	}
	for key, name := range more.Typed {
		if _, known := out.Typed[key]; !known {
			out.setTyped(key, name)
		}
	}
	if more.Standard != "" {
		out.Standard = more.Standard
	}
	return out
}

// Define adds -D NAME or -D NAME=VALUE after what was said before.
func (r *Reading) Define(macro string) { *r = r.Then(Reading{Defines: []string{macro}}) }

// Undefine adds -U NAME after what was said before.
func (r *Reading) Undefine(name string) { *r = r.Then(Reading{Undefines: []string{name}}) }

// without leaves out the macros that others name.
func without(macros, others []string) []string {
	named := map[string]bool{}
	for _, o := range others {
		named[macroName(o)] = true
	}
	var out []string
	for _, m := range macros {
		if !named[macroName(m)] {
			out = append(out, m)
		}
	}
	return out
}

func macroName(macro string) string {
	name, _, _ := strings.Cut(macro, "=")
	name, _, _ = strings.Cut(name, "(")
	return name
}

// The flags that name files and folders.
const (
	QuoteFlag   = "-iquote"
	IncludeFlag = "-I"
	SystemFlag  = "-isystem"
	AfterFlag   = "-idirafter"
	ForcedFlag  = "-include"
	// NoFlag is that of a file of the program.
	NoFlag = ""
)

// typedKey is how Typed knows what a flag names. One folder may have several names, by different flags.
func typedKey(flag, path string) string { return flag + " " + path }

func (r *Reading) setTyped(key, name string) {
	if r.Typed == nil {
		r.Typed = map[string]string{}
	}
	r.Typed[key] = name
}

// TypedName is the name by which the build knows a file or a folder that a flag names. gcc knows headers of the system
// by their whole paths where these are shorter than what was typed.
func (r Reading) TypedName(flag, path string) string {
	if name, known := r.Typed[typedKey(flag, path)]; known {
		return name
	}
	if flag != SystemFlag && flag != AfterFlag || path == embeddedDir || slices.Contains(r.MachineDirs, path) {
		return path
	}
	if whole, err := filepath.EvalSymlinks(absolute(path)); err == nil && len(whole) < len(path) {
		return whole
	}
	return path
}

// Named is r where the build knows a file of the program by a name.
func (r Reading) Named(file, name string) Reading {
	r.Typed = maps.Clone(r.Typed)
	delete(r.Typed, typedKey(NoFlag, file))
	if name != file {
		r.setTyped(typedKey(NoFlag, file), name)
	}
	return r
}

// TypedIn is r where the names of folders of system headers are what gcc makes of them in a working folder.
func (r Reading) TypedIn(folder string) Reading {
	r.Typed = maps.Clone(r.Typed)
	for flag, paths := range map[string][]string{SystemFlag: r.SystemDirs, AfterFlag: r.AfterDirs} {
		for _, path := range paths {
			whole := path
			if !filepath.IsAbs(whole) {
				whole = filepath.Join(folder, path)
			}
			name := path
			if whole, err := filepath.EvalSymlinks(whole); err == nil && len(whole) < len(path) {
				name = whole
			}
			r.setTyped(typedKey(flag, path), name)
		}
	}
	return r
}

// Paths is r with every folder and file that its flags name put through change. The build knows them by the names that
// they had; those of the program's files are left out.
func (r Reading) Paths(change func(path string) string) Reading {
	moved := r
	moved.Typed = nil
	for _, list := range []struct {
		flag  string
		paths *[]string
	}{
		{QuoteFlag, &moved.QuoteDirs}, {IncludeFlag, &moved.IncludeDirs}, {SystemFlag, &moved.SystemDirs}, {AfterFlag, &moved.AfterDirs},
		{ForcedFlag, &moved.Forced},
	} {
		var out []string
		seen := map[string]bool{} // gcc passes over a folder that it has by another name
		for _, path := range *list.paths {
			now := change(path)
			if name := r.TypedName(list.flag, path); name != now && !seen[now] {
				moved.setTyped(typedKey(list.flag, now), name)
			}
			seen[now] = true
			out = append(out, now)
		}
		*list.paths = out
	}
	moved.ContractFiles = nil
	for _, path := range r.ContractFiles {
		moved.ContractFiles = append(moved.ContractFiles, change(path))
	}
	for _, path := range r.MachineDirs {
		if name := r.TypedName(SystemFlag, path); name != path {
			moved.setTyped(typedKey(SystemFlag, path), name)
		}
	}
	return moved
}

// FileName replaces the prefix of the name of a file.
func (r Reading) FileName(file string) string {
	for _, prefix := range slices.Backward(r.FilePrefixes) {
		if from, to, ok := strings.Cut(prefix, "="); ok && strings.HasPrefix(file, from) {
			return to + file[len(from):]
		}
	}
	return file
}

// standards are the values of __STDC_VERSION__.
var standards = map[string]string{
	"89": "", "90": "", "9899:1990": "", "9899:199409": "199409L", "99": "199901L", "9x": "199901L", "9899:1999": "199901L",
	"11": "201112L", "1x": "201112L", "9899:2011": "201112L", "17": "201710L", "18": "201710L", "9899:2017": "201710L", "9899:2018": "201710L",
}

// version splits a standard's name; ok is false for one that is not known.
func version(standard string) (value string, strict, ok bool) {
	name, isGNU := strings.CutPrefix(standard, "gnu")
	if !isGNU {
		name = strings.TrimPrefix(strings.TrimPrefix(standard, "iso"), "c")
	}
	if standard == "ansi" {
		name = "90"
	}
	value, ok = standards[name]
	return value, !isGNU, ok
}

// Check says what is wrong with the settings.
func (r Reading) Check() error {
	if r.Standard == "" {
		return nil
	}
	if _, _, ok := version(r.Standard); !ok {
		return fmt.Errorf("the standard %q is not known: c89, c99, c11, c17 and gnu89, gnu99, gnu11, gnu17 are", r.Standard)
	}
	return nil
}

// strict says that the standard is one of ISO's without GNU's extensions where they disagree.
func (r Reading) strict() bool {
	_, strict, ok := version(r.Standard)
	return r.Standard != "" && ok && strict
}

// spelled is a file's text with its trigraphs replaced, where the standard has them, and with the signs of a
// division before a comment apart, where two of them begin none.
func (r Reading) spelled(data []byte) []byte {
	data = withContracts(data)
	if !r.strict() {
		return data
	}
	if bytes.Contains(data, []byte("??")) {
		data = []byte(trigraphs.Replace(string(data)))
	}
	if value, _, _ := version(r.Standard); value == "" || value == standards["9899:199409"] {
		data = divisionBeforeComment.ReplaceAllFunc(data, func(found []byte) []byte {
			if bytes.Equal(found, []byte("//*")) {
				return []byte("/ /*")
			}
			return found
		})
	}
	return data
}

// divisionBeforeComment finds "//*", which C90 reads as a division and a comment, and before it whatever has such
// characters and is something else: strings, characters, comments, and lines that gcc refuses as comments of C99.
var divisionBeforeComment = regexp.MustCompile(`(?s)"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|/\*.*?\*/|//\*|//[^\n]*`)

// OldInline says that "inline" means what it meant before C99: "extern inline" exports nothing.
func (r Reading) OldInline() bool {
	value, _, ok := version(r.Standard)
	return r.Standard != "" && ok && value <= "199409L"
}

// gnuNames are the predefined macros that are a program's own names in standard C.
var gnuNames = []string{"unix", "linux", "i386", "WIN32", "WIN64", "WINNT", "_cdecl", "_fastcall", "_stdcall", "_thiscall", "AVR"}

// standardMacros are the predefined macros that depend on the standard.
func (r Reading) standardMacros() string {
	value, strict, ok := version(r.Standard)
	if r.Standard == "" || !ok {
		return ""
	}
	text := "#undef __STDC_VERSION__\n"
	if value != "" {
		text += "#define __STDC_VERSION__ " + value + "\n"
	}
	if value < "199901L" || strict && value < "201112L" {
		text += "#undef __STDC_UTF_16__\n#undef __STDC_UTF_32__\n"
	}
	if strict {
		text += "#define __STRICT_ANSI__ 1\n"
		for _, name := range gnuNames {
			text += "#undef " + name + "\n"
		}
	}
	if r.OldInline() {
		text += "#undef __GNUC_STDC_INLINE__\n#define __GNUC_GNU_INLINE__ 1\n"
	}
	return text
}

// Target is the target with what the flags change of it.
func (r Reading) Target(t *target.Target) *target.Target {
	if !r.ShortWide || t.WideCharacter == 2 {
		return t
	}
	changed := *t
	changed.WideCharacter, changed.WideSigned = 2, false
	return &changed
}

// wideMacros are the predefined macros of a wchar_t that is not the target's own.
func (r Reading) wideMacros(t *target.Target) string {
	if !r.ShortWide || t.MSKeywords {
		return ""
	}
	text := ""
	for _, m := range [][2]string{
		{"__WCHAR_TYPE__", "short unsigned int"}, {"__WCHAR_MAX__", "0xffff"}, {"__WCHAR_MIN__", "0"}, {"__WCHAR_WIDTH__", "16"},
		{"__SIZEOF_WCHAR_T__", "2"}, {"__GNUC_WIDE_EXECUTION_CHARSET_NAME", `"UTF-16LE"`},
	} {
		text += "#undef " + m[0] + "\n#define " + m[0] + " " + m[1] + "\n"
	}
	return text
}

// embeddedDir stands in the search list for the headers that come with the checker.
const embeddedDir = "<>"

// searched is a folder in which headers are looked for.
type searched struct{ path, typed string }

// folders are those that a flag names.
func (r Reading) folders(flag string, paths []string) []searched {
	var out []searched
	for _, path := range paths {
		out = append(out, searched{path, r.TypedName(flag, path)})
	}
	return out
}

// searchList is where #include <...> looks, in this order. As gcc does it passes over a folder of -I that is also
// one of system headers, which keeps its place among these.
func (r Reading) searchList(t *target.Target) []searched {
	system := r.SystemDirs
	switch {
	case r.NoStandard:
	case r.SystemOwn && t.X86:
		system = slices.Concat(system, r.machineDirs(t))
	default:
		system = slices.Concat(system, []string{embeddedDir})
	}
	own := slices.DeleteFunc(r.folders(IncludeFlag, r.IncludeDirs), func(s searched) bool {
		return slices.ContainsFunc(system, func(path string) bool { return absolute(path) == absolute(s.path) })
	})
	return slices.Concat(own, r.folders(SystemFlag, system), r.folders(AfterFlag, r.AfterDirs))
}

// machineDirs are the folders of standard headers of Debian's gcc for the target: the newest gcc's own, then the C
// library's.
func machineDirs(t *target.Target) []string {
	switch t.Name {
	case "x86_64-windows":
		return mingw("x86_64-w64-mingw32")
	case "i686-windows":
		return mingw("i686-w64-mingw32")
	}
	out := append(newestGCC(machineTriple), "/usr/local/include")
	if t.Name == "i686-linux" {
		out = append(out, "/usr/i686-linux-gnu/include", "/usr/include/i386-linux-gnu")
	}
	return append(out, "/usr/include/x86_64-linux-gnu", "/usr/include")
}

// HasMachine says that the machine has standard headers for the target. Those of other machines than x86 are not
// read: what the models of the C library say is about the constants of Linux on x86.
func HasMachine(t *target.Target) bool {
	return t.X86 && slices.ContainsFunc(machineDirs(t), func(folder string) bool {
		_, err := os.Stat(filepath.Join(folder, "stdlib.h"))
		return err == nil
	})
}

// mingw is where the headers of Windows lie, and last those of its drivers, which include one
// another as <wdm.h>. Without a compiler for the target, the headers that compilers bring are those
// of the machine's: they ask macros for the system.
func mingw(triple string) []string {
	compiler := newestGCC(triple)
	if compiler == nil {
		compiler = newestGCC(machineTriple)
	}
	return append(compiler, "/usr/"+triple+"/include", "/usr/share/mingw-w64/include", "/usr/share/mingw-w64/include/ddk")
}

// machineTriple is gcc's name for the machine that the checker runs on.
const machineTriple = "x86_64-linux-gnu"

// compilers is where the folders of gcc's versions lie, by target.
const compilers = "/usr/lib/gcc/"

// newestGCC is the folder of the compiler's own headers, if there is one.
func newestGCC(triple string) []string {
	own, err := filepath.Glob(compilers + triple + "/*/include")
	if err != nil || len(own) == 0 {
		return nil
	}
	newest := own[0]
	for _, folder := range own {
		if len(folder) > len(newest) || len(folder) == len(newest) && folder > newest {
			newest = folder
		}
	}
	return []string{newest}
}
