import type { DocumentUri } from "vscode-languageserver";
import type { ReferenceKind } from "../../schemas/references.js";
import type { Client } from "./client.js";
import type { SetupFile } from "./document/setupFile.js";

/** What exists for references to name, as far as the client has said. */
export interface KnownNames {
  /**
   * Asks for what is not known yet about the references of a file.
   * @returns whether anything was learnt.
   */
  prepare(uri: DocumentUri, file: SetupFile): Promise<boolean>;
  /** Whether something exists that a reference in this file can name; undefined where the client has not said. */
  exists(uri: DocumentUri, kind: ReferenceKind, name: string): boolean | undefined;
  /** Forgets everything, so that it is asked for again. */
  clear(): void;
}

/** The variables and secrets are asked for as a whole, files one by one: there may be very many. */
export function createKnownNames(client: Client): KnownNames {
  const whole = new Map<ReferenceKind, ReadonlySet<string> | undefined>();
  const files = new Map<string, boolean | undefined>();
  const fileKey = (uri: DocumentUri, path: string): string => `${uri}\n${path}`;
  let round = 0;

  const learnWhole = async (kind: ReferenceKind, uri: DocumentUri): Promise<void> => {
    const asked = round;
    const reply = await client.names({ kind, uri });
    if (asked === round) whole.set(kind, reply?.names && new Set(reply.names));
  };
  const learnFiles = async (uri: DocumentUri, among: readonly string[]): Promise<void> => {
    const asked = round;
    const reply = await client.names({ kind: "file", uri, among });
    if (asked !== round) return;
    for (const path of among) files.set(fileKey(uri, path), reply?.names?.includes(path));
  };

  return {
    async prepare(uri, { referenceTexts }) {
      if (!client.supports.names) return false;
      const references = referenceTexts.flatMap(({ parsed }) => parsed.references);
      const kinds = (["env", "secret"] as const).filter(
        (kind) => !whole.has(kind) && references.some((reference) => reference.kind === kind),
      );
      const paths = references.flatMap(({ kind, name }) =>
        kind === "file" && !files.has(fileKey(uri, name)) ? [name] : [],
      );
      if (kinds.length === 0 && paths.length === 0) return false;
      await Promise.all([
        ...kinds.map((kind) => learnWhole(kind, uri)),
        paths.length > 0 ? learnFiles(uri, [...new Set(paths)]) : undefined,
      ]);
      return true;
    },
    exists(uri, kind, name) {
      return kind === "file" ? files.get(fileKey(uri, name)) : whole.get(kind)?.has(name);
    },
    clear() {
      round++;
      whole.clear();
      files.clear();
    },
  };
}
