/**
 * The least that a language server for JSON does: it keeps documents current by incremental changes, parses them, and
 * reports syntax errors at once. What it takes is the floor for any server on this runtime and protocol.
 */
import { parseTree, printParseErrorCode, type ParseError } from "jsonc-parser";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";
import type {
  Diagnostic,
  DidChangeTextDocumentParams,
  DidOpenTextDocumentParams,
  DocumentDiagnosticParams,
  InitializeParams,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";

const INCREMENTAL = 2;
const connection = createMessageConnection(
  new StreamMessageReader(process.stdin),
  new StreamMessageWriter(process.stdout),
);
const documents = new Map<string, TextDocument>();
let pulls = false;

function diagnosticsOf(document: TextDocument): Diagnostic[] {
  const errors: ParseError[] = [];
  parseTree(document.getText(), errors, { allowTrailingComma: true });
  return errors.map(({ error, offset, length }) => ({
    range: { start: document.positionAt(offset), end: document.positionAt(offset + length) },
    message: printParseErrorCode(error),
    severity: 1,
  }));
}

function changed(document: TextDocument): void {
  documents.set(document.uri, document);
  if (pulls) return;
  const { uri, version } = document;
  void connection.sendNotification("textDocument/publishDiagnostics", {
    uri,
    version,
    diagnostics: diagnosticsOf(document),
  });
}

connection.onRequest("initialize", ({ capabilities }: InitializeParams) => {
  pulls = capabilities.textDocument?.diagnostic !== undefined;
  const diagnosticProvider = { interFileDependencies: false, workspaceDiagnostics: false };
  return {
    capabilities: { textDocumentSync: { openClose: true, change: INCREMENTAL }, ...(pulls && { diagnosticProvider }) },
  };
});
connection.onNotification(
  "textDocument/didOpen",
  ({ textDocument: { uri, languageId, version, text } }: DidOpenTextDocumentParams) => {
    changed(TextDocument.create(uri, languageId, version, text));
  },
);
connection.onNotification(
  "textDocument/didChange",
  ({ textDocument: { uri, version }, contentChanges }: DidChangeTextDocumentParams) => {
    const document = documents.get(uri);
    if (document) changed(TextDocument.update(document, contentChanges, version));
  },
);
connection.onRequest("textDocument/diagnostic", ({ textDocument: { uri } }: DocumentDiagnosticParams) => {
  const document = documents.get(uri);
  return { kind: "full", items: document ? diagnosticsOf(document) : [] };
});
connection.onRequest("shutdown", () => null);
connection.onNotification("exit", () => process.exit(0));
connection.listen();
