/** Where a document of a review is, within its scheme. */
export interface ReviewAddress {
  /** Fit to be read, above the text and on its tab. */
  readonly path: string;
  /** Tells it from every other document whose path looks the same. */
  readonly query: string;
}

/**
 * Makes the address of a document. Whatever could mean something in a path
 * becomes a hyphen there, so what it was made from stands in the query as it is.
 * @param name what the document is of, part by part, such as a tenant's origin and an id.
 * @param ending of the path, which says what language the document is in.
 */
export function reviewAddress(name: string, ending: string): ReviewAddress {
  return { path: `/${name.replaceAll(/[^\p{L}\p{N}_/-]+/gu, "-")}${ending}`, query: name };
}
