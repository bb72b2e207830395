import type { ValidateResult } from "../../../server/protocol/messages.js";
import type { RecordState } from "../push/drift.js";
import type { ListService } from "../push/readRecord.js";
import type { PushService } from "../push/request.js";
import type { Tenant } from "../tenants/tenant.js";

/** What a tool needs of the program that offers it. Nothing here can send, or read a value that a reference stands for. */
export interface AgentHost {
  /** Real paths. Nothing outside of them is read. */
  readonly folders: readonly string[];
  /** Every setup file in the folders. */
  setupFiles(): Promise<readonly NamedFile[]>;
  /** @param path a real path. */
  readText(path: string): Promise<string>;
  check(files: readonly AgentFile[], signal: AbortSignal): Promise<readonly ValidateResult[]>;
  /** The Markdown text of docs/diagnostics.md. */
  diagnosticsPage(): Promise<string>;
  readonly tenants: readonly AgentTenant[];
  /** Two sentences for an agent that needs a tenant where there is none. */
  readonly howToAddTenant: string;
  /** What is known on this computer of the last push. */
  lastPush(path: string, inspected: ValidateResult["inspected"]): Promise<LastPush>;
}

interface AgentFile {
  /** Empty for a text that is in no file. */
  readonly path: string;
  readonly text: string;
}

export interface NamedFile {
  /** A real path. */
  readonly path: string;
  readonly id: string;
  /** The tenant's host; undefined if the file names none. */
  readonly tenant: string | undefined;
}

export interface AgentTenant {
  readonly tenant: Tenant;
  /** How a person lets agents list its connections; undefined if they may. */
  readonly howToAllow: string | undefined;
  /** Never called unless agents may list. @returns why there is no service, as a sentence, if it can't be used. */
  connect(): Promise<AgentService | string>;
}

type AgentService = ListService & Partial<Pick<PushService, "preflightFailure">>;

export interface LastPush {
  /** The connection that was chosen for a bare setup, which can't name one. */
  readonly linked?: { readonly id: string; readonly tenant: string } | undefined;
  readonly remembered?: RecordState | undefined;
  /** Whether the file still asks for what was pushed. */
  readonly isUnchanged?: boolean | undefined;
  /** Nobody knows whether it was applied. */
  readonly isUnknown?: boolean | undefined;
}

/** Refuses a call. The message is for the agent: what is wrong, and what to do instead. */
export class AgentError extends Error {}
