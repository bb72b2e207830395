import type { Arrangement } from "../../core/connections/arrangeConnections.js";
import type { Tenant } from "../../core/tenants/tenant.js";

/** The states in which the view of connections shows only a welcome. */
export type Welcome = "noTenant" | "nameNotFound" | "stoppedByProxy" | "unreachable" | "noConnections" | "allHidden";

/**
 * Rows, or the manifest's welcome with the one command that helps. With several tenants, each row reports its own.
 * Without any, there's a row for each host that setup files name.
 */
export type ViewState = Welcome | "rows" | "signedOut" | "hosts";

/** The steps of the walkthrough. */
export type WalkthroughStep = "addTenant" | "browse" | "createSetupFile" | "storeSecret" | "push";

/** What the extension tells the manifest's `when` clauses, by name without `vaultconn.`. */
export interface Contexts extends Readonly<Record<`did.${WalkthroughStep}`, boolean>> {
  readonly state: ViewState;
  /** How many there are. */
  readonly tenants: number;
  /** Whether the sample tenant is there. */
  readonly sample: boolean;
  readonly filtered: boolean;
  readonly grouped: boolean;
  readonly order: Arrangement["order"];
  /** Of the setup file in front. */
  readonly isOutcomeUnknown: boolean;
  /** Comparisons with setup files, and those that a review waits for, by their addresses. */
  readonly comparedFiles: readonly string[];
  readonly reviewed: readonly string[];
  readonly comparisonOfMany: "reviewed" | "compared" | undefined;
}

/** Rows that have a menu, or a button of their own. */
type RowWithMenu =
  | `tenant.signed${"In" | "Out"}${"" | ".local"}`
  | "tenant.signedIn.sample"
  | `connection${"" | ".withFile" | ".withFile.readOnly"}`
  | "attention"
  | `file${"" | ".unknown" | ".readOnly" | ".requested"}`
  | "loadMore"
  | "problem"
  | `push${"" | ".withFile"}${"" | ".open"}`;

/** The `viewItem` of a row. Those that have a page in the service's dashboard end with `.page`. */
export type Row = RowWithMenu | "group" | "showMore" | "help" | "note" | "day";
export type ContextValue = Row | `${Row}.page`;

export function withPage(row: Row, tenant: Pick<Tenant, "dashboardUrl"> | undefined): ContextValue {
  return tenant?.dashboardUrl === undefined ? row : `${row}.page`;
}
