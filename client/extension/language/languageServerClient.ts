import * as vscode from "vscode";
import { FILE_ENDING } from "../../../schemas/files.js";
import type { NamedSecrets } from "../../core/secrets/namedSecrets.js";
import { watchEnvFiles } from "../secrets/valueSources.js";
import type { TrackedFiles } from "./trackedFiles.js";
import type { LanguageServer } from "../editor/inspection.js";
import { isSetupFile, setupFileSelector } from "../editor/setupDocument.js";
import { findSetupFiles } from "../editor/setupFiles.js";
import { onDidChangeSetting } from "../ui/settings.js";
import type { LanguageClient, Middleware } from "./languageclient.js";
import {
  type InitializationOptions,
  NamesChangedNotification,
  type NotificationType,
  type RequestType,
} from "../../../server/protocol/messages.js";
import { inBackground } from "../ui/inBackground.js";

/** What answers the server's requests, by method. */
export type RequestHandlers = Readonly<Record<string, (params: never) => unknown>>;

const INITIALIZATION: InitializationOptions = {
  names: true,
  connections: true,
  places: true,
  watches: true,
  commands: ["vaultconn.storeSecret", "vaultconn.addSecretProvider", "editor.action.triggerSuggest"],
};

/** What a Node process needs: paths of programs, the home folder and temporary files, and the locale. */
const NEEDED_VARIABLE =
  /^(?:PATH|HOME|USERPROFILE|SYSTEMROOT|SYSTEMDRIVE|WINDIR|TEMP|TMP|TMPDIR|LANG|LANGUAGE|LC_\w+|ELECTRON_RUN_AS_NODE|ELECTRON_NO_ASAR)$/i;

/** The client merges these into the extension host's environment. Undefined removes a variable. */
function withheldVariables(): Readonly<Record<string, undefined>> {
  const withheld = Object.keys(process.env).filter((name) => !NEEDED_VARIABLE.test(name));
  return Object.fromEntries(withheld.map((name) => [name, undefined]));
}

/** The language server. Its process starts when the first setup file is opened or found in the workspace. */
export class LanguageServerClient implements LanguageServer, vscode.Disposable {
  readonly #serverModule: string;
  readonly #files: vscode.FileSystemWatcher;
  readonly #middleware: Middleware;
  #handlers: RequestHandlers = {};
  #log: vscode.LogOutputChannel | undefined;
  #starting: Promise<LanguageClient> | undefined;

  /** @param files reports files and folders to the server. */
  constructor(serverModule: string, files: vscode.FileSystemWatcher, middleware: Middleware) {
    this.#serverModule = serverModule;
    this.#files = files;
    this.#middleware = { ...middleware, workspace: { ...middleware.workspace, didChangeWatchedFile: sendIfNeeded } };
  }

  /** Starts the server as soon as there's a setup file. */
  async startWhenNeeded(handlers: RequestHandlers, subscriptions: vscode.Disposable[]): Promise<void> {
    this.#handlers = handlers;
    subscriptions.push(
      vscode.workspace.onDidOpenTextDocument((document) => {
        if (isSetupFile(document)) inBackground("start-language-server", () => this.#client());
      }),
    );
    if (vscode.workspace.textDocuments.some(isSetupFile) || (await findSetupFiles(1)).length > 0) await this.#client();
  }

  async request<Params, Result>({ method }: RequestType<Params, Result>, params: Params): Promise<Result> {
    const client = await this.#client();
    return client.sendRequest<Result>(method, params);
  }

  /** Sends a notification to the server if it's running. */
  async notify({ method }: NotificationType, params?: object): Promise<void> {
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
    // Reused after a failed start.
    const log = (this.#log ??= vscode.window.createOutputChannel("Vault Connections Language Server", { log: true }));
    const run = { module: this.#serverModule, transport: TransportKind.ipc, options: { env: withheldVariables() } };
    const client = new LanguageClient(
      "vaultconn",
      "Vault Connections Language Server",
      { run, debug: run },
      {
        documentSelector: [...setupFileSelector()],
        outputChannel: log,
        traceOutputChannel: withoutContents(log),
        revealOutputChannelOn: RevealOutputChannelOn.Never,
        synchronize: { fileEvents: this.#files },
        middleware: this.#middleware,
        initializationOptions: INITIALIZATION,
      },
    );
    for (const [method, answer] of Object.entries(this.#handlers)) client.onRequest(method, answer);
    await client.start();
    return client;
  }
}

type WatchedFile = NonNullable<NonNullable<Middleware["workspace"]>["didChangeWatchedFile"]>;

/** A folder counts only if it comes or goes. */
const sendIfNeeded: WatchedFile = async (event, next) => {
  const isChanged = event.type === 2;
  if (!isChanged || event.uri.endsWith(FILE_ENDING)) await next(event);
};

/** The first line of a trace entry: direction, method and duration of a message. */
const HEADING = /^(?:Sending|Received) (?:request|response|notification) '[\w$/.-]+(?: - \([\w-]+\))?'(?: in \d+ms)?/;

/** Removes the contents of messages from the server's trace, since setup files may contain credentials. */
function withoutContents(channel: vscode.LogOutputChannel): vscode.LogOutputChannel {
  const trace = (text: string) => {
    const heading = HEADING.exec(text)?.[0];
    if (heading !== undefined) channel.trace(heading);
  };
  return Object.create(channel, { trace: { value: trace } }) as vscode.LogOutputChannel;
}

/** LSP, "DidChangeConfiguration Notification". */
const CONFIGURATION_CHANGED: NotificationType = { method: "workspace/didChangeConfiguration" };

export function keepServerInformed(
  server: LanguageServerClient,
  secrets: NamedSecrets,
  tracked: TrackedFiles,
  storage: vscode.SecretStorage,
  files: vscode.FileSystemWatcher,
): vscode.Disposable {
  const inform = (work: () => Promise<void>) => {
    inBackground("inform-language-server", work);
  };
  const namesChanged = () => {
    inform(() => server.notify(NamesChangedNotification));
  };
  return vscode.Disposable.from(
    tracked.onDidChange(() => {
      inform(() => server.notify(CONFIGURATION_CHANGED, { settings: null }));
    }),
    watchEnvFiles(files, namesChanged),
    onDidChangeSetting("vaultconn.secretProviders", namesChanged),
    storage.onDidChange(({ key }) => {
      inform(async () => {
        if (await secrets.noticeKey(key)) await server.notify(NamesChangedNotification);
      });
    }),
  );
}
