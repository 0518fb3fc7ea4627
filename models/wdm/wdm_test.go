package wdm_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"yogi/internal/pipeline"
	"yogi/internal/property/slic"
	"yogi/internal/verdict"
	"yogi/models/wdm"
	"yogi/rules"
)

// driver has a defect where DEFECT is defined.
const driver = `#include <wdm.h>
static KSPIN_LOCK lock;
static int count;
static NTSTATUS Read(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  KeAcquireSpinLock(&lock, &old);
  count++;
  if (DEFECT && irp->Cancel)
    return STATUS_CANCELLED;
  KeReleaseSpinLock(&lock, old);
  irp->IoStatus.Status = STATUS_SUCCESS;
  IoCompleteRequest(irp, IO_NO_INCREMENT);
  return STATUS_SUCCESS;
}
static NTSTATUS AddDevice(PDRIVER_OBJECT driver, PDEVICE_OBJECT bus)
{
  PDEVICE_OBJECT device;
  return IoCreateDevice(driver, 8, NULL, FILE_DEVICE_UNKNOWN, 0, FALSE, &device);
}
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path)
{
  driver->DriverExtension->AddDevice = AddDevice;
  driver->MajorFunction[IRP_MJ_READ] = Read;
  return STATUS_SUCCESS;
}
`

func check(t *testing.T, defect, name string) pipeline.Outcome {
	t.Helper()
	return checkText(t, "#define DEFECT "+defect+"\n"+driver, name)
}

// checkText checks a driver's text for a rule.
func checkText(t *testing.T, driver, name string) pipeline.Outcome {
	t.Helper()
	folder := t.TempDir()
	platform, err := wdm.Install(filepath.Join(folder, "wdm"))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "driver.c")
	if err := os.WriteFile(file, []byte(driver), 0o600); err != nil {
		t.Fatal(err)
	}
	found, err := rules.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	rule, err := slic.Parse(found.Path, rules.Read)
	if err != nil {
		t.Fatal(err)
	}
	job := pipeline.Job{Files: append([]string{file}, platform.Files...), Timeout: time.Minute}
	job.Platform, job.IncludeDirs = "wdm", platform.Include
	job.SetRule(rule)
	outcome, err := pipeline.Run(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	return outcome
}

// TestDefect: the harness finds a way to a defect, and the models run: the test is compiled with them.
func TestDefect(t *testing.T) {
	if out := check(t, "1", "wdm/SpinLockRelease"); out.Kind != verdict.Fail || out.Class != "executed" {
		t.Errorf("%v %s %s: %s", out.Kind, out.Reason, out.Class, out.Detail)
	}
}

// TestProof: a rule is proved over the whole harness.
func TestProof(t *testing.T) {
	if out := check(t, "0", "wdm/SpinLockRelease"); out.Kind != verdict.Pass {
		t.Errorf("%v %s: %s", out.Kind, out.Reason, out.Detail)
	}
}

// TestNotApplicable: a rule of which no event can occur holds.
func TestNotApplicable(t *testing.T) {
	if out := check(t, "1", "wdm/MarkPower"); out.Kind != verdict.Pass {
		t.Errorf("%v %s: %s", out.Kind, out.Reason, out.Detail)
	}
}
