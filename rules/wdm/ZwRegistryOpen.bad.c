#include "driver.h"
NTSTATUS ZwOpenKey(PVOID *, ULONG, PVOID);
NTSTATUS ZwSetValueKey(PVOID, PVOID, ULONG, ULONG, PVOID, ULONG);
NTSTATUS ZwClose(PVOID);
static PVOID key;
static int value;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  NTSTATUS status = ZwOpenKey(&key, 2, 0);
  if (!NT_SUCCESS(status))
    return status;
  status = ZwSetValueKey(key, 0, 0, 4, &value, 4);
  if (NT_SUCCESS(status))
    ZwClose(key);
  return status;
}
