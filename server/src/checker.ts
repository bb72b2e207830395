import type { Diagnostic, DocumentUri } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { DEFAULT_SETTINGS } from "./settings.js";
import type { Settings } from "../protocol/messages.js";
import type { Client } from "./client.js";
import { setupFileOf } from "./document/cache.js";
import { rangeOf } from "./document/range.js";
import type { SetupFile } from "./document/setupFile.js";
import { targetOf } from "./document/target.js";
import { createKnownNames, type KnownNames } from "./knownNames.js";
import { checkFile, type Finding } from "./rules/check.js";
import type { RuleContext } from "./rules/rule.js";
import { toDiagnostic } from "./rules/toDiagnostic.js";
import { Targets } from "./workspace/targets.js";
import { keyOf } from "./workspace/uris.js";

/** Checks documents by the rules, with what the rest of the workspace and the client add to that. */
export class Checker {
  settings: Settings = DEFAULT_SETTINGS;
  /** Grows whenever the diagnostics of documents may change without an edit. */
  revision = 0;
  readonly names: KnownNames;
  readonly #targets = new Targets();

  constructor(client: Client) {
    this.names = createKnownNames(client);
  }

  /** What there is to say about a document now. */
  findings(document: TextDocument, file: SetupFile = setupFileOf(document)): readonly Finding[] {
    return checkFile(file, this.#contextFor(document.uri));
  }

  /** The same in the words of LSP. */
  diagnostics(document: TextDocument, file: SetupFile = setupFileOf(document)): Diagnostic[] {
    return this.findings(document, file).map((finding) => toDiagnostic(document, finding));
  }

  /**
   * Takes note of the connection a document updates.
   * @returns the keys of other files whose diagnostics that may change.
   */
  noteTarget(document: TextDocument, file: SetupFile = setupFileOf(document)): ReadonlySet<string> {
    const target = targetOf(file);
    const { uri } = document;
    return this.#targets.set(
      keyOf(uri),
      target && { uri, id: target.id, tenant: target.tenant, range: rangeOf(document, target.node) },
    );
  }

  /** Forgets a file that is gone. @returns as `noteTarget`. */
  forget(uri: DocumentUri): ReadonlySet<string> {
    return this.#targets.set(keyOf(uri), undefined);
  }

  #contextFor(uri: DocumentUri): RuleContext {
    return {
      plainTextSecret: this.settings.plainTextSecret,
      exists: (kind, name) => this.names.exists(uri, kind, name),
      sameTarget: (id, tenant) => this.#targets.others(keyOf(uri), { id, tenant }),
    };
  }
}
