#include "driver.h"

static NTSTATUS finish(PIRP irp, NTSTATUS status)
{
  irp->IoStatus.Status = status;
  IoCompleteRequest(irp, 0);
  return status;
}

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  switch (irp->Stack->MajorFunction) {
  case 0:
  case 2:
    return finish(irp, STATUS_SUCCESS);
  case 14:
    if (irp->Stack->MinorFunction > 4)
      return finish(irp, STATUS_UNSUCCESSFUL);
    return IoCallDriver(&lower_device, irp);
  }
  return finish(irp, STATUS_NOT_SUPPORTED);
}
