import { createHash } from "node:crypto";
import { DAY_MS } from "../text/formatTime.js";
import type { ConnectionRecord } from "../service/operations/records.js";

/** The domain is reserved and never resolves (RFC 2606). */
export const SAMPLE_HOST = "sample.invalid";
export const SAMPLE_ORIGIN = `https://${SAMPLE_HOST}`;

export const SAMPLE_IDS = {
  /** The setup file has an error. */
  mistake: "ac_sample_01",
  /** Changed on the service since the setup file was created. */
  drift: "ac_sample_02",
  /** The first push is applied, but its response is lost. */
  lostAnswer: "ac_sample_03",
} as const;

/** `days`: since the last change. */
type SampleRow = readonly [app: string, name: string, days: number, notReady?: true];

const SAMPLE_ROWS: readonly SampleRow[] = [
  ["HTTP", "Billing", 3],
  ["SALESFORCE", "Salesforce", 0],
  ["SENDGRID", "Mail sender", 12],
  ["SALESFORCE", "Salesforce sandbox", 90, true],
  ["SLACK", "Alerts channel", 1],
  ["SLACK", "Sales channel", 45],
  ["HUBSPOT", "Marketing contacts", 8],
  ["HUBSPOT", "Marketing contacts (old)", 410, true],
  ["STRIPE", "Payments", 20],
  ["STRIPE", "Payments test mode", 33],
  ["BIGQUERY", "Warehouse", 5],
  ["BIGQUERY", "Warehouse archive", 220],
  ["GOOGLE_SHEETS", "Forecast", 2],
  ["GOOGLE_SHEETS", "Headcount", 61],
  ["JIRA", "Support projects", 14],
  ["JIRA", "Engineering projects", 15],
  ["ZENDESK", "Tickets", 7],
  ["ZENDESK", "Tickets sandbox", 130, true],
  ["TWILIO", "Text messages", 28],
  ["TWILIO", "Voice", 365],
  ["MAILCHIMP", "Newsletter", 18],
  ["AIRTABLE", "Content calendar", 10],
  ["AIRTABLE", "Vendors", 77],
  ["HTTP", "Legacy CRM", 500, true],
  ["HTTP", "Inventory", 26],
  ["HTTP", "Order events", 4],
  ["DISCORD", "Community", 52],
  ["TELEGRAM", "On-call", 6],
  ["PIPEDRIVE", "Deals", 9],
  ["PIPEDRIVE", "Deals EMEA", 11],
  ["WHATSAPP", "Order updates", 23],
  ["BIGQUERY", "Product analytics", 40],
  ["SENDGRID", "Invoices", 31],
  ["SLACK", "Build notices", 64],
  ["STRIPE", "Refunds", 35],
  ["AUTH0", "Customer sign-in", 99],
  ["AUTH0", "Partner sign-in", 101],
  ["GOOGLE_SHEETS", "Expenses", 17],
  ["MAILCHIMP", "Onboarding series", 70, true],
  ["ZENDESK", "Help centre", 150],
];

const OFFSET_MS = 7 * 60_000;

/** @param now milliseconds since the epoch. */
export function sampleRecords(now: number): ConnectionRecord[] {
  return SAMPLE_ROWS.map(([app_id, name, days, notReady], index) => {
    const id = `ac_sample_${String(index + 1).padStart(2, "0")}`;
    // Even 0 days ago is before now.
    const updated_at = new Date(now - days * DAY_MS - OFFSET_MS).toISOString();
    return {
      id,
      app_id,
      name,
      ready: notReady !== true,
      created_at: new Date(now - (days + 30) * DAY_MS).toISOString(),
      updated_at,
      fingerprint: fingerprintOf(id, updated_at),
    };
  });
}

export function fingerprintOf(id: string, state: string): string {
  return createHash("sha256").update(`${id} ${state}`).digest("hex");
}
