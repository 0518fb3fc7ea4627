package wdm_test

import (
	"strings"
	"testing"

	"yogi/internal/verdict"
)

// TestParameters: what pointers in a request lead to is there, and anything: a run in which a driver looks behind a
// null pointer is none, so that what comes behind would be right whatever it is.
func TestParameters(t *testing.T) {
	t.Parallel()
	const text = `#include <wdm.h>
static KSPIN_LOCK lock;
static const GUID mine = {0x12345678, 0x1234, 0x5678, {1, 2, 3, 4, 5, 6, 7, 8}};
static NTSTATUS Request(PDEVICE_OBJECT device, PIRP irp)
{
  PIO_STACK_LOCATION at = IoGetCurrentIrpStackLocation(irp);
  KIRQL old;
  if (at->MinorFunction == MINOR && (CONDITION))
    KeAcquireSpinLock(&lock, &old);
  irp->IoStatus.Status = STATUS_SUCCESS;
  IoCompleteRequest(irp, IO_NO_INCREMENT);
  return STATUS_SUCCESS;
}
` + addDevice + `
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path)
{
  driver->DriverExtension->AddDevice = AddDevice;
  driver->MajorFunction[MAJOR] = Request;
  return STATUS_SUCCESS;
}
`
	const resources = "at->Parameters.StartDevice.AllocatedResources"
	for i, c := range []struct{ name, major, minor, condition string }{
		{"where the interface goes", "IRP_MJ_PNP", "IRP_MN_QUERY_INTERFACE", "at->Parameters.QueryInterface.Interface->Size != 3"},
		{"an interface", "IRP_MJ_PNP", "IRP_MN_QUERY_INTERFACE", "IsEqualGUID(at->Parameters.QueryInterface.InterfaceType, &mine)"},
		{"resources", "IRP_MJ_PNP", "IRP_MN_START_DEVICE", resources + " && " + resources + "->List[0].PartialResourceList.PartialDescriptors[0].Type == CmResourceTypePort"},
		{"no resources", "IRP_MJ_PNP", "IRP_MN_START_DEVICE", "!" + resources},
		{"requirements", "IRP_MJ_PNP", "IRP_MN_FILTER_RESOURCE_REQUIREMENTS", "at->Parameters.FilterResourceRequirements.IoResourceRequirementList->AlternativeLists"},
		{"configuration", "IRP_MJ_PNP", "IRP_MN_READ_CONFIG", "at->Parameters.ReadWriteConfig.Length == 4 && *(PUCHAR)at->Parameters.ReadWriteConfig.Buffer != 1"},
		{"a text", "IRP_MJ_PNP", "IRP_MN_QUERY_DEVICE_TEXT", "at->Parameters.QueryDeviceText.DeviceTextType == DeviceTextLocationInformation"},
		{"a lock", "IRP_MJ_PNP", "IRP_MN_SET_LOCK", "at->Parameters.SetLock.Lock"},
		{"a use", "IRP_MJ_PNP", "IRP_MN_DEVICE_USAGE_NOTIFICATION", "at->Parameters.UsageNotification.InPath && at->Parameters.UsageNotification.Type == DeviceUsageTypeDumpFile"},
		{"a block of data", "IRP_MJ_SYSTEM_CONTROL", "0", "at->Parameters.WMI.ProviderId == (ULONG_PTR)device && IsEqualGUID(at->Parameters.WMI.DataPath, &mine)"},
		{"a file's name", "IRP_MJ_CREATE", "0", "at->FileObject->FileName.Length && !at->FileObject->FileName.Buffer[0]"},
		{"who asks", "IRP_MJ_CREATE", "0", "!at->Parameters.Create.SecurityContext->DesiredAccess"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			sample(t, i)
			driver := strings.NewReplacer("MINOR", c.minor, "MAJOR", c.major, "CONDITION", c.condition).Replace(text)
			if out := checkText(t, driver, "wdm/SpinLockRelease"); out.Kind != verdict.Fail || out.Class != "executed" {
				t.Errorf("%v %s %s: %s", out.Kind, out.Reason, out.Class, out.Detail)
			}
		})
	}
}
