package conform_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"yogi/internal/frontend/c"
	"yogi/internal/ir"
	"yogi/internal/memory"
	"yogi/internal/sem/concrete"
	"yogi/internal/verdict"
)

// checksums is the first line of a random program: what the program comes to when gcc compiles it.
var checksums = regexp.MustCompile(`^// csmith, seed \d+\. Checksums: LP64 (0x[0-9a-f]+) ILP32 (0x[0-9a-f]+)\n`)

// Fifty programs of csmith come to the checksums that gcc's come to, with memory whole and split.
func TestRandomPrograms(t *testing.T) {
	files, err := filepath.Glob("testdata/random/seed_*.c")
	if err != nil || len(files) != 50 {
		t.Fatalf("%d programs, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			sums := checksums.FindStringSubmatch(string(text))
			if sums == nil {
				t.Fatal("the first line does not say the checksums")
			}
			for i, model := range []string{"LP64", "ILP32"} {
				for _, split := range []bool{false, true} {
					if err := comesTo(file, model, sums[i+1], split); err != nil {
						t.Errorf("%s, split %v: %v", model, split, err)
					}
				}
			}
		})
	}
}

// comesTo interprets the program, which ends in an error if its checksum is another.
func comesTo(file, model, sum string, split bool) error {
	program, refused, err := c.Load(context.Background(), c.Options{Volatile: "ordinary", DataModel: model, Units: []c.Unit{{
		File: file, Reading: c.Reading{IncludeDirs: []string{"testdata/random"}, Defines: []string{"EXPECTED=" + sum + "u"}},
	}}})
	switch {
	case err != nil:
		return err
	case len(refused) > 0:
		return refused
	}
	if err := ir.Check(program); err != nil {
		return err
	}
	if err := memory.Lower(program, memory.Options{Split: split}); err != nil {
		return err
	}
	ir.Normalize(program)
	ir.Simplify(program)
	run, err := concrete.Run(program, &verdict.Test{}, concrete.Limits{Steps: 2_000_000})
	if err != nil {
		return err
	}
	if run.Kind != concrete.Returned {
		return fmt.Errorf("%v at %v: %s", run.Kind, run.Pos, run.What)
	}
	return nil
}
