import * as l10n from "@vscode/l10n";
import { parseAuthUrl } from "../origin.js";

/** What a person signs in with: the kind of a method, and what was given for it, by name. */
export interface Credential extends Readonly<Record<string, string | undefined>> {
  readonly kind: string;
}

/** What was given for a method, by the names of its fields. */
export type Values = Readonly<Record<string, string | undefined>>;

/** Where a token is asked for. */
interface TokenEndpoint {
  /** In full, with the path. */
  readonly url: string;
  /** The present, in milliseconds since the epoch. */
  readonly now: number;
}

/** One answer that a method needs from a person. */
export interface SignInField {
  /** Its name in the credential, and in the setting `vaultconn.tenants` if it is kept there. */
  readonly name: string;
  /** A secret is kept in VS Code's secret storage and never shown. */
  readonly kept: "secret" | "settings";
  readonly prompt: () => string;
  /** What stands in the empty box: often what counts where nothing is given. */
  readonly placeholder?: (tenant: { readonly origin: string; readonly baseUrl: string }) => string;
  /** The answers there are to choose from; where none are named, the answer is typed. */
  readonly choices?: () => readonly Choice[];
  /** Whether the answer may be read from a file, once, instead of being pasted; and what such files are called. */
  readonly file?: { readonly title: () => string; readonly extensions: readonly string[] };
  /** What is wrong with an answer and what to do, in one sentence; undefined where nothing is. */
  readonly check: (text: string, others: Values) => string | undefined;
  /** An answer as it is kept; without white space around it if not given. */
  readonly clean?: (text: string) => string;
}

/** One of several answers. */
interface Choice {
  readonly value: string;
  readonly label: string;
  readonly detail: string;
}

/**
 * One way to sign in to a tenant: what it asks for and where that is kept, how it
 * comes to a token, and how it is shown. Whatever it needs to know stands in one
 * file, and `table.ts` lists it.
 */
export interface SignInMethod {
  /** Its name in the secret storage. */
  readonly kind: string;
  readonly label: () => string;
  readonly detail: () => string;
  /** What is asked for, in this order. Secrets go only to the token endpoint they were given for. */
  readonly fields: readonly SignInField[];
  readonly token: TokenSource;
}

/** How a method comes to an access token: it was given one, or asks for one at the token endpoint. */
export type TokenSource =
  | { readonly given: (values: Values) => string }
  | {
      /**
       * What proves who asks: parameters of the form beside the grant and the audience ("Authentication", 2).
       * Called for each attempt anew.
       */
      readonly proof: (values: Values, endpoint: TokenEndpoint) => Promise<Readonly<Record<string, string>>>;
      /** What must not be shown of the proof, besides the secrets themselves. */
      readonly secrets?: (values: Values) => readonly string[];
      /** That the token endpoint does not accept it. @param said its own words without a full stop, if it had any. */
      readonly refused: (tenant: string, said: string | undefined) => string;
    };

/** The client that asks for tokens, which is no secret. */
export const clientId: SignInField = {
  name: "clientId",
  kept: "settings",
  prompt: () => l10n.t("The client id. It is kept in your settings."),
  check: (text) => (text.trim() ? undefined : l10n.t("Give the client id.")),
};

/** What every method that asks for tokens may be told last: where, and what the tokens are for ("Authentication", 2). */
export const tokenEndpointFields: readonly SignInField[] = [
  {
    name: "authUrl",
    kept: "settings",
    prompt: () =>
      l10n.t("Where tokens are asked for, up to /oauth/token/. Leave it empty for the tenant's own address."),
    placeholder: ({ origin }) => origin,
    check: (text) => {
      const parsed = text.trim() === "" ? undefined : parseAuthUrl(text);
      return parsed && !parsed.ok ? parsed.problem : undefined;
    },
  },
  {
    name: "audience",
    kept: "settings",
    prompt: () => l10n.t("The audience tokens are for. Leave it empty for the tenant's own."),
    placeholder: ({ baseUrl }) => `${baseUrl}/`,
    check: () => undefined,
  },
];
