// Package page writes results as HTML pages that need nothing else: what a verdict says and rests on, the sources with
// what is known of each line, the failing run to be stepped through; and the table of a matrix.
//
// The words of a page are made here, of results and texts that nobody trusts: all of them pass through html/template.
// The page's own script and style are named by their hashes in its security policy, which allows nothing else: no
// other script, no address, no style in an attribute.
package page

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
)

//go:embed page.css
var style string

//go:embed page.js
var script string

//go:embed check.html
var checkTemplate string

//go:embed matrix.html
var matrixTemplate string

// frame has the parts that all templates share.
const frame = `{{define "head"}}<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{{policy}}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="yogi {{.Version}}">
<title>{{.Title}}</title>
<style>{{style}}</style>{{end}}
{{define "script"}}<script type="module">{{script}}</script>{{end}}`

var templates = template.Must(template.Must(template.Must(template.New("frame").Funcs(template.FuncMap{
	"policy": func() string {
		return "default-src 'none'; base-uri 'none'; form-action 'none'; style-src " + hash(style) + "; script-src " + hash(script)
	},
	"style":  func() template.CSS { return template.CSS(style) },
	"script": func() template.JS { return template.JS(script) },
	"words":  counted,
}).Parse(frame)).New("check").Parse(checkTemplate)).New("matrix").Parse(matrixTemplate))

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// counted is a number with its word: 1 line, 2 lines.
func counted(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// write writes a page whole or not at all.
func write(out io.Writer, name string, view any) error {
	var text bytes.Buffer
	if err := templates.ExecuteTemplate(&text, name, view); err != nil {
		return fmt.Errorf("making the page: %w", err)
	}
	if _, err := text.WriteTo(out); err != nil {
		return fmt.Errorf("writing the page: %w", err)
	}
	return nil
}
