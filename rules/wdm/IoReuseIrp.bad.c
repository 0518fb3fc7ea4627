#include "driver.h"
void IoReuseIrp(PIRP irp, NTSTATUS status);

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  NTSTATUS status = IoCallDriver(&lower_device, irp);
  if (status == STATUS_UNSUCCESSFUL) { /* once more */
    IoReuseIrp(irp, STATUS_SUCCESS);
    status = IoCallDriver(&lower_device, irp);
  }
  return status;
}
