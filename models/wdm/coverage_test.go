package wdm_test

import (
	"fmt"
	"strings"
	"testing"

	"yogi/internal/verdict"
)

// addDevice is the routine of drivers in tests that make one plain device.
const addDevice = `static NTSTATUS AddDevice(PDRIVER_OBJECT driver, PDEVICE_OBJECT bus)
{
  PDEVICE_OBJECT device;
  return IoCreateDevice(driver, 8, NULL, FILE_DEVICE_UNKNOWN, 0, FALSE, &device);
}
`

// broken is a driver that creates its device in AddDevice and keeps a lock in READ; CONTROL, a device that it creates
// first, and SIZE, the size of the extension, are parameters.
const broken = `#include <wdm.h>
static KSPIN_LOCK lock;
static NTSTATUS Read(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  KeAcquireSpinLock(&lock, &old);
  irp->IoStatus.Status = STATUS_SUCCESS;
  IoCompleteRequest(irp, IO_NO_INCREMENT);
  return STATUS_SUCCESS;
}
static NTSTATUS AddDevice(PDRIVER_OBJECT driver, PDEVICE_OBJECT bus)
{
  PDEVICE_OBJECT device;
  NTSTATUS status = IoCreateDevice(driver, SIZE, NULL, FILE_DEVICE_UNKNOWN, 0, FALSE, &device);
  if (NT_SUCCESS(status))
    driver->MajorFunction[IRP_MJ_READ] = Read;
  return status;
}
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path)
{
  PDEVICE_OBJECT control;
  driver->DriverExtension->AddDevice = AddDevice;
  return CONTROL ? IoCreateDevice(driver, 8, NULL, FILE_DEVICE_UNKNOWN, 0, FALSE, &control) : STATUS_SUCCESS;
}
`

// TestDevices: that a driver makes two devices, or a larger one, than the models cover proves nothing about it.
func TestDevices(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		size, control int
		want          verdict.Kind
		defines       []string
	}{{8, 0, verdict.Fail, nil}, {8, 1, verdict.Unknown, nil}, {8, 1, verdict.Unknown, []string{"YOGI_CHILDREN"}}, {5000, 0, verdict.Unknown, nil}} {
		out := checkText(t, fmt.Sprintf("#define SIZE %d\n#define CONTROL %d\n%s", c.size, c.control, broken), "wdm/SpinLockRelease", c.defines...)
		if out.Kind != c.want || out.Kind == verdict.Unknown && out.Reason != verdict.Unsupported {
			t.Errorf("%d bytes, %d other devices, %s: %v %s: %s", c.size, c.control, c.defines, out.Kind, out.Reason, out.Detail)
		}
	}
}

// TestCasts: a routine that is stored through a cast is called where it can be.
func TestCasts(t *testing.T) {
	t.Parallel()
	const casts = `#include <wdm.h>
typedef struct { KSPIN_LOCK Lock; } DEVICE;
static KSPIN_LOCK lock;
static NTSTATUS Read(DEVICE *device, PIRP irp PARAMETER)
{
  KIRQL old;
  KeAcquireSpinLock(&lock, &old);
  return STATUS_SUCCESS;
}
` + addDevice + `
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path)
{
  driver->DriverExtension->AddDevice = AddDevice;
  driver->MajorFunction[IRP_MJ_READ] = (PDRIVER_DISPATCH)Read;
  return STATUS_SUCCESS;
}
`
	for parameter, want := range map[string]verdict.Kind{"": verdict.Fail, ", PVOID more": verdict.Unknown} {
		out := checkText(t, fmt.Sprintf("#define PARAMETER %s\n%s", parameter, casts), "wdm/SpinLockRelease")
		if out.Kind != want || out.Kind == verdict.Unknown && out.Reason != verdict.Unsupported {
			t.Errorf("%q: %v %s: %s", parameter, out.Kind, out.Reason, out.Detail)
		}
	}
}

