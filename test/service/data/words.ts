/** The vocabulary of the generated connections. */
const list = (text: string): readonly string[] => text.trim().split(/,\s+/);

/** What people call applications. An application's id is the same in capitals. */
export const APPLICATIONS = list(`
  Salesforce, HTTP, Slack, BigQuery, Stripe, HubSpot, SendGrid, GitHub, Snowflake, Twilio, Zendesk, Mailchimp, Jira,
  Airtable, Google Sheets, Mailgun, Pipedrive, Telegram, WhatsApp, DocuSign, Intercom, Segment, Marketo, Klaviyo
`);

export const PURPOSES = list(`
  audit trail, billing sync, campaign results, churn alerts, consent updates, contract archive, customer import,
  delivery status, fraud checks, incident alerts, invoice export, lead routing, login notices, onboarding,
  order events, partner portal, password resets, quarterly report, refunds, returns desk, sales dashboard,
  signup events, stock levels, support tickets, usage metrics, welcome mail
`);

/** What stands behind a purpose, if anything does. */
export const QUALIFIERS = list(`, , , EU, US, APAC, UK, staging, sandbox, production, EU production, US production,
  EU staging, (legacy), (read only), 2`);

export const ENVIRONMENTS = list("production, staging, sandbox, development");

export const ACCOUNTS = list(`
  Northwind Trading, Contoso Retail, Fabrikam Europe, ops@northwind.example, integrations@contoso.example,
  workspace 4417, eu-central account, key ending in 9f3c, key ending in 07ab
`);
