#include "driver.h"

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  if (irp->Stack->MajorFunction == 22) {
    if (irp->Stack->MinorFunction == 2)
      PoStartNextPowerIrp(irp);
    return PoCallDriver(&lower_device, irp);
  }
  return IoCallDriver(&lower_device, irp);
}
