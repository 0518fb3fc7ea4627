// Package examples checks the programs that ship as examples: what each says about itself holds in
// compiled runs.
package examples

import (
	"testing"

	"yogi/e2e/truth"
)

func TestPapers(t *testing.T)  { truth.CheckPrograms(t, "papers/*.c") }
func TestSynergy(t *testing.T) { truth.CheckPrograms(t, "synergy/*.c") }
func TestDrivers(t *testing.T) { truth.CheckPrograms(t, "drivers/*.c") }
