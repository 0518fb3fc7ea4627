package wdm_test

import (
	"strings"
	"testing"

	"yogi/internal/verdict"
)

// reader reads the registry when it is loaded, and takes a lock twice where what it got is WRONG.
const reader = `#include <wdm.h>
static KSPIN_LOCK lock;
static VOID Wrong(VOID)
{
  KIRQL old;
  KeAcquireSpinLock(&lock, &old);
  KeAcquireSpinLock(&lock, &old);
}
static UNICODE_STRING string;
static WCHAR own[4];
static LONG value[4];
static ULONG initial = 5;
static NTSTATUS Told(PWSTR name, ULONG type, PVOID data, ULONG length, PVOID context, PVOID entry)
{
  ROUTINE
  return STATUS_SUCCESS;
}
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path)
{
  RTL_QUERY_REGISTRY_TABLE table[3];
  KEY_VALUE_PARTIAL_INFORMATION information[2];
  UNICODE_STRING name;
  ULONG needed;
  NTSTATUS status;
  RtlZeroMemory(table, sizeof table);
  table[0].Flags = RTL_QUERY_REGISTRY_SUBKEY;
  table[0].Name = L"Parameters";
  table[1].Name = L"Value";
  ASK
  if (WRONG)
    Wrong();
  return STATUS_UNSUCCESSFUL;
}
`

const (
	direct = "table[1].Flags = RTL_QUERY_REGISTRY_DIRECT | RTL_QUERY_REGISTRY_TYPECHECK | RTL_QUERY_REGISTRY_NOEXPAND; "
	query  = "status = RtlQueryRegistryValues(RTL_REGISTRY_ABSOLUTE, path->Buffer, table, NULL, NULL);"
	zw     = "RtlInitUnicodeString(&name, L\"V\"); status = ZwQueryValueKey(driver, &name, KeyValuePartialInformation, " +
		"information, "
)

func expecting(kind string) string {
	return "table[1].DefaultType = " + kind + " << RTL_QUERY_REGISTRY_TYPECHECK_SHIFT; "
}

// TestRegistry: a driver gets from the registry what it may hold, and nothing that does not fit.
func TestRegistry(t *testing.T) {
	t.Parallel()
	text := direct + expecting("REG_SZ") + "table[1].EntryContext = &string; "
	several := direct + expecting("REG_MULTI_SZ") + "table[1].EntryContext = &string; "
	buffer := "string.Buffer = own; string.MaximumLength = sizeof own; "
	number := direct + expecting("REG_DWORD") + "table[1].EntryContext = value; "
	bytes := direct + expecting("REG_BINARY") + "table[1].EntryContext = value; "
	routine := "table[1].QueryRoutine = Told; table[1].Flags = RTL_QUERY_REGISTRY_NOEXPAND; "
	for i, c := range []struct {
		name, ask, wrong, routine string
		want                      verdict.Kind
		quick                     bool
	}{
		{"allocated string", text + query, "string.Length == 4 && string.Buffer[1] == 'x'", "", verdict.Fail, true},
		{"strings", several + query, "string.Length == 4 && string.Buffer[0] == 0", "", verdict.Fail, false},
		{"string in a buffer", buffer + text + query, "NT_SUCCESS(status) && string.Length == 6", "", verdict.Fail, false},
		{"too long a string", buffer + text + query, "string.Length > 6", "", verdict.Pass, true},
		{"string too long", buffer + text + query, "status == STATUS_BUFFER_TOO_SMALL", "", verdict.Fail, false},
		{"number", number + query, "NT_SUCCESS(status) && value[0] == 7", "", verdict.Fail, true},
		{"behind a number", number + query, "value[1] != 0", "", verdict.Pass, true},
		{"other type", number + query, "status == STATUS_OBJECT_TYPE_MISMATCH", "", verdict.Fail, false},
		{"default", number + "table[1].DefaultType |= REG_DWORD; table[1].DefaultData = &initial; table[1].DefaultLength = 4; initial = value[1] + 9; " + query, "value[0] == 9", "", verdict.Fail, false},
		{"bytes", "value[0] = -8; " + bytes + query, "NT_SUCCESS(status) && value[1] == 7", "", verdict.Fail, false},
		{"bytes with their length", "value[0] = 16; " + bytes + query, "value[0] == 6 && value[1] == REG_BINARY", "", verdict.Fail, false},
		{"routine", routine + query, "status == 7", "if (type == REG_BINARY && length == 3) Wrong();", verdict.Fail, false},
		{"status of the routine", routine + query, "status == STATUS_TIMEOUT + 0xC0000000", "return STATUS_TIMEOUT + 0xC0000000;", verdict.Fail, false},
		{"small information", zw + "0, &needed);", "NT_SUCCESS(status)", "", verdict.Pass, true},
		{"information", zw + "sizeof information, &needed);", "NT_SUCCESS(status) && information[0].Type == REG_SZ && information[0].DataLength == 6", "", verdict.Fail, false},
		{"part of the information", zw + "sizeof information[0], &needed);", "status == STATUS_BUFFER_OVERFLOW && information[0].DataLength == 400", "", verdict.Fail, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if !c.quick && !*allDefects {
				t.Skip("only with -defects")
			}
			sample(t, i+1) // not the first, which takes minutes
			text := strings.NewReplacer("ASK", c.ask, "WRONG", c.wrong, "ROUTINE", c.routine).Replace(reader)
			out := checkText(t, text, "wdm/SpinLock")
			if out.Kind != c.want || c.want == verdict.Fail && out.Class != "executed" {
				t.Errorf("%v %s %s: %s", out.Kind, out.Reason, out.Class, out.Detail)
			}
		})
	}
}
