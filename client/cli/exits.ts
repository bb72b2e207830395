import type { ServiceError } from "../core/service/errors/errors.js";
import { sentence } from "../core/service/errorTable.js";
import type { MessageContext } from "../core/service/errorTexts.js";
import type { Action } from "../core/text/action.js";

/** Exit codes, with the same meaning in every command. If several apply, the highest wins. */
export const EXITS = { done: 0, pending: 2, drift: 3, failed: 4, unknown: 5, misuse: 64 } as const;

export type Exit = (typeof EXITS)[keyof typeof EXITS];

export const EXIT_MEANINGS: Readonly<Record<Exit, string>> = {
  [EXITS.done]: "nothing to do, no errors found, or all updates applied",
  [EXITS.pending]: "changes are pending, or list --exit-code or values --find-fd found something",
  [EXITS.drift]: "connections changed on the service since the lock file was written",
  [EXITS.failed]: "refused or failed, for example because a file has an error",
  [EXITS.unknown]: "the outcome of an update is unknown",
  [EXITS.misuse]: "usage error",
};

export function mostSerious(exits: readonly Exit[]): Exit {
  return exits.reduce((most, exit) => (exit > most ? exit : most), EXITS.done);
}

/** What programs read of a failure, with `--format json`. The documentation promises the codes. */
interface FailureCause {
  /** The kind of an error of the service (`errorTable.ts`), or one of ours. */
  readonly code: ServiceError["kind"] | "usage" | "credentials" | "agent" | "failed" | "interrupted" | "unexpected";
  /** What a person can do next: an action, or a command to run. */
  readonly next?: Action | `vaultconn ${string}` | undefined;
  /** The HTTP status of the service's response. */
  readonly status?: number | undefined;
}

/** Ends the command. The message says what's wrong and what to do. */
export class ExitError extends Error {
  readonly lines: readonly string[];

  constructor(
    message: string | readonly string[],
    readonly exit: Exit = EXITS.failed,
    override readonly cause: FailureCause = { code: "failed" },
  ) {
    const lines = [message].flat();
    super(lines.join("\n"));
    this.lines = lines;
  }
}

export function misuse(message: string | readonly string[]): ExitError {
  return new ExitError(message, EXITS.misuse, { code: "usage" });
}

export function interrupted(message = "Interrupted. Nothing was sent."): ExitError {
  return new ExitError(message, EXITS.failed, { code: "interrupted" });
}

/** What sets the network, for messages. */
export const NETWORK_OPTIONS = { proxy: "HTTPS_PROXY", authorities: "--ca" };

/** An error of the service while nothing is being updated. */
export function failureOf(error: ServiceError, context: MessageContext): ExitError {
  const { text, next } = sentence(error, context);
  return new ExitError(text, EXITS.failed, {
    code: error.kind,
    next,
    status: "status" in error ? error.status : undefined,
  });
}
