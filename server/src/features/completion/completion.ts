import type { CompletionItem, CompletionParams } from "vscode-languageserver";
import type { Feature } from "../feature.js";
import { complete, COMPLETION_TRIGGERS, NOTHING } from "./complete.js";
import { resolveCompletion } from "./resolve.js";

/** Completes setup files; the documentation of an item is made when somebody looks at it. */
export const completion: Feature = {
  capabilities: () => ({ completionProvider: { triggerCharacters: [...COMPLETION_TRIGGERS], resolveProvider: true } }),
  register(connection, { client, answer, answerAbout }) {
    connection.onCompletion(
      answerAbout("Completion", NOTHING, (document, { position, context }: CompletionParams, token) =>
        complete({ document, position, context, support: client.support, queries: client, token }),
      ),
    );
    connection.onCompletionResolve((item, token) =>
      answer("Describing a completion", item, (known: CompletionItem) => resolveCompletion(known, client.support))(
        item,
        token,
      ),
    );
  },
};
