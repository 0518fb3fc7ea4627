#include "driver.h"
static KEVENT event;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old = KfRaiseIrql(irp->Stack->MinorFunction);
  KeSetEvent(&event, 0, 0);
  KeLowerIrql(old);
  return STATUS_SUCCESS;
}
