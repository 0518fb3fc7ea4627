#include "driver.h"
#define DEVICE_LEVEL 5
void MmFreeContiguousMemory(PVOID memory);
static PVOID buffer;
static int waiting;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old = KfRaiseIrql(DEVICE_LEVEL);
  int busy = waiting++;
  KeLowerIrql(old);
  if (!busy)
    MmFreeContiguousMemory(buffer);
  return STATUS_SUCCESS;
}
