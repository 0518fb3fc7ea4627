#include "driver.h"
static KEVENT done;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  NTSTATUS status;
  if (irp->Stack->MajorFunction == 14) { /* marked before it is passed on */
    IoMarkIrpPending(irp);
    IoCallDriver(&lower_device, irp);
    return STATUS_PENDING;
  }
  if (irp->Stack->MajorFunction != 27)
    return IoCallDriver(&lower_device, irp);
  status = IoCallDriver(&lower_device, irp);
  if (status == STATUS_PENDING) {
    KeWaitForSingleObject(&done, 0, 0, 0, 0);
    status = irp->IoStatus.Status;
  }
  IoCompleteRequest(irp, 0);
  return status;
}
