package clib

import (
	_ "embed" // the table
	"fmt"
	"strconv"
	"strings"
)

//go:embed functions.txt
var text string

// parse reads a table. Its grammar is at its beginning.
func parse(text string) (functions, error) {
	out := functions{byName: map[string]*Function{}, traits: newTraits(), given: map[string]Values{}, needs: map[string][]Need{}}
	for number, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if err := out.parseLine(line); err != nil {
			return functions{}, fmt.Errorf("line %d: %w", number+1, err)
		}
	}
	return out, out.checkDriven()
}

// parseLine reads a line that is neither empty nor a comment.
func (f *functions) parseLine(line string) error {
	if words, ok := strings.CutPrefix(line, "needs "); ok {
		return f.parseNeeds(words)
	}
	if isTraits, err := f.parseTraits(line); isTraits {
		return err
	}
	found, err := parseFunctions(line)
	if err != nil {
		return err
	}
	for _, x := range found {
		if f.byName[x.Name] != nil {
			return fmt.Errorf("%s is there twice", x.Name)
		}
		f.byName[x.Name] = x
		f.all = append(f.all, x)
	}
	return nil
}

// parseFunctions reads NAME, NAME (PARAMETER, PARAMETER) = RESULT ; FLAGS.
func parseFunctions(line string) ([]*Function, error) {
	names, rest, ok := strings.Cut(line, "(")
	params, rest, okParams := strings.Cut(rest, ")")
	rest, okResult := strings.CutPrefix(strings.TrimSpace(rest), "=")
	if !ok || !okParams || !okResult {
		return nil, fmt.Errorf("not of the form NAME (PARAMETERS) = RESULT: %s", line)
	}
	result, flags, _ := strings.Cut(rest, ";")
	pattern := Function{}
	var err error
	if strings.TrimSpace(params) != "" {
		for _, words := range strings.Split(params, ",") {
			p, err := parseParameter(strings.Fields(words))
			if err != nil {
				return nil, err
			}
			pattern.Params = append(pattern.Params, p)
		}
	}
	if pattern.Result, err = parseResult(strings.Fields(result)); err != nil {
		return nil, err
	}
	for _, flag := range strings.Fields(flags) {
		switch flag {
		case "errno":
			pattern.Errno = true
		case "ends":
			pattern.Ends = true
		case "world":
			pattern.World = true
		default:
			return nil, fmt.Errorf("the flag %s is unknown", flag)
		}
	}
	if err := pattern.check(); err != nil {
		return nil, err
	}
	var all []*Function
	for _, name := range strings.Split(names, ",") {
		f := pattern
		f.Name = strings.TrimSpace(name)
		all = append(all, &f)
	}
	return all, nil
}

var roles = map[string]Role{"stream": Stream, "opaque": Opaque, "keep": Kept, "hold": Held, "call": Callback, "variable": Variable, "dividend": Dividend, "divisor": Divisor}

var units = map[string]Unit{"string": String, "wide": Wide, "bytes": Bytes, "elements": Elements, "object": Object}

// parseFormat recognises printf and scanf, with v before them and w.
func parseFormat(word string) (f Format, ok bool) {
	word, f.List = strings.CutPrefix(word, "v")
	word, f.Wide = strings.CutPrefix(word, "w")
	f.Is, f.Scans = true, word == "scanf"
	return f, f.Scans || word == "printf"
}

func parseParameter(words []string) (p Parameter, err error) {
	if len(words) == 0 {
		return p, fmt.Errorf("an empty parameter")
	}
	if len(words) == 1 && words[0] == "-" {
		return p, nil
	}
	for len(words) > 0 {
		word := words[0]
		words = words[1:]
		if role, ok := roles[word]; ok {
			p.Role = role
			continue
		}
		if f, ok := parseFormat(word); ok {
			p.Format = f
			p.Read = Amount{Unit: String}
			if f.Wide {
				p.Read.Unit = Wide
			}
			continue
		}
		if word == "optional" {
			p.Optional = true
			continue
		}
		if word == "point" && len(words) > 0 {
			if p.Points, err = strconv.Atoi(strings.TrimPrefix(words[0], "$")); err != nil {
				return p, err
			}
			p.Write, p.All, words = Amount{Unit: Object}, true, words[1:]
			continue
		}
		var amount Amount
		if amount, words, err = parseAmount(words); err != nil {
			return p, err
		}
		switch word {
		case "read", "scan":
			p.Read, p.Partly = amount, word == "scan"
		case "write", "fill":
			p.Write, p.All = amount, word == "write"
		case "update":
			p.Read, p.Write = amount, amount
		default:
			return p, fmt.Errorf("the word %s is unknown", word)
		}
	}
	return p, nil
}

