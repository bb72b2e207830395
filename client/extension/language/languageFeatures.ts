import * as vscode from "vscode";
import { LANGUAGE_ID } from "../../core/files/setupFile.js";
import type { NamedSecrets } from "../../core/secrets/namedSecrets.js";
import { watchEnvFiles } from "../editor/valueSources.js";
import type { TrackedFiles } from "./trackedFiles.js";
import type { LanguageServer } from "../editor/inspection.js";
import { onDidChangeProviders } from "../editor/secretProviders.js";
import { findSetupFiles } from "../editor/setupFiles.js";
import type { LanguageClient, Middleware } from "./languageclient.js";
import { type InitializationOptions, NAMES_CHANGED } from "../../../server/protocol/messages.js";

/** By the method of the server's question. */
export type Answers = Readonly<Record<string, (params: never) => unknown>>;

const INITIALIZATION: InitializationOptions = {
  names: true,
  connections: true,
  places: true,
  commands: ["vaultconn.storeSecret", "vaultconn.addSecretProvider", "editor.action.triggerSuggest"],
};

/** What a Node process needs: where programs, the home folder and temporary files are, and the locale. */
const NEEDED_VARIABLE =
  /^(?:PATH|HOME|USERPROFILE|SYSTEMROOT|SYSTEMDRIVE|WINDIR|TEMP|TMP|TMPDIR|LANG|LANGUAGE|LC_\w+|ELECTRON_RUN_AS_NODE|ELECTRON_NO_ASAR)$/i;

/** The client adds these to the extension host's whole environment; a process gets nothing that is undefined. */
function withheldVariables(): Readonly<Record<string, undefined>> {
  const withheld = Object.keys(process.env).filter((name) => !NEEDED_VARIABLE.test(name));
  return Object.fromEntries(withheld.map((name) => [name, undefined]));
}

/** The language server. Its process starts with the first setup file that is opened or found in the workspace. */
export class LanguageFeatures implements LanguageServer, vscode.Disposable {
  readonly #serverModule: string;
  readonly #middleware: Middleware;
  #answers: Answers = {};
  #log: vscode.LogOutputChannel | undefined;
  #starting: Promise<LanguageClient> | undefined;

  constructor(serverModule: string, middleware: Middleware) {
    this.#serverModule = serverModule;
    this.#middleware = middleware;
  }

  /** Starts the server as soon as there is a setup file to look at. @param answers what it is told when it asks. */
  async startWhenNeeded(answers: Answers, subscriptions: vscode.Disposable[]): Promise<void> {
    this.#answers = answers;
    const isSetupFile = ({ languageId }: vscode.TextDocument) => languageId === LANGUAGE_ID;
    subscriptions.push(
      vscode.workspace.onDidOpenTextDocument((document) => {
        if (isSetupFile(document)) void this.#client();
      }),
    );
    if (vscode.workspace.textDocuments.some(isSetupFile) || (await findSetupFiles(1)).length > 0) await this.#client();
  }

  async request<Result>(method: string, params: object): Promise<Result> {
    const client = await this.#client();
    return client.sendRequest<Result>(method, params);
  }

  /** Tells the server of something if it runs. */
  async notify(method: string, params?: object): Promise<void> {
    const client = await this.#starting;
    if (client?.isRunning()) await client.sendNotification(method, params);
  }

  async dispose(): Promise<void> {
    const client = await this.#starting?.catch(() => undefined);
    await client?.dispose();
    this.#log?.dispose();
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
    // After a start that failed, the next one goes on writing there.
    const log = (this.#log ??= vscode.window.createOutputChannel("Vault Connections Language Server", { log: true }));
    const run = { module: this.#serverModule, transport: TransportKind.ipc, options: { env: withheldVariables() } };
    const client = new LanguageClient(
      "vaultconn",
      "Vault Connections Language Server",
      { run, debug: run },
      {
        documentSelector: [{ language: LANGUAGE_ID }],
        outputChannel: log,
        traceOutputChannel: withoutContents(log),
        revealOutputChannelOn: RevealOutputChannelOn.Never,
        middleware: this.#middleware,
        initializationOptions: INITIALIZATION,
      },
    );
    for (const [method, answer] of Object.entries(this.#answers)) client.onRequest(method, answer);
    await client.start();
    return client;
  }
}

/** The first line of a trace entry: which message went which way, and how long it took. */
const HEADING = /^(?:Sending|Received) (?:request|response|notification) '[\w$/.-]+(?: - \([\w-]+\))?'(?: in \d+ms)?/;

/** The server's trace without the contents of messages: those hold setup files, and with them credentials. */
function withoutContents(channel: vscode.LogOutputChannel): vscode.LogOutputChannel {
  const trace = (text: string) => {
    const heading = HEADING.exec(text)?.[0];
    if (heading !== undefined) channel.trace(heading);
  };
  return new Proxy(channel, {
    get(target, property) {
      if (property === "trace") return trace;
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === "function" ? (value as (...args: unknown[]) => unknown).bind(target) : value;
    },
  });
}

export function keepServerInformed(
  server: LanguageFeatures,
  secrets: NamedSecrets,
  tracked: TrackedFiles,
  storage: vscode.SecretStorage,
): vscode.Disposable {
  const namesChanged = () => server.notify(NAMES_CHANGED);
  return vscode.Disposable.from(
    tracked.onDidChange(() => void server.notify("workspace/didChangeConfiguration", { settings: null })),
    watchEnvFiles(() => void namesChanged()),
    onDidChangeProviders(() => void namesChanged()),
    storage.onDidChange(({ key }) => {
      void secrets.noticeKey(key).then((ours) => (ours ? namesChanged() : undefined));
    }),
  );
}
