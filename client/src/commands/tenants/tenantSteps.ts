import * as l10n from "@vscode/l10n";
import { plainText } from "../../plainText.js";
import { UPDATE_SCOPE } from "../../service/signIn/claims.js";
import { parseAuthUrl, parseBaseUrl } from "../../service/origin.js";
import type { Secret } from "../../tenants/credentials.js";
import { readEntry } from "../../tenants/entry.js";
import type { Tenant } from "../../tenants/tenant.js";
import type { ChoiceStep, Step, TextStep } from "../ask/steps.js";

/** What has been answered so far about a tenant. Text is kept as it was typed. */
export interface TenantAnswers {
  address: string;
  name: string;
  signIn: "accessToken" | "clientCredentials";
  accessToken: string;
  clientId: string;
  clientSecret: string;
  authUrl: string;
  audience: string;
  production: boolean;
  readOnly: boolean;
}

/** Nothing answered yet. */
export const NO_ANSWERS: TenantAnswers = {
  address: "",
  name: "",
  signIn: "accessToken",
  accessToken: "",
  clientId: "",
  clientSecret: "",
  authUrl: "",
  audience: "",
  production: false,
  readOnly: false,
};

/** The answers that describe a tenant as it is. */
export function answersOf(tenant: Tenant): TenantAnswers {
  return {
    ...NO_ANSWERS,
    address: tenant.baseUrl,
    name: tenant.name,
    signIn: tenant.clientId === undefined ? "accessToken" : "clientCredentials",
    clientId: tenant.clientId ?? "",
    authUrl: tenant.authUrl === tenant.origin ? "" : tenant.authUrl,
    audience: tenant.audience ?? "",
    production: tenant.production,
    readOnly: tenant.readOnly,
  };
}

/** The tenant that complete answers describe; undefined while the address is not right. */
export function tenantFrom(answers: TenantAnswers): Tenant | undefined {
  const own = answers.signIn === "clientCredentials";
  const parsed = readEntry({
    baseUrl: answers.address,
    name: answers.name,
    authUrl: own && answers.authUrl.trim() !== "" ? answers.authUrl : undefined,
    audience: own ? answers.audience : "",
    clientId: own ? answers.clientId : "",
    production: answers.production,
    readOnly: answers.readOnly,
  });
  return parsed.ok ? parsed.value : undefined;
}

/** The secret that complete answers hold. */
export function secretFrom(answers: TenantAnswers): Secret {
  const { signIn, accessToken, clientId, clientSecret } = answers;
  if (signIn === "accessToken") return { kind: signIn, accessToken: bare(accessToken) };
  return {
    kind: signIn,
    clientId: clientId.trim(),
    clientSecret: clientSecret.trim(),
    authUrl: tenantFrom(answers)?.authUrl ?? "",
  };
}

/**
 * Where the tenant is.
 * @param known the tenant that is already at an origin, if it is not the one asked about: credentials are kept by origin, so there is room for one.
 */
export function addressStep(answers: TenantAnswers, known: (origin: string) => Tenant | undefined): TextStep {
  return {
    kind: "text",
    prompt: l10n.t("The tenant's address, as in https://acme.example.com/api/v2. A domain alone is enough."),
    placeholder: "acme.example.com",
    value: answers.address,
    check: (text) => {
      const parsed = parseBaseUrl(text);
      if (!parsed.ok) return parsed.problem;
      const other = known(parsed.value.origin);
      return (
        other &&
        l10n.t(
          "{0} has this address already. Edit that tenant instead, or give another address.",
          plainText(other.name),
        )
      );
    },
    accept: (text) => (answers.address = text),
  };
}

/** What the tenant is called here; its host, unless another name is given. */
export function nameStep(answers: TenantAnswers): TextStep {
  return {
    kind: "text",
    prompt: l10n.t("The name it has in the sidebar."),
    placeholder: l10n.t("Acme production"),
    value: answers.name || (tenantFrom(answers)?.host ?? ""),
    check: (text) => (text.trim() ? undefined : l10n.t("Give the tenant a name.")),
    accept: (text) => (answers.name = text),
  };
}

