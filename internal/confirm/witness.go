package confirm

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"yogi/internal/certify"
	"yogi/internal/ir"
	"yogi/internal/property"
	"yogi/internal/report/ctest"
	"yogi/internal/report/witness"
	"yogi/internal/source"
	"yogi/internal/term"
	"yogi/internal/verdict"
)

// witnessFile is the name of the witness in a folder of evidence.
const witnessFile = "witness.yml"

// writeWitness writes the violation witness of a C fail, after it was read back, checked against the format and
// replayed from its text alone. A test that the format cannot express has none; the reason is returned.
func (r *confirmation) writeWitness(ctx context.Context, program *ir.Program, v *verdict.Verdict) (reason string, err error) {
	path := r.witnessPath()
	if path == "" {
		return "", nil
	}
	specification, err := r.specification(v)
	if err != nil {
		return err.Error(), nil
	}
	setting, err := r.setting(ctx, program)
	if err != nil {
		return "", err
	}
	w := &witnessing{
		Case: r.Case, program: program, test: v.Test, specification: specification, units: setting.Units, locator: ctest.NewLocator(setting.Units),
	}
	text, err := w.text()
	if err == nil {
		err = lint(text, setting.Units)
	}
	if err != nil {
		return err.Error(), nil
	}
	if err := w.validate(ctx, text); err != nil {
		return err.Error(), nil
	}
	return "", saveWitness(path, text, v)
}

// lint holds a witness that was made against the format, as any other.
func lint(text []byte, units []ctest.Unit) error {
	problems := witness.Lint(text, func(name string) (string, bool) {
		for _, u := range units {
			if u.File == name {
				return u.Text, true
			}
		}
		return "", false
	})
	if len(problems) > 0 {
		return fmt.Errorf("line %d of it is not as the format has it: %s", problems[0].Line, problems[0].Text)
	}
	return nil
}

// saveWitness writes a witness, and names it among the evidence.
func saveWitness(path string, text []byte, v *verdict.Verdict) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("making the folder of the witness: %w", err)
	}
	if err := os.WriteFile(path, text, 0o644); err != nil {
		return fmt.Errorf("writing the witness: %w", err)
	}
	v.Evidence["witness"] = path
	return nil
}

// witnessPath is where the witness goes; "" if there is none.
func (r *confirmation) witnessPath() string {
	switch {
	case r.Rule != nil:
		return ""
	case r.Witness == "" && r.Out != "":
		return filepath.Join(r.Out, witnessFile)
	}
	return r.Witness
}

// errNoSpecification is the error of a verdict that the competition has no words for.
type errNoSpecification struct{ about string }

func (e errNoSpecification) Error() string { return "the format has none about " + e.about }

// formulas are the competition's, of the sub-properties for which violation witnesses exist. There
// is none about objects that are lost or not freed: no place of a run is the violation.
var formulas = map[string]string{"valid-deref": "G valid-deref", "valid-free": "G valid-free", "no-overflow": "G ! overflow"}

// specification is the text of the property that a verdict is about: for a fail the one that its
// run violates, for a pass the only one that was checked.
func (k Case) specification(v *verdict.Verdict) (string, error) {
	if v.Kind == verdict.Fail {
		return k.violated(v.Test)
	}
	switch checks := k.Source.Checks; {
	case k.Property != nil && k.Property.Kind == property.BuiltIn:
		if k.Property.Name != "no-overflow" {
			return "", errNoSpecification{k.Property.Name}
		}
		return k.check(formulas["no-overflow"]), nil
	case checks.Has(property.Reach) && len(checks.Each()) == 1:
		return k.unreachable(k.errorFunction()), nil
	case checks == property.Overflow:
		return k.check(formulas["no-overflow"]), nil
	default:
		return "", errNoSpecification{"several properties at once (" + strings.Join(checks.Names(), ", ") + ")"}
	}
}

