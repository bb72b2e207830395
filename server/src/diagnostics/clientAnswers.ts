import { isDeepStrictEqual } from "node:util";
import type { DocumentUri } from "vscode-languageserver";
import { providerOf, type Reference, type ReferenceKind } from "../../../schemas/references.js";
import { type NamesParams, type Settings, SETTINGS_SECTION, type SeveritySetting } from "../../protocol/messages.js";
import type { Client } from "../client/languageClient.js";
import type { SetupFile } from "../document/setupFile.js";
import { keyOf } from "../workspace/uris.js";

const SEVERITIES: readonly SeveritySetting[] = ["off", "hint", "information", "warning", "error"];
const DEFAULT: Settings = { plainTextSecret: "hint", tracked: false };

/** The settings of each file: the client's answer for it, or else its initialization options, or the defaults. */
export class FileSettings {
  readonly #client: Client;
  readonly #common: Settings;
  /** The requests about files since the settings last changed, whether answered or not. */
  readonly #questions = new Map<string, Promise<void>>();
  readonly #own = new Map<string, Settings | undefined>();

  constructor(client: Client) {
    this.#client = client;
    this.#common = readSettings(client.support.options.settings) ?? DEFAULT;
  }

  of(uri: DocumentUri): Settings {
    return this.#own.get(keyOf(uri)) ?? this.#common;
  }

  /** Requests the settings of files that haven't been requested yet. @returns the files whose settings changed. */
  async learn(uris: readonly DocumentUri[]): Promise<readonly DocumentUri[]> {
    const before = uris.map((uri) => this.of(uri));
    const unknown = uris.filter((uri) => !this.#questions.has(keyOf(uri)));
    if (unknown.length > 0) this.#ask(unknown);
    await Promise.all(uris.flatMap((uri) => this.#questions.get(keyOf(uri)) ?? []));
    return uris.filter((uri, index) => !isDeepStrictEqual(this.of(uri), before[index]));
  }

  /** Handles changed settings. Earlier answers are used until new ones arrive. */
  changed(): void {
    this.#questions.clear();
  }

  #ask(uris: readonly DocumentUri[]): void {
    const question = this.#client.configuration(SETTINGS_SECTION, uris).then((answers) => {
      for (const [index, uri] of uris.entries())
        // Only the answer to the latest request counts.
        if (this.#questions.get(keyOf(uri)) === question) this.#own.set(keyOf(uri), readSettings(answers?.[index]));
    });
    for (const uri of uris) this.#questions.set(keyOf(uri), question);
  }
}

/** Reads the configuration section. @returns undefined unless it has a valid severity. */
function readSettings(section: unknown): Settings | undefined {
  const { plainTextSecret, tracked } = (section ?? {}) as Partial<Settings>;
  return plainTextSecret && SEVERITIES.includes(plainTextSecret)
    ? { plainTextSecret, tracked: tracked === true }
    : undefined;
}

/**
 * The names that references can use, as far as the client has sent them. Requests all variables, secrets and providers,
 * but only the named files, since there may be very many.
 */
export class KnownNames {
  readonly #client: Client;
  /** The existing names by request; undefined if the client doesn't know. */
  #known = new Map<string, ReadonlySet<string> | undefined>();
  #questions = new Map<string, Promise<void>>();

  constructor(client: Client) {
    this.#client = client;
  }

  /** Whether what a reference in this file names exists; undefined if the client hasn't said. */
  exists(uri: DocumentUri, kind: ReferenceKind, name: string): boolean | undefined {
    const known = this.#known.get(questionFor(uri, { kind, name }));
    return known?.has(kind === "provider" ? providerOf(name).provider : name);
  }

  /** Requests what isn't known yet about a file's references. @returns whether the client knew any of it. */
  async learn(uri: DocumentUri, { referenceTexts }: SetupFile): Promise<boolean> {
    const references = referenceTexts.flatMap(({ parsed }) => parsed.references);
    const byQuestion = new Map(references.map((reference) => [questionFor(uri, reference), reference]));
    const unknown = [...byQuestion].filter(([question]) => !this.#known.has(question));
    for (const [question, { kind, name }] of unknown)
      if (!this.#questions.has(question)) this.#ask(question, { kind, uri, ...(kind === "file" && { among: [name] }) });
    await Promise.all(unknown.flatMap(([question]) => this.#questions.get(question) ?? []));
    return unknown.some(([question]) => this.#known.get(question));
  }

  /** Forgets all answers, including those of pending requests. */
  clear(): void {
    this.#known = new Map();
    this.#questions = new Map();
  }

  #ask(question: string, params: NamesParams): void {
    const known = this.#known;
    const answer = this.#client.names(params).then((reply) => {
      known.set(question, reply?.names && new Set(reply.names));
    });
    this.#questions.set(question, answer);
  }
}

function questionFor(uri: DocumentUri, { kind, name }: Pick<Reference, "kind" | "name">): string {
  return kind === "file" ? `${uri}\n${name}` : kind;
}
