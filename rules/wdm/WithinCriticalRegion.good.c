#include "driver.h"
void KeEnterCriticalRegion(void);
void KeLeaveCriticalRegion(void);
BOOLEAN ExAcquireResourceSharedLite(PVOID resource, BOOLEAN wait);
void ExReleaseResourceLite(PVOID resource);
static long long names;
static int count;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KeEnterCriticalRegion();
  if (ExAcquireResourceSharedLite(&names, 1)) {
    count += irp->Stack->MinorFunction;
    ExReleaseResourceLite(&names);
  }
  KeLeaveCriticalRegion();
  return STATUS_SUCCESS;
}
