#include "driver.h"
void IoSetStartIoAttributes(PDEVICE_OBJECT device, BOOLEAN deferred, BOOLEAN noncancelable);
PVOID IoSetCancelRoutine(PIRP irp, PVOID routine);
static int cancel;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  IoSetStartIoAttributes(device, 1, 1);
  IoSetCancelRoutine(irp, &cancel);
  return STATUS_PENDING;
}
