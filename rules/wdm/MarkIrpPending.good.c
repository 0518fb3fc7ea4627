#include "driver.h"
static PIRP queue;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  if (irp->Stack->MajorFunction == 3) {
    IoMarkIrpPending(irp);
    queue = irp;
    return STATUS_PENDING;
  }
  if (irp->Stack->MajorFunction == 14)
    return IoCallDriver(&lower_device, irp);
  IoCompleteRequest(irp, 0);
  return STATUS_SUCCESS;
}
