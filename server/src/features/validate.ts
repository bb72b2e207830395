import { TextDocument } from "vscode-languageserver-textdocument";
import { InspectRequest, type InspectResult, ValidateRequest, type ValidateResult } from "../../protocol/messages.js";
import { setupFileOf } from "../document/setupFile.js";
import { inspectDocument } from "../inspection/inspectDocument.js";
import { checkFile } from "../rules/checkFile.js";
import { resultOf } from "./codeActions/fixableProblems.js";
import type { Context, Feature } from "./feature.js";
import { onRequest } from "./guards.js";

/** Tells the client what files contain and whether they can be pushed, and coding agents their problems with fixes. */
export const validate: Feature = {
  register(connection, context) {
    onRequest(
      connection,
      InspectRequest,
      context.answer("Inspecting a file", null, ({ uri }) => inspectFile(context, uri)),
    );
    onRequest(
      connection,
      ValidateRequest,
      context.answer("Validating for an agent", [], ({ files }) =>
        Promise.all(files.map(({ uri, text }) => validateIn(context, uri, text))),
      ),
    );
  },
};

async function inspectFile({ documents, files, diagnostics }: Context, uri: string): Promise<InspectResult | null> {
  const open = documents.get(uri);
  const document = open ?? (await files.readAny(uri));
  if (!document) return null;
  return { version: open ? open.version : null, ...inspectDocument(document, await diagnostics.findings(document)) };
}

async function validateIn({ diagnostics }: Context, uri: string, text: string): Promise<ValidateResult> {
  const document = TextDocument.create(uri, "vaultconn", 0, text);
  return resultOf(document, uri === "" ? checkFile(setupFileOf(document)) : await diagnostics.findings(document));
}
