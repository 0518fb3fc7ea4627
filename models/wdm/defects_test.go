package wdm_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"yogi/internal/verdict"
)

var allDefects = flag.Bool("defects", false, "check every driver with each of its defects, not only the quick ones")

// defect is an edit of one of the drivers in examples/wdm, each correct as it stands, that breaks a rule: the text is
// replaced where it occurs the given time, counted from 0.
type defect struct {
	driver, rule  string
	text, instead string
	occurrence    int
	quick         bool
}

var defects = []defect{
	// A call is dropped.
	{"toaster", "SpinLockRelease", "  KeReleaseSpinLock(&toaster->StatisticsLock, old);\n", "", 0, true},
	{"toaster", "RemoveLockLeak", "    IoReleaseRemoveLock(&toaster->RemoveLock, irp);\n", "", 0, false},
	{"toaster", "AttachDetach", "  IoDetachDevice(toaster->Lower);\n", "", 0, false},
	{"toaster", "IrpProcessingComplete", "  return finish(irp, STATUS_SUCCESS, 0);\n", "  return STATUS_SUCCESS;\n", 0, false},
	{"alarm", "MarkIrpPending", "  IoMarkIrpPending(irp);\n", "", 0, true},
	{"alarm", "CancelSpinLock", "  IoReleaseCancelSpinLock(irp->CancelIrql);\n", "", 0, false},
	{"alarm", "IrqlReturn", "    KeReleaseSpinLock(&alarm->Lock, old);\n", "", 1, false},
	{"alarm", "MarkPower", "  PoStartNextPowerIrp(irp);\n", "", 0, true},
	{"diskfilter", "StartDeviceWait", "    KeWaitForSingleObject(&event, Executive, KernelMode, FALSE, NULL);\n", "", 0, false},
	{"diskfilter", "SpinLockRelease", "  KeReleaseSpinLock(&disk->Lock, old);\n", "", 1, false},
	{"keyboard", "AttachDetach", "  IoDetachDevice(keyboard->Lower);\n", "", 0, false},
	{"serial", "CancelSpinLock", "  IoReleaseCancelSpinLock(irp->CancelIrql);\n", "", 0, false},
	{"meter", "IoAllocateFree", "  IoFreeIrp(own);\n", "", 0, false},
	{"scanner", "MarkPower", "  PoStartNextPowerIrp(irp);\n", "", 0, false},
	{"scanner", "SpinLockRelease", "  KeReleaseSpinLock(&scanner->Lock, old);\n", "", 0, false},
	{"bus", "RemoveLockLeak", "    return refuse(crate, irp, STATUS_INSUFFICIENT_RESOURCES);\n", "    return finish(irp, STATUS_INSUFFICIENT_RESOURCES, 0);\n", 0, false},
	{"bus", "IrpProcessingComplete", "    return leave(irp);\n  name =", "    return STATUS_NOT_SUPPORTED;\n  name =", 0, false},
	{"ramdisk", "ExFreePool", "  if (before)\n    ExFreePoolWithTag", "  ExFreePoolWithTag", 0, false},
	// A call is doubled, or comes too early.
	{"parallel", "CancelSpinLock", "  IoAcquireCancelSpinLock(&old);\n", "  IoAcquireCancelSpinLock(&old);\n  IoAcquireCancelSpinLock(&old);\n", 0, false},
	{"meter", "RemoveLock", "  IoReleaseRemoveLock(&meter->RemoveLock, irp);\n  return finish(irp, status, 0);\n", "  IoReleaseRemoveLock(&meter->RemoveLock, irp);\n  IoReleaseRemoveLock(&meter->RemoveLock, irp);\n  return finish(irp, status, 0);\n", 0, false},
	{"toaster", "DoubleCompletion", "  return finish(irp, status, bytes);\n", "  finish(irp, status, bytes);\n  return finish(irp, status, bytes);\n", 0, false},
	{"toaster", "SpinLock", "  KeAcquireSpinLock(&toaster->StateLock, &old);\n", "  KeAcquireSpinLock(&toaster->StateLock, &old);\n  KeAcquireSpinLock(&toaster->StateLock, &old);\n", 1, false},
	{"diskfilter", "RemoveLock", "  IoReleaseRemoveLock(&disk->RemoveLock, irp);\n  return status;\n", "  IoReleaseRemoveLock(&disk->RemoveLock, irp);\n  IoReleaseRemoveLock(&disk->RemoveLock, irp);\n  return status;\n", 0, false},
	{"serial", "SpinLock", "  KeReleaseSpinLock(&port->Lock, old);\n", "  KeReleaseSpinLock(&port->Lock, old);\n  KeReleaseSpinLock(&port->Lock, old);\n", 2, false},
	{"keyboard", "DoubleCompletion", "    return finish(irp, STATUS_DEVICE_NOT_READY);\n", "    finish(irp, STATUS_DEVICE_NOT_READY);\n", 0, false},
	// The level is too high, the result is not that of the driver below, a wrong status.
	{"diskfilter", "IrqlKeSetEvent", "  KeSetEvent((PKEVENT)context, IO_NO_INCREMENT, FALSE);\n", "  KIRQL old;\n  KeRaiseIrql(DISPATCH_LEVEL, &old);\n  KeSetEvent((PKEVENT)context, IO_NO_INCREMENT, TRUE);\n  KeLowerIrql(old);\n", 0, false},
	{"keyboard", "LowerDriverReturn", "  return IoCallDriver(keyboard->Lower, irp);\n", "  IoCallDriver(keyboard->Lower, irp);\n  return STATUS_SUCCESS;\n", 1, false},
	{"alarm", "PendedCompletedRequest", "    return finish(irp, STATUS_CANCELLED, 0);\n", "    finish(irp, STATUS_CANCELLED, 0);\n    return STATUS_PENDING;\n", 0, false},
}

// defines are the macros that a driver is checked with.
var defines = map[string][]string{"bus": {"YOGI_CHILDREN"}}

// registers are drivers that write to a device, which ends a run of the compiled test: whether one gets there before
// the error depends on the test.
var registers = map[string]bool{"bus": true, "parallel": true, "scanner": true}

// TestDefects: each defect is found, by a test that is compiled and run with the models unless a device is written to.
func TestDefects(t *testing.T) {
	t.Parallel()
	for i, d := range defects {
		t.Run(d.driver+"/"+d.rule, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(filepath.Join("..", "..", "examples", "wdm", d.driver+".c"))
			if err != nil {
				t.Fatal(err)
			}
			broken, ok := replaceAt(string(text), d.text, d.instead, d.occurrence)
			if !ok {
				t.Fatalf("%s has no %q", d.driver, d.text)
			}
			if !d.quick && !*allDefects {
				t.Skip("only with -defects")
			}
			sample(t, i)
			out := checkText(t, broken, "wdm/"+d.rule, defines[d.driver]...)
			isShown := out.Class == "executed" || out.Class == "interpreted" && registers[d.driver]
			if out.Kind != verdict.Fail || !isShown {
				t.Errorf("%v %s %s: %s", out.Kind, out.Reason, out.Class, out.Detail)
			}
		})
	}
}

// replaceAt replaces one occurrence of old, counted from 0.
func replaceAt(text, old, with string, occurrence int) (string, bool) {
	from := 0
	for ; occurrence >= 0; occurrence-- {
		at := strings.Index(text[from:], old)
		if at < 0 {
			return "", false
		}
		from += at + len(old)
	}
	return text[:from-len(old)] + with + text[from:], true
}
