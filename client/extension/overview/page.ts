import type { Filter } from "../../core/connections/arrangement.js";
import type { NextStep } from "../../core/service/errorTable.js";

/** What the overview's page shows and says: texts, names, counts. Types alone, so that the page can import them. */

/** The extension → the page, whenever something has changed and once the page is ready. */
export interface Overview {
  /** As a BCP 47 tag: of texts and numbers. */
  readonly language: string;
  readonly title: string;
  /** Shown if there are no tenants; otherwise empty. */
  readonly nothing: string;
  readonly tenants: readonly TenantOverview[];
}

export interface TenantOverview {
  readonly name: string;
  readonly summary: string;
  /** The button that helps; undefined if nothing is wrong. */
  readonly next: { readonly title: string; readonly choice: TenantStep } | undefined;
  readonly charts: readonly Chart[];
}

export interface Chart {
  readonly title: string;
  readonly hint: string;
  /** Replaces the picture if every value is 0. */
  readonly nothing: string;
  /** Whether bars go from left to right, for long labels. */
  readonly horizontal: boolean;
  readonly labelTitle: string;
  readonly labels: readonly string[];
  /** Below the bars, if the labels are too long for that. */
  readonly shortLabels?: readonly string[];
  readonly series: readonly Series[];
  /** By label and series. */
  readonly choices: readonly (readonly Choice[])[];
  /** A line among the bars, at a distance in bars. */
  readonly limit?: { readonly at: number; readonly label: string };
}

export interface Series {
  readonly name: string;
  readonly tone: "good" | "warning" | "bad" | "plain";
  readonly values: readonly number[];
}

interface TenantStep {
  readonly step: NextStep;
  readonly origin: string;
  readonly tenantName: string;
}

/** What a bar or a tenant's button does. */
export type Choice = Partial<Filter> | "history" | TenantStep;

/** The page → the extension. */
export type FromPage = { readonly kind: "ready" } | { readonly kind: "choose"; readonly choice: Choice };
