#include "driver.h"
NTSTATUS PoRequestPowerIrp(PDEVICE_OBJECT, UCHAR, int, PVOID, PVOID, PIRP *);
static PIRP power;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  PIRP *where = irp->Stack->MinorFunction == 2 ? &power : 0;
  return PoRequestPowerIrp(device, 2, 1, 0, 0, where);
}
