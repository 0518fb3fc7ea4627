#include "driver.h"
static int count;

static void add(void)
{
  KfRaiseIrql(DISPATCH_LEVEL);
  count++;
  KeLowerIrql(PASSIVE_LEVEL); /* which it was not always */
}

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old;
  add();
  if (irp->Stack->MinorFunction != 7)
    return STATUS_SUCCESS;
  old = KfRaiseIrql(APC_LEVEL);
  add();
  KeLowerIrql(old);
  return STATUS_SUCCESS;
}
