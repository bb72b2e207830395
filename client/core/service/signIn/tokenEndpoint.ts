import * as l10n from "@vscode/l10n";
import { parseAuthUrl } from "../origin.js";
import type { SignInField } from "./method.js";

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
