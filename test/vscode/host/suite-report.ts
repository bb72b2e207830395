import { readFile } from "node:fs/promises";

import { type SuiteEvent } from "../suite/events.js";

/** What came out of a run of the suite inside the extension host. */
export interface SuiteReport {
  readonly passed: number;
  readonly failed: number;
  /** Lines for a person. */
  readonly lines: readonly string[];
}

/**
 * Reads the events of a run and judges it: a run that did not come to its end, or ran no test, has failed, whatever
 * else it says.
 *
 * @param file the events, one JSON object per line
 * @param trouble what the process that ran the suite noticed, such as a crash or a time-out; undefined if nothing
 */
export async function readSuiteReport(file: string, trouble: string | undefined): Promise<SuiteReport> {
  const text = await readFile(file, "utf8").catch(() => "");
  const events = text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as SuiteEvent);
  const lines: string[] = [];
  let passed = 0;
  let failed = 0;
  let running: string | undefined;
  let ended = false;
  for (const event of events) {
    if (event.kind === "begin") running = event.title;
    if (event.kind === "pass") {
      passed++;
      running = undefined;
      lines.push(`  ok    ${event.title} (${event.milliseconds} ms)`);
    }
    if (event.kind === "fail") {
      failed++;
      running = undefined;
      lines.push(`  FAIL  ${event.title}`, ...event.error.split("\n").map((line) => `        ${line}`));
    }
    if (event.kind === "end") ended = true;
  }
  const reasons = [
    trouble,
    ended
      ? undefined
      : `The suite did not come to its end${running === undefined ? "" : `; "${running}" was running`}.`,
    ended && passed + failed === 0 ? "The suite holds no test." : undefined,
  ].filter((reason) => reason !== undefined);
  // A failing suite makes VS Code end with an error of its own, which says nothing new.
  if (reasons.length > 0 && (failed === 0 || !ended)) {
    failed++;
    lines.push(...reasons.map((reason) => `  FAIL  ${reason}`));
  }
  return { passed, failed, lines };
}
