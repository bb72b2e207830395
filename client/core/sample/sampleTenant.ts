import * as l10n from "@vscode/l10n";
import { SAMPLE_HOST, SAMPLE_ORIGIN } from "./records.js";
import type { Credential } from "../service/signIn/method.js";
import type { Tenant } from "../tenants/tenant.js";

/** What stands in the place of a credential: the sample takes anything, and nobody else is ever sent it. */
export const SAMPLE_CREDENTIAL: Credential = { kind: "accessToken", accessToken: "no-credential-of-the-sample-tenant" };

/** The tenant that somebody without a service can try everything with. Its name says what it is wherever it is shown. */
export function sampleTenant(): Tenant {
  return {
    name: l10n.t("Sample · nothing leaves this machine"),
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

/** Whether a tenant is the sample. */
export function isSample({ origin }: Pick<Tenant, "origin">): boolean {
  return origin === SAMPLE_ORIGIN;
}
