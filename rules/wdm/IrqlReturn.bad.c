#include "driver.h"

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KfRaiseIrql(DISPATCH_LEVEL);
  if (irp->IoStatus.Information == 1)
    return STATUS_UNSUCCESSFUL;
  if (irp->Stack->MajorFunction == 3)
    return STATUS_NOT_SUPPORTED; /* still raised */
  KeLowerIrql(PASSIVE_LEVEL);
  return STATUS_SUCCESS;
}
