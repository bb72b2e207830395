import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { sanitizeLabel } from "../../core/text/escapeText.js";
import { formatNarrowList, formatNumber, joinSentences } from "../../core/text/locale.js";
import type { NamedReference } from "../../core/secrets/referenceProblems.js";
import { referenceText } from "../../../schemas/references.js";
import type { Remembered } from "../editor/fileMemory.js";
import { summarizeNames } from "../editor/inspection.js";
import { answerOf } from "../ui/pick.js";
import type { SecretServices } from "./secretServices.js";

/** A file with the value, or one that was pushed with it. */
interface Place {
  readonly file: vscode.Uri;
  readonly exists: boolean;
  /** What it was last pushed to; undefined if it wasn't pushed from here. */
  readonly pushed: Remembered | undefined;
  readonly connection: string;
  readonly tenant: string | undefined;
  readonly production: boolean;
  /** Those that had the value when the file was pushed, and those in properties that hold it now. */
  readonly references: readonly NamedReference[];
  /** The properties that hold the value now. */
  readonly holding: readonly string[];
}

/** A file that wasn't searched completely, and why not: a sentence for each fault. */
interface Incomplete {
  readonly file: vscode.Uri;
  readonly faults: readonly string[];
}

/** What was found, and what wasn't looked at. */
export interface Found {
  readonly places: readonly Place[];
  readonly incomplete: readonly Incomplete[];
  /** How many values weren't looked up, and how many of them are from providers, which didn't run. */
  readonly unread: number;
  readonly notRun: number;
}

/** @returns an empty text if all was looked at. */
export function notLookedUp({ incomplete, unread, notRun }: Found): string {
  return joinSentences(
    unread > 0 ? l10n.t("Values that weren't looked up: {0}.", formatNumber(unread)) : "",
    notRun > 0 ? l10n.t("Of these, {0} are from secret providers, which didn't run.", formatNumber(notRun)) : "",
    incomplete.length > 0
      ? l10n.t(
          "Not completely searched: {0}, so it may be there, too.",
          summarizeNames(incomplete.map(({ file }) => file)),
        )
      : "",
  );
}

interface Item extends vscode.QuickPickItem {
  readonly run: () => unknown;
  readonly buttons?: readonly Button[];
}

interface Button extends vscode.QuickInputButton {
  readonly run: () => unknown;
}

/** Lists where the value is, and what wasn't searched. @param again looks once more, and runs the providers. */
export async function chooseFound(services: SecretServices, found: Found, again: () => Promise<void>): Promise<void> {
  const pick = vscode.window.createQuickPick<Item>();
  pick.title = l10n.t("Connections and files with the value: {0}", formatNumber(found.places.length));
  pick.placeholder = joinSentences(l10n.t("Open a setup file."), notLookedUp(found));
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.ignoreFocusOut = true;
  pick.items = [
    ...found.places.map((place) => itemFor(services, place)),
    ...found.incomplete.map(({ file, faults }) => ({
      label: `$(warning) ${sanitizeLabel(vscode.workspace.asRelativePath(file))}`,
      description: l10n.t("not completely searched"),
      detail: sanitizeLabel(faults.join(" ")),
      run: () => vscode.commands.executeCommand("vscode.open", file),
    })),
    ...(found.notRun > 0
      ? [{ label: `$(play) ${l10n.t("Run secret providers, and look again…")}`, alwaysShow: true, run: again }]
      : []),
  ];
  let pressed: Item["run"] | undefined;
  pick.onDidTriggerItemButton(({ button }) => {
    pressed = (button as Button).run;
    pick.hide();
  });
  const chosen = await answerOf(pick, () => pick.selectedItems[0]);
  await (pressed ?? chosen?.run)?.();
}

function itemFor({ secrets }: SecretServices, place: Place): Item {
  const { file, exists, pushed, connection, tenant, production, references, holding } = place;
  const path = vscode.workspace.asRelativePath(file);
  const stored = references.filter(({ kind, name }) => kind === "secret" && secrets.names.includes(name));
  const where = tenant === undefined ? "" : production ? l10n.t("{0} (production)", tenant) : tenant;
  const openPage = () => vscode.commands.executeCommand("vaultconn.openInBrowser", pushed && pageOf(file, pushed));
  const details = [
    exists ? path : l10n.t("{0} (deleted)", path),
    pushed ? l10n.t("last pushed with it") : "",
    holding.length > 0 ? l10n.t("holds it in {0}", formatNarrowList(holding)) : "",
    formatNarrowList(references.map((reference) => referenceText(reference))),
  ];
  return {
    label: sanitizeLabel(connection === "" ? path : connection),
    description: sanitizeLabel(where),
    detail: sanitizeLabel(details.filter(Boolean).join(" · ")),
    buttons: [
      ...(pushed
        ? [
            {
              iconPath: new vscode.ThemeIcon("link-external"),
              tooltip: l10n.t("Open in Browser"),
              run: openPage,
            },
          ]
        : []),
      ...stored.map(({ name }) => ({
        iconPath: new vscode.ThemeIcon("replace"),
        tooltip: l10n.t("Replace Secret {0}…", name),
        run: () => vscode.commands.executeCommand("vaultconn.storeSecret", { name }),
      })),
    ],
    run: exists ? () => vscode.commands.executeCommand("vscode.open", file) : openPage,
  };
}

/** An address that names a connection, as that of its record does. */
function pageOf(file: vscode.Uri, { origin, id }: Remembered): vscode.Uri {
  return file.with({ query: new URLSearchParams({ origin, id }).toString() });
}
