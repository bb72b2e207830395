import * as l10n from "@vscode/l10n";
import { jsonWebTokensIn } from "../../../text/pasted.js";
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
      check: (text) => {
        if (TOKEN.test(tokenIn(text))) return undefined;
        return jsonWebTokensIn(text).length > 1
          ? l10n.t("This text has several tokens. Paste only the access token.")
          : l10n.t("Paste the whole access token, without quotes. It has three parts, separated by dots.");
      },
      note: (text) =>
        TOKEN.test(tokenIn(text)) && tokenIn(text) !== stripBearer(text)
          ? l10n.t("Only the access token in this text is used.")
          : undefined,
      clean: tokenIn,
    },
  ],
  token: { given: ({ accessToken: token = "" }) => token },
};

/** Returns the only token in a text, or the text. */
function tokenIn(text: string): string {
  const stripped = stripBearer(text);
  const [only = stripped, ...others] = TOKEN.test(stripped) ? [] : jsonWebTokensIn(text);
  return others.length === 0 ? only : stripped;
}

/** Removes "Bearer" and whitespace, which are often copied along. */
function stripBearer(token: string): string {
  return token.trim().replace(/^bearer\s+/i, "");
}
