import type { DocumentUri } from "vscode-languageserver";
import type { ReferenceKind } from "../../../schemas/references.js";
import type { Client } from "../client/client.js";
import type { SetupFile } from "../document/setupFile.js";

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
