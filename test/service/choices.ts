/**
 * What the interface document leaves open. A client that depends on one of
 * these is wrong; tests vary them. They may be changed while the service runs.
 */
export interface Choices {
  /** "The names and shape of that object: not shown." */
  totals: TotalsShape;
  /** Whether an update that changes nothing changes the fingerprint (`revision`) or not (`content`). */
  fingerprint: "revision" | "content";
  /** The audience a client's assertion has to name; undefined for the token endpoint's own address (RFC 7523, section 3). */
  assertionAudience: string | undefined;
}

/** How the list operation wraps its records when the totals are asked for. */
interface TotalsShape {
  /** The property that holds the records. */
  readonly records: string;
  /** The property that holds the total. */
  readonly total: string;
  /** How far the total is from the truth. */
  readonly error?: number | undefined;
}

/** The choices of a service that wasn't told otherwise. */
export function defaultChoices(): Choices {
  return {
    totals: { records: "connections", total: "total" },
    fingerprint: "revision",
    assertionAudience: undefined,
  };
}
