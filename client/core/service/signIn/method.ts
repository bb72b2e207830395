import * as l10n from "@vscode/l10n";
import { parseAuthUrl } from "../origin.js";

/** A method's kind, and the values of its fields by name. */
export interface Credential extends Readonly<Record<string, string | undefined>> {
  readonly kind: string;
}

/** Values by field name. */
export type Values = Readonly<Record<string, string | undefined>>;

export interface SignInField {
  /** Also the property in the setting `vaultconn.tenants` if it's kept there. */
  readonly name: string;
  /** `secret`: kept in VS Code's secret storage and never shown. */
  readonly kept: "secret" | "settings";
  /** Asked for on request only, since nearly everyone needs the default. */
  readonly isAdvanced?: true;
  /** Settings that follow from the answer, unless they were asked for. */
  readonly implied?: (text: string, others: Values) => Values;
  readonly prompt: () => string;
  /** Often the default for an empty answer. */
  readonly placeholder?: (tenant: { readonly origin: string; readonly baseUrl: string }) => string;
  /** If undefined, the user types the answer. */
  readonly choices?: () => readonly { readonly value: string; readonly label: string; readonly detail: string }[];
  /** Offers to read the answer from a file once, instead of pasting it. */
  readonly file?: { readonly title: () => string; readonly extensions: readonly string[] };
  /** Returns what's wrong and what to do, or undefined if the answer is valid. */
  readonly check: (text: string, others: Values) => string | undefined;
  /** Says what isn't used of a text, if only a part of it is the answer. */
  readonly note?: (text: string) => string | undefined;
  /** Returns the answer in a text. Trims it by default. */
  readonly clean?: (text: string) => string;
}

/** A sign-in method. Each has its own file, listed in `table.ts`. */
export interface SignInMethod {
  /** Its name in the secret storage. */
  readonly kind: string;
  readonly label: () => string;
  readonly detail: () => string;
  /** Asked for in this order, secrets last. Secrets go only to the token endpoint they were given for. */
  readonly fields: readonly SignInField[];
  readonly token: TokenSource;
}

export type TokenSource =
  | { readonly given: (values: Values) => string }
  | {
      /**
       * Returns form parameters besides grant and audience ("Authentication", 2). Called for each attempt.
       * @param url of the token endpoint. @param now milliseconds since the epoch.
       */
      readonly proof: (values: Values, url: string, now: number) => Promise<Readonly<Record<string, string>>>;
      /** @param hasReason whether the endpoint's message follows. */
      readonly refused: (tenant: string, hasReason: boolean) => string;
    };

export const clientId: SignInField = {
  name: "clientId",
  kept: "settings",
  prompt: () => l10n.t("The client ID. It's stored in your settings."),
  check: (text) => (text.trim() ? undefined : l10n.t("Enter the client ID.")),
};

/** The last fields of each method that requests tokens ("Authentication", 2). */
export const tokenEndpointFields: readonly SignInField[] = [
  {
    name: "authUrl",
    kept: "settings",
    isAdvanced: true,
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
    isAdvanced: true,
    prompt: () => l10n.t("The audience of the tokens. Leave it empty to use the tenant's audience."),
    placeholder: ({ baseUrl }) => `${baseUrl}/`,
    check: () => undefined,
  },
];