// TestSecondRequest: a request that is allocated after another one was freed is not null for ever.
func TestSecondRequest(t *testing.T) {
	t.Parallel()
	const allocates = `#include <wdm.h>
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path)
{
  PIRP irp = IoAllocateIrp(1, FALSE);
  if (irp)
    IoFreeIrp(irp);
  IoAllocateIrp(1, FALSE);
  return STATUS_UNSUCCESSFUL;
}
`
	if out := checkText(t, allocates, "wdm/IoAllocateFree"); out.Kind == verdict.Pass {
		t.Errorf("%v: %s", out.Kind, out.Detail)
	}
}

// TestEntries: what a driver hands to the system to be called later is called.
func TestEntries(t *testing.T) {
	t.Parallel()
	const text = `#include <wdm.h>
static KSPIN_LOCK lock;
static WORK_QUEUE_ITEM item;
static void take(void)
{
  KIRQL old;
  KeAcquireSpinLock(&lock, &old);
}
static void Timer(PDEVICE_OBJECT device, PVOID context) { take(); }
static void Work(PVOID context) { take(); }
static void Power(PDEVICE_OBJECT device, UCHAR minor, POWER_STATE state, PVOID context, PIO_STATUS_BLOCK result) { take(); }
static NTSTATUS PowerRequest(PDEVICE_OBJECT device, PIRP irp)
{
  PoStartNextPowerIrp(irp);
  IoCompleteRequest(irp, IO_NO_INCREMENT);
  return STATUS_SUCCESS;
}
static NTSTATUS Read(PDEVICE_OBJECT device, PIRP irp)
{
  POWER_STATE state = {0};
  state.DeviceState = PowerDeviceD3;
  START
  irp->IoStatus.Status = STATUS_SUCCESS;
  IoCompleteRequest(irp, IO_NO_INCREMENT);
  return STATUS_SUCCESS;
}
` + addDevice + `
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path)
{
  driver->DriverExtension->AddDevice = AddDevice;
  driver->MajorFunction[IRP_MJ_READ] = Read;
  driver->MajorFunction[IRP_MJ_POWER] = PowerRequest;
  return STATUS_SUCCESS;
}
`
	for i, start := range []string{
		"if (IoInitializeTimer(device, Timer, NULL) == STATUS_SUCCESS) IoStartTimer(device);",
		"ExInitializeWorkItem(&item, Work, NULL); ExQueueWorkItem(&item, DelayedWorkQueue);",
		"PoRequestPowerIrp(device, IRP_MN_SET_POWER, state, Power, NULL, NULL);",
	} {
		t.Run(start, func(t *testing.T) {
			sample(t, i)
			out := checkText(t, "#define START "+start+"\n"+text, "wdm/SpinLockRelease")
			if out.Kind != verdict.Fail {
				t.Errorf("%v %s: %s", out.Kind, out.Reason, out.Detail)
			}
		})
	}
}

// TestOpened: requests come for a file that the driver has opened, and with any bytes.
func TestOpened(t *testing.T) {
	t.Parallel()
	const text = `#include <wdm.h>
typedef struct { ULONG Open; KSPIN_LOCK Lock; } CONTEXT;
static CONTEXT context;
static NTSTATUS Done(PIRP irp, NTSTATUS status)
{
  irp->IoStatus.Status = status;
  IoCompleteRequest(irp, IO_NO_INCREMENT);
  return status;
}
static NTSTATUS Create(PDEVICE_OBJECT device, PIRP irp)
{
  IoGetCurrentIrpStackLocation(irp)->FileObject->FsContext = &context;
  context.Open = 1;
  return Done(irp, STATUS_SUCCESS);
}
static NTSTATUS Control(PDEVICE_OBJECT device, PIRP irp)
{
  CONTEXT *mine = IoGetCurrentIrpStackLocation(irp)->FileObject->FsContext;
  KIRQL old;
  if (!mine || !mine->Open)
    return Done(irp, STATUS_INVALID_PARAMETER);
  KeAcquireSpinLock(&mine->Lock, &old);
  if (*(UCHAR *)irp->AssociatedIrp.SystemBuffer != 7)
    KeReleaseSpinLock(&mine->Lock, old);
  return Done(irp, STATUS_SUCCESS);
}
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path)
{
  PDEVICE_OBJECT device;
  driver->MajorFunction[IRP_MJ_CREATE] = Create;
  driver->MajorFunction[IRP_MJ_DEVICE_CONTROL] = Control;
  return IoCreateDevice(driver, 8, NULL, FILE_DEVICE_UNKNOWN, 0, FALSE, &device);
}
`
	if out := checkText(t, text, "wdm/SpinLockRelease"); out.Kind != verdict.Fail {
		t.Errorf("%v %s: %s", out.Kind, out.Reason, out.Detail)
	}
}

