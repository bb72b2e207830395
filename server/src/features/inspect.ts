import { INSPECT, type InspectParams, type InspectResult } from "../../protocol/messages.js";
import { inspectDocument } from "../inspection/inspectDocument.js";
import type { Context, Feature } from "./feature.js";

/** Tells the client what a file contains and whether it can be pushed. */
export const inspect: Feature = {
  register(connection, context) {
    connection.onRequest(
      INSPECT,
      context.answer("Inspecting a file", null, ({ uri }: InspectParams) => inspectFile(context, uri)),
    );
  },
};

async function inspectFile({ documents, files, diagnostics }: Context, uri: string): Promise<InspectResult | null> {
  const open = documents.get(uri);
  const document = open ?? (await files.readAny(uri));
  if (!document) return null;
  return { version: open ? open.version : null, ...inspectDocument(document, await diagnostics.findings(document)) };
}
