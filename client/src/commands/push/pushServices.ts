import type { Services } from "../../services.js";

/** What a push is made, followed and told with. */
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
