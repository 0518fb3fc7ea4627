#include "driver.h"

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  NTSTATUS status = STATUS_SUCCESS;
  switch (irp->Stack->MajorFunction) {
  case 14:
    if (irp->Stack->MinorFunction == 0)
      return IoCallDriver(&lower_device, irp);
    status = STATUS_NOT_SUPPORTED;
    break;
  case 3:
    IoMarkIrpPending(irp);
    return STATUS_PENDING;
  }
  irp->IoStatus.Status = status;
  IoCompleteRequest(irp, 0);
  return status;
}
