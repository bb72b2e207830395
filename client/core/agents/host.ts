import type { ValidateResult } from "../../../server/protocol/messages.js";
import type { NamedFile } from "../connections/listed.js";
import type { LockEntry } from "../lock/lockEntries.js";
import type { Providers } from "../secrets/providers/definitions.js";
import type { PushService, RecordState } from "../push/pushTypes.js";
import type { ListReader } from "../service/operations/recordReader.js";
import type { Tenant } from "../tenants/tenant.js";

/** What tools need from their host. Nothing in it can send updates or resolve references. */
export interface AgentHost {
  /** Real paths. Tools read nothing outside of them. */
  readonly folders: readonly string[];
  /** Every setup file in the folders. */
  setupFiles(): Promise<readonly NamedFile[]>;
  /** @param path a real path. */
  readText(path: string): Promise<string | Unreadable>;
  /** A path is empty for text without a file. */
  check(
    files: readonly { readonly path: string; readonly text: string }[],
    signal: AbortSignal,
  ): Promise<readonly ValidateResult[]>;
  /** The Markdown text of docs/diagnostics.md. */
  diagnosticsPage(): Promise<string>;
  readonly tenants: readonly AgentTenant[];
  readonly providers: Providers;
  /** A sentence for the agent if a provider isn't defined. */
  readonly howToAddProvider: string;
  /** Two sentences for the agent if there are no tenants. */
  readonly howToAddTenant: string;
  /** Reads a lock file, if it exists. @returns why it can't be used, as sentences, instead of its entries. */
  readLock(file: string): Promise<readonly LockEntry[] | string>;
  /** The folder with the requests for reviews of a file; undefined if there's no place for it. @param path a real path. */
  stateFolder(path: string): string | undefined;
  /** What this computer knows about the file's last push. */
  lastPush(path: string, inspected: ValidateResult["inspected"], tenant: Tenant | undefined): Promise<LastPush>;
}

export interface Unreadable {
  /** The second half of a sentence. */
  readonly reason: string;
}

export interface AgentTenant {
  readonly tenant: Tenant;
  /** Tells the user how to let agents list connections; undefined if they may. */
  readonly howToAllow: string | undefined;
  /** Called only if agents may list. @returns the service, or a sentence that says why it can't be used. */
  connect(): Promise<AgentService | string>;
}

type AgentService = ListReader & Partial<Pick<PushService, "preflightFailure">>;

export interface LastPush {
  /** The connection chosen for a bare setup, which has no place for an ID. */
  readonly linked?: { readonly id: string; readonly tenant: string } | undefined;
  readonly remembered?: RecordState | undefined;
  /** Whether the file is unchanged since its push. */
  readonly isUnchanged?: boolean | undefined;
  /** The push, if its outcome is unknown. */
  readonly interrupted?: { readonly before?: RecordState | undefined } | undefined;
}

/** Refuses a call. The message tells the agent what's wrong and what to do instead. */
export class AgentError extends Error {}
