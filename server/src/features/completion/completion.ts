import type { Feature } from "../feature.js";
import { supportOf } from "../support.js";
import { complete, COMPLETION_TRIGGERS, NOTHING } from "./complete.js";
import { resolveCompletion } from "./resolve.js";

/** Completes setup files; the documentation of an item is made when somebody looks at it. */
export const completion: Feature = {
  capabilities: () => ({ completionProvider: { triggerCharacters: [...COMPLETION_TRIGGERS], resolveProvider: true } }),
  register(server) {
    const support = supportOf(server);
    server.onDocumentRequest("textDocument/completion", NOTHING, ({ document }, { position, context }, token) =>
      complete({ document, position, context, support, queries: server.client, token }),
    );
    server.onRequest("completionItem/resolve", null, (item) => resolveCompletion(item, support));
  },
};
