// yogi angelic --driver routines
// A driver, a model of the system and a rule as the Static Driver Verifier writes them: a lock is not acquired twice, and is free when a
// routine returns.

var {:pointer} SLAM_guard_S_0: int; // the lock that the rule watches
var {:scalar} depth: int;
var {:scalar} yogi_error: int;
const SLAM_guard_S_0_init: int;

procedure {:osmodel} SLIC_KeAcquireSpinLock_entry(lock: int)
  modifies depth, yogi_error;
{
  if (lock == SLAM_guard_S_0) {
    if (depth == 1) { call SLIC_ERROR_ROUTINE(); } else { depth := 1; }
  }
}

procedure {:osmodel} SLIC_KeReleaseSpinLock_entry(lock: int)
  modifies depth, yogi_error;
{
  if (lock == SLAM_guard_S_0) {
    if (depth == 0) { call SLIC_ERROR_ROUTINE(); } else { depth := 0; }
  }
}

procedure SLIC_ERROR_ROUTINE()
  modifies yogi_error;
{
  yogi_error := 1;
}

// Right, if its caller does not hold the lock.
procedure Read(device: int, lock: int)
  modifies depth, yogi_error;
{
  call SLIC_KeAcquireSpinLock_entry(lock);
  call SLIC_KeReleaseSpinLock_entry(lock);
}

// Right, if the two locks differ.
procedure Move(from: int, to: int)
  modifies depth, yogi_error;
{
  call SLIC_KeAcquireSpinLock_entry(from);
  call SLIC_KeAcquireSpinLock_entry(to);
  call SLIC_KeReleaseSpinLock_entry(to);
  call SLIC_KeReleaseSpinLock_entry(from);
}

// Wrong: the lock is released twice, whatever the caller does.
procedure Write(device: int, lock: int)
  modifies depth, yogi_error;
{
  call SLIC_KeAcquireSpinLock_entry(lock);
  call SLIC_KeReleaseSpinLock_entry(lock);
  call SLIC_KeReleaseSpinLock_entry(lock);
}

procedure {:osmodel} sdv_main()
  modifies depth, yogi_error;
{
  var device, lock, other: int;
  goto read, move, write;
read:
  call Read(device, lock);
  return;
move:
  call Move(lock, other);
  return;
write:
  call Write(device, lock);
  return;
}

procedure {:osmodel} main()
  modifies depth, yogi_error;
{
  depth := 0;
  yogi_error := 0;
  assume SLAM_guard_S_0 != SLAM_guard_S_0_init;
  call sdv_main();
}

procedure fakeMain();
  modifies depth, yogi_error;

implementation {:entrypoint} fakeMain()
{
  call main();
  assume yogi_error == 1;
}
