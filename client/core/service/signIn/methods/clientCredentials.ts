import * as l10n from "@vscode/l10n";
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
      check: (text) => (text.trim() ? undefined : l10n.t("Enter the client secret.")),
    },
    ...tokenEndpointFields,
  ],
  token: {
    proof: ({ clientId: id = "", clientSecret = "" }) =>
      Promise.resolve({ client_id: id, client_secret: clientSecret }),
    refused: (tenant) => l10n.t("{0} rejected the client ID or the client secret.", tenant),
  },
};
