import { createHash } from "node:crypto";
import type { Connection } from "../../schemas/generated/connection.js";

const DAY_MS = 86_400_000;
/** When the last sample record was changed, where no one says. */
const LATEST_CHANGE = Date.UTC(2025, 5, 2, 9, 30);

/** The first connections of every catalogue. Sample files and documents name them, so their IDs stay. README.md lists them. */
const FEATURED = `
  ac_SYi5gR27R32pB1qiVGpG: SALESFORCE: Salesforce EU production
  ac_smIrFwWwdIkFpI786n0D: HTTP: Billing webhook
  ac_IzscoTXR5ifZj7AOhaC5: SLACK: Slack release notes
  ac_jDSONlnWrYKh7ggIHEfW: BIGQUERY: BigQuery analytics export
  ac_9Q19wynRMj5L5oXCdvG9: HUBSPOT: HubSpot marketing
  ac_ZebvV6Sv0peOTrRqhH6p: STRIPE: Stripe payouts
  ac_zsBg4v33zOVpYmIF0mAw: SENDGRID: SendGrid receipts
  ac_P5lSd3Idi8ZE45NSv0Y0: GITHUB: GitHub deploy notices
  ac_qJLECuCTBWBBhH3CUg7Z: SNOWFLAKE: Snowflake finance warehouse
  ac_GWuzlNJEOGlS0SwLlFXU: TWILIO: Twilio on-call alerts
  ac_gkUlKjCJZZgYwN1LP5Bo: ZENDESK: Zendesk support EU
  ac_6x4WtBPROcZg4GcoVWNC: MAILCHIMP: Mailchimp newsletter
`
  .trim()
  .split("\n")
  .map((line) => {
    const [id = "", app_id = "", name = ""] = line.trim().split(": ");
    return { id, app_id, name };
  });

const PURPOSES = ["audit trail", "customer import", "churn alerts", "invoice export", "lead routing", "order events"];

/**
 * The connection at an index (0 first) of the catalogue that never ends. The same index gives the same record everywhere.
 * @param latest the moment up to which records were changed, in milliseconds since the epoch.
 */
export function connectionAt(index: number, latest = LATEST_CHANGE): Connection {
  const hash = createHash("sha256").update(String(index)).digest();
  const random = (place: number) => hash.readUInt32LE(4 * place) / 2 ** 32;
  // Anyone who looks at samples should see minutes and hours as well as months.
  const updated = latest - 120_000 - 200 * DAY_MS * random(0) ** 4;
  const { app_id = "", name = "" } = FEATURED[Math.floor(random(1) * FEATURED.length)] ?? {};
  const purpose = PURPOSES[Math.floor(random(2) * PURPOSES.length)] ?? "";
  return {
    id: `ac_${hash.toString("base64url").replaceAll(/[-_]/g, "0").slice(0, 20)}`,
    app_id,
    name: `${name.split(" ")[0] ?? ""} ${purpose} ${index}`,
    ...FEATURED[index],
    ready: index % 7 !== 4,
    environment: "production",
    ...(index % 3 === 0 && { account_name: "Northwind Trading" }),
    created_at: new Date(updated - 700 * DAY_MS * random(3)).toISOString(),
    updated_at: new Date(updated).toISOString(),
    ...(index % 4 === 0 && { refreshed_at: new Date(updated + 60_000).toISOString() }),
    fingerprint: hash.toString("hex").slice(0, 40),
  };
}
