/**
 * When to check whether a push without a response was applied, in milliseconds after the first check: before its outcome
 * is shown, and then in the background. A service may apply an update long after the client stopped waiting. Driven tests
 * run with shorter delays in place of this module.
 */
export const VERIFY_DELAYS_MS = { now: [0, 2000], later: [10_000, 30_000, 60_000] };
