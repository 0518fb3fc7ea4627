#include "driver.h"
static int count;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL outer = KfRaiseIrql(DISPATCH_LEVEL), inner;
  if (irp->Stack->MinorFunction == 2) {
    inner = KfRaiseIrql(5);
    count++;
    KeLowerIrql(inner);
  }
  KeLowerIrql(outer);
  return STATUS_SUCCESS;
}