/** What marks the tenant: production asks twice before a push, read-only refuses it. */
export function marksStep(answers: TenantAnswers): ChoiceStep {
  return {
    kind: "choice",
    prompt: l10n.t("What to be careful about. Tick what applies, then press Enter."),
    many: true,
    items: [
      {
        id: "production",
        label: l10n.t("Production"),
        detail: l10n.t("A push asks twice before it sends anything."),
        chosen: answers.production,
      },
      {
        id: "readOnly",
        label: l10n.t("Read-only"),
        detail: l10n.t("Connections can be browsed. A push is refused."),
        chosen: answers.readOnly,
      },
    ],
    accept: (ids) => {
      answers.production = ids.includes("production");
      answers.readOnly = ids.includes("readOnly");
    },
  };
}

/** How to sign in, and what that takes. */
export function signInSteps(answers: TenantAnswers): readonly Step[] {
  const how: ChoiceStep = {
    kind: "choice",
    prompt: l10n.t("How to sign in"),
    many: false,
    items: [
      {
        id: "accessToken",
        label: l10n.t("Access token"),
        detail: l10n.t("Paste one that you have. When it expires, sign in again."),
        chosen: answers.signIn === "accessToken",
      },
      {
        id: "clientCredentials",
        label: l10n.t("Client credentials"),
        detail: l10n.t("A client id and secret. Tokens are fetched and renewed as needed."),
        chosen: answers.signIn === "clientCredentials",
      },
    ],
    accept: ([id]) => (answers.signIn = id === "clientCredentials" ? id : "accessToken"),
  };
  return answers.signIn === "accessToken" ? [how, tokenStep(answers)] : [how, ...clientSteps(answers)];
}

/** A JSON Web Token in its compact form: three parts of base64url (RFC 7515 section 3.1). */
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** The word Bearer and white space around a token are often copied along. */
function bare(token: string): string {
  return token.trim().replace(/^bearer\s+/i, "");
}

function tokenStep(answers: TenantAnswers): TextStep {
  return {
    kind: "text",
    prompt: l10n.t("An access token with the scope {0}. It is kept in VS Code's secret storage.", UPDATE_SCOPE),
    placeholder: "eyJ…",
    password: true,
    value: answers.accessToken,
    check: (text) =>
      TOKEN.test(bare(text))
        ? undefined
        : l10n.t("An access token has three parts with dots between them. Paste it whole, without quotes."),
    accept: (text) => (answers.accessToken = text),
  };
}

function clientSteps(answers: TenantAnswers): readonly TextStep[] {
  const origin = tenantFrom({ ...answers, authUrl: "" });
  return [
    {
      kind: "text",
      prompt: l10n.t("The client id. It is kept in your settings."),
      value: answers.clientId,
      check: (text) => (text.trim() ? undefined : l10n.t("Give the client id.")),
      accept: (text) => (answers.clientId = text),
    },
    {
      kind: "text",
      prompt: l10n.t("The client secret. It is kept in VS Code's secret storage."),
      password: true,
      value: answers.clientSecret,
      check: (text) => (text.trim() ? undefined : l10n.t("Give the client secret.")),
      accept: (text) => (answers.clientSecret = text),
    },
    {
      kind: "text",
      prompt: l10n.t("Where tokens are asked for, up to /oauth/token/. Leave it empty for the tenant's own address."),
      placeholder: origin?.origin ?? "",
      value: answers.authUrl,
      check: (text) => {
        const parsed = text.trim() === "" ? undefined : parseAuthUrl(text);
        return parsed && !parsed.ok ? parsed.problem : undefined;
      },
      accept: (text) => (answers.authUrl = text),
    },
    {
      kind: "text",
      prompt: l10n.t("The audience tokens are for. Leave it empty for the tenant's own."),
      placeholder: origin ? `${origin.baseUrl}/` : "",
      value: answers.audience,
      check: () => undefined,
      accept: (text) => (answers.audience = text),
    },
  ];
}