// TestClosed: a file is closed that was opened, and what the opening left in it is there then.
func TestClosed(t *testing.T) {
	t.Parallel()
	const text = `#include <wdm.h>
static NTSTATUS Done(PIRP irp, NTSTATUS status)
{
  irp->IoStatus.Status = status;
  IoCompleteRequest(irp, IO_NO_INCREMENT);
  return status;
}
static NTSTATUS Create(PDEVICE_OBJECT device, PIRP irp)
{
  PFILE_OBJECT file = IoGetCurrentIrpStackLocation(irp)->FileObject;
  file->FsContext = ExAllocatePoolWithTag(NonPagedPool, 8, 'tset');
  return Done(irp, file->FsContext FAILS ? STATUS_SUCCESS : STATUS_INSUFFICIENT_RESOURCES);
}
static NTSTATUS Close(PDEVICE_OBJECT device, PIRP irp)
{
  ExFreePoolWithTag(IoGetCurrentIrpStackLocation(irp)->FileObject->FsContext, 'tset');
  return Done(irp, STATUS_SUCCESS);
}
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path)
{
  PDEVICE_OBJECT device;
  driver->MajorFunction[IRP_MJ_CREATE] = Create;
  driver->MajorFunction[IRP_MJ_CLOSE] = Close;
  return IoCreateDevice(driver, 8, NULL, FILE_DEVICE_UNKNOWN, 0, FALSE, &device);
}
`
	for fails, want := range map[string]verdict.Kind{"": verdict.Pass, "|| 1": verdict.Fail} {
		if out := checkText(t, strings.Replace(text, "FAILS", fails, 1), "wdm/ExFreePool"); out.Kind != want {
			t.Errorf("%q: %v %s: %s", fails, out.Kind, out.Reason, out.Detail)
		}
	}
}

// TestThreadEnds: a thread may end itself where its routine would only return, and nowhere else.
func TestThreadEnds(t *testing.T) {
	t.Parallel()
	const text = `#include <wdm.h>
static KSPIN_LOCK lock;
static void Thread(PVOID context)
{
  KIRQL old;
  KeAcquireSpinLock(&lock, &old);
  BODY
}
static NTSTATUS Read(PDEVICE_OBJECT device, PIRP irp)
{
  HANDLE handle;
  PsCreateSystemThread(&handle, THREAD_ALL_ACCESS, NULL, NULL, NULL, Thread, NULL);
  CALL
  irp->IoStatus.Status = STATUS_SUCCESS;
  IoCompleteRequest(irp, IO_NO_INCREMENT);
  return STATUS_SUCCESS;
}
` + started
	const ends, release = "PsTerminateSystemThread(STATUS_SUCCESS);", "KeReleaseSpinLock(&lock, old);"
	for i, c := range []struct {
		body, call string
		want       verdict.Kind
	}{
		{body: release + ends, want: verdict.Pass},
		{body: release + "if (context) {" + ends + "} else {" + ends + "return; }", want: verdict.Pass},
		{body: ends, want: verdict.Fail},
		{body: ends + release, want: verdict.Unknown},
		{body: "if (context == NULL)" + ends + release, want: verdict.Unknown},
		{body: "for (;;) {" + release + ends + "}", want: verdict.Unknown},
		{body: release + ends, call: "Thread(NULL);", want: verdict.Unknown},
	} {
		t.Run(c.body+c.call, func(t *testing.T) {
			sample(t, i)
			out := checkText(t, fmt.Sprintf("#define BODY %s\n#define CALL %s\n%s", c.body, c.call, text), "wdm/SpinLockRelease")
			if out.Kind != c.want || out.Kind == verdict.Unknown && out.Reason != verdict.Unsupported {
				t.Errorf("%v %s: %s", out.Kind, out.Reason, out.Detail)
			}
		})
	}
}

