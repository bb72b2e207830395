import { lookupProblem, type LookupFault, type PropertyReference } from "./referenceProblems.js";
import { lookUp, type LookupResult, referenceKey } from "./resolve.js";
import type { SecretSources } from "./sources.js";

/** Whether a value is there, as far as it was looked up. */
export type Availability = "there" | "missing" | "notLookedUp";

/** A reference of a file, without its value. */
export interface AvailableReference extends PropertyReference {
  readonly availability: Availability;
  /** Why it isn't there: a fault, and a sentence for people. */
  readonly fault?: LookupFault;
  readonly reason?: string;
  /** From `LookupHints`. */
  readonly similar?: string | undefined;
}

/** Faults that say nothing about whether the value exists. All others mean that a push would find no value. */
const UNDECIDED: ReadonlySet<string> = new Set([
  ...["restricted", "storage-failed", "no-folder", "unreadable", "shared"],
  ...[
    "not-run",
    "not-installed",
    "in-workspace",
    "batch-file",
    "not-started",
    "signed-out",
    "denied",
    "unreachable",
    "limited",
  ],
  ...["timed-out", "cancelled", "failed"],
]);

/**
 * Looks up where references lead. Values are forgotten at once.
 *
 * @returns one entry for each reference, in their order
 */
export async function findAvailability(
  references: readonly PropertyReference[],
  sources: SecretSources,
): Promise<readonly AvailableReference[]> {
  const results = await lookUp(references, sources);
  return references.map((at) => availabilityOf(at, results.get(referenceKey(at)), sources));
}

function availabilityOf(
  at: PropertyReference,
  result: LookupResult | undefined,
  sources: SecretSources,
): AvailableReference {
  if (!result || result.isDeferred) return { ...at, availability: "notLookedUp" };
  const { fault } = result;
  if (fault === undefined) return { ...at, availability: "there" };
  const kind = typeof fault === "string" ? fault : fault.kind;
  const { text, similar } = lookupProblem(at, fault, sources);
  return { ...at, availability: UNDECIDED.has(kind) ? "notLookedUp" : "missing", fault, reason: text, similar };
}
