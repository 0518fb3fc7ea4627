#include "driver.h"
static PIRP waiting;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  waiting = irp;
  if (irp->Stack->MinorFunction == 1)
    IoMarkIrpPending(irp);
  return STATUS_PENDING;
}
