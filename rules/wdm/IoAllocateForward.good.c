#include "driver.h"
void IoSetCompletionRoutine(PIRP, PVOID, PVOID, BOOLEAN, BOOLEAN, BOOLEAN);
static int done;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  PIRP own = IoAllocateIrp(1, 0);
  if (!own)
    return STATUS_UNSUCCESSFUL;
  IoSetCompletionRoutine(own, &done, 0, 1, 1, 1);
  return IoCallDriver(&lower_device, own);
}
