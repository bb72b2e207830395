/** The command cannot do what it is asked to. The message is one sentence that says what to do instead. */
export class Misuse extends Error {
  readonly kind = "misuse";
}

/** Something that was to be checked and could not be read. */
export interface Unread {
  readonly path: string;
  /** Why, in a few words. */
  readonly reason: string;
}

/** The code of an error about bytes that are no text, as `TextDecoder` has it. */
export const NOT_TEXT = "ERR_ENCODING_INVALID_ENCODED_DATA";

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "it does not exist",
  ENOTDIR: "a part of its path is not a folder",
  EISDIR: "it is a folder",
  EACCES: "permission is denied",
  EPERM: "permission is denied",
  ELOOP: "its symbolic links lead in a circle",
  ENAMETOOLONG: "its name is too long",
  [NOT_TEXT]: "it is neither UTF-8 nor UTF-16 with a byte order mark",
};

/** Why a path could not be read, in a few words. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "an unknown error";
  return REASONS[code] ?? `the system reports ${code}`;
}

/** The sentence about what could not be read, with the next step. */
export function unreadSentence({ path, reason }: Unread): string {
  return `Could not read "${path}": ${reason}. Correct the path or its permissions, and check again.`;
}
