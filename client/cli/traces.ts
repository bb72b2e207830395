import { writeFileSync } from "node:fs";

/** Which kinds of memory of a process go into its core file, as bits (core(5)). */
const CORE_FILTER = "/proc/self/coredump_filter";

/**
 * Has this process leave no secret behind where it crashes: a core file holds
 * its memory, and a report of Node its environment, and both may be on by
 * default for everything on a machine. Node can set no resource limit; on Linux
 * a process can say that no memory of its goes into core files. Elsewhere it is
 * up to the system.
 */
export function leaveNoTraces(): void {
  process.report.reportOnFatalError = false;
  process.report.reportOnUncaughtException = false;
  process.report.reportOnSignal = false;
  if (process.platform !== "linux") return;
  try {
    writeFileSync(CORE_FILTER, "0");
  } catch {
    // There is no /proc here, or nothing is to be written there.
  }
}
