package c_test

import (
	"context"
	"os"
	"testing"

	"yogi/internal/frontend/c"
	"yogi/internal/frontend/c/lower"
	"yogi/internal/ir"
)

// A driver is read with the headers of Debian's driver kit for Windows, and all that its entry can reach is lowered:
// dispatch, cancel and completion routines, timers, plug and play, power.
func TestWindowsDriver(t *testing.T) {
	if _, err := os.Stat("/usr/share/mingw-w64/include/ddk/wdm.h"); err != nil {
		t.Skip("the headers are not installed")
	}
	for _, model := range []string{"LLP64", "ILP32-windows"} {
		program, refused, err := c.Load(context.Background(), c.Options{
			DataModel: model, Entry: "DriverEntry",
			Units: []c.Unit{{File: "../../../examples/wdm/filter.c", Reading: c.Reading{SystemOwn: true}}},
		})
		if err != nil || len(refused) > 0 {
			t.Fatal(model, err, refused)
		}
		if err := ir.Check(program); err != nil {
			t.Fatal(model, err)
		}
		if found := c.Refused(program, lower.CodeUnsupported, lower.CodeUnmodelled); len(found) > 0 {
			t.Error(model, found)
		}
		for _, name := range []string{
			"FilterPnp", "FilterPower", "FilterTransfer", "FilterControl", "FilterCreate", "FilterCleanup", "FilterAdd", "CancelHeld", "TransferDone",
			"WatchdogTick", "ReportFailure", "CancelWaiting", "PeekWaiting", "SystemPowerDone", "DevicePowerDone", "ReadParameters", "ReadRecords",
		} {
			if program.Function(name) == nil {
				t.Errorf("%s: %s was not reached", model, name)
			}
		}
	}
}
