import {
  describeReference,
  type NamedReference,
  type ReferenceProblem,
  similarSentence,
} from "../core/secrets/referenceProblems.js";
import { type PushResults, resultOf } from "../core/push/events.js";
import { countsAs, describeOutcome, isBeingVerified, messageFor } from "../core/push/outcomes.js";
import { type JournalEntry, type Outcome, type PushResult, sendsSetup } from "../core/push/pushTypes.js";
import { joinSentences } from "../core/text/locale.js";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { EXITS, mostSerious, NETWORK_OPTIONS, type Exit } from "./exits.js";
import { pathFrom } from "./files/pathFrom.js";
import type { SetupFile } from "./files/readFiles.js";
import { variableOf } from "./options/secretSources.js";
import type { Report, Style } from "./output/report.js";

export interface FileOutcome {
  readonly file: string;
  readonly tenant: string;
  readonly id: string;
  readonly outcome: Outcome["kind"];
  /** `open`: the update may have been applied. */
  readonly counts: "success" | "failure" | "open";
  /** Whether the setup is unknown to this version. */
  readonly unknownSetup?: boolean;
  readonly text: string;
  /** Says that the file of an applied setup still has a date that's near or over. */
  readonly reminder?: string;
}

/** An update of an earlier run. */
export interface Interrupted extends FileOutcome {
  readonly entry: JournalEntry;
}

/** Waits for results that are being checked. Those that still are become unknown. */
export async function settled({ results, later }: PushResults): Promise<readonly PushResult[]> {
  const after = (await later) ?? [];
  return results.map((result) => {
    const settledLater = after.find(({ entry }) => entry && entry.push === result.entry?.push);
    if (settledLater || !isBeingVerified(result.outcome)) return settledLater ?? result;
    return resultOf({ ...result, outcome: { kind: "unknown", why: "stopped", cause: result.outcome.cause } });
  });
}

/** Leaves out names that were sent. @param root what paths are relative to */
export function fileOutcome(
  { target, outcome, entry }: Pick<PushResult, "target" | "outcome" | "entry">,
  files: readonly Pick<SetupFile, "uri" | "displayPath" | "inspected" | "problems">[],
  root: string,
): FileOutcome {
  const { tenantName, id, origin, file } = target;
  const counts = countsAs(outcome);
  const sent = files.find(({ uri }) => uri === file);
  const ends = sent?.inspected.expires?.value;
  const isEnding = ends !== entry?.expires && sent?.problems.some(({ code }) => code === "expires") === true;
  const isReplaced = counts === "success" && entry !== undefined && sendsSetup(entry);
  return {
    file: sent?.displayPath ?? pathFrom(root, fileURLToPath(file)),
    tenant: new URL(origin).host,
    id,
    outcome: outcome.kind,
    counts: counts === "stopped" ? "failure" : counts,
    ...(sent?.inspected.unknown && { unknownSetup: true }),
    // With a journal entry, the update was sent and refused, and the wait for a retry was canceled.
    text: outcome.kind === "cancelled" && entry ? "The update was not applied." : describe(outcome, tenantName, id),
    ...(isEnding &&
      isReplaced && { reminder: `It still has the date ${ends}. If you've replaced the credential, change that.` }),
  };
}

function describe(outcome: Outcome, tenant: string, id: string): string {
  switch (outcome.kind) {
    case "drifted":
      return "The connection changed on the service since the plan was made. Nothing was sent.";
    case "cancelled":
      return "Nothing was sent.";
    case "done":
      return outcome.record.ready ? "Applied. The connection is ready." : "Applied. The connection is not ready.";
    default:
      return reasonsFor(outcome, tenant, id).join(" ") || describeOutcome(outcome.kind);
  }
}

const COUNTS: Readonly<
  Record<FileOutcome["counts"], readonly [word: string, Style, level: "notice" | "warning" | "error", Exit]>
> = {
  success: ["applied", "green", "notice", EXITS.done],
  failure: ["not applied", "red", "error", EXITS.failed],
  open: ["unknown", "yellow", "warning", EXITS.unknown],
};

export function exitFor(outcomes: readonly Pick<FileOutcome, "counts">[]): Exit {
  return mostSerious(outcomes.map(({ counts }) => COUNTS[counts][3]));
}

/** What reports say about a setup of which this version doesn't know everything. */
export const UNKNOWN_SETUP = "unknown to this version";

/** The word for an outcome in reports. */
export const PROBABLY_APPLIED = "probably applied";

function wordFor({ counts, outcome }: Pick<FileOutcome, "counts" | "outcome">): string {
  return outcome === "probablyApplied" ? PROBABLY_APPLIED : COUNTS[counts][0];
}

export function outcomeReport(outcomes: readonly FileOutcome[], root: string): Report {
  const count = (word: string) => outcomes.filter((one) => wordFor(one) === word).length;
  const probable = count(PROBABLY_APPLIED);
  const words = [
    ...Object.values(COUNTS).map(([word]) => `${count(word)} ${word}`),
    ...(probable > 0 ? [`${probable} ${PROBABLY_APPLIED}`] : []),
  ];
  return {
    title: "vaultconn apply",
    head: ["", "File", "Tenant", "Connection"],
    rows: outcomes.map((one) => {
      const text = [wordFor(one), ...(one.unknownSetup ? [UNKNOWN_SETUP] : [])].join(", ");
      return [{ text, style: COUNTS[one.counts][1] }, one.file, one.tenant, one.id];
    }),
    notes: outcomes.flatMap(({ counts, file, text, reminder }) =>
      [counts === "success" ? [] : text, reminder ?? []].flat().map((note) => [file, note] as const),
    ),
    summary: outcomes.length === 0 ? "Nothing to do." : words.join(", "),
    data: { version: 1, outcomes },
    annotations: outcomes.map((one) => ({
      level: COUNTS[one.counts][2],
      file: path.join(root, one.file),
      title: `vaultconn ${wordFor(one)}`,
      message: joinSentences(one.text, one.reminder ?? ""),
    })),
  };
}

export function reasonsFor(outcome: Outcome, tenant: string, connection: string): readonly string[] {
  if (outcome.kind === "unresolved") return [...new Set(outcome.problems.map(referenceReason))];
  return [messageFor(outcome, { tenant, connection, network: NETWORK_OPTIONS }).text];
}

/** Adapts the text, because the command line reads values from other places than the editor. */
function referenceReason({ reference, fault, text, similar, property }: ReferenceProblem): string {
  return reference ? whyMissing({ ...reference, fault, similar }, text) : `${property.join(".")}: ${text}`;
}

/** Says where the command line looked for a value. @param text what the editor says */
export function whyMissing(
  {
    fault,
    similar,
    ...reference
  }: NamedReference & { readonly fault?: ReferenceProblem["fault"] | undefined } & Pick<ReferenceProblem, "similar">,
  text: string,
): string {
  if (reference.kind === "file" || (fault !== "not-set" && fault !== "empty")) return text;
  const what = describeReference(reference);
  const how = fault === "empty" ? "is empty" : "has no value";
  const meant = similar === undefined ? "" : ` ${similarSentence(similar)}`;
  return reference.kind === "secret"
    ? `${what} ${how}. Set ${variableOf(reference.name)}, or add it to the --secrets file.${meant}`
    : `${what} ${how} in the environment.${meant}`;
}
