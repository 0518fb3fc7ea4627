#include "driver.h"
static KEVENT done;

/* the driver below completes the request, as the harness does it */
void yogi_done_below(PIRP irp) { irp->IoStatus.Status = STATUS_SUCCESS; }

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  NTSTATUS status = IoCallDriver(&lower_device, irp);
  if (irp->Stack->MajorFunction == 14 && status == STATUS_PENDING) {
    yogi_done_below(irp);
    IoCompleteRequest(irp, 0);
    return STATUS_PENDING;
  }
  if (status == STATUS_PENDING) {
    KeWaitForSingleObject(&done, 0, 0, 0, 0);
    status = irp->IoStatus.Status;
  }
  IoCompleteRequest(irp, 0);
  return status;
}
