import type { Connection } from "../../../schemas/generated/connection.js";

/** What a featured connection has that is written by hand; the rest comes from its index. */
type Featured = Pick<Connection, "app_id" | "name" | "ready" | "environment" | "account_name">;

/**
 * The first connections of every catalogue, index 0 first. They are what a
 * person sees first, and what sample files refer to, so their order, and with
 * it their ids, must stay as they are. Their ids are listed in README.md here.
 */
export const FEATURED: readonly Featured[] = [
  {
    app_id: "SALESFORCE",
    name: "Salesforce EU production",
    ready: true,
    environment: "production",
    account_name: "Northwind Trading",
  },
  { app_id: "HTTP", name: "Billing webhook", ready: true, environment: "production" },
  { app_id: "SLACK", name: "Slack release notes", ready: true, account_name: "northwind.example workspace" },
  {
    app_id: "BIGQUERY",
    name: "BigQuery analytics export",
    ready: true,
    environment: "production",
    account_name: "analytics-export",
  },
  { app_id: "HUBSPOT", name: "HubSpot marketing", ready: false, environment: "sandbox" },
  {
    app_id: "STRIPE",
    name: "Stripe payouts",
    ready: true,
    environment: "production",
    account_name: "key ending in 9f3c",
  },
  { app_id: "SENDGRID", name: "SendGrid receipts", ready: true },
  { app_id: "GITHUB", name: "GitHub deploy notices", ready: true, account_name: "northwind-bot" },
  { app_id: "SNOWFLAKE", name: "Snowflake finance warehouse", ready: true, environment: "production" },
  { app_id: "TWILIO", name: "Twilio on-call alerts", ready: true },
  { app_id: "ZENDESK", name: "Zendesk support EU", ready: true, environment: "staging" },
  { app_id: "MAILCHIMP", name: "Mailchimp newsletter", ready: false },
];
