#include "driver.h"
PIRP IoBuildAsynchronousFsdRequest(ULONG, PDEVICE_OBJECT, PVOID, ULONG, PLARGE_INTEGER, PVOID);
static char buffer[8];
void IoSetCompletionRoutine(PIRP, PVOID, PVOID, BOOLEAN, BOOLEAN, BOOLEAN);
static int done;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  PIRP own = IoBuildAsynchronousFsdRequest(3, &lower_device, buffer, 8, 0, 0);
  if (!own)
    return STATUS_UNSUCCESSFUL;
  IoSetCompletionRoutine(own, &done, 0, 1, 1, 1);
  return IoCallDriver(&lower_device, own);
}
