import type * as vscode from "vscode";

/** The connection a file names. */
export interface Named {
  readonly file: vscode.Uri;
  readonly id: string;
  /** The host of the tenant; undefined where the file names none. */
  readonly tenant: string | undefined;
  /** The name the file gives the connection; undefined where it gives none, or one that needs a reference to be read. */
  readonly name?: string | undefined;
}

/** Which file names which connection, to be looked up from both ends. */
export class NamedFiles {
  readonly #byFile = new Map<string, Named>();
  readonly #byId = new Map<string, Map<string, Named>>();

  /** Every file that names a connection. */
  get all(): IterableIterator<Named> {
    return this.#byFile.values();
  }

  /** @param file its URI as text. */
  get(file: string): Named | undefined {
    return this.#byFile.get(file);
  }

  /** The files that name the connection with this id, of a tenant or of any, in the order of their paths. */
  withId(id: string, tenantHost: string): readonly vscode.Uri[] {
    const named = [...(this.#byId.get(id)?.values() ?? [])];
    const files = named.filter(({ tenant = tenantHost }) => tenant === tenantHost).map(({ file }) => file);
    return files.sort((a, b) => a.path.localeCompare(b.path));
  }

  /**
   * Notes what a file names now; undefined for nothing.
   * @returns what this changed: what the file named before and what it names now, where that is another connection or name.
   */
  put(file: string, named: Named | undefined): readonly Named[] {
    const before = this.#byFile.get(file);
    if (before?.id === named?.id && before?.tenant === named?.tenant && before?.name === named?.name) return [];
    if (before) this.#remove(file, before);
    if (named) this.#add(file, named);
    return [before, named].filter((each) => each !== undefined);
  }

  #add(file: string, named: Named): void {
    this.#byFile.set(file, named);
    const others = this.#byId.get(named.id) ?? new Map<string, Named>();
    this.#byId.set(named.id, others.set(file, named));
  }

  #remove(file: string, { id }: Named): void {
    this.#byFile.delete(file);
    const others = this.#byId.get(id);
    others?.delete(file);
    if (others?.size === 0) this.#byId.delete(id);
  }
}
