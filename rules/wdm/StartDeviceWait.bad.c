#include "driver.h"

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  NTSTATUS status = IoCallDriver(&lower_device, irp);
  if (!NT_SUCCESS(status))
    return status;
  irp->IoStatus.Status = status; /* STATUS_PENDING is a success too */
  IoCompleteRequest(irp, 0);
  return status;
}
