import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { FILE_ENDING } from "../../../schemas/files.js";
import type { LanguageServer } from "../editor/languageServer.js";
import { isSetupFile, setupFileSelector } from "../editor/setupDocument.js";
import { findSetupFiles } from "../editor/setupFiles.js";
import type { LanguageClient, Middleware } from "./languageclient.js";
import {
  type InitializationOptions,
  type NotificationType,
  type RequestType,
} from "../../../server/protocol/messages.js";
import { commandsFor, showMessage } from "../actions.js";
import { joinSentences } from "../../core/text/locale.js";
import { ExplainedError, inBackground, logFailure } from "../ui/inBackground.js";

/** What answers the server's requests, by method. */
export type RequestHandlers = Readonly<Record<string, (params: never) => unknown>>;

/** What a request gets instead of an answer, which is then asked of the next server. */
const REPLACED = Symbol("replaced");

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

/** `stopped`: it crashed too often, or couldn't be started. Only a person starts it again. */
export type ServerState = "starting" | "running" | "stopped";

/** The language server. Its process starts when the first setup file is opened or found in the workspace. */
export class LanguageServerClient implements LanguageServer, vscode.Disposable {
  readonly #serverModule: string;
  readonly #files: vscode.FileSystemWatcher;
  readonly #middleware: Middleware;
  #handlers: RequestHandlers = {};
  #log: vscode.LogOutputChannel | undefined;
  #state: ServerState = "starting";
  #client: LanguageClient | undefined;
  /** Stays if it fails, so that a server that can't run isn't started again and again. */
  #started: Promise<LanguageClient> | undefined;
  #restarting: Promise<void> | undefined;
  /** Counts the crashes since the last start by a person. */
  #crashes: ReturnType<LanguageClient["createDefaultErrorHandler"]> | undefined;
  /** Called when the server is replaced: one that hangs never answers what it was asked. */
  readonly #unanswered = new Set<(next: typeof REPLACED) => void>();
  /** How often the server was started. Only the last start counts. */
  #starts = 0;
  #hasRun = false;
  readonly #changed = new vscode.EventEmitter<ServerState>();
  readonly #ranAgain = new vscode.EventEmitter<void>();
  readonly onDidChangeState = this.#changed.event;
  /** Fires when another process of the server runs, which knows nothing of the one before. */
  readonly onDidRunAgain = this.#ranAgain.event;

  /** @param files reports files and folders to the server. */
  constructor(serverModule: string, files: vscode.FileSystemWatcher, middleware: Middleware) {
    this.#serverModule = serverModule;
    this.#files = files;
    this.#middleware = { ...middleware, workspace: { ...middleware.workspace, didChangeWatchedFile: sendIfNeeded } };
  }

  get state(): ServerState {
    return this.#state;
  }

