import { readFile } from "node:fs/promises";

import { type SuiteEvent } from "../suite/events.js";

/** What came out of a test of the suite inside the extension host. */
export interface SuiteTest {
  readonly title: string;
  /** Why it failed; undefined if it passed. */
  readonly error?: string;
}

/**
 * Reads the events of a run and judges it: a run that didn't come to its end, or ran no test, has failed, whatever
 * else it says.
 *
 * @param file the events, one JSON object per line
 * @param trouble what the process that ran the suite noticed, such as a crash or a time-out; undefined if nothing
 */
export async function readSuiteReport(file: string, trouble: string | undefined): Promise<readonly SuiteTest[]> {
  const text = await readFile(file, "utf8").catch(() => "");
  const events = text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as SuiteEvent);
  const tests: SuiteTest[] = [];
  let running: string | undefined;
  let ended = false;
  for (const event of events) {
    if (event.kind === "begin") running = event.title;
    else running = undefined;
    if (event.kind === "pass") tests.push({ title: event.title });
    if (event.kind === "fail") tests.push({ title: event.title, error: event.error });
    if (event.kind === "end") ended = true;
  }
  // A failing suite makes VS Code end with an error of its own, which says nothing new.
  if (trouble !== undefined && !(ended && tests.some(({ error }) => error !== undefined)))
    tests.push({ title: "the suite ends well", error: trouble });
  if (!ended)
    tests.push({
      title: "the suite comes to its end",
      error: running === undefined ? "It did not." : `It did not; "${running}" was running.`,
    });
  if (tests.length === 0) tests.push({ title: "the suite holds tests", error: "It holds none." });
  return tests;
}
