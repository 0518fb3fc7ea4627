#include "driver.h"
void KeEnterCriticalRegion(void);
void KeLeaveCriticalRegion(void);
static int count;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KeEnterCriticalRegion();
  if (irp->Stack->MinorFunction == 1) {
    KeEnterCriticalRegion();
    count++;
    KeLeaveCriticalRegion();
  }
  KeLeaveCriticalRegion();
  return STATUS_SUCCESS;
}
