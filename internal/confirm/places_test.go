package confirm_test

import (
	"context"
	"testing"
	"time"

	"yogi/internal/load"
	"yogi/internal/pipeline"
	"yogi/internal/verdict"
)

// A fail that needs its objects in places where no build has them is none; one that some build
// shows stands, and so does one that does not care.
func TestPlacesAreShown(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       verdict.Kind
		reason     verdict.Reason
	}{
		{"where nothing is loaded", `if ((unsigned long)&cell < 0x2000) reach_error();`, verdict.Unknown, verdict.UndefinedReason},
		{"at a small alignment", `if ((unsigned long)&cell & 63) reach_error();`, verdict.Fail, ""},
		{"anywhere", `if ((unsigned long)&cell != 7) reach_error();`, verdict.Fail, ""},
		{"as bytes that no address has", `if (((unsigned char *)&kept)[7] == 0x55) reach_error();`, verdict.Unknown, verdict.UndefinedReason},
	} {
		for _, model := range []string{"LP64", "ILP32"} {
			text := "void reach_error(void);\nchar cell, *kept;\nint main(void) { kept = &cell; " + c.text + " return 0; }\n"
			if model == "ILP32" && c.name == "as bytes that no address has" {
				continue
			}
			t.Run(c.name+" "+model, func(t *testing.T) {
				t.Parallel()
				job := pipeline.Job{Files: []string{write(t, "p.c", text)}, Program: load.Program{DataModel: model}, Search: pipeline.Search{Algorithm: "smash"}, Timeout: time.Minute}
				outcome, err := pipeline.Run(context.Background(), job)
				if err != nil {
					t.Fatal(err)
				}
				if outcome.Kind != c.want || outcome.Reason != c.reason {
					t.Errorf("%v %v: %s", outcome.Kind, outcome.Reason, outcome.Detail)
				}
			})
		}
	}
}

// Where the program is not compiled, what no placement changes stands, and what only some has does not.
func TestPlacesWithoutABuild(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       verdict.Kind
	}{
		{"objects of a large alignment", `if ((unsigned long)&apart != 7 && (unsigned long)&other != 7) reach_error();`, verdict.Fail},
		{"where a large alignment has it", `if ((unsigned long)&apart == 0x13340) reach_error();`, verdict.Unknown},
		{"at a small alignment", `if ((unsigned long)&cell & 63) reach_error();`, verdict.Unknown},
		{"bytes that do not matter", `if (((unsigned char *)&kept)[7] == 0x55) cell = 1; reach_error();`, verdict.Fail},
		{"bytes that matter", `if (((unsigned char *)&kept)[7] == 0x55) reach_error();`, verdict.Unknown},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			text := "void reach_error(void);\nchar cell, *kept;\n__attribute__((aligned(64))) char apart, other;\n" +
				"int main(void) { kept = &cell; " + c.text + " return 0; }\n"
			job := pipeline.Job{
				Files: []string{write(t, "p.c", text)}, Program: load.Program{DataModel: "LP64-aarch64"},
				Search: pipeline.Search{Algorithm: "smash"}, Timeout: time.Minute,
			}
			outcome, err := pipeline.Run(t.Context(), job)
			if err != nil {
				t.Fatal(err)
			}
			if outcome.Kind != c.want {
				t.Errorf("%v %v: %s", outcome.Kind, outcome.Reason, outcome.Detail)
			}
		})
	}
}

// Where the member without elements of one object lies, another may begin: no proof says otherwise.
func TestBehindAFlexibleMember(t *testing.T) {
	const text = "void reach_error(void);\nstruct { int n; int rest[]; } first = {3};\nint second;\nint main(void) { if (first.rest == &second) reach_error(); return 0; }\n"
	outcome, err := pipeline.Run(t.Context(), pipeline.Job{Files: []string{write(t, "p.c", text)}, Timeout: time.Minute})
	if err != nil || outcome.Kind == verdict.Pass {
		t.Errorf("%v %s, %v", outcome.Kind, outcome.Reason, err)
	}
}
