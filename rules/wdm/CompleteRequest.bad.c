#include "driver.h"

static NTSTATUS start(PIRP irp)
{
  return irp->Stack->MajorFunction == 3 ? STATUS_PENDING : STATUS_SUCCESS;
}

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  NTSTATUS status = start(irp);
  irp->IoStatus.Status = status;
  IoCompleteRequest(irp, 0);
  return status;
}
