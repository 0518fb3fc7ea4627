#include "driver.h"

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  if (irp->Stack->MajorFunction == 22)
    PoStartNextPowerIrp(irp);
  IoCallDriver(&lower_device, irp);
  return STATUS_SUCCESS;
}
