import type {
  CancellationToken,
  DocumentDiagnosticParams,
  DocumentDiagnosticReport,
  WorkspaceDiagnosticParams,
  WorkspaceDiagnosticReport,
  WorkspaceDocumentDiagnosticReport,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { setupFileOf } from "../document/cache.js";
import type { Server } from "../features/feature.js";
import { keyOf } from "../workspace/uris.js";
import type { Result } from "./results.js";
import type { DiagnosticsService } from "./service.js";

/** A client that does not answer must not keep diagnostics waiting longer than this, in milliseconds. */
const NAMES_TIMEOUT = 500;

/** Answers `textDocument/diagnostic`. A file that is not open is looked up on disk. */
export async function pullDocument(
  server: Server,
  service: DiagnosticsService,
  { textDocument, previousResultId }: DocumentDiagnosticParams,
): Promise<DocumentDiagnosticReport> {
  const document = server.documents.get(textDocument.uri);
  if (document) {
    service.noteTarget(document);
    await prepareNames(server, document);
    return reportOf(service.results.of(document, true), previousResultId);
  }
  const file = server.files.get(textDocument.uri);
  return file ? reportOf(service.results.of(file, false), previousResultId) : { kind: "full", items: [] };
}

/** Answers `workspace/diagnostic`: the open documents and the files on disk, those that have changed since in full. */
export function pullWorkspace(
  server: Server,
  service: DiagnosticsService,
  { previousResultIds }: WorkspaceDiagnosticParams,
  token: CancellationToken,
): WorkspaceDiagnosticReport {
  const previous = new Map(previousResultIds.map(({ uri, value }) => [keyOf(uri), { uri, value }]));
  const items: WorkspaceDocumentDiagnosticReport[] = [];
  const report = (document: TextDocument, open: boolean): void => {
    const key = keyOf(document.uri);
    const known = previous.get(key);
    previous.delete(key);
    items.push({
      ...reportOf(service.results.of(document, open), known?.value),
      uri: document.uri,
      version: open ? document.version : null,
    });
  };
  for (const document of server.documents.all()) report(document, true);
  for (const file of service.filesNotOpen()) {
    if (token.isCancellationRequested) break;
    report(file, false);
  }
  for (const { uri } of previous.values()) items.push({ kind: "full", uri, version: null, items: [] });
  return { items };
}

function reportOf({ id, diagnostics }: Result, previousResultId: string | undefined): DocumentDiagnosticReport {
  return id === previousResultId
    ? { kind: "unchanged", resultId: id }
    : { kind: "full", resultId: id, items: diagnostics };
}

async function prepareNames({ checker }: Server, document: TextDocument): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, NAMES_TIMEOUT, false);
  });
  const learnt = await Promise.race([checker.names.prepare(document.uri, setupFileOf(document)), timeout]);
  clearTimeout(timer);
  if (learnt) checker.revision++;
}
