import { isDeepStrictEqual } from "node:util";
import type { DocumentUri } from "vscode-languageserver";
import { providerOf, type Reference, type ReferenceKind } from "../../../schemas/references.js";
import {
  type NamesParams,
  type NamesResult,
  type Settings,
  SETTINGS_SECTION,
  type SeveritySetting,
} from "../../protocol/messages.js";
import type { Client } from "../client/languageClient.js";
import type { SetupFile } from "../document/setupFile.js";
import { keyOf } from "../workspace/uris.js";
import type { WorkspaceFiles } from "../workspace/workspaceFiles.js";

const SEVERITIES: readonly SeveritySetting[] = ["off", "hint", "information", "warning", "error"];
const DEFAULT: Settings = { plainTextSecret: "hint", tracked: false };

/** The settings of each file: the client's answer for it, or else its initialization options, or the defaults. */
export function createFileSettings(client: Client) {
  const common = readSettings(client.support.options.settings) ?? DEFAULT;
  /** The requests about files since the settings last changed, whether answered or not. */
  const questions = new Map<string, Promise<void>>();
  const own = new Map<string, Settings | undefined>();
  const of = (uri: DocumentUri): Settings => own.get(keyOf(uri)) ?? common;
  const ask = (uris: readonly DocumentUri[]): void => {
    const question = client.configuration(SETTINGS_SECTION, uris).then((answers) => {
      for (const [index, uri] of uris.entries())
        // Only the answer to the latest request counts.
        if (questions.get(keyOf(uri)) === question) own.set(keyOf(uri), readSettings(answers?.[index]));
    });
    for (const uri of uris) questions.set(keyOf(uri), question);
  };
  return {
    of,
    /** Requests the settings of files that haven't been requested yet. @returns the files whose settings changed. */
    learn: async (uris: readonly DocumentUri[]): Promise<readonly DocumentUri[]> => {
      const before = uris.map(of);
      const unknown = uris.filter((uri) => !questions.has(keyOf(uri)));
      if (unknown.length > 0) ask(unknown);
      await Promise.all(uris.flatMap((uri) => questions.get(keyOf(uri)) ?? []));
      return uris.filter((uri, index) => !isDeepStrictEqual(of(uri), before[index]));
    },
    /** Handles changed settings. Earlier answers are used until new ones arrive. */
    changed: (): void => {
      questions.clear();
    },
  };
}

/** Reads the configuration section. @returns undefined unless it has a valid severity. */
function readSettings(section: unknown): Settings | undefined {
  const { plainTextSecret, tracked, expiryWarningDays } = (section ?? {}) as Partial<Settings>;
  return plainTextSecret && SEVERITIES.includes(plainTextSecret)
    ? {
        plainTextSecret,
        tracked: tracked === true,
        ...(typeof expiryWarningDays === "number" && { expiryWarningDays }),
      }
    : undefined;
}

interface Known extends Pick<NamesResult, "problem"> {
  readonly names: ReadonlySet<string>;
}

/**
 * The names that references can use, as far as the client has sent them. Requests all variables, secrets and providers,
 * but only the named files, since there may be very many.
 */
export function createKnownNames(client: Client, files: Pick<WorkspaceFiles, "folderOf">) {
  /** The existing names by request; undefined if the client doesn't know. */
  let known = new Map<string, Known | undefined>();
  let questions = new Map<string, Promise<void>>();
  const ask = async (question: string, params: NamesParams, answers = known): Promise<void> => {
    const reply = await client.names(params);
    answers.set(question, reply?.names && { ...reply, names: new Set(reply.names) });
  };
  // Each folder has its own `.env` file.
  const questionFor = (uri: DocumentUri, { kind, name }: Pick<Reference, "kind" | "name">): string => {
    if (kind === "file") return `${uri}\n${name}`;
    return kind === "env" ? `${kind}\n${files.folderOf(uri) ?? ""}` : kind;
  };
  return {
    /** Whether what a reference in this file names exists; undefined if the client hasn't said. */
    exists: (uri: DocumentUri, kind: ReferenceKind, name: string): boolean | undefined =>
      known.get(questionFor(uri, { kind, name }))?.names.has(kind === "provider" ? providerOf(name).provider : name),
    /** Why the `.env` file for this file can't be used. */
    envFileProblem: (uri: DocumentUri): string | undefined =>
      known.get(questionFor(uri, { kind: "env", name: "" }))?.problem,
    /** Requests what isn't known yet about a file's references. @returns whether the client knew any of it. */
    learn: async (uri: DocumentUri, { referenceTexts }: SetupFile): Promise<boolean> => {
      const references = referenceTexts.flatMap(({ parsed }) => parsed.references);
      const byQuestion = new Map(references.map((reference) => [questionFor(uri, reference), reference]));
      const unknown = [...byQuestion].filter(([question]) => !known.has(question));
      for (const [question, { kind, name }] of unknown)
        if (!questions.has(question))
          questions.set(question, ask(question, { kind, uri, ...(kind === "file" && { among: [name] }) }));
      await Promise.all(unknown.flatMap(([question]) => questions.get(question) ?? []));
      return unknown.some(([question]) => known.get(question));
    },
    /** Forgets all answers, including those of pending requests. */
    clear: (): void => {
      known = new Map();
      questions = new Map();
    },
  };
}
