/**
 * What may be told about an unexpected error: its name and where it arose. Its
 * message is left out, for it may quote a document.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const places = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return [error.name, ...places.slice(0, 4).map((line) => line.trim())].join(" ");
}

const MAX_LINE = 500;

/** The first line of a message, cut to a sensible length. */
export function oneLine(message: string): string {
  const [line = ""] = message.split("\n", 1);
  return line.slice(0, MAX_LINE);
}
