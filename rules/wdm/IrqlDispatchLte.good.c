#include "driver.h"
static KEVENT event;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old = KfRaiseIrql(DISPATCH_LEVEL);
  KeSetEvent(&event, 0, 0);
  KeLowerIrql(old);
  IoCompleteRequest(irp, 0);
  return STATUS_SUCCESS;
}
