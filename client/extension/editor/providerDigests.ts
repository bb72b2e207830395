import type * as vscode from "vscode";
import type { Digests } from "../../core/secrets/digest.js";
import { lookUp } from "../../core/secrets/resolve.js";
import type { NamedSecrets } from "../../core/secrets/namedSecrets.js";
import type { NamedReference } from "../../core/secrets/problems.js";
import type { ReadProvider } from "../../core/secrets/sources.js";
import { digestValues, isValueDigests, type ValueDigests } from "../../core/secrets/valueDigests.js";
import { connectionKey } from "../../core/push/run.js";
import type { Remembered } from "./fileMemory.js";
import { sourcesFor } from "./valueSources.js";

/** Digests of providers' values, by file, as this window last read them: in a push or on request. */
export class ProviderDigests {
  readonly #byFile = new Map<string, ValueDigests["of"]>();

  of(file: vscode.Uri): ValueDigests["of"] | undefined {
    return this.#byFile.get(file.toString());
  }

  note(file: vscode.Uri, values: unknown): void {
    if (!isValueDigests(values)) return;
    const ofProviders = Object.entries(values.of).filter(([key]) => key.startsWith("provider:"));
    this.#byFile.set(file.toString(), { ...this.of(file), ...Object.fromEntries(ofProviders) });
  }

  /** Runs the providers of a file. @param about the connection, as in `digestValues`. */
  async read(
    file: vscode.Uri,
    references: readonly NamedReference[],
    about: string,
    { secrets, digests }: { readonly secrets: NamedSecrets; readonly digests: Digests },
    provider: ReadProvider,
  ): Promise<void> {
    const named = references.filter(({ kind }) => kind === "provider");
    const { sources } = await sourcesFor(file, secrets);
    const looked = await lookUp(named, { ...sources, provider });
    this.note(file, await digestValues([...looked.values()], about, digests));
  }
}

/** The subject of the digests of a file's values: the connection that the file was pushed to. */
export function aboutOf({ origin, id }: Remembered): string {
  return connectionKey({ tenant: { origin }, id });
}
