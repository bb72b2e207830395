import type { HoverParams } from "vscode-languageserver";
import type { Feature } from "../feature.js";
import { hoverAt } from "./hoverAt.js";

/** Says what the token under the pointer means. */
export const hover: Feature = {
  capabilities: () => ({ hoverProvider: true }),
  register(connection, { client, answerAbout }) {
    connection.onHover(
      answerAbout("Hover", null, (document, { position }: HoverParams, token) =>
        hoverAt({ document, position, support: client.support, queries: client, token }),
      ),
    );
  },
};
