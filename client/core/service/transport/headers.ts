/** The headers of a reply; names are in lower case. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The first value of a header; names are in lower case. */
export function header(headers: Headers, name: string): string | undefined {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return typeof value === "string" ? value : value?.[0];
}
