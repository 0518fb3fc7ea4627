#include "driver.h"

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old = 0;
  int raised = irp->Stack->MinorFunction == 3;
  if (raised)
    old = KfRaiseIrql(DISPATCH_LEVEL);
  irp->IoStatus.Information = 0;
  if (raised)
    KeLowerIrql(PASSIVE_LEVEL);
  return STATUS_SUCCESS;
}
