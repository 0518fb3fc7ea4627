package ctest

import (
	"os/exec"
	"path/filepath"
	"testing"

	"yogi/internal/verdict"
)

// TestBuildsShareObjectFiles: a program whose objects lie elsewhere is compiled anew only where the compiler is told
// something else, and each build is a program of its own.
func TestBuildsShareObjectFiles(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("gcc is not installed")
	}
	const text = "void reach_error(void);\nint first, second;\nint main(void) { if ((unsigned long)&first / 4096 % 4 == 2) reach_error(); }\n"
	setting := Setting{DataModel: "LP64", Entry: "main", PlacesMatter: true, Units: []Unit{{File: "t.c", Text: text}}}
	plan := NewPlan(sample{setting: setting}.program(), &verdict.Test{}, setting, ByFunction)
	folder := t.TempDir()
	if err := plan.Write(folder, plan.Generate(), nil); err != nil {
		t.Fatal(err)
	}
	endings := map[Ending]int{}
	for _, build := range plan.Builds() {
		plan.Build = build
		outcome, err := plan.BuildAndRun(t.Context(), folder, folder)
		if err != nil {
			t.Fatal(err)
		}
		endings[outcome.Ending]++
	}
	if endings[Reached] == 0 || endings[Missed] == 0 || endings[NotBuilt] > 0 {
		t.Errorf("%d builds reach the error, %d do not, %d were not made", endings[Reached], endings[Missed], endings[NotBuilt])
	}
	made, err := filepath.Glob(filepath.Join(folder, "*.o"))
	if err != nil {
		t.Fatal(err)
	}
	// As usual, optimised, with a varied stack, and for other places with and without optimisation and common objects.
	if len(made) > 7 {
		t.Errorf("%d builds made %d object files", len(plan.Builds()), len(made))
	}
}
