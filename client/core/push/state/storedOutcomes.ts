/** The kinds of outcomes that are stored, by the version that stored them first. They're not renamed or removed here. */
const STORED_OUTCOMES = {
  "0.1": [
    "done",
    "refused",
    "applied",
    "probablyApplied",
    "notApplied",
    "pending",
    "unseen",
    "unknown",
    "withdrawn",
    "cancelled",
  ],
} as const;

export type StoredOutcome = (typeof STORED_OUTCOMES)[keyof typeof STORED_OUTCOMES][number];

export function isStoredOutcome(value: unknown): value is StoredOutcome {
  return Object.values<readonly unknown[]>(STORED_OUTCOMES).flat().includes(value);
}
