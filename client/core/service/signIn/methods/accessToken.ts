import * as l10n from "@vscode/l10n";
import { UPDATE_SCOPE } from "../claims.js";
import type { SignInMethod } from "../method.js";

/** A JSON Web Token in its compact form: three parts of base64url (RFC 7515 section 3.1). */
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** See "Authentication", 1. */
export const accessToken: SignInMethod = {
  kind: "accessToken",
  label: () => l10n.t("Access token"),
  detail: () => l10n.t("Paste a token that you have. When it expires, sign in again."),
  fields: [
    {
      name: "accessToken",
      kept: "secret",
      prompt: () =>
        l10n.t("An access token with the scope {0}. It's stored in VS Code's secret storage.", UPDATE_SCOPE),
      placeholder: () => "eyJ…",
      check: (text) =>
        TOKEN.test(stripBearer(text))
          ? undefined
          : l10n.t("Paste the whole access token, without quotes. It has three parts, separated by dots."),
      clean: stripBearer,
    },
  ],
  token: { given: ({ accessToken: token = "" }) => token },
};

/** Removes "Bearer" and whitespace, which are often copied along. */
function stripBearer(token: string): string {
  return token.trim().replace(/^bearer\s+/i, "");
}