  /** Starts the server as soon as there's a setup file. */
  async startWhenNeeded(handlers: RequestHandlers, subscriptions: vscode.Disposable[]): Promise<void> {
    this.#handlers = handlers;
    subscriptions.push(
      vscode.workspace.onDidOpenTextDocument((document) => {
        if (isSetupFile(document)) inBackground("start-language-server", () => this.#begin());
      }),
    );
    if (vscode.workspace.textDocuments.some(isSetupFile) || (await findSetupFiles(1)).length > 0) await this.#begin();
  }

  /** @throws ExplainedError if the server has stopped. */
  async request<Params, Result>(type: RequestType<Params, Result>, params: Params): Promise<Result> {
    const client = await this.#running();
    const { promise: replaced, resolve } = Promise.withResolvers<typeof REPLACED>();
    this.#unanswered.add(resolve);
    try {
      const answer = await Promise.race([client.sendRequest<Result>(type.method, params), replaced]);
      return answer === REPLACED ? await this.request(type, params) : answer;
    } catch (error) {
      throw this.#state === "stopped" ? hasStopped(error) : error;
    } finally {
      this.#unanswered.delete(resolve);
    }
  }

  /** Sends a notification to the server if it's running. */
  async notify({ method }: NotificationType, params?: object): Promise<void> {
    const client = await this.#started?.catch(() => undefined);
    if (client?.isRunning()) await client.sendNotification(method, params);
  }

  /**
   * Replaces the server's process and its client, since a client whose server crashed too often stays stopped. Calls during
   * a restart share it.
   */
  restart(): Promise<void> {
    this.#crashes = undefined;
    return this.#restarting ?? this.#replace(this.#client);
  }

  #replace(before: LanguageClient | undefined): Promise<void> {
    const restarting = this.#startAfter(before).finally(() => {
      if (this.#restarting === restarting) this.#restarting = undefined;
    });
    this.#restarting = restarting;
    return restarting;
  }

  async #startAfter(before: LanguageClient | undefined): Promise<void> {
    this.#client = undefined;
    this.#started = end(before).then(() => this.#start());
    for (const ask of this.#unanswered) ask(REPLACED);
    // That it failed has been said.
    await this.#started.catch(() => undefined);
  }

  async dispose(): Promise<void> {
    await this.#started?.catch(() => undefined);
    await end(this.#client);
    this.#log?.dispose();
  }

  /** Starts the server, unless it was started before. That it failed has been said then. */
  async #begin(): Promise<void> {
    if (!this.#started) await this.#running().catch(() => undefined);
  }

  #running(): Promise<LanguageClient> {
    return (this.#started ??= this.#start());
  }

  async #start(): Promise<LanguageClient> {
    const start = ++this.#starts;
    this.#setState("starting");
    let client: LanguageClient | undefined;
    try {
      client = await this.#createClient();
      if (start !== this.#starts) throw new Error("Another start followed");
      this.#client = client;
      await client.start();
      return client;
    } catch (error) {
      if (client === this.#client) this.#stopped(error);
      // Otherwise, it would still try to start its process.
      await end(client);
      throw hasStopped(error);
    }
  }

  async #createClient(): Promise<LanguageClient> {
    const { CloseAction, LanguageClient, RevealOutputChannelOn, State, TransportKind } =
      await import("./languageclient.js");
    // Reused by the next client.
    const log = (this.#log ??= vscode.window.createOutputChannel("Vault Connections Language Server", { log: true }));
    const run = { module: this.#serverModule, transport: TransportKind.ipc, options: { env: withheldVariables() } };
    const crashes = () => (this.#crashes ??= client.createDefaultErrorHandler());
    const client: LanguageClient = new LanguageClient(
      "vaultconn",
      // The library adds "server" or "client".
      "Vault Connections",
      { run, debug: run },
      {
        documentSelector: [...setupFileSelector()],
        outputChannel: log,
        traceOutputChannel: withoutContents(log),
        revealOutputChannelOn: RevealOutputChannelOn.Never,
        synchronize: { fileEvents: this.#files },
        middleware: this.#middleware,
        initializationOptions: INITIALIZATION,
        initializationFailedHandler: () => false,
        errorHandler: {
          error: (...failure) => crashes().error(...failure),
          // The library's own restart gives up, without a word, on a server that ends while it starts.
          closed: async () => {
            const isCurrent = client === this.#client;
            // If it's still starting, the failure of that is none of the server that follows.
            if (isCurrent) this.#client = undefined;
            const { action } = await crashes().closed();
            if (isCurrent && action === CloseAction.Restart)
              // Until then, the library clears up.
              setImmediate(() => {
                inBackground("start-language-server", () => this.#replace(client));
              });
            else if (isCurrent) {
              this.#client = client;
              this.#stopped(undefined);
            }
            return {
              action: CloseAction.DoNotRestart,
              message: l10n.t("The language server has ended."),
              handled: true,
            };
          },
        },
      },
    );
    for (const [method, answer] of Object.entries(this.#handlers)) client.onRequest(method, answer);
    client.onDidChangeState(({ newState }) => {
      if (client !== this.#client || this.#state === "stopped") return;
      if (newState === State.Starting) this.#setState("starting");
      if (newState === State.Running) this.#setState("running");
    });
    return client;
  }

  #setState(state: ServerState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#changed.fire(state);
    if (state !== "running") return;
    if (this.#hasRun) this.#ranAgain.fire();
    this.#hasRun = true;
  }

  /** Says that nothing is checked from now on. */
  #stopped(cause: unknown): void {
    if (this.#state === "stopped") return;
    this.#setState("stopped");
    if (cause !== undefined) logFailure("start-language-server", cause);
    const buttons = commandsFor(["restartLanguageServer", "showLog"]);
    inBackground("offer-next-step", () => showMessage("error", STOPPED(), buttons));
  }
}

const STOPPED = () => l10n.t("The language server has stopped, so files can't be checked.");

function hasStopped(cause: unknown): ExplainedError {
  return new ExplainedError(joinSentences(STOPPED(), l10n.t("Nothing was sent.")), ["restartLanguageServer"], cause);
}

/** Ends a client and its process. One that has crashed or is still starting can't be stopped, but its process ends. */
async function end(client: LanguageClient | undefined): Promise<void> {
  await client?.dispose().catch(() => undefined);
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
