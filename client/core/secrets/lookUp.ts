import type { LookupFault, NamedReference } from "./problems.js";
import type { SecretSources } from "./sources.js";

/** What a lookup gave: a value or a fault. Values stay in memory. */
export interface LookupResult {
  readonly reference: NamedReference;
  readonly value?: string;
  readonly fault?: LookupFault;
}

/** Looks up each reference once, however often it is given. @returns what was found, by `referenceKey`. */
export async function lookUp(
  references: readonly NamedReference[],
  sources: SecretSources,
): Promise<ReadonlyMap<string, LookupResult>> {
  const looked = await Promise.all(
    distinct(references).map(
      async (reference) => [referenceKey(reference), await valueOf(reference, sources)] as const,
    ),
  );
  return new Map(looked);
}

/** What tells one reference from another: `secret:SALESFORCE_KEY`. */
export function referenceKey({ kind, name }: NamedReference): string {
  return `${kind}:${name}`;
}

/** Each reference once, in the order of the first. */
export function distinct(references: readonly NamedReference[]): readonly NamedReference[] {
  return [
    ...new Map(references.map(({ kind, name }) => [referenceKey({ kind, name }), { kind, name }] as const)).values(),
  ];
}

async function valueOf(reference: NamedReference, sources: SecretSources): Promise<LookupResult> {
  const { kind, name } = reference;
  if (!sources.trusted) return { reference, fault: "restricted" };
  if (kind === "env") return filled(reference, sources.environment(name));
  if (kind === "secret") {
    try {
      return filled(reference, await sources.secret(name));
    } catch {
      // What the storage says may quote what it holds, so only that it failed is told.
      return { reference, fault: "storage-failed" };
    }
  }
  const read = await sources.file(name);
  return read.ok ? filled(reference, withoutFinalLineBreak(read.text)) : { reference, fault: read.fault };
}

function filled(reference: NamedReference, value: string | undefined): LookupResult {
  if (value === undefined) return { reference, fault: "not-set" };
  return value === "" ? { reference, fault: "empty" } : { reference, value };
}

/** Editors end a file with a line break that is no part of a key or a password. PEM text is kept as it is. */
function withoutFinalLineBreak(text: string): string {
  return text.startsWith("-----BEGIN ") ? text : text.replace(/\r?\n$/, "");
}