// TestUnused: a rule about what a driver never does is kept, whatever the models do for drivers that do it, and
// whatever else of the driver the models do not cover.
func TestUnused(t *testing.T) {
	t.Parallel()
	const text = `#include <wdm.h>
static void Forget(PIRP irp) { IoFreeIrp(irp); }
static void Thread(PVOID context)
{
  PsTerminateSystemThread(STATUS_SUCCESS);
  USES
}
static NTSTATUS AddDevice(PDRIVER_OBJECT driver, PDEVICE_OBJECT bus)
{
  HANDLE handle;
  PsCreateSystemThread(&handle, THREAD_ALL_ACCESS, NULL, NULL, NULL, Thread, NULL);
  return STATUS_UNSUCCESSFUL;
}
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path)
{
  driver->DriverExtension->AddDevice = AddDevice;
  return STATUS_SUCCESS;
}
`
	for _, c := range []struct {
		uses string
		want verdict.Kind
	}{
		{"ZwClose(context);", verdict.Pass},
		{"Forget(context);", verdict.Unknown},
		{"static void (*table[])(PIRP) = {Forget}; ZwClose(table);", verdict.Unknown},
	} {
		out := checkText(t, fmt.Sprintf("#define USES %s\n%s", c.uses, text), "wdm/IoBuildFsdFree")
		if out.Kind != c.want || out.Kind == verdict.Unknown && out.Reason != verdict.Unsupported {
			t.Errorf("%s: %v %s: %s", c.uses, out.Kind, out.Reason, out.Detail)
		}
	}
}

// TestCancelSafeQueues: a queue's routine that inserts is of one of two types, which the queue remembers.
func TestCancelSafeQueues(t *testing.T) {
	t.Parallel()
	const text = `#include <wdm.h>
static IO_CSQ queue;
static PIRP kept;
static KSPIN_LOCK lock;
static KIRQL level;
static void Lock(PIO_CSQ csq, PKIRQL old) { KeAcquireSpinLock(&lock, old); }
static void Release(PIO_CSQ csq, KIRQL old) { KeReleaseSpinLock(&lock, old); }
static void Remove(PIO_CSQ csq, PIRP irp) { kept = NULL; }
static PIRP Next(PIO_CSQ csq, PIRP irp, PVOID context) { return irp ? NULL : kept; }
static void Canceled(PIO_CSQ csq, PIRP irp)
{
  irp->IoStatus.Status = STATUS_CANCELLED;
  IoCompleteRequest(irp, IO_NO_INCREMENT);
}
static void Insert(PIO_CSQ csq, PIRP irp) { INSERT kept = irp; }
static NTSTATUS InsertEx(PIO_CSQ csq, PIRP irp, PVOID context) { INSERT_EX kept = irp; return STATUS_SUCCESS; }
static NTSTATUS Read(PDEVICE_OBJECT device, PIRP irp)
{
  PIRP next;
  IoCsqInsertIrp(&queue, irp, NULL);
  next = IoCsqRemoveNextIrp(&queue, NULL);
  if (next) {
    next->IoStatus.Status = STATUS_SUCCESS;
    IoCompleteRequest(next, IO_NO_INCREMENT);
  }
  return STATUS_PENDING;
}
` + started
	const plain = "IoCsqInitialize(&queue, Insert, Remove, Next, Lock, Release, Canceled)"
	const extended = "IoCsqInitializeEx(&queue, InsertEx, Remove, Next, Lock, Release, Canceled)"
	const takes = "KeAcquireSpinLock(&lock, &level);"
	for i, c := range []struct {
		initialize, insert, insertEx string
		want                         verdict.Kind
	}{
		{plain, takes, "", verdict.Fail},
		{plain, "", takes, verdict.Pass},
		{extended, "", takes, verdict.Fail},
	} {
		defines := fmt.Sprintf("#define AT_START %s;\n#define INSERT %s\n#define INSERT_EX %s\n", c.initialize, c.insert, c.insertEx)
		t.Run(defines, func(t *testing.T) {
			sample(t, i)
			out := checkText(t, defines+text, "wdm/SpinLock")
			if out.Kind != c.want {
				t.Errorf("%v %s: %s", out.Kind, out.Reason, out.Detail)
			}
		})
	}
}
