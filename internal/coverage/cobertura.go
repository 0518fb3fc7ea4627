package coverage

import (
	"encoding/xml"
	"fmt"
	"io"
	"path"
	"time"
)

// The elements of Cobertura's coverage-04.dtd.
type (
	xmlCoverage struct {
		XMLName         xml.Name     `xml:"coverage"`
		LineRate        string       `xml:"line-rate,attr"`
		BranchRate      string       `xml:"branch-rate,attr"`
		LinesCovered    int          `xml:"lines-covered,attr"`
		LinesValid      int          `xml:"lines-valid,attr"`
		BranchesCovered int          `xml:"branches-covered,attr"`
		BranchesValid   int          `xml:"branches-valid,attr"`
		Complexity      string       `xml:"complexity,attr"`
		Version         string       `xml:"version,attr"`
		Timestamp       int64        `xml:"timestamp,attr"`
		Sources         []string     `xml:"sources>source"`
		Packages        []xmlPackage `xml:"packages>package"`
	}
	xmlPackage struct {
		Name       string     `xml:"name,attr"`
		LineRate   string     `xml:"line-rate,attr"`
		BranchRate string     `xml:"branch-rate,attr"`
		Complexity string     `xml:"complexity,attr"`
		Classes    []xmlClass `xml:"classes>class"`
	}
	xmlClass struct {
		Name       string      `xml:"name,attr"`
		Filename   string      `xml:"filename,attr"`
		LineRate   string      `xml:"line-rate,attr"`
		BranchRate string      `xml:"branch-rate,attr"`
		Complexity string      `xml:"complexity,attr"`
		Methods    *xmlMethods `xml:"methods"`
		Lines      *xmlLines   `xml:"lines"`
	}
	xmlMethods struct {
		Methods []xmlMethod `xml:"method"`
	}
	xmlMethod struct {
		Name       string    `xml:"name,attr"`
		Signature  string    `xml:"signature,attr"`
		LineRate   string    `xml:"line-rate,attr"`
		BranchRate string    `xml:"branch-rate,attr"`
		Lines      *xmlLines `xml:"lines"`
	}
	xmlLines struct {
		Lines []xmlLine `xml:"line"`
	}
	xmlLine struct {
		Number int `xml:"number,attr"`
		Hits   int `xml:"hits,attr"`
	}
)

const coberturaHead = xml.Header + `<!DOCTYPE coverage SYSTEM "http://cobertura.sourceforge.net/xml/coverage-04.dtd">` + "\n"

// WriteCobertura writes the runs of a report as Cobertura's XML: a class for each file, in one package. version is that
// of the checker. Branches are not counted.
func (r *Report) WriteCobertura(out io.Writer, version string, at time.Time) error {
	doc := xmlCoverage{BranchRate: "0", Complexity: "0", Version: "yogi " + version, Timestamp: at.Unix(), Sources: []string{"."}}
	p := xmlPackage{Name: "program", BranchRate: "0", Complexity: "0"}
	for _, f := range r.Files {
		lines := f.executable()
		class := xmlClass{
			Name: path.Base(f.Name), Filename: f.Name, LineRate: rate(f.reached(), len(lines)), BranchRate: "0", Complexity: "0",
			Methods: &xmlMethods{}, Lines: &xmlLines{},
		}
		for _, function := range f.Functions {
			hit := min(function.Count, 1)
			class.Methods.Methods = append(class.Methods.Methods, xmlMethod{
				Name: function.Name, LineRate: rate(hit, 1), BranchRate: "0", Lines: &xmlLines{[]xmlLine{{function.Line, function.Count}}},
			})
		}
		for _, l := range lines {
			class.Lines.Lines = append(class.Lines.Lines, xmlLine{l.Number, l.Count})
		}
		doc.LinesCovered += f.reached()
		doc.LinesValid += len(lines)
		p.Classes = append(p.Classes, class)
	}
	doc.LineRate = rate(doc.LinesCovered, doc.LinesValid)
	p.LineRate = doc.LineRate
	doc.Packages = []xmlPackage{p}
	text, err := xml.MarshalIndent(doc, "", "  ")
	if err != nil {
		return fmt.Errorf("writing the coverage: %w", err)
	}
	if _, err := io.WriteString(out, coberturaHead+string(text)+"\n"); err != nil {
		return fmt.Errorf("writing the coverage: %w", err)
	}
	return nil
}

func rate(covered, all int) string {
	if all == 0 {
		return "1"
	}
	return fmt.Sprintf("%.4f", float64(covered)/float64(all))
}
