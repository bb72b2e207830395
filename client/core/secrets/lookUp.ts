import { referenceText } from "../../../schemas/references.js";
import { refuse } from "../providers/faults.js";
import type { LookupFault, NamedReference } from "./problems.js";
import type { SecretSources } from "./sources.js";

export interface LookupResult {
  readonly reference: NamedReference;
  /** While it's deferred, the reference itself. */
  readonly value?: string;
  readonly fault?: LookupFault;
  readonly isDeferred?: true;
}

/** @returns results by `referenceKey`, each looked up once. */
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

/** Such as `secret:SALESFORCE_KEY`. */
export function referenceKey({ kind, name }: NamedReference): string {
  return `${kind}:${name}`;
}

export function distinct(references: readonly NamedReference[]): readonly NamedReference[] {
  return [
    ...new Map(references.map(({ kind, name }) => [referenceKey({ kind, name }), { kind, name }] as const)).values(),
  ];
}

async function valueOf(reference: NamedReference, sources: SecretSources): Promise<LookupResult> {
  const { kind, name } = reference;
  if (!sources.trusted) return { reference, fault: "restricted" };
  if (kind === "env") return filled(reference, sources.environment(name));
  if (kind === "provider") {
    const reading = (await sources.provider?.(name)) ?? refuse("not-run", name);
    if (reading.ok === "deferred") return { reference, value: referenceText(reference), isDeferred: true };
    return reading.ok ? { reference, value: reading.value } : { reference, fault: reading.fault };
  }
  if (kind === "secret") {
    try {
      return filled(reference, await sources.secret(name));
    } catch {
      // The storage's message may quote what it holds, so it isn't kept.
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

/** Editors end a file with a line break that is no part of a key or password. PEM text is kept as it is. */
function withoutFinalLineBreak(text: string): string {
  return text.startsWith("-----BEGIN ") ? text : text.replace(/\r?\n$/, "");
}
