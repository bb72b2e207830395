import type { DocumentUri } from "vscode-languageserver";
import type { ReferenceKind } from "../../../schemas/references.js";
import { type Settings, SETTINGS_SECTION, type SeveritySetting } from "../../protocol/messages.js";
import type { Client } from "../client/client.js";
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

  /** Asks for those files that have not been asked about. @returns those whose settings are others than they were. */
  async learn(uris: readonly DocumentUri[]): Promise<readonly DocumentUri[]> {
    if (!this.#client.support.capabilities.workspace?.configuration) return [];
    const before = uris.map((uri) => this.of(uri));
    const unknown = uris.filter((uri) => !this.#asked.has(keyOf(uri)));
    if (unknown.length > 0) this.#ask(unknown);
    await Promise.all(uris.flatMap((uri) => this.#asked.get(keyOf(uri)) ?? []));
    return uris.filter((uri, index) => !isSame(this.of(uri), before[index]));
  }

  /**
   * The settings are others now. What was answered before holds until it is answered anew.
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

function propertyIn(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
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
  #whole = new Map<ReferenceKind, ReadonlySet<string> | undefined>();
  #files = new Map<string, boolean | undefined>();
  #asked = new Map<string, Promise<void>>();

  constructor(client: Pick<Client, "names" | "support">) {
    this.#client = client;
  }

  /** Whether something exists that a reference in this file can name; undefined where the client has not said. */
  exists(uri: DocumentUri, kind: ReferenceKind, name: string): boolean | undefined {
    return kind === "file" ? this.#files.get(fileKey(uri, name)) : this.#whole.get(kind)?.has(name);
  }

  /** Asks for what is not known yet about the references of a file. @returns whether anything was learnt. */
  async learn(uri: DocumentUri, { referenceTexts }: SetupFile): Promise<boolean> {
    if (!this.#client.support.options.names || referenceTexts.length === 0) return false;
    const references = referenceTexts.flatMap(({ parsed }) => parsed.references);
    const kinds = (["env", "secret"] as const).filter(
      (kind) => !this.#whole.has(kind) && references.some((reference) => reference.kind === kind),
    );
    const paths = references.flatMap(({ kind, name }) =>
      kind === "file" && !this.#files.has(fileKey(uri, name)) ? [name] : [],
    );
    if (kinds.length === 0 && paths.length === 0) return false;
    for (const kind of kinds) if (!this.#asked.has(kind)) this.#asked.set(kind, this.#askWhole(kind, uri));
    const fresh = [...new Set(paths)].filter((path) => !this.#asked.has(fileKey(uri, path)));
    const asking = fresh.length > 0 ? this.#askFiles(uri, fresh) : Promise.resolve();
    for (const path of fresh) this.#asked.set(fileKey(uri, path), asking);
    const keys = [...kinds, ...paths.map((path) => fileKey(uri, path))];
    await Promise.all(keys.flatMap((key) => this.#asked.get(key) ?? []));
    return true;
  }

  /** Forgets everything, so that it is asked for again; what is still to be answered comes too late. */
  clear(): void {
    this.#whole = new Map();
    this.#files = new Map();
    this.#asked = new Map();
  }

  async #askWhole(kind: ReferenceKind, uri: DocumentUri): Promise<void> {
    const whole = this.#whole;
    const reply = await this.#client.names({ kind, uri });
    whole.set(kind, reply?.names && new Set(reply.names));
  }

  async #askFiles(uri: DocumentUri, among: readonly string[]): Promise<void> {
    const files = this.#files;
    const reply = await this.#client.names({ kind: "file", uri, among });
    for (const path of among) files.set(fileKey(uri, path), reply?.names?.includes(path));
  }
}

function fileKey(uri: DocumentUri, path: string): string {
  return `${uri}\n${path}`;
}
