#include "driver.h"
#define DEVICE_LEVEL 5
void KeClearEvent(PKEVENT event);
static KEVENT event;
static int waiting;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old = KfRaiseIrql(DEVICE_LEVEL);
  if (irp->Stack->MinorFunction != 3 && !waiting++)
    KeClearEvent(&event);
  KeLowerIrql(old);
  return STATUS_SUCCESS;
}
