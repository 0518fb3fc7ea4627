package e2e

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"yogi/e2e/truth"
	"yogi/internal/feature"
	"yogi/internal/property"
	"yogi/internal/textwrap"
	"yogi/models/libc"
)

// isLink matches a line that is a link and no prose, isName one that is one name in code.
var (
	isLink = regexp.MustCompile(`^\s*(?:[-*] )?!?\[[^\]]*\](?:\(\S*\)|: \S+)[,.;]?$`)
	isName = regexp.MustCompile("^\\s*(?:[-*] )?`\\S+`$")
)

// documents are the Markdown pages: those that people write, and the generated tables of measurements
// below docs/results.
var documents = []string{"../README.md", "../*/README.md", "../*/*/README.md", "../docs/*.md", "../docs/results/*.md", "../rules/*/*.md"}

// TestProseIsWrapped: no line of a document is wider than prose may be. Rows of tables and code have the
// width that they have, and so has a link or a name on a line of its own.
func TestProseIsWrapped(t *testing.T) {
	for path, text := range readDocuments(t) {
		fenced := false
		for n, line := range strings.Split(text, "\n") {
			fence := strings.HasPrefix(line, "```")
			if fence {
				fenced = !fenced
			}
			free := fence || fenced || strings.HasPrefix(line, "    ") || strings.HasPrefix(line, "|") || isLink.MatchString(line) || isName.MatchString(line)
			if width := utf8.RuneCountInString(line); width > textwrap.PageWidth && !free {
				t.Errorf("%s:%d: a line of %d columns, more than %d", path, n+1, width, textwrap.PageWidth)
			}
		}
	}
}

// commentWidth bounds the width of comments in Go, where a tab counts four columns. They are wrapped
// at textwrap.PageWidth; older ones are when their text changes.
const commentWidth = 120

// TestCommentsAreWrapped: no line of a comment in Go is wider than comments may be.
func TestCommentsAreWrapped(t *testing.T) {
	files := 0
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		files++
		text, err := os.ReadFile(path)
		for n, line := range strings.Split(string(text), "\n") {
			line = strings.ReplaceAll(line, "\t", "    ")
			comment := strings.HasPrefix(strings.TrimSpace(line), "//") && !strings.HasPrefix(line, "//go:")
			if width := utf8.RuneCountInString(line); comment && width > commentWidth {
				t.Errorf("%s:%d: a comment of %d columns, more than %d", path, n+1, width, commentWidth)
			}
		}
		return err
	})
	if err != nil || files < 500 {
		t.Fatalf("%d Go files: %v", files, err)
	}
}

// largePackage is how many files, beside tests, a package has that says in doc.go where to begin.
const largePackage = 12

// firstToRead matches what the comment of a package says of that.
var firstToRead = regexp.MustCompile(`(?m)^// (?:.*\bRead .* first\b|# What to read first)`)

