#include "driver.h"
static PIRP queue;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  NTSTATUS status = STATUS_PENDING;
  if (irp->Stack->MajorFunction == 3) {
    IoMarkIrpPending(irp);
    queue = irp;
  } else {
    irp->IoStatus.Status = STATUS_UNSUCCESSFUL;
    IoCompleteRequest(irp, 0);
  }
  return status; /* also for the completed one */
}
