#include "driver.h"
void DbgBreakPoint(void);
static int count;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  if (irp->Stack->MinorFunction > 30)
    DbgBreakPoint(); /* cannot happen? */
  count++;
  return STATUS_SUCCESS;
}
