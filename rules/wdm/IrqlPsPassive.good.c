#include "driver.h"
static KSPIN_LOCK lock;
NTSTATUS PsCreateSystemThread(PVOID *handle, ULONG access, PVOID attributes, PVOID process, PVOID client, void (*start)(PVOID), PVOID context);
static PVOID thread;
static int jobs;
static void work(PVOID context) { jobs--; }

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  int first;
  KeAcquireSpinLock(&lock, &old);
  first = jobs++ == 0;
  KeReleaseSpinLock(&lock, old);
  return first ? PsCreateSystemThread(&thread, 0, 0, 0, 0, work, 0) : STATUS_SUCCESS;
}
