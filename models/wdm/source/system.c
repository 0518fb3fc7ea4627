// Models of what drivers ask the rest of the system for: keys, handles, threads, strings.
#include "model.h"

void yogi_fill(PVOID to, ULONG length)
{
  char *bytes = to;
  ULONG i;
  for (i = 0; i < length; i++)
    bytes[i] = (char)__VERIFIER_nondet_int();
}

// A handle is the address of something that nobody looks at.
static char the_key, the_thread_handle;

NTSTATUS IoOpenDeviceRegistryKey(PDEVICE_OBJECT device, ULONG type, ACCESS_MASK access, PHANDLE key)
{
  if (__VERIFIER_nondet_int())
    return STATUS_UNSUCCESSFUL;
  *key = &the_key;
  return STATUS_SUCCESS;
}

NTSTATUS ZwClose(HANDLE handle) { return STATUS_SUCCESS; }

NTSTATUS ZwSetValueKey(HANDLE key, PUNICODE_STRING name, ULONG index, ULONG type, PVOID data, ULONG size) { return any_status(); }

// A thread runs, to its end, while the driver waits or when what is queued does. There is one at a time.
static PKSTART_ROUTINE thread_routine;
static PVOID thread_context;

NTSTATUS PsCreateSystemThread(PHANDLE handle, ULONG access, POBJECT_ATTRIBUTES attributes, HANDLE process, PCLIENT_ID client, PKSTART_ROUTINE routine,
  PVOID context)
{
  if (__VERIFIER_nondet_int())
    return STATUS_INSUFFICIENT_RESOURCES;
  if (thread_routine)
    yogi_unsupported("two threads");
  thread_routine = routine;
  thread_context = context;
  *handle = &the_thread_handle;
  return STATUS_SUCCESS;
}

void yogi_run_thread(void)
{
  PKSTART_ROUTINE routine = thread_routine;
  if (!routine)
    return;
  thread_routine = NULL;
  routine(thread_context);
}

void yogi_may_run_thread(void)
{
  if (thread_routine && __VERIFIER_nondet_int())
    yogi_run_thread();
}

// The thread ends here, whatever its routine would do next: as long as that is nothing it returns.
NTSTATUS PsTerminateSystemThread(NTSTATUS status)
{
  yogi_thread_ends();
  return STATUS_SUCCESS;
}

KPRIORITY KeSetPriorityThread(PKTHREAD thread, KPRIORITY priority) { return __VERIFIER_nondet_int(); }

static char event_type, thread_type;
static POBJECT_TYPE the_event_type = (POBJECT_TYPE)&event_type, the_thread_type = (POBJECT_TYPE)&thread_type;
POBJECT_TYPE *ExEventObjectType = &the_event_type, *PsThreadType = &the_thread_type;

NTSTATUS ObReferenceObjectByHandle(HANDLE handle, ACCESS_MASK access, POBJECT_TYPE type, KPROCESSOR_MODE mode, PVOID *object,
  POBJECT_HANDLE_INFORMATION information)
{
  static KEVENT event;
  static char thread;
  if (__VERIFIER_nondet_int())
    return STATUS_INVALID_HANDLE;
  *object = type && type == the_event_type ? (PVOID)&event : (PVOID)&thread;
  return STATUS_SUCCESS;
}

// Length and maximum length are set whether or not there is a source.
void RtlInitUnicodeString(PUNICODE_STRING to, PCWSTR from)
{
  USHORT length = 0;
  if (from)
    while (from[length])
      length++;
  to->Buffer = (PWSTR)from;
  to->Length = length * sizeof *from;
  to->MaximumLength = from ? to->Length + sizeof *from : 0;
}

void RtlInitAnsiString(PANSI_STRING to, PCSZ from)
{
  USHORT length = 0;
  if (from)
    while (from[length])
      length++;
  to->Buffer = (PCHAR)from;
  to->Length = length;
  to->MaximumLength = from ? length + 1 : 0;
}

void RtlFreeUnicodeString(PUNICODE_STRING string)
{
  string->Buffer = NULL;
  string->Length = string->MaximumLength = 0;
}

NTSTATUS RtlAppendUnicodeToString(PUNICODE_STRING to, PCWSTR from)
{
  USHORT length = 0, i, start = to->Length / sizeof *from;
  if (!from)
    return STATUS_SUCCESS;
  while (from[length])
    length++;
  if (to->MaximumLength - to->Length < (int)(length * sizeof *from))
    return STATUS_BUFFER_TOO_SMALL;
  for (i = 0; i < length; i++)
    to->Buffer[start + i] = from[i];
  to->Length += length * sizeof *from;
  return STATUS_SUCCESS;
}

BOOLEAN RtlEqualUnicodeString(PCUNICODE_STRING x, PCUNICODE_STRING y, BOOLEAN insensitive)
{
  USHORT i;
  if (x->Length != y->Length)
    return FALSE;
  for (i = 0; i < x->Length / sizeof *x->Buffer; i++)
    if (x->Buffer[i] != y->Buffer[i])
      return insensitive ? __VERIFIER_nondet_int() != 0 : FALSE;
  return TRUE;
}

ULONG RtlxAnsiStringToUnicodeSize(PCANSI_STRING string) { return (string->Length + 1) * sizeof(WCHAR); }

NTSTATUS RtlAnsiStringToUnicodeString(PUNICODE_STRING to, PCANSI_STRING from, BOOLEAN allocate)
{
  USHORT i;
  if (__VERIFIER_nondet_int())
    return STATUS_NO_MEMORY;
  to->Length = from->Length * sizeof(WCHAR);
  if (allocate) {
    to->MaximumLength = to->Length + sizeof(WCHAR);
    to->Buffer = __builtin_malloc(to->MaximumLength);
  } else if (to->Length >= to->MaximumLength)
    return STATUS_BUFFER_OVERFLOW;
  for (i = 0; i < from->Length; i++)
    to->Buffer[i] = (UCHAR)from->Buffer[i];
  to->Buffer[i] = 0;
  return STATUS_SUCCESS;
}

ULONG DbgPrint(const char *format, ...) { return 0; }

ULONG DbgPrintEx(ULONG component, ULONG level, const char *format, ...) { return 0; }

void DbgBreakPoint(void) { }

void DbgBreakPointWithStatus(ULONG status) { }

void DbgRaiseAssertionFailure(void) { }

void KeStallExecutionProcessor(ULONG microseconds) { }

void KeQuerySystemTime(PLARGE_INTEGER time) { time->QuadPart = __VERIFIER_nondet_uint(); }

void KeQueryTickCount(PLARGE_INTEGER count) { count->QuadPart = __VERIFIER_nondet_uint(); }

LARGE_INTEGER KeQueryPerformanceCounter(PLARGE_INTEGER frequency)
{
  LARGE_INTEGER now;
  now.QuadPart = __VERIFIER_nondet_uint();
  if (frequency)
    frequency->QuadPart = 1000;
  return now;
}
