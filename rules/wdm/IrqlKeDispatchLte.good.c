#include "driver.h"
#define DEVICE_LEVEL 5
void KeClearEvent(PKEVENT event);
static KEVENT event;
static int waiting;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old = KfRaiseIrql(DEVICE_LEVEL);
  int busy = waiting++;
  KeLowerIrql(old);
  if (!busy)
    KeClearEvent(&event);
  return STATUS_SUCCESS;
}
