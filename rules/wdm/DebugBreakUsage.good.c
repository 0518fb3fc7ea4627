#include "driver.h"
void DbgBreakPoint(void);
static int count;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  if (irp->Stack->MinorFunction > 30) {
#if DBG
    DbgBreakPoint();
#endif
    return STATUS_NOT_SUPPORTED;
  }
  count++;
  return STATUS_SUCCESS;
}
