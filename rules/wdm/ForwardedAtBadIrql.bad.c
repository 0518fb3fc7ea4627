#include "driver.h"
#define DEVICE_LEVEL 9

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  NTSTATUS status;
  KIRQL old = KfRaiseIrql(DEVICE_LEVEL);
  irp->IoStatus.Information = 0;
  if (irp->Stack->MinorFunction != 1)
    KeLowerIrql(old = DISPATCH_LEVEL);
  status = IoCallDriver(&lower_device, irp);
  return status;
}
