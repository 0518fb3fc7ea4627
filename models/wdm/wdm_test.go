package wdm_test

import (
	"os"
	"path/filepath"
	"strings"
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
` + started

// started is how a driver that only reads starts, after AT_START.
const started = `#ifndef AT_START
#define AT_START
#endif
static NTSTATUS AddDevice(PDRIVER_OBJECT driver, PDEVICE_OBJECT bus)
{
  PDEVICE_OBJECT device;
  return IoCreateDevice(driver, 8, NULL, FILE_DEVICE_UNKNOWN, 0, FALSE, &device);
}
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path)
{
  AT_START
  driver->DriverExtension->AddDevice = AddDevice;
  driver->MajorFunction[IRP_MJ_READ] = Read;
  return STATUS_SUCCESS;
}
`

func check(t *testing.T, defect, name string) pipeline.Outcome {
	t.Helper()
	return checkText(t, "#define DEFECT "+defect+"\n"+driver, name)
}

// checkText checks a driver's text for a rule, with macros defined.
func checkText(t *testing.T, driver, name string, defines ...string) pipeline.Outcome {
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
	job := pipeline.Job{Files: append([]string{file}, platform.Files...), Timeout: 10 * time.Minute} // for a busy machine
	job.Platform, job.IncludeDirs, job.Defines, job.DataModel, job.SystemOwn = "wdm", platform.Include, defines, platform.DataModel, true
	job.SetRule(rule)
	outcome, err := pipeline.Run(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	return outcome
}

// sample leaves out five of six cases, by their numbers, where tests are to be short: each takes half a minute of a
// busy machine.
func sample(t *testing.T, number int) {
	t.Helper()
	if testing.Short() && number%6 != 0 {
		t.Skip("one of six where tests are short")
	}
}

// TestDefect: the harness finds a way to a defect, and the models run: the test is compiled with them.
func TestDefect(t *testing.T) {
	t.Parallel()
	if out := check(t, "1", "wdm/SpinLockRelease"); out.Kind != verdict.Fail || out.Class != "executed" {
		t.Errorf("%v %s %s: %s", out.Kind, out.Reason, out.Class, out.Detail)
	}
}

// TestProof: a rule is proved over the whole harness.
func TestProof(t *testing.T) {
	t.Parallel()
	if out := check(t, "0", "wdm/SpinLockRelease"); out.Kind != verdict.Pass {
		t.Errorf("%v %s: %s", out.Kind, out.Reason, out.Detail)
	}
}

// TestNotApplicable: a rule of which no event can occur holds.
func TestNotApplicable(t *testing.T) {
	t.Parallel()
	if out := check(t, "1", "wdm/MarkPower"); out.Kind != verdict.Pass {
		t.Errorf("%v %s: %s", out.Kind, out.Reason, out.Detail)
	}
}

// powers passes its power requests on as PASS says, and starts the next one in a work item of its completion routine.
const powers = `#include <wdm.h>
static PDEVICE_OBJECT lower, own;
static IO_REMOVE_LOCK lock;
static KSPIN_LOCK spin;
static KDPC dpc;
static int ran;
static VOID Deferred(PKDPC d, PVOID context, PVOID one, PVOID two) { ran = 1; }
static VOID Work(PDEVICE_OBJECT device, PVOID context) { PoStartNextPowerIrp((PIRP)context); }
static PIO_WORKITEM item;
static NTSTATUS Done(PDEVICE_OBJECT device, PIRP irp, PVOID context)
{
  IoQueueWorkItem(item, Work, DelayedWorkQueue, irp);
  return STATUS_SUCCESS;
}
static VOID Finish(PDEVICE_OBJECT device, PVOID context) { IoCompleteRequest((PIRP)context, IO_NO_INCREMENT); }
static NTSTATUS Keep(PDEVICE_OBJECT device, PIRP irp, PVOID context)
{
  IoQueueWorkItem(item, Finish, DelayedWorkQueue, irp);
  return STATUS_MORE_PROCESSING_REQUIRED;
}
static NTSTATUS Power(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  LARGE_INTEGER moment;
  NTSTATUS status = STATUS_SUCCESS;
  moment.QuadPart = -1;
  PASS
  return status;
}
static NTSTATUS AddDevice(PDRIVER_OBJECT driver, PDEVICE_OBJECT bus)
{
  NTSTATUS status = IoCreateDevice(driver, 8, NULL, FILE_DEVICE_UNKNOWN, 0, FALSE, &own);
  if (!NT_SUCCESS(status))
    return status;
  lower = IoAttachDeviceToDeviceStack(own, bus);
  item = IoAllocateWorkItem(own);
  KeInitializeDpc(&dpc, Deferred, NULL);
  IoInitializeRemoveLock(&lock, 0, 0, 0);
  return lower && item ? STATUS_SUCCESS : STATUS_UNSUCCESSFUL;
}
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path)
{
  driver->DriverExtension->AddDevice = AddDevice;
  driver->MajorFunction[IRP_MJ_POWER] = Power;
  return STATUS_SUCCESS;
}
`

// TestWaits: what a driver leaves to the system comes where it waits and before the end, and a wait
// for a remove lock that somebody keeps does not end.
func TestWaits(t *testing.T) {
	t.Parallel()
	const twice = "KeAcquireSpinLock(&spin, &old); KeAcquireSpinLock(&spin, &old);"
	const later = "IoMarkIrpPending(irp); IoCopyCurrentIrpStackLocationToNext(irp); IoSetCompletionRoutine(irp, Keep, NULL, TRUE, TRUE, TRUE); IoCallDriver(lower, irp); status = STATUS_PENDING;"
	for i, c := range []struct {
		name, rule, pass string
		want             verdict.Kind
	}{
		{"before", "MarkPower", "PoStartNextPowerIrp(irp); IoSkipCurrentIrpStackLocation(irp); status = PoCallDriver(lower, irp);", verdict.Pass},
		{"after", "MarkPower", "IoSkipCurrentIrpStackLocation(irp); status = PoCallDriver(lower, irp); PoStartNextPowerIrp(irp);", verdict.Fail},
		{"never", "MarkPower", "IoSkipCurrentIrpStackLocation(irp); status = PoCallDriver(lower, irp);", verdict.Fail},
		{"by a work item", "MarkPower", "IoCopyCurrentIrpStackLocationToNext(irp); IoSetCompletionRoutine(irp, Done, NULL, TRUE, TRUE, TRUE); status = PoCallDriver(lower, irp);", verdict.Pass},
		{"marked", "LowerDriverReturn", later, verdict.Pass},
		{"not marked", "LowerDriverReturn", strings.Replace(later, "IoMarkIrpPending(irp);", "", 1), verdict.Fail},
		{"completed too early", "StartDeviceWait", later + " IoCompleteRequest(irp, IO_NO_INCREMENT);", verdict.Fail},
		{"poll", "SpinLock", "KeInsertQueueDpc(&dpc, NULL, NULL); while (!ran) KeDelayExecutionThread(KernelMode, FALSE, &moment); " + twice, verdict.Fail},
		{"kept", "SpinLock", "IoAcquireRemoveLock(&lock, irp); IoAcquireRemoveLock(&lock, irp); IoReleaseRemoveLockAndWait(&lock, irp); " + twice, verdict.Pass},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			sample(t, i)
			out := checkText(t, strings.Replace(powers, "PASS", c.pass, 1), "wdm/"+c.rule)
			if out.Kind != c.want || c.want == verdict.Fail && out.Class != "executed" {
				t.Errorf("%v %s %s: %s", out.Kind, out.Reason, out.Class, out.Detail)
			}
		})
	}
}

// TestRelatives: functions that drivers call in the place of better known ones do what those do.
func TestRelatives(t *testing.T) {
	t.Parallel()
	const try = "KeRaiseIrql(DISPATCH_LEVEL, &old); if (KeTryToAcquireSpinLockAtDpcLevel(&spin)) { RELEASE } KeLowerIrql(old);"
	for i, c := range []struct {
		name, rule, pass string
		want             verdict.Kind
	}{
		{"try", "SpinLockSafe", strings.Replace(try, "RELEASE", "KeReleaseSpinLockFromDpcLevel(&spin);", 1), verdict.Pass},
		{"try twice", "SpinLockSafe", strings.Replace(try, "RELEASE", "KeReleaseSpinLockFromDpcLevel(&spin); KeReleaseSpinLockFromDpcLevel(&spin);", 1), verdict.Fail},
		{"deferred", "IrqlReturn", "old = KeAcquireSpinLockForDpc(&spin); KeReleaseSpinLockForDpc(&spin, old);", verdict.Pass},
		{"deferred, kept", "IrqlReturn", "KeAcquireSpinLockForDpc(&spin); KeReleaseSpinLockFromDpcLevel(&spin);", verdict.Fail},
		{"named", "RemoveLock", "if (NT_SUCCESS(IoAcquireRemoveLockEx(&lock, irp, NULL, 0, sizeof lock))) IoReleaseRemoveLockEx(&lock, irp, sizeof lock);", verdict.Pass},
		{"named, removed", "RemoveLock", "IoAcquireRemoveLockEx(&lock, irp, NULL, 0, sizeof lock); IoReleaseRemoveLockAndWaitEx(&lock, irp, sizeof lock); if (IoAcquireRemoveLockEx(&lock, irp, NULL, 0, sizeof lock) == 0) IoReleaseRemoveLock(&lock, irp);", verdict.Pass},
		{"assertion", "DebugBreakUsage", "DbgRaiseAssertionFailure();", verdict.Fail},
		{"synchronous", "MarkIrpPending", "if (IoForwardIrpSynchronously(lower, irp)) status = irp->IoStatus.Status; irp->IoStatus.Status = status; IoCompleteRequest(irp, IO_NO_INCREMENT);", verdict.Pass},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			sample(t, i)
			out := checkText(t, strings.Replace(powers, "PASS", c.pass, 1), "wdm/"+c.rule)
			if out.Kind != c.want || c.want == verdict.Fail && out.Class != "executed" {
				t.Errorf("%v %s %s: %s", out.Kind, out.Reason, out.Class, out.Detail)
			}
		})
	}
}

// legacy has a device without plug and play. It is unloaded when it is stopped.
const legacy = `#include <wdm.h>
static KSPIN_LOCK lock;
static void finish(PIRP irp, NTSTATUS status)
{
  irp->IoStatus.Status = status;
  IoCompleteRequest(irp, IO_NO_INCREMENT);
}
static void hold(void)
{
  KIRQL old;
  KeAcquireSpinLock(&lock, &old);
}
static NTSTATUS Query(PDEVICE_OBJECT device, PIRP irp)
{
  PIO_STACK_LOCATION location = IoGetCurrentIrpStackLocation(irp);
  if (DEFECT_QUERY && location->Parameters.QueryFile.FileInformationClass == FilePositionInformation)
    hold();
  finish(irp, STATUS_SUCCESS);
  return STATUS_SUCCESS;
}
static NTSTATUS Read(PDEVICE_OBJECT device, PIRP irp)
{
  PIO_STACK_LOCATION location = IoGetCurrentIrpStackLocation(irp);
  if (DEFECT_OFFSET && location->Parameters.Read.ByteOffset.QuadPart == 512 && location->Parameters.Read.Key == 7)
    hold();
  finish(irp, STATUS_SUCCESS);
  return STATUS_SUCCESS;
}
static VOID Asked(PDEVICE_OBJECT device, UCHAR minor, POWER_STATE state, PVOID context, PIO_STATUS_BLOCK result) { hold(); }
static VOID Unload(PDRIVER_OBJECT driver)
{
  if (DEFECT_UNLOAD)
    hold();
  if (driver->DeviceObject)
    IoDeleteDevice(driver->DeviceObject);
}
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path)
{
  PDEVICE_OBJECT device;
  POWER_STATE state;
  NTSTATUS status = IoCreateDevice(driver, 8, NULL, FILE_DEVICE_UNKNOWN, 0, FALSE, &device);
  if (!NT_SUCCESS(status))
    return status;
  state.DeviceState = PowerDeviceD0;
  if (DEFECT_POWER)
    PoRequestPowerIrp(device, IRP_MN_SET_POWER, state, Asked, NULL, NULL);
  driver->MajorFunction[IRP_MJ_QUERY_INFORMATION] = Query;
  driver->MajorFunction[IRP_MJ_READ] = Read;
  driver->DriverUnload = Unload;
  return STATUS_SUCCESS;
}
`

// TestLegacy: requests of all kinds come, at any place of a file; a driver is unloaded also where no device is removed,
// and a power request that it has no routine for fails.
func TestLegacy(t *testing.T) {
	t.Parallel()
	parts := []string{"DEFECT_QUERY", "DEFECT_OFFSET", "DEFECT_UNLOAD", "DEFECT_POWER"}
	for i, defect := range append(parts, "") {
		t.Run(defect, func(t *testing.T) {
			t.Parallel()
			sample(t, i)
			var defines []string
			for _, p := range parts {
				value := "0"
				if p == defect {
					value = "1"
				}
				defines = append(defines, p+"="+value)
			}
			out := checkText(t, legacy, "wdm/SpinLockRelease", defines...)
			if defect == "" && out.Kind != verdict.Pass || defect != "" && (out.Kind != verdict.Fail || out.Class != "executed") {
				t.Errorf("%v %s %s: %s", out.Kind, out.Reason, out.Class, out.Detail)
			}
		})
	}
}

// TestTried: a fast mutex that is got by trying is held once.
func TestTried(t *testing.T) {
	t.Parallel()
	const tries = `#include <wdm.h>
static FAST_MUTEX mutex;
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path)
{
  ExInitializeFastMutex(&mutex);
  if (ExTryToAcquireFastMutex(&mutex)) {
    ExReleaseFastMutex(&mutex);
    ZwClose(NULL);
  }
  return STATUS_UNSUCCESSFUL;
}
`
	if out := checkText(t, tries, "wdm/IrqlZwPassive"); out.Kind != verdict.Pass {
		t.Errorf("%v %s: %s", out.Kind, out.Reason, out.Detail)
	}
}