// violated is the property that the run of a test violates.
func (k Case) violated(test *verdict.Test) (string, error) {
	sub := test.Property
	if sub == "" || sub == property.Reach.SubProperty() {
		called, isCall := strings.CutSuffix(test.What, ir.IsCalled)
		switch {
		case k.Source.ErrorLabel != "", k.Property != nil && k.Property.Kind != property.BuiltIn:
			return k.unreachable(k.errorFunction()), nil
		case isCall:
			return k.unreachable(called), nil
		}
		return "", errNoSpecification{"assertions: " + test.What}
	}
	formula, ok := formulas[sub]
	if !ok {
		return "", errNoSpecification{sub}
	}
	if k.Property != nil && k.Property.Name == "valid-memsafety" {
		return k.check("G valid-free") + "\n" + k.check("G valid-deref") + "\n" + k.check("G valid-memtrack"), nil
	}
	return k.check(formula), nil
}

// errorFunction is the function whose call is the error.
func (k Case) errorFunction() string {
	if k.Property != nil && k.Property.Function != "" {
		return k.Property.Function
	}
	return "reach_error"
}

// unreachable says that a function is not called, or the error's label not reached if there is one.
func (k Case) unreachable(function string) string {
	if label := k.Source.ErrorLabel; label != "" {
		return k.check("G ! label(" + label + ")")
	}
	return k.check("G ! call(" + function + "())")
}

func (k Case) check(formula string) string {
	return fmt.Sprintf("CHECK( init(%s()), LTL(%s) )", k.entry(), formula)
}

// witnessing is the making of one witness.
type witnessing struct {
	Case
	program *ir.Program
	test    *verdict.Test
	// specification is the text of the property that is violated.
	specification string
	units         []ctest.Unit
	locator       *ctest.Locator
}

func (w *witnessing) text() ([]byte, error) {
	var waypoints []witness.Waypoint
	for _, in := range w.test.Inputs {
		if p, ok := w.waypoint(in); ok {
			waypoints = append(waypoints, p)
		}
	}
	if !w.test.Pos.IsWritten() {
		return nil, errors.New("the error is in a function of the library, where a witness has no place")
	}
	target, err := w.target(w.test.Pos)
	if err != nil {
		return nil, fmt.Errorf("the place of the error: %w", err)
	}
	waypoints = append(waypoints, witness.Waypoint{Type: witness.Target, Action: "follow", Location: location(target)})
	e := witness.New(w.producer(), w.task(w.program, w.specification, w.units), time.Now(), waypoints)
	plain, err := e.Encode()
	if err != nil {
		return nil, err
	}
	e.Metadata.UUID = nameBased(plain)
	return e.Encode()
}

// target is where the violation is: the call of an error function, else the statement or full expression in whose
// evaluation it happens.
func (w *witnessing) target(pos source.Pos) (source.Pos, error) {
	if sub := w.test.Property; sub == "" || sub == property.Reach.SubProperty() {
		return w.locator.Place(pos)
	}
	return w.locator.StatementStart(pos)
}

// producer describes yogi and its version in a witness.
func (k Case) producer() witness.Producer {
	version := k.Version
	if version == "" {
		version = "unknown"
	}
	return witness.Producer{Name: "yogi", Version: version}
}

// task describes the files that were checked, and the property, in a witness.
func (k Case) task(program *ir.Program, specification string, units []ctest.Unit) witness.Task {
	task := witness.Task{Hashes: map[string]string{}, Specification: specification, DataModel: program.Model.Name, Language: "C"}
	for i, path := range k.files() {
		sum := sha256.Sum256([]byte(units[i].Text))
		task.InputFiles = append(task.InputFiles, path)
		task.Hashes[path] = hex.EncodeToString(sum[:])
	}
	return task
}

// nameBased is a UUID made of a text (RFC 4122 section 4.3, with a part of SHA-256 for SHA-1).
func nameBased(text []byte) string {
	sum := sha256.Sum256(text)
	sum[6], sum[8] = sum[6]&0x0f|0x50, sum[8]&0x3f|0x80
	h := hex.EncodeToString(sum[:16])
	return strings.Join([]string{h[:8], h[8:12], h[12:16], h[16:20], h[20:]}, "-")
}

func location(pos source.Pos) witness.Location {
	return witness.Location{File: pos.File, Line: pos.Line, Column: pos.Column}
}

