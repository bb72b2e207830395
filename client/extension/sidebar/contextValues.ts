/** Rows that have a menu, or a button of their own, in the manifest. */
export const ROWS_WITH_MENU = [
  "tenant.signedIn",
  "tenant.signedOut",
  "tenant.signedIn.local",
  "tenant.signedOut.local",
  "tenant.signedIn.sample",
  "connection",
  "connection.withFile",
  "connection.withFile.readOnly",
  "attention",
  "file",
  "file.unknown",
  "file.readOnly",
  "loadMore",
  "problem",
  "push",
  "push.open",
  "push.withFile",
  "push.withFile.open",
] as const;

export const ROWS_WITHOUT_MENU = ["group", "showMore", "help", "note", "day"] as const;

export type ContextValue = (typeof ROWS_WITH_MENU)[number] | (typeof ROWS_WITHOUT_MENU)[number];
