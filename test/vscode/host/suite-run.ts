import { mkdir, rm } from "node:fs/promises";
import { dirname } from "node:path";

/** What to run inside the extension host of a VS Code, and how. */
export interface SuiteRun {
  /** The folder of the extension under test. */
  readonly extension: string;
  /** The bundled suite, a CommonJS module that exports `run()`. */
  readonly suite: string;
  readonly workspace: string;
  /** A file for the suite's events; it is overwritten. */
  readonly events: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** Makes room for the events of a run, and removes those of the one before. */
export async function clearEvents(events: string): Promise<void> {
  await mkdir(dirname(events), { recursive: true });
  await rm(events, { force: true });
}
