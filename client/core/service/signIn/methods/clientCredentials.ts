import * as l10n from "@vscode/l10n";
import { type SignInMethod, clientId, tokenEndpointFields } from "../method.js";

/** A client's id and secret in the form (RFC 6749, section 4.4, with section 2.3.1). */
export const clientCredentials: SignInMethod = {
  kind: "clientCredentials",
  label: () => l10n.t("Client credentials"),
  detail: () => l10n.t("A client id and secret. Tokens are fetched and renewed as needed."),
  fields: [
    clientId,
    {
      name: "clientSecret",
      kept: "secret",
      prompt: () => l10n.t("The client secret. It is kept in VS Code's secret storage."),
      check: (text) => (text.trim() ? undefined : l10n.t("Give the client secret.")),
    },
    ...tokenEndpointFields,
  ],
  token: {
    proof: ({ clientId: id = "", clientSecret = "" }) =>
      Promise.resolve({ client_id: id, client_secret: clientSecret }),
    refused: (tenant, said) =>
      said === undefined
        ? l10n.t("{0} does not accept the client id or the client secret.", tenant)
        : l10n.t("{0} does not accept the client id or the client secret: {1}.", tenant, said),
  },
};
