/** Exit codes, with the same meaning in every command. If several apply, the highest wins. */
export const EXITS = { done: 0, pending: 2, drift: 3, failed: 4, unknown: 5, misuse: 64 } as const;

export type Exit = (typeof EXITS)[keyof typeof EXITS];

export const EXIT_MEANINGS: Readonly<Record<Exit, string>> = {
  [EXITS.done]: "nothing to do, no errors found, or all updates applied",
  [EXITS.pending]: "changes are pending, or list --exit-code found connections",
  [EXITS.drift]: "connections changed on the service since the lock file was written",
  [EXITS.failed]: "refused or failed, for example because a file has an error",
  [EXITS.unknown]: "the outcome of an update is unknown",
  [EXITS.misuse]: "usage error",
};

export function mostSerious(exits: readonly Exit[]): Exit {
  return exits.reduce((most, exit) => (exit > most ? exit : most), EXITS.done);
}

/** Ends the command. The message says what's wrong and what to do. */
export class ExitError extends Error {
  readonly lines: readonly string[];

  constructor(
    message: string | readonly string[],
    readonly exit: Exit = EXITS.failed,
  ) {
    const lines = [message].flat();
    super(lines.join("\n"));
    this.lines = lines;
  }
}

export function misuse(message: string | readonly string[]): ExitError {
  return new ExitError(message, EXITS.misuse);
}