// waypoint states the value of an input in a witness: the result of a call, or the value that an
// uninitialised local has behind its declaration. Of an input that is zero nothing need be said but
// the order of calls.
func (w *witnessing) waypoint(in verdict.InputValue) (witness.Waypoint, bool) {
	typ, pos, ok := w.place(in.Input)
	if !ok || in.Value.Kind() != term.KindBV || in.Value.Width() > 64 {
		return witness.Waypoint{}, false
	}
	bits := in.Value.Uint64()
	p := witness.Waypoint{Type: typ, Action: "follow", Location: location(pos)}
	if typ == witness.Assumption {
		p.Constraint = &witness.Constraint{Value: in.Input.Name + " == " + number(in.Input.Type, bits, in.Value.Width()), Format: "c_expression"}
		return p, bits != 0
	}
	p.Constraint = &witness.Constraint{Value: `\result == ` + number(in.Input.Type, bits, in.Value.Width()), Format: "acsl_expression"}
	return p, true
}

// place is the waypoint's type and place for an input.
func (w *witnessing) place(in *ir.Input) (typ string, pos source.Pos, ok bool) {
	if strings.ContainsAny(in.Name, ".[") {
		return "", source.Pos{}, false
	}
	var err error
	switch in.Kind {
	case ir.NondetCall, ir.UndefinedCall:
		typ = witness.FunctionReturn
		pos, err = w.locator.CallEnd(in.Pos)
	case ir.UninitializedRead:
		typ = witness.Assumption
		pos, err = w.locator.AfterDeclaration(in.Pos)
	default:
		return "", source.Pos{}, false
	}
	// The files of library models are none of the task's.
	return typ, pos, err == nil && pos.IsWritten()
}

// number writes the bits of a value of a C type.
func number(typ string, bits uint64, width int) string {
	if strings.Contains(typ, "unsigned") || typ == "_Bool" || strings.Contains(typ, "*") {
		return strconv.FormatUint(bits, 10)
	}
	return strconv.FormatInt(int64(bits<<(64-width))>>(64-width), 10)
}

// validate reads the text of a witness and runs the program on what it says alone: every other
// input is zero. The run must end at the target.
func (w *witnessing) validate(ctx context.Context, text []byte) error {
	e, err := witness.Read(text)
	if err != nil {
		return err
	}
	waypoints := e.Waypoints()
	test := &verdict.Test{What: w.test.What, Pos: w.test.Pos, Property: w.test.Property}
	for _, in := range w.test.Inputs {
		value := term.ZeroValue(sortOf(w.program, in))
		if p := waypoints[0]; p.Constraint != nil {
			typ, pos, ok := w.place(in.Input)
			if ok && p.Type == typ && p.Location == location(pos) {
				_, digits, _ := strings.Cut(p.Constraint.Value, " == ")
				if value, ok = parseNumber(digits, in.Value.Width()); !ok {
					return fmt.Errorf("the witness: %q is no value", digits)
				}
				waypoints = waypoints[1:]
			}
		}
		test.Inputs = append(test.Inputs, verdict.InputValue{Input: in.Input, Value: value})
	}
	if len(waypoints) != 1 {
		return fmt.Errorf("the witness: the run does not pass %d of its waypoints", len(waypoints)-1)
	}
	replayed, err := certify.Test(ctx, w.program, test, certify.TestOptions{})
	if err != nil {
		// The error speaks of the replay, which is nobody's but ours.
		return errors.New("a witness names results of calls and values of locals, and the failing run needs more than these")
	}
	if end, err := w.target(replayed.Pos); err != nil || location(end) != waypoints[0].Location || replayed.Property != w.test.Property {
		return fmt.Errorf("the witness: its run ends at %s", replayed.Pos)
	}
	return nil
}

func sortOf(p *ir.Program, in verdict.InputValue) *term.Sort { return p.Terms.Const(in.Value).Sort() }

func parseNumber(digits string, width int) (term.Value, bool) {
	if n, err := strconv.ParseInt(digits, 10, 64); err == nil {
		return term.BVValue(width, uint64(n)), true
	}
	n, err := strconv.ParseUint(digits, 10, 64)
	return term.BVValue(width, n), err == nil
}
