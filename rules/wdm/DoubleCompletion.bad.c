#include "driver.h"

static NTSTATUS finish(PIRP irp, NTSTATUS status)
{
  irp->IoStatus.Status = status;
  IoCompleteRequest(irp, 0);
  return status;
}

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  NTSTATUS status = STATUS_SUCCESS;
  if (irp->Stack->MajorFunction == 14)
    status = finish(irp, STATUS_UNSUCCESSFUL); /* and once more below */
  return finish(irp, status);
}
