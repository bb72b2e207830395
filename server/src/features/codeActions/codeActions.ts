import type { Feature } from "../feature.js";
import { layoutOf } from "../layout.js";
import { supportOf } from "../support.js";
import { actionKinds, actionsFor } from "./actionsFor.js";

/** Offers fixes for what is wrong, and the other shape of a file. */
export const codeActions: Feature = {
  capabilities: () => ({ codeActionProvider: { codeActionKinds: [...actionKinds] } }),
  register(server) {
    const support = supportOf(server);
    server.onDocumentRequest("textDocument/codeAction", [], ({ document, file }, params) => {
      const findings = server.checker.findings(document, file);
      return actionsFor(params, {
        document,
        file,
        layout: layoutOf(file.text),
        findings,
        support,
        queries: server.client,
      });
    });
  },
};
