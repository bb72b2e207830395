import type { CodeActionParams } from "vscode-languageserver";
import { setupFileOf } from "../../document/cache.js";
import type { Feature } from "../feature.js";
import { layoutOf } from "../layout.js";
import { actionKinds, actionsFor } from "./actionsFor.js";

/** Offers fixes for what is wrong, and the other shape of a file. */
export const codeActions: Feature = {
  capabilities: ({ codeActionLiterals }) => ({
    codeActionProvider: codeActionLiterals ? { codeActionKinds: [...actionKinds] } : true,
  }),
  register(connection, { client, diagnostics, answerAbout }) {
    const { support } = client;
    connection.onCodeAction(
      answerAbout("Code actions", [], async (document, params: CodeActionParams) => {
        const findings = await diagnostics.findings(document);
        const file = setupFileOf(document);
        const context = { document, file, layout: layoutOf(file.text), findings, support, queries: client };
        const actions = await actionsFor(params, context);
        return support.codeActionLiterals ? actions : actions.flatMap(({ command }) => command ?? []);
      }),
    );
  },
};
