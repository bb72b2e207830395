import * as l10n from "@vscode/l10n";
import { parseAuthUrl } from "../origin.js";

/** The kind of a method, and the values of its fields by name. */
export interface Credential extends Readonly<Record<string, string | undefined>> {
  readonly kind: string;
}

/** By the names of a method's fields. */
export type Values = Readonly<Record<string, string | undefined>>;

interface TokenEndpoint {
  /** In full, with the path. */
  readonly url: string;
  /** In milliseconds since the epoch. */
  readonly now: number;
}

export interface SignInField {
  /** Also names it in the setting `vaultconn.tenants` if it is kept there. */
  readonly name: string;
  /** A secret is kept in VS Code's secret storage and never shown. */
  readonly kept: "secret" | "settings";
  readonly prompt: () => string;
  /** Often the default for an empty answer. */
  readonly placeholder?: (tenant: { readonly origin: string; readonly baseUrl: string }) => string;
  /** If undefined, the answer is typed. */
  readonly choices?: () => readonly FieldChoice[];
  /** Lets the answer be read from a file, once, instead of being pasted. */
  readonly file?: { readonly title: () => string; readonly extensions: readonly string[] };
  /** One sentence on what is wrong and what to do; undefined if nothing is. */
  readonly check: (text: string, others: Values) => string | undefined;
  /** If undefined, whitespace around the answer is removed. */
  readonly clean?: (text: string) => string;
}

interface FieldChoice {
  readonly value: string;
  readonly label: string;
  readonly detail: string;
}

/** All about one method is in one file, which `table.ts` lists. */
export interface SignInMethod {
  /** Its name in the secret storage. */
  readonly kind: string;
  readonly label: () => string;
  readonly detail: () => string;
  /** Asked for in this order. Secrets go only to the token endpoint they were given for. */
  readonly fields: readonly SignInField[];
  readonly token: TokenSource;
}

export type TokenSource =
  | { readonly given: (values: Values) => string }
  | {
      /** Form parameters beside the grant and the audience ("Authentication", 2). Called again for each attempt. */
      readonly proof: (values: Values, endpoint: TokenEndpoint) => Promise<Readonly<Record<string, string>>>;
      /** @param serviceMessage the endpoint's own words without a full stop, if it had any. */
      readonly refused: (tenant: string, serviceMessage: string | undefined) => string;
    };

export const clientId: SignInField = {
  name: "clientId",
  kept: "settings",
  prompt: () => l10n.t("The client ID. It's stored in your settings."),
  check: (text) => (text.trim() ? undefined : l10n.t("Enter the client ID.")),
};

/** The last fields of every method that asks for tokens ("Authentication", 2). */
export const tokenEndpointFields: readonly SignInField[] = [
  {
    name: "authUrl",
    kept: "settings",
    prompt: () =>
      l10n.t("The address to request tokens from, without /oauth/token/. Leave it empty to use the tenant's address."),
    placeholder: ({ origin }) => origin,
    check: (text) => {
      const parsed = text.trim() === "" ? undefined : parseAuthUrl(text);
      return parsed && !parsed.ok ? parsed.problem : undefined;
    },
  },
  {
    name: "audience",
    kept: "settings",
    prompt: () => l10n.t("The audience of the tokens. Leave it empty to use the tenant's audience."),
    placeholder: ({ baseUrl }) => `${baseUrl}/`,
    check: () => undefined,
  },
];
