#include "driver.h"
NTSTATUS PoRequestPowerIrp(PDEVICE_OBJECT, UCHAR, int, PVOID, PVOID, PIRP *);

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  return PoRequestPowerIrp(device, 2, 1, 0, irp, 0);
}