func parseAmount(words []string) (a Amount, rest []string, err error) {
	if len(words) == 0 || units[words[0]] == Nothing {
		return a, nil, fmt.Errorf("no amount in %q", words)
	}
	a.Unit, words = units[words[0]], words[1:]
	if len(words) > 0 && (words[0][0] == '$' || words[0][0] >= '0' && words[0][0] <= '9') {
		for _, word := range strings.Split(words[0], "*") {
			number, isParam := strings.CutPrefix(word, "$")
			n, err := strconv.ParseUint(number, 10, 32)
			if err != nil {
				return a, nil, fmt.Errorf("the number %s: %w", word, err)
			}
			if isParam {
				a.Count = append(a.Count, Factor{Param: int(n)})
			} else {
				a.Count = append(a.Count, Factor{Const: n})
			}
		}
		words = words[1:]
	}
	return a, words, nil
}

func parseResult(words []string) (r Result, err error) {
	for n := len(words); n > 2 && words[n-2] == "or"; n = len(words) {
		switch words[n-1] {
		case "null":
			r.OrNull = true
		case "fresh":
			r.OrFresh = true
		case "own":
			r.OrOwn = true
		default:
			return r, fmt.Errorf("the result %q is unknown", words)
		}
		words = words[:n-2]
	}
	plain := map[string]ResultKind{"any": Any, "none": None, "fresh": Fresh, "stream": OpenStream, "own": Own}
	low, high, isRange := strings.Cut(strings.Join(words, " "), "..")
	switch {
	case isRange:
		r.Kind = Range
		if r.Low, err = parseBound(low); err == nil {
			r.High, err = parseBound(high)
		}
	case len(words) == 1 && plain[words[0]] != InvalidResult:
		r.Kind = plain[words[0]]
	case len(words) == 1 && strings.HasPrefix(words[0], "$"):
		r.Kind = Argument
		r.Param, err = strconv.Atoi(words[0][1:])
	case len(words) == 2 && words[0] == "in" && strings.HasPrefix(words[1], "$"):
		r.Kind = Inside
		r.Param, err = strconv.Atoi(words[1][1:])
	case len(words) == 2 && words[0] == "static":
		r.Kind, r.Buffer = Static, words[1]
	default:
		err = fmt.Errorf("the result %q is unknown", words)
	}
	return r, err
}

// parseBound reads a number, $N, <$N, or - for an end that is open.
func parseBound(word string) (*Bound, error) {
	if word == "-" {
		return nil, nil
	}
	place, isBelow := strings.CutPrefix(word, "<")
	if number, ok := strings.CutPrefix(place, "$"); ok {
		n, err := strconv.Atoi(number)
		return &Bound{Param: n, Below: isBelow}, err
	}
	n, err := strconv.ParseInt(word, 10, 64)
	return &Bound{Const: n}, err
}

// check reports what a line says that cannot be.
func (f *Function) check() error {
	valid := func(param int) error {
		if param < 0 || param > len(f.Params) {
			return fmt.Errorf("there is no parameter $%d", param)
		}
		return nil
	}
	for _, p := range f.Params {
		if err := valid(p.Points); err != nil {
			return err
		}
		for _, a := range []Amount{p.Read, p.Write} {
			switch {
			case a.Unit == Object && len(a.Count) > 0:
				return fmt.Errorf("one object has no count")
			case (a.Unit == Bytes || a.Unit == Elements) && len(a.Count) == 0:
				return fmt.Errorf("bytes and elements have a count")
			}
			for _, factor := range a.Count {
				if err := valid(factor.Param); err != nil {
					return err
				}
				if factor.Param > 0 && f.Params[factor.Param-1].IsPointer() {
					return fmt.Errorf("parameter $%d counts and is a pointer", factor.Param)
				}
			}
		}
	}
	for _, b := range []*Bound{f.Result.Low, f.Result.High} {
		if b != nil {
			if err := valid(b.Param); err != nil {
				return err
			}
		}
	}
	return valid(f.Result.Param)
}
