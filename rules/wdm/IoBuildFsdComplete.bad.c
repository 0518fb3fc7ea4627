#include "driver.h"
PIRP IoBuildAsynchronousFsdRequest(ULONG, PDEVICE_OBJECT, PVOID, ULONG, PLARGE_INTEGER, PVOID);
static char buffer[8];

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  PIRP own = IoBuildAsynchronousFsdRequest(3, &lower_device, buffer, 8, 0, 0);
  NTSTATUS status = STATUS_UNSUCCESSFUL;
  if (own)
    status = IoCallDriver(&lower_device, own);
  if (own && !NT_SUCCESS(status))
    IoCompleteRequest(own, 0); /* irp is meant */
  return status;
}
