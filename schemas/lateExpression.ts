/**
 * A regular expression that's made when it's first needed. One with Unicode properties takes so long to read that a
 * few of them are a tenth of the language server's start, and most texts are ASCII.
 */
export function lateExpression(source: string, flags: string): () => RegExp {
  let made: RegExp | undefined;
  return () => (made ??= new RegExp(source, flags));
}
