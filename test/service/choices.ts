/**
 * What the interface document leaves open. A client that depends on one of
 * these is wrong; tests vary them. They may be changed while the service runs.
 */
export interface Choices {
  /** "Shape of the error body: not shown." */
  errorBody: ErrorBodyShape;
  /** Whether the message of a 400 quotes the value it complains about, as careless services do. */
  errorsQuoteValues: boolean;
  /** "The names and shape of that object: not shown." */
  totals: TotalsShape;
  /** "Scope required by the list operation: not shown." undefined: none. */
  listScope: string | undefined;
  /** "What makes ready change: not shown." `when-filled`: an update with a setup that has a field besides its type. */
  readyAfterSetup: "when-filled" | "never";
  /** Whether an update that changes nothing changes the fingerprint (`revision`) or not (`content`). */
  fingerprint: "revision" | "content";
  /** The unit of X-RateLimit-Reset. */
  rateLimitReset: "epoch-seconds" | "seconds-from-now";
  /** Whether a 429 also says how long to wait. */
  retryAfter: "none" | "seconds";
  /** Which audience the token endpoint knows: the base path alone, the whole address, or either. */
  audience: "either" | "path" | "address";
  /** The audience a client's assertion has to name; undefined for the token endpoint's own address (RFC 7523, section 3). */
  assertionAudience: string | undefined;
  /** Whether replies are compressed for those who accept gzip. */
  gzip: boolean;
  /** The header in which each reply carries an id of the request; undefined: none. */
  requestIdHeader: string | undefined;
}

/** The shapes of error bodies that services commonly have. */
export type ErrorBodyShape =
  | "status-and-message"
  | "message"
  | "nested"
  | "oauth"
  | "list"
  | "problem"
  | "text"
  | "html"
  | "empty";

/** How the list operation wraps its records when the totals are asked for. */
interface TotalsShape {
  /** The property that holds the records. */
  readonly records: string;
  /** The property that holds the total. */
  readonly total: string;
  /** The object the total stands in; undefined: beside the records. */
  readonly within?: string | undefined;
  /** Whether the total is a number written as text. */
  readonly asText?: boolean | undefined;
  /** Further properties that are of no use. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
  /** How far the total is from the truth. */
  readonly error?: number | undefined;
}

/** The choices of a service that was not told otherwise. */
export function defaultChoices(): Choices {
  return {
    errorBody: "status-and-message",
    errorsQuoteValues: false,
    totals: { records: "connections", total: "total" },
    listScope: undefined,
    readyAfterSetup: "when-filled",
    fingerprint: "revision",
    rateLimitReset: "epoch-seconds",
    retryAfter: "none",
    audience: "either",
    assertionAudience: undefined,
    gzip: false,
    requestIdHeader: undefined,
  };
}
