#include "driver.h"
BOOLEAN ExAcquireResourceExclusiveLite(PVOID resource, BOOLEAN wait);
void ExReleaseResourceLite(PVOID resource);
static long long names, values;
static int count;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  if (!ExAcquireResourceExclusiveLite(&names, irp->Stack->MinorFunction == 1))
    return STATUS_UNSUCCESSFUL;
  if (ExAcquireResourceExclusiveLite(&values, 0)) {
    count++;
    ExReleaseResourceLite(&values);
  }
  ExReleaseResourceLite(&names);
  return STATUS_SUCCESS;
}
