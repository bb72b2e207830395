import type { Services } from "../services.js";

/** What makes a push, and shows its progress and result. */
export type PushServices = Pick<
  Services,
  | "credentials"
  | "digests"
  | "fileStates"
  | "languageServer"
  | "locks"
  | "log"
  | "memory"
  | "pushes"
  | "records"
  | "refusals"
  | "reviews"
  | "rotations"
  | "secrets"
  | "sessions"
  | "setupFiles"
  | "sidebar"
>;
