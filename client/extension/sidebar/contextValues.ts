import type { Tenant } from "../../core/tenants/tenant.js";

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

type Row = (typeof ROWS_WITH_MENU)[number] | (typeof ROWS_WITHOUT_MENU)[number];

/** Rows that have a page in the service's dashboard end with `.page`. */
export type ContextValue = Row | `${Row}.page`;

export function withPage(row: Row, tenant: Pick<Tenant, "dashboardUrl"> | undefined): ContextValue {
  return tenant?.dashboardUrl === undefined ? row : `${row}.page`;
}
