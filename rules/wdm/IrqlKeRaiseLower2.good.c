#include "driver.h"
static int count;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL outer = KfRaiseIrql(APC_LEVEL), inner = KfRaiseIrql(DISPATCH_LEVEL);
  count++;
  KeLowerIrql(inner);
  KeLowerIrql(outer);
  return STATUS_SUCCESS;
}
