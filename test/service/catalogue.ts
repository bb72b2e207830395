import type { Connection } from "../../schemas/generated/connection.js";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
/** This many characters of an id carry the scrambled index, so that no two are alike. */
const INDEX_CHARACTERS = 5;
const ID_SPACE = ALPHABET.length ** INDEX_CHARACTERS;
/** Shares no factor with ID_SPACE (whose primes are 2 and 31), so multiplying by it is a permutation. */
const MULTIPLIER = 387_420_489;
const SHIFT = 271_828_182;

const DAY = 86_400_000;
/** The sample records are younger than this, and most were changed not long ago. */
const OLDEST_CHANGE = 200 * DAY;
const LONGEST_UNCHANGED = 700 * DAY;
/** When the last sample record was changed, where no one says. */
export const LATEST_CHANGE = Date.UTC(2025, 5, 2, 9, 30);

/**
 * The connection at an index (0 first) of the catalogue that never ends. The
 * same index gives the same record, in every process and on every machine.
 * @param latest the moment up to which records were changed, in milliseconds since the epoch.
 */
export function connectionAt(index: number, latest = LATEST_CHANGE): Connection {
  // Anyone who looks at samples should see minutes and hours as well as months.
  const age = OLDEST_CHANGE * (random(index, 6) / 2 ** 32) ** 4;
  const updated = Math.floor((latest - age) / 1000) * 1000 - 120_000;
  const created = updated - (random(index, 5) % (LONGEST_UNCHANGED / 1000)) * 1000;
  return {
    id: idAt(index),
    ...(FEATURED[index] ?? describe(index)),
    created_at: new Date(created).toISOString(),
    updated_at: new Date(updated).toISOString(),
    ...(random(index, 7) % 4 === 0 && { refreshed_at: new Date(updated + 60_000).toISOString() }),
    fingerprint: [16, 17, 18, 19, 20].map((salt) => random(index, salt).toString(16).padStart(8, "0")).join(""),
  };
}

/** The id of the connection at an index. */
export function idAt(index: number): string {
  const filler = [32, 33, 34].map((salt) => random(index, salt));
  return `ac_${[(index * MULTIPLIER + SHIFT) % ID_SPACE, ...filler].map(fiveCharacters).join("")}`;
}

/** The five lowest digits of a number, written in the alphabet. */
function fiveCharacters(value: number): string {
  let [text, rest] = ["", value];
  for (let i = 0; i < INDEX_CHARACTERS; i++) {
    text = ALPHABET.charAt(rest % ALPHABET.length) + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}

function describe(index: number): Featured {
  const label = pick(APPLICATIONS, index, 1);
  return {
    app_id: label.toUpperCase().replace(" ", "_"),
    name: [label, pick(PURPOSES, index, 2), pick(QUALIFIERS, index, 3)].join(" ").trimEnd(),
    ready: random(index, 4) % 12 !== 0,
    ...(random(index, 8) % 3 === 0 && { environment: pick(ENVIRONMENTS, index, 108) }),
    ...(random(index, 9) % 4 === 0 && { account_name: pick(ACCOUNTS, index, 109) }),
  };
}

function pick<T>(list: readonly T[], index: number, salt: number): T {
  return list[random(index, salt) % list.length] as T;
}

/**
 * An unsigned 32-bit number that depends on both arguments alone (the final mix of MurmurHash3). Each salt, one for each
 * property, gives a stream of its own.
 */
function random(index: number, salt: number): number {
  let h = Math.imul(index, 0x9e37_79b1) ^ Math.imul(salt, 0x85eb_ca77);
  h = Math.imul(h ^ (h >>> 16), 0x85eb_ca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2_ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** What a featured connection has that is written by hand; the rest comes from its index. */
type Featured = Pick<Connection, "app_id" | "name" | "ready" | "environment" | "account_name">;

/**
 * The first connections of every catalogue, index 0 first. They are what a
 * person sees first, and what sample files refer to, so their order, and with
 * it their ids, must stay as they are. Their ids are listed in README.md here.
 */
const FEATURED: readonly Featured[] = `
  SALESFORCE: Salesforce EU production: production: Northwind Trading
  HTTP: Billing webhook: production
  SLACK: Slack release notes: : northwind.example workspace
  BIGQUERY: BigQuery analytics export: production: analytics-export
  HUBSPOT: HubSpot marketing: sandbox
  STRIPE: Stripe payouts: production: key ending in 9f3c
  SENDGRID: SendGrid receipts
  GITHUB: GitHub deploy notices: : northwind-bot
  SNOWFLAKE: Snowflake finance warehouse: production
  TWILIO: Twilio on-call alerts
  ZENDESK: Zendesk support EU: staging
  MAILCHIMP: Mailchimp newsletter
`
  .trim()
  .split("\n")
  .map((line) => {
    const [app_id = "", name = "", environment = "", account_name = ""] = line.trim().split(/: ?/);
    const ready = app_id !== "HUBSPOT" && app_id !== "MAILCHIMP";
    return { app_id, name, ready, ...(environment && { environment }), ...(account_name && { account_name }) };
  });

/** The vocabulary of the generated connections. */
const list = (text: string): readonly string[] => text.trim().split(/,\s+/);

/** What people call applications. An application's id is the same in capitals. */
const APPLICATIONS = list(`
  Salesforce, HTTP, Slack, BigQuery, Stripe, HubSpot, SendGrid, GitHub, Snowflake, Twilio, Zendesk, Mailchimp, Jira,
  Airtable, Google Sheets, Mailgun, Pipedrive, Telegram, WhatsApp, DocuSign, Intercom, Segment, Marketo, Klaviyo
`);

const PURPOSES = list(`
  audit trail, billing sync, campaign results, churn alerts, consent updates, contract archive, customer import,
  delivery status, fraud checks, incident alerts, invoice export, lead routing, login notices, onboarding,
  order events, partner portal, password resets, quarterly report, refunds, returns desk, sales dashboard,
  signup events, stock levels, support tickets, usage metrics, welcome mail
`);

/** What stands behind a purpose, if anything does. */
const QUALIFIERS = list(`, , , EU, US, APAC, UK, staging, sandbox, production, EU production, US production,
  EU staging, (legacy), (read only), 2`);

const ENVIRONMENTS = list("production, staging, sandbox, development");

const ACCOUNTS = list(`
  Northwind Trading, Contoso Retail, Fabrikam Europe, ops@northwind.example, integrations@contoso.example,
  workspace 4417, eu-central account, key ending in 9f3c, key ending in 07ab
`);
