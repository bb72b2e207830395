import * as vscode from "vscode";
import {
  CONNECTIONS,
  FILE_STATE,
  FILE_STATE_CHANGED,
  NAMES,
  NAMES_CHANGED,
  type ConnectionsParams,
  type ConnectionsResult,
  type FileStateParams,
  type FileStateResult,
  type InitializationOptions,
  type NamesParams,
  type NamesResult,
} from "../../../server/protocol/messages.js";
import type { LanguageServer } from "../files/inspection.js";
import { findSetupFiles, LANGUAGE_ID } from "../files/setupFiles.js";
import type { LanguageClient, Middleware } from "./languageclient.js";
import { withoutContents } from "./traceChannel.js";

/** What the server may ask the extension for. */
export interface Answers {
  readonly [CONNECTIONS]: (params: ConnectionsParams) => ConnectionsResult;
  readonly [NAMES]: (params: NamesParams) => Promise<NamesResult>;
  readonly [FILE_STATE]: (params: FileStateParams) => Promise<FileStateResult>;
}

/** Has the last word on the diagnostics of a file. */
export type Adjust = (diagnostics: readonly vscode.Diagnostic[], file: vscode.Uri) => vscode.Diagnostic[];

const INITIALIZATION: InitializationOptions = {
  names: true,
  connections: true,
  fileState: true,
  commands: ["vaultconn.push", "vaultconn.storeSecret", "editor.action.triggerSuggest"],
};

/**
 * The language server as the extension sees it. It starts with the first setup
 * file that is opened or found in the workspace, in a process of its own.
 */
export class LanguageFeatures implements LanguageServer, vscode.Disposable {
  readonly #serverModule: string;
  readonly #adjust: Adjust;
  #answers: Answers | undefined;
  readonly #subscriptions: { dispose(): unknown }[] = [];
  /** The files whose diagnostics are adjusted as things are now. */
  readonly #adjusted = new Set<string>();
  #starting: Promise<LanguageClient> | undefined;

  constructor(serverModule: string, adjust: Adjust) {
    this.#serverModule = serverModule;
    this.#adjust = adjust;
  }

  /**
   * Starts the server as soon as there is a setup file to look at.
   * @param answers what it is told when it asks.
   */
  async startWhenNeeded(answers: Answers): Promise<void> {
    this.#answers = answers;
    const isSetupFile = ({ languageId }: vscode.TextDocument) => languageId === LANGUAGE_ID;
    this.#subscriptions.push(
      vscode.workspace.onDidOpenTextDocument((document) => {
        if (isSetupFile(document)) void this.#client();
      }),
    );
    if (vscode.workspace.textDocuments.some(isSetupFile)) await this.#client();
    const [found] = await findSetupFiles({ most: 1 });
    if (found) await this.#client();
  }

  async request<Result>(method: string, params: object): Promise<Result> {
    const client = await this.#client();
    return client.sendRequest<Result>(method, params);
  }

  /** Tells the server that secrets came or went. */
  async namesChanged(): Promise<void> {
    await this.#notify(NAMES_CHANGED);
  }

  /** Has all diagnostics adjusted anew. */
  async adjustmentsChanged(): Promise<void> {
    this.#adjusted.clear();
    await this.namesChanged();
  }

  /** Tells the server that what stands above setup files may have changed. */
  async fileStateChanged(): Promise<void> {
    await this.#notify(FILE_STATE_CHANGED);
  }

  async #notify(method: string): Promise<void> {
    const client = await this.#starting;
    if (client?.isRunning()) await client.sendNotification(method);
  }

  async dispose(): Promise<void> {
    vscode.Disposable.from(...this.#subscriptions).dispose();
    const client = await this.#starting?.catch(() => undefined);
    await client?.dispose();
  }

  #client(): Promise<LanguageClient> {
    this.#starting ??= this.#start().catch((error: unknown) => {
      this.#starting = undefined;
      throw error;
    });
    return this.#starting;
  }

  async #start(): Promise<LanguageClient> {
    const { LanguageClient, RevealOutputChannelOn, TransportKind } = await import("./languageclient.js");
    const log = vscode.window.createOutputChannel("Vault Connections Language Server", { log: true });
    this.#subscriptions.push(log);
    const run = { module: this.#serverModule, transport: TransportKind.ipc };
    const client = new LanguageClient(
      "vaultconn",
      "Vault Connections Language Server",
      { run, debug: run },
      {
        documentSelector: [{ language: LANGUAGE_ID }],
        outputChannel: log,
        traceOutputChannel: withoutContents(log),
        revealOutputChannelOn: RevealOutputChannelOn.Never,
        middleware: adjusting(this.#adjust, this.#adjusted),
        initializationOptions: this.#answers ? INITIALIZATION : {},
      },
    );
    const answers = this.#answers;
    if (answers) {
      client.onRequest(CONNECTIONS, answers[CONNECTIONS]);
      client.onRequest(NAMES, answers[NAMES]);
      client.onRequest(FILE_STATE, answers[FILE_STATE]);
    }
    await client.start();
    return client;
  }
}

/**
 * Puts `adjust` behind every way diagnostics come: for one document, and for the workspace.
 * @param adjusted the files that are adjusted; of others the server must not say that nothing has changed.
 */
function adjusting(adjust: Adjust, adjusted: Set<string>): Middleware {
  const now: Adjust = (diagnostics, uri) => {
    adjusted.add(uri.toString());
    return adjust(diagnostics, uri);
  };
  return {
    handleDiagnostics: (uri, diagnostics, next) => {
      next(uri, now(diagnostics, uri));
    },
    provideDiagnostics: async (document, previous, token, next) => {
      const uri = document instanceof vscode.Uri ? document : document.uri;
      const report = await next(document, adjusted.has(uri.toString()) ? previous : undefined, token);
      return report && "items" in report ? { ...report, items: now(report.items, uri) } : report;
    },
    provideWorkspaceDiagnostics: (previous, token, forward, next) =>
      next(
        previous.filter(({ uri }) => adjusted.has(uri.toString())),
        token,
        (chunk) => {
          forward(
            chunk && {
              ...chunk,
              items: chunk.items.map((report) =>
                "items" in report ? { ...report, items: now(report.items, report.uri) } : report,
              ),
            },
          );
        },
      ),
  };
}
