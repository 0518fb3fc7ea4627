#include "driver.h"

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  PIRP own = IoAllocateIrp(1, 0);
  NTSTATUS status;
  if (!own)
    return STATUS_UNSUCCESSFUL;
  status = IoCallDriver(&lower_device, own);
  if (NT_SUCCESS(status))
    IoFreeIrp(own); /* and otherwise? */
  IoCompleteRequest(irp, 0);
  return status;
}
