#include "driver.h"
void IoReuseIrp(PIRP irp, NTSTATUS status);

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  PIRP own = IoAllocateIrp(1, 0);
  NTSTATUS status;
  if (!own)
    return STATUS_UNSUCCESSFUL;
  IoCallDriver(&lower_device, own);
  IoReuseIrp(own, STATUS_SUCCESS);
  status = IoCallDriver(&lower_device, own);
  IoFreeIrp(own);
  return status;
}
