#include "driver.h"
NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  PIRP own = IoAllocateIrp(1, 0);
  if (own) {
    IoCallDriver(&lower_device, own);
    IoFreeIrp(own);
  }
  IoCompleteRequest(irp, 0);
  return STATUS_SUCCESS;
}
