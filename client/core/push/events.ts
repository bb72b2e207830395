import type { PushContext } from "./context.js";
import { countsAs, messageFor, quotedName } from "./outcomes.js";
import type {
  Ending,
  FileActivity,
  JournalEntry,
  PushEvent,
  PushListener,
  PushResult,
  PushTarget,
} from "./pushTypes.js";

export async function emit({ listeners }: Pick<PushContext, "listeners">, event: PushEvent): Promise<void> {
  for (const listener of listeners) await listener(event);
}

export function whenEnded(listener: (result: PushResult) => Promise<void> | void): PushListener {
  return (event) => (event.kind === "ended" ? listener(event.result) : undefined);
}

/** Calls the listener with the URI of each file whose push has succeeded. */
export function whenPushed(listener: (file: string) => Promise<void> | void): PushListener {
  return whenEnded(({ target: { file }, outcome }) =>
    file !== "" && countsAs(outcome) === "success" ? listener(file) : undefined,
  );
}

export async function whileActive<Result>(
  context: Pick<PushContext, "listeners">,
  { file }: Pick<PushTarget, "file">,
  activity: FileActivity,
  work: () => Promise<Result>,
): Promise<Result> {
  await emit(context, { kind: "begins", file, activity });
  try {
    return await work();
  } finally {
    await emit(context, { kind: "ends", file, activity });
  }
}

/** Emits how a push ended. Its file may have moved since it was sent. */
export async function recordOutcome(ending: Ending, context: PushContext): Promise<PushResult> {
  const result = resultOf(ending.entry ? asNow(ending, context) : ending);
  await emit(context, { kind: "ended", result });
  return result;
}

function asNow(ending: Extract<Ending, { readonly entry: JournalEntry }>, { journal }: PushContext): Ending {
  const entry = journal.asNow(ending.entry);
  return { ...ending, entry, target: { ...ending.target, file: entry.file } };
}

export function resultOf(ending: Ending): PushResult {
  const { target, outcome } = ending;
  const { tenantName: tenant, id, sentName } = target;
  const connection = quotedName({ id, name: target.connection });
  const message = messageFor(outcome, { tenant, connection, sentName });
  // Only these: a checked push also holds what it sends.
  const about = { target, request: ending.request, message };
  return ending.entry ? { ...about, entry: ending.entry, outcome: ending.outcome } : { ...about, outcome };
}

/** In the order of the requests. */
export interface PushResults {
  readonly results: readonly PushResult[];
  /** Settles results that are being verified within a minute. */
  readonly later?: Promise<readonly PushResult[]> | undefined;
}

export interface VerifiedPush {
  readonly result: PushResult;
  /** The outcome of a push that's being verified; undefined if another push or verification replaced it. */
  readonly later?: Promise<PushResult | undefined> | undefined;
}

export function resultsFrom(verified: readonly VerifiedPush[]): PushResults {
  const later = verified.flatMap((push) => push.later ?? []);
  return {
    results: verified.map(({ result }) => result),
    ...(later.length > 0 && { later: Promise.all(later).then((settled) => settled.flatMap((result) => result ?? [])) }),
  };
}