// TestLargePackagesSayWhereToBegin: the comment of each larger package says what to read first in it, and the files
// that it names are there.
func TestLargePackagesSayWhereToBegin(t *testing.T) {
	found := 0
	folders := []string{"../cmd/yogi"}
	for _, name := range packagesBelow(t, "../internal") {
		folders = append(folders, "../internal/"+name)
	}
	for _, folder := range folders {
		files, err := filepath.Glob(folder + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		files = slices.DeleteFunc(files, func(file string) bool { return strings.HasSuffix(file, "_test.go") })
		if len(files) < largePackage {
			continue
		}
		found++
		comment, err := os.ReadFile(folder + "/doc.go")
		if err != nil {
			t.Errorf("%s has %d files and no doc.go: %v", folder, len(files), err)
			continue
		}
		if !firstToRead.Match(comment) {
			t.Errorf("%s/doc.go does not say what to read first", folder)
		}
		for _, file := range regexp.MustCompile(`\b[a-z0-9]+\.go\b`).FindAllString(string(comment), -1) {
			if !slices.Contains(files, folder+"/"+file) {
				t.Errorf("%s/doc.go names %s, which is not there", folder, file)
			}
		}
	}
	if found < 15 {
		t.Errorf("%d large packages: the test looks in the wrong place", found)
	}
}

// readDocuments reads all documents, by path.
func readDocuments(t *testing.T) map[string]string {
	texts := map[string]string{}
	for _, pattern := range documents {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			t.Fatalf("no documents match %s (%v)", pattern, err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			texts[path] = string(text)
		}
	}
	return texts
}

// measuredSwitch matches a row of a table that measures what a switch of the search is worth.
var measuredSwitch = regexp.MustCompile(`(?m)^\| ([a-z-]+) (?:on|off) \|`)

// TestMeasuredSwitchesAreThere: the tables that measure switches have no row of one that went.
func TestMeasuredSwitchesAreThere(t *testing.T) {
	texts := readDocuments(t)
	for _, name := range []string{"options", "options-short"} {
		rows := measuredSwitch.FindAllStringSubmatch(texts["../docs/results/"+name+".md"], -1)
		if len(rows) == 0 {
			t.Errorf("docs/results/%s.md has no rows of switches", name)
		}
		for _, m := range rows {
			if !feature.Exists(m[1]) {
				t.Errorf("docs/results/%s.md measures %s, which is no switch", name, m[1])
			}
		}
	}
}

// rowsOfFeatures is how many rows the table of features has.
const rowsOfFeatures = 22

var (
	featureRow  = regexp.MustCompile(`(?m)^\| (\d+) \| [^|]+ \| (\[(?:yes|part)\]\[t(\d+)\] \|(?: (?:yes|no|part) \|){5})$`)
	featureLink = regexp.MustCompile(`(?m)^\[t(\d+)\]: (\S+)$`)
	explained   = regexp.MustCompile(`(?m)^- \*\*(\d+)\*\*: `)
)

// TestFeaturesAreTested: each row of docs/features.md links to a test that exists, has a word for each of the other
// tools, and what "part" stands for is told.
func TestFeaturesAreTested(t *testing.T) {
	text := readDocuments(t)["../docs/features.md"]
	links, told := map[string]string{}, map[string]bool{}
	for _, m := range featureLink.FindAllStringSubmatch(text, -1) {
		links[m[1]] = m[2]
	}
	for _, m := range explained.FindAllStringSubmatch(text, -1) {
		told[m[1]] = true
	}
	rows := featureRow.FindAllStringSubmatch(text, -1)
	if len(rows) != rowsOfFeatures || len(links) != rowsOfFeatures {
		t.Errorf("docs/features.md has %d rows and %d links, want %d", len(rows), len(links), rowsOfFeatures)
	}
	for i, row := range rows {
		number := strconv.Itoa(i + 1)
		if row[1] != number || row[3] != number {
			t.Errorf("row %s stands at place %s and links to the test of row %s", row[1], number, row[3])
		}
		path := filepath.Join("../docs", links[number])
		isTest := strings.HasSuffix(path, "_test.go") || strings.Contains(path, "/testdata/script/") && strings.HasSuffix(path, ".txtar")
		if info, err := os.Stat(path); err != nil || info.IsDir() || !isTest {
			t.Errorf("row %s links to %q, which is no test (%v)", number, links[number], err)
		}
		if strings.Contains(row[2], "part") != told[number] {
			t.Errorf("row %s: what \"part\" stands for is told: %v", number, told[number])
		}
	}
}

// TestChecksAreTold: each built-in check has its entry in docs/semantics.md, with the property that
// verdicts name, is named in docs/suppressions.md, and has a safe and an unsafe program in e2e/safety
// that ask for it.
func TestChecksAreTold(t *testing.T) {
	documents := readDocuments(t)
	semantics, suppressions := documents["../docs/semantics.md"], documents["../docs/suppressions.md"]
	asked := checksOfPrograms(t)
	all, err := property.ParseChecks(property.CheckNames())
	if err != nil {
		t.Fatal(err)
	}
	for _, check := range all.Each() {
		name := check.Names()[0]
		entry := ""
		for _, line := range strings.Split(semantics, "\n") {
			if strings.HasPrefix(line, "- **`"+name+"`") {
				entry = line
			}
		}
		if !strings.Contains(entry, "`"+check.SubProperty()+"`") {
			t.Errorf("docs/semantics.md has no entry for the check %s that names %s: %q", name, check.SubProperty(), entry)
		}
		if !strings.Contains(suppressions, "`"+name+"`") {
			t.Errorf("docs/suppressions.md does not name the check %s", name)
		}
		if !asked[name+" safe"] || !asked[name+" unsafe"] {
			t.Errorf("e2e/safety/testdata has no safe and unsafe program for the check %s", name)
		}
	}
}

// untried are the models in C that no program of a test calls by name.
var untried = strings.Fields(`asctime call_once clearenv ctime getlogin
	getopt_long_only inet_ntoa lgamma lgammaf mkdtemp mktemp nl_langinfo srandom tmpnam ttyname`)

// TestModelsAreTried: a model in C of a library function is called by a program of some test: the one that compares it
// with the machine's function, a program with a verdict, or a generated one. What is untried is listed.
func TestModelsAreTried(t *testing.T) {
	word, called := regexp.MustCompile(`\w+`), map[string]bool{}
	for _, folder := range []string{".", "../models/libc/testdata", "../internal/report/ctest", "../cmd/yogi/testdata"} {
		err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || path == "documents_test.go" {
				return err
			}
			text, err := os.ReadFile(path)
			for _, w := range word.FindAllString(string(text), -1) {
				called[w] = true
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range libc.Functions() {
		if isListed := slices.Contains(untried, name); called[name] == isListed {
			t.Errorf("the model of %s is called by a program: %v, and listed as untried: %v", name, called[name], isListed)
		}
	}
}

// checksOfPrograms has, for each program of e2e/safety, the checks that it asks for, each with
// "safe" or "unsafe" behind it.
func checksOfPrograms(t *testing.T) map[string]bool {
	paths, err := filepath.Glob("safety/testdata/*.c")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no programs (%v)", err)
	}
	asked := map[string]bool{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		head, _, _ := strings.Cut(string(text), "\n")
		words := strings.Fields(strings.TrimPrefix(head, "// CHECK: "))
		_, kind := splitKind(strings.TrimSuffix(filepath.Base(path), ".c"))
		if len(words) == 0 || !slices.Contains([]string{"safe", "unsafe", "unknown"}, kind) {
			t.Fatalf("%s: the first line is %q", path, head)
		}
		for _, name := range strings.Split(words[0], ",") {
			asked[name+" "+kind] = true
		}
	}
	return asked
}

// TestReadmeSample: the README shows what the commands print, file names without their folder. A
// line of three dots stands for any lines, but for those, nothing is left out.
func TestReadmeSample(t *testing.T) {
	if !truth.HasCompiler() {
		t.Skip("gcc is not installed")
	}
	yogi := filepath.Join(t.TempDir(), "yogi")
	if out, err := exec.Command("go", "build", "-o", yogi, "../cmd/yogi").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	folder := t.TempDir()
	if err := os.CopyFS(filepath.Join(folder, "examples"), os.DirFS("../examples")); err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(readDocuments(t)["../README.md"], "\n    $ yogi ")[1:]
	for _, block := range blocks {
		block, _, _ = strings.Cut(block, "\n\n")
		lines := strings.Split(strings.ReplaceAll(strings.TrimRight(block, "\n"), "\n    ", "\n"), "\n")
		command := exec.Command(yogi, strings.Fields(lines[0])...)
		command.Dir = folder
		out, err := command.Output()
		if command.ProcessState == nil {
			t.Fatal(err)
		}
		printed := strings.ReplaceAll(string(out), "examples/drivers/", "")
		if !isElided(lines[1:], strings.Split(strings.TrimSuffix(printed, "\n"), "\n")) {
			t.Errorf("yogi %s prints\n%s\nand the README says\n%s", lines[0], printed, strings.Join(lines[1:], "\n"))
		}
	}
	if len(blocks) < 6 {
		t.Errorf("%d commands in the README: the test looks in the wrong place", len(blocks))
	}
}

// isElided says that shown is all with parts left out where it has three dots.
func isElided(shown, all []string) bool {
	if len(shown) == 0 {
		return len(all) == 0
	}
	if shown[0] == "..." {
		for i := range all {
			if isElided(shown[1:], all[i:]) {
				return true
			}
		}
		return false
	}
	return len(all) > 0 && shown[0] == all[0] && isElided(shown[1:], all[1:])
}

// TestGlossary: each entry of the glossary is about a word that the code of the packages that it names still has, and
// those of a section are in order.
func TestGlossary(t *testing.T) {
	text := readDocuments(t)["../docs/glossary.md"]
	for _, section := range strings.Split(text, "\n## ") {
		before := ""
		for _, entry := range regexp.MustCompile(`(?m)^- \*\*(.+?)\*\*`).FindAllStringSubmatch(section, -1) {
			word := strings.ToLower(entry[1])
			if word < before {
				t.Errorf("%q stands behind %q", word, before)
			}
			before = word
		}
	}
	entries := regexp.MustCompile("(?m)^- \\*\\*(.+?)\\*\\* \\((`[^)]*)\\):").FindAllStringSubmatch(strings.ReplaceAll(text, "\n  ", " "), -1)
	if len(entries) < 40 {
		t.Fatalf("%d entries: the test looks in the wrong place", len(entries))
	}
	for _, entry := range entries {
		var code strings.Builder
		for _, name := range strings.Split(entry[2], ", ") {
			code.WriteString(sourceOf(t, strings.Trim(name, "`")))
		}
		for _, word := range strings.Split(entry[1], ", ") {
			word, _, _ = strings.Cut(word, " (")
			if !strings.Contains(code.String(), strings.ToLower(word)) {
				t.Errorf("%s: the code has no word %q", entry[2], word)
			}
		}
	}
}

// sourceOf is the text of a package and of those below it, in small letters.
func sourceOf(t *testing.T, name string) string {
	folder := "../internal/" + name
	if name == "models" {
		folder = "../models"
	}
	var text strings.Builder
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" {
			return err
		}
		file, err := os.ReadFile(path)
		text.Write(file)
		return err
	})
	if err != nil {
		t.Errorf("the glossary names the package %s: %v", name, err)
	}
	return strings.ToLower(text.String())
}

