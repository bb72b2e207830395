import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { LanguageServer } from "../editor/inspection.js";
import { filesOf, usesOfSecrets } from "../editor/uses.js";
import { formatNumber } from "../../core/text/locale.js";
import type { NamedSecrets } from "../../core/secrets/namedSecrets.js";

const SCHEME = "vaultconn-secrets";

/** In front of the names: a heading, and an empty line. */
const LINES_BEFORE = 2;

/**
 * The list of stored secrets as a document that cannot be edited, one name in each line with how often it is used: what a
 * reference to a secret leads to, and from where its uses are found. Never a value.
 */
export class SecretList implements vscode.Disposable {
  readonly #secrets: NamedSecrets;
  readonly #server: LanguageServer;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #subscription: vscode.Disposable;

  constructor(secrets: NamedSecrets, server: LanguageServer) {
    this.#secrets = secrets;
    this.#server = server;
    const subscription = secrets.onDidChange(() => {
      this.#changed.fire(listUri());
    });
    this.#subscription = vscode.Disposable.from(
      this.#changed,
      {
        dispose: () => {
          subscription.dispose();
        },
      },
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
        onDidChange: this.#changed.event,
        provideTextDocumentContent: () => this.#text(),
      }),
      vscode.languages.registerReferenceProvider(
        { scheme: SCHEME },
        { provideReferences: (_document, position) => this.#usesAt(position) },
      ),
    );
  }

  /** Where a secret stands in the list; nothing for one that is not stored. */
  placeOf(name: string): vscode.Location | undefined {
    const line = this.#secrets.names.indexOf(name);
    if (line < 0) return undefined;
    return new vscode.Location(listUri(), new vscode.Range(line + LINES_BEFORE, 0, line + LINES_BEFORE, name.length));
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  async #text(): Promise<string> {
    const uses = await usesOfSecrets(this.#server);
    const lines = this.#secrets.names.map((name) => `${name}: ${describeUses(uses.get(name) ?? [])}`);
    return [
      l10n.t("Stored secrets, and where this workspace uses them. A value is never shown."),
      "",
      ...lines,
      "",
    ].join("\n");
  }

  async #usesAt({ line }: vscode.Position): Promise<vscode.Location[]> {
    const name = this.#secrets.names[line - LINES_BEFORE];
    return name === undefined ? [] : [...((await usesOfSecrets(this.#server)).get(name) ?? [])];
  }
}

/** How many files use a secret, in words. */
export function describeUses(uses: readonly vscode.Location[]): string {
  const files = filesOf(uses).length;
  if (files === 0) return l10n.t("not used in this workspace");
  return files === 1 ? l10n.t("used in 1 file") : l10n.t("used in {0} files", formatNumber(files));
}

function listUri(): vscode.Uri {
  return vscode.Uri.from({ scheme: SCHEME, path: `/${l10n.t("Stored secrets")}` });
}
