import * as l10n from "@vscode/l10n";
import { accessTokensIn, clientSecretsIn, isAroundCredential } from "../../../text/pasted.js";
import { type SignInMethod, clientId, tokenEndpointFields } from "../method.js";

/** Client ID and secret in the request body (RFC 6749, sections 4.4 and 2.3.1). */
export const clientCredentials: SignInMethod = {
  kind: "clientCredentials",
  label: () => l10n.t("Client credentials"),
  detail: () => l10n.t("A client ID and secret. Tokens are requested and renewed as needed."),
  fields: [
    clientId,
    {
      name: "clientSecret",
      kept: "secret",
      prompt: () => l10n.t("The client secret. It's stored in VS Code's secret storage."),
      check: secretProblem,
      note: (text) =>
        secretIn(text) === text.trim() ? undefined : l10n.t("Only the client secret in this text is used."),
      clean: secretIn,
    },
    ...tokenEndpointFields,
  ],
  token: {
    proof: ({ clientId: id = "", clientSecret = "" }) =>
      Promise.resolve({ client_id: id, client_secret: clientSecret }),
    refused: (tenant) => l10n.t("{0} rejected the client ID or the client secret.", tenant),
  },
};

/** Returns the only client secret in a text, or the text. */
function secretIn(text: string): string {
  const [only, ...others] = clientSecretsIn(text);
  return only !== undefined && others.length === 0 ? only : text.trim();
}

/** A command or a header would be sent to the service as it is. */
function secretProblem(text: string): string | undefined {
  const secret = secretIn(text);
  if (secret === "") return l10n.t("Enter the client secret.");
  if (clientSecretsIn(text).length > 1) return l10n.t("This text has several client secrets. Paste only one.");
  if (secret !== text.trim()) return undefined;
  if (accessTokensIn(text).length > 0)
    return l10n.t("This is an access token. Paste the client secret, or go back and choose the access token.");
  return isAroundCredential(text) || secret.includes("\n")
    ? l10n.t("Paste only the client secret, without a command or other text.")
    : undefined;
}
