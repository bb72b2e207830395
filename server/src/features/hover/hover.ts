import type { Feature } from "../feature.js";
import { supportOf } from "../support.js";
import { hoverAt } from "./hoverAt.js";

/** Says what the token under the pointer means. */
export const hover: Feature = {
  capabilities: () => ({ hoverProvider: true }),
  register(server) {
    const support = supportOf(server);
    server.onDocumentRequest("textDocument/hover", null, ({ document }, { position }, token) =>
      hoverAt({ document, position, support, queries: server.client, token }),
    );
  },
};
