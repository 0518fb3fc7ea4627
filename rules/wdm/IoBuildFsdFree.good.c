#include "driver.h"
PIRP IoBuildAsynchronousFsdRequest(ULONG, PDEVICE_OBJECT, PVOID, ULONG, PLARGE_INTEGER, PVOID);
static char buffer[8];

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  PIRP own = IoBuildAsynchronousFsdRequest(3, &lower_device, buffer, 8, 0, 0);
  if (!own)
    return STATUS_UNSUCCESSFUL;
  IoCallDriver(&lower_device, own);
  IoFreeIrp(own);
  return STATUS_SUCCESS;
}
