#include "driver.h"
PIRP IoBuildAsynchronousFsdRequest(ULONG, PDEVICE_OBJECT, PVOID, ULONG, PLARGE_INTEGER, PVOID);
static char buffer[8];

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  PIRP own = irp;
  if (irp->Stack->MinorFunction == 1)
    own = IoBuildAsynchronousFsdRequest(3, &lower_device, buffer, 8, 0, 0);
  if (!own)
    return STATUS_UNSUCCESSFUL;
  IoCallDriver(&lower_device, own);
  IoFreeIrp(own); /* whosever it is */
  return STATUS_SUCCESS;
}
