import type { DocumentUri } from "vscode-languageserver";
import { providerOf, type ReferenceKind } from "../../../schemas/references.js";
import { type NamesParams, type Settings, SETTINGS_SECTION, type SeveritySetting } from "../../protocol/messages.js";
import { type Client, configuredProviders, propertyIn } from "../client/client.js";
import type { SetupFile } from "../document/setupFile.js";
import { keyOf } from "../workspace/uris.js";

const SEVERITIES: readonly SeveritySetting[] = ["off", "hint", "information", "warning", "error"];
const DEFAULT: Settings = { plainTextSecret: "hint" };

/**
 * The settings of each file: what the client answers for it, or else what it sent along last, or started the server
 * with, or what holds where nothing is configured.
 */
export class FileSettings {
  readonly #client: Pick<Client, "configuration" | "support">;
  #usual: Settings;
  readonly #asked = new Map<string, Promise<void>>();
  readonly #own = new Map<string, Settings>();

  constructor(client: Pick<Client, "configuration" | "support">) {
    this.#client = client;
    this.#usual = read(client.support.options.settings) ?? DEFAULT;
  }

  of(uri: DocumentUri): Settings {
    return this.#own.get(keyOf(uri)) ?? this.#usual;
  }

  /** Asks for those files that haven't been asked about. @returns those whose settings are others than they were. */
  async learn(uris: readonly DocumentUri[]): Promise<readonly DocumentUri[]> {
    if (!this.#client.support.capabilities.workspace?.configuration) return [];
    const before = uris.map((uri) => this.of(uri));
    const unknown = uris.filter((uri) => !this.#asked.has(keyOf(uri)));
    if (unknown.length > 0) this.#ask(unknown);
    await Promise.all(uris.flatMap((uri) => this.#asked.get(keyOf(uri)) ?? []));
    return uris.filter((uri, index) => !isSame(this.of(uri), before[index]));
  }

  /**
   * The settings are others now. What was answered before holds until it is answered again.
   * @param sent the whole configuration, from a client that sends it along.
   * @returns whether that alone makes a difference.
   */
  changed(sent: unknown): boolean {
    this.#asked.clear();
    if (this.#client.support.capabilities.workspace?.configuration) return false;
    const before = this.#usual;
    this.#usual = read(sectionIn(sent)) ?? read(this.#client.support.options.settings) ?? DEFAULT;
    return !isSame(this.#usual, before);
  }

  #ask(uris: readonly DocumentUri[]): void {
    const asking = this.#client.configuration(SETTINGS_SECTION, uris).then((answers) => {
      for (const [index, uri] of uris.entries()) {
        const key = keyOf(uri);
        // Asked about again in the meantime, only the later answer counts.
        if (this.#asked.get(key) !== asking) continue;
        const own = read(answers?.[index]);
        if (own) this.#own.set(key, own);
        else this.#own.delete(key);
      }
    });
    for (const uri of uris) this.#asked.set(keyOf(uri), asking);
  }
}

/** Reads the section of the configuration; what is missing, null or makes no sense says nothing. */
function read(section: unknown): Settings | undefined {
  const plainTextSecret = SEVERITIES.find((severity) => severity === propertyIn(section, "plainTextSecret"));
  return plainTextSecret && { plainTextSecret, tracked: propertyIn(section, "tracked") === true };
}

function sectionIn(settings: unknown): unknown {
  return SETTINGS_SECTION.split(".").reduce(propertyIn, settings);
}

function isSame(one: Settings, other: Settings | undefined): boolean {
  return one.plainTextSecret === other?.plainTextSecret && (one.tracked ?? false) === (other.tracked ?? false);
}

/**
 * What exists for references to name, as far as the client has said. Variables and secrets are asked for as a whole,
 * files one by one: there may be very many.
 */
export class KnownNames {
  readonly #client: Pick<Client, "names" | "support">;
  /** The names that exist, by what was asked; undefined where the client can't say. */
  #known = new Map<string, ReadonlySet<string> | undefined>();
  #asked = new Map<string, Promise<void>>();

  constructor(client: Pick<Client, "names" | "support">) {
    this.#client = client;
  }

  /** Whether something exists that a reference in this file can name; undefined where the client hasn't said. */
  exists(uri: DocumentUri, kind: ReferenceKind, name: string): boolean | undefined {
    const asked = kind === "provider" ? providerOf(name).provider : name;
    return this.#known.get(questionFor(uri, kind, name))?.has(asked);
  }

  /** Asks for what isn't known yet about the references of a file. @returns whether anything was learnt. */
  async learn(uri: DocumentUri, { referenceTexts }: SetupFile): Promise<boolean> {
    const { support } = this.#client;
    if (!support.options.names && !configuredProviders(support)) return false;
    const all = referenceTexts.flatMap(({ parsed }) => parsed.references);
    const unknown = new Map(
      all
        .map((reference) => [questionFor(uri, reference.kind, reference.name), reference] as const)
        .filter(([question]) => !this.#known.has(question)),
    );
    if (unknown.size === 0) return false;
    const fresh = [...unknown].filter(([question]) => !this.#asked.has(question));
    for (const [question, { kind }] of fresh) if (kind !== "file") this.#ask({ kind, uri }, [question]);
    const files = fresh.filter(([, { kind }]) => kind === "file");
    const among = files.map(([, { name }]) => name);
    const questions = files.map(([question]) => question);
    if (among.length > 0) this.#ask({ kind: "file", uri, among }, questions);
    await Promise.all([...unknown.keys()].flatMap((question) => this.#asked.get(question) ?? []));
    return true;
  }

  /** Forgets everything, so that it is asked for again; what is still to be answered comes too late. */
  clear(): void {
    this.#known = new Map();
    this.#asked = new Map();
  }

  #ask(params: NamesParams, questions: readonly string[]): void {
    const known = this.#known;
    const asking = this.#client.names(params).then((reply) => {
      const names = reply?.names && new Set(reply.names);
      for (const question of questions) known.set(question, names);
    });
    for (const question of questions) this.#asked.set(question, asking);
  }
}

function questionFor(uri: DocumentUri, kind: ReferenceKind, name: string): string {
  return kind === "file" ? `${uri}\n${name}` : kind;
}
