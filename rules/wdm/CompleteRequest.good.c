#include "driver.h"

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  NTSTATUS status = nondet_int();
  if (status == STATUS_PENDING)
    status = STATUS_UNSUCCESSFUL;
  irp->IoStatus.Status = status;
  IoCompleteRequest(irp, 0);
  return status;
}