// TestPackagesAreTold: docs/architecture.md names each package, by its path or the end of it, so that one
// reads there what a new one is for.
func TestPackagesAreTold(t *testing.T) {
	text := readDocuments(t)["../docs/architecture.md"]
	told := map[string]bool{}
	for _, match := range regexp.MustCompile("`([a-z0-9/]+)`").FindAllStringSubmatch(text, -1) {
		told[match[1]] = true
	}
	packages := packagesBelow(t, "../internal")
	for _, name := range packages {
		end, isTold := name, told[name]
		for more := true; more && !isTold; {
			_, end, more = strings.Cut(end, "/")
			isTold = more && told[end]
		}
		if !isTold {
			t.Errorf("docs/architecture.md says nothing of package %s", name)
		}
	}
	if len(packages) < 80 {
		t.Errorf("%d packages: the test looks in the wrong place", len(packages))
	}
}

// packagesBelow lists the folders below one that have Go files which are no tests, by their paths there.
func packagesBelow(t *testing.T, root string) []string {
	var out []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && entry.Name() == "testdata" {
			return fs.SkipDir
		}
		if entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		folder, err := filepath.Rel(root, filepath.Dir(path))
		if name := filepath.ToSlash(folder); !slices.Contains(out, name) {
			out = append(out, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestPathsAreThere: a Go file that a document names in code is in the tree, from its root or from
// a folder that documents leave out.
func TestPathsAreThere(t *testing.T) {
	named := regexp.MustCompile("`([a-z0-9_]+(?:/[a-z0-9_]+)+\\.go)`")
	roots := []string{"..", "../internal", "../internal/frontend", "../internal/frontend/c"}
	for path, text := range readDocuments(t) {
		for _, match := range named.FindAllStringSubmatch(text, -1) {
			if !slices.ContainsFunc(roots, func(root string) bool {
				_, err := os.Stat(filepath.Join(root, match[1]))
				return err == nil
			}) {
				t.Errorf("%s names %s, and there is no such file", path, match[1])
			}
		}
	}
}

// TestNamesAreInTheirFiles: what the pages about the code name beside a Go file, as a function in it, stands there, and
// so does a file that is named without its folder.
func TestNamesAreInTheirFiles(t *testing.T) {
	files := goFiles(t)
	const name, file = "`([A-Za-z_]\\w*)`", "`([a-z0-9_/]+\\.go)`"
	nameFirst := regexp.MustCompile(name + "(?: in | of | \\()" + file)
	fileFirst := regexp.MustCompile(file + "(?:, | \\()" + name)
	found := 0
	for _, page := range []string{"architecture", "developing", "glossary"} {
		path := "../docs/" + page + ".md"
		text := strings.Join(strings.Fields(readDocuments(t)[path]), " ")
		check := func(name, file string) {
			found++
			if !slices.ContainsFunc(files.ending(file), regexp.MustCompile(`\b`+name+`\b`).MatchString) {
				t.Errorf("%s says that %s is in %s, and it is not", path, name, file)
			}
		}
		for _, match := range nameFirst.FindAllStringSubmatch(text, -1) {
			check(match[1], match[2])
		}
		for _, match := range fileFirst.FindAllStringSubmatch(text, -1) {
			check(match[2], match[1])
		}
		for _, match := range regexp.MustCompile("`([a-z0-9_]+\\.go)`").FindAllStringSubmatch(text, -1) {
			if len(files.ending(match[1])) == 0 {
				t.Errorf("%s names %s, and there is no such file", path, match[1])
			}
		}
	}
	if found < 40 {
		t.Errorf("%d names: the test looks in the wrong place", found)
	}
}

// texts are texts of files by their paths.
type texts map[string]string

// ending are the texts of the files whose paths end with one.
func (all texts) ending(end string) []string {
	var out []string
	for path, text := range all {
		if strings.HasSuffix(path, "/"+end) {
			out = append(out, text)
		}
	}
	return out
}

// goFiles reads all Go files of the tree.
func goFiles(t *testing.T) texts {
	all := texts{}
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		text, err := os.ReadFile(path)
		all[filepath.ToSlash(path)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestTestsAreThere: a test that a document names in code is in the tree.
func TestTestsAreThere(t *testing.T) {
	names := testNames(t)
	named := regexp.MustCompile("`((?:Test|Fuzz)[A-Z][A-Za-z0-9]*)`")
	for path, text := range readDocuments(t) {
		for _, match := range named.FindAllStringSubmatch(text, -1) {
			if !names[match[1]] {
				t.Errorf("%s names %s, and there is no such test", path, match[1])
			}
		}
	}
}

// testNames has the names of all tests and fuzz targets.
func testNames(t *testing.T) map[string]bool {
	names := map[string]bool{}
	declared := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, match := range declared.FindAllStringSubmatch(string(text), -1) {
			names[match[1]] = true
		}
		return err
	})
	if err != nil || len(names) < 100 {
		t.Fatalf("%d tests: %v", len(names), err)
	}
	return names
}
