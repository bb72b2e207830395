/**
 * What may be told about an unexpected error: its name and where it arose. Its
 * message is left out, for it may quote a document.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const places = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return [error.name, ...places.slice(0, 4).map((line) => line.trim())].join(" ");
}
