#include "driver.h"
static PIRP waiting;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  if (irp->Stack->MinorFunction == 1)
    return IoCallDriver(&lower_device, irp);
  IoMarkIrpPending(irp);
  waiting = irp;
  return STATUS_PENDING;
}
