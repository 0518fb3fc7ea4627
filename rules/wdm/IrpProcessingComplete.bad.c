#include "driver.h"

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  if (irp->Stack->MajorFunction == 14 && irp->Stack->MinorFunction > 30)
    return STATUS_NOT_SUPPORTED; /* and the request? */
  irp->IoStatus.Status = STATUS_SUCCESS;
  IoCompleteRequest(irp, 0);
  return STATUS_SUCCESS;
}
