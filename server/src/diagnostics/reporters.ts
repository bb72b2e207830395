import type { DocumentUri } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Client } from "../client.js";
import type { Results } from "./results.js";

/** How a client comes to know of diagnostics. */
export interface Reporter {
  /** The text of a document is new. */
  edited(document: TextDocument, open: boolean): void;
  /** The diagnostics of a document may be new for another reason. */
  stale(document: TextDocument, open: boolean): void;
  /** There is nothing to say about a file any more. */
  gone(uri: DocumentUri): void;
}

/** For a client that does not pull: diagnostics are sent when they have changed. */
export function createPushReporter(client: Client, results: Results): Reporter {
  const sent = new Map<DocumentUri, string>();
  const send = (document: TextDocument, open: boolean): void => {
    const { uri, version } = document;
    const { id, diagnostics } = results.of(document, open);
    const state = open ? `${id} ${version}` : id;
    if (sent.get(uri) === state || (!open && !sent.has(uri) && diagnostics.length === 0)) return;
    sent.set(uri, state);
    client.publish({ uri, ...(open && { version }), diagnostics });
  };
  return {
    edited: send,
    stale: send,
    gone(uri) {
      if (sent.delete(uri)) client.publish({ uri, diagnostics: [] });
    },
  };
}

/** For a client that pulls: it knows of its own edits, and is told of everything else, many changes at once. */
export function createPullReporter(client: Client): Reporter {
  let waiting = false;
  const refresh = (): void => {
    if (waiting) return;
    waiting = true;
    setImmediate(() => {
      waiting = false;
      client.refreshDiagnostics();
    });
  };
  return { edited: () => undefined, stale: refresh, gone: refresh };
}
