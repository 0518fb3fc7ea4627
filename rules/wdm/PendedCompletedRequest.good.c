#include "driver.h"
static PIRP queue;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  if (irp->Stack->MajorFunction == 3 && !queue) {
    IoMarkIrpPending(irp);
    queue = irp;
    return STATUS_PENDING;
  }
  irp->IoStatus.Status = STATUS_UNSUCCESSFUL;
  IoCompleteRequest(irp, 0);
  return STATUS_UNSUCCESSFUL;
}
