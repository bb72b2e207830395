import type { Filter } from "../../core/connections/arrangeConnections.js";
import type { Action } from "../../core/text/action.js";
import type { NamedTenant } from "../actions.js";

/** The messages between the extension and the overview's page. Only types, so that the page can import them. */

/** Extension → page: sent when the page is ready, and after each change. */
export interface Overview {
  readonly title: string;
  /** Shown if there are no tenants; otherwise empty. */
  readonly nothing: string;
  readonly tenants: readonly TenantOverview[];
}

export interface TenantOverview {
  readonly name: string;
  readonly summary: string;
  /** Counts that may need someone. */
  readonly numbers: readonly { readonly name: string; readonly value: number; readonly choice: Choice }[];
  /** A button to fix a problem; undefined if there's none. */
  readonly next: { readonly title: string; readonly choice: TenantAction } | undefined;
  readonly charts: readonly Chart[];
}

export interface Chart {
  readonly title: string;
  readonly hint: string;
  /** Shown instead of the bars if every value is 0. */
  readonly nothing: string;
  /** Says what isn't in the bars. */
  readonly note?: { readonly text: string; readonly choice: Choice } | undefined;
  readonly labelTitle: string;
  readonly labels: readonly string[];
  readonly series: readonly Series[];
  /** What a line does, by label. */
  readonly lines: readonly Choice[];
  /** What a part of a bar does, by label and series, if that's something else. */
  readonly parts?: readonly (readonly Choice[])[];
  /** Drawn above the line at this index. */
  readonly limit?: { readonly at: number; readonly label: string };
}

export interface Series {
  readonly name: string;
  readonly tone: "good" | "warning" | "bad" | "plain";
  readonly values: readonly number[];
}

interface TenantAction extends NamedTenant {
  readonly action: Action;
}

/** What a bar or a tenant's button does: filters the sidebar, focuses a view, or runs an action. */
export type Choice = Partial<Filter> | "pushes" | "connections" | TenantAction;

/** Page → extension. */
export type FromPage = { readonly kind: "ready" } | { readonly kind: "choose"; readonly choice: Choice };
