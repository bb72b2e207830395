import * as l10n from "@vscode/l10n";
import { SAMPLE_HOST, SAMPLE_ORIGIN } from "./sampleRecords.js";
import type { Credential } from "../service/signIn/method.js";
import type { Tenant } from "../tenants/tenant.js";

/** A placeholder. The sample tenant accepts any credential and sends it nowhere. */
export const SAMPLE_CREDENTIAL: Credential = { kind: "accessToken", accessToken: "no-credential-of-the-sample-tenant" };

export function sampleTenant(): Tenant {
  return {
    name: l10n.t("Sample · stays on this computer"),
    baseUrl: `${SAMPLE_ORIGIN}/api/v2`,
    origin: SAMPLE_ORIGIN,
    host: SAMPLE_HOST,
    authUrl: SAMPLE_ORIGIN,
    signIn: {},
    production: false,
    readOnly: false,
    local: true,
  };
}

export function isSample({ origin }: Pick<Tenant, "origin">): boolean {
  return origin === SAMPLE_ORIGIN;
}
