#include "driver.h"
#define DEVICE_LEVEL 5
static PVOID buffer;
static int waiting;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old = KfRaiseIrql(DEVICE_LEVEL);
  int busy = waiting++;
  KeLowerIrql(old);
  if (!busy)
    ExFreePoolWithTag(buffer, 1);
  return STATUS_SUCCESS;
}
