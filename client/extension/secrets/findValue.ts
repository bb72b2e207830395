import { existsSync } from "node:fs";
import * as l10n from "@vscode/l10n";
import pLimit from "p-limit";
import * as vscode from "vscode";
import { connectionKey } from "../../core/connections/connectionKey.js";
import { sanitizeLabel } from "../../core/text/escapeText.js";
import { formatNarrowList, formatNumber, joinSentences } from "../../core/text/locale.js";
import type { NamedReference } from "../../core/secrets/referenceProblems.js";
import { distinct } from "../../core/secrets/resolve.js";
import type { ReadProvider } from "../../core/secrets/sources.js";
import { readValues, soughtReadings, ValueSearch } from "../../core/secrets/valuesInFile.js";
import { referencesWith } from "../../core/secrets/valueDigests.js";
import { decode, MAX_READ_BYTES } from "../../../schemas/decode.js";
import { referenceText } from "../../../schemas/references.js";
import { restorePem } from "../../../schemas/pemFault.js";
import { findSetupFiles } from "../editor/setupFiles.js";
import type { Remembered } from "../editor/fileMemory.js";
import { tenantOfFile } from "../editor/tenantOfFile.js";
import { answerOf } from "../ui/pick.js";
import { runSteps } from "../ui/steps.js";
import { withCancellableProgress } from "../ui/withCancellableProgress.js";
import { describeProvider, userProviderReader } from "./secretProviders.js";
import type { SecretServices } from "./secretServices.js";
import { sourcesFor } from "./valueSources.js";

const MAX_FILES_AT_ONCE = 8;

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

interface Found {
  readonly places: readonly Place[];
  /** How many values weren't looked up, and how many of them are from providers, which didn't run. */
  readonly unread: number;
  readonly notRun: number;
}

/**
 * Asks for a value, such as a leaked key, and lists the connections that were last pushed with it from here, and the
 * files that hold it as far as that can be read now. The value stays in memory until the list is closed.
 */
export async function findValue(services: SecretServices): Promise<void> {
  let value = "";
  const isGiven = await runSteps(l10n.t("Find a value"), () => [
    {
      kind: "text",
      prompt: l10n.t("The value, such as a leaked key. It's only compared, and neither stored nor sent."),
      password: true,
      value,
      file: { title: l10n.t("Read from File…"), extensions: ["pem", "key", "p8", "txt", "json"] },
      check: (text) => (text.trim() === "" ? l10n.t("Enter a value.") : undefined),
      accept: (text) => (value = restorePem(text)),
    },
  ]);
  if (isGiven) await showFound(services, value, false);
}

/** @param runs whether providers run, which may ask people to unlock them. */
async function showFound(services: SecretServices, value: string, runs: boolean): Promise<void> {
  const found = await withCancellableProgress(l10n.t("Finding the value"), async (report, signal) => {
    const onProvider = (about: Parameters<typeof describeProvider>[0]) => {
      report({ message: describeProvider(about) });
    };
    const provider: ReadProvider = runs
      ? userProviderReader({ signal, onProvider })
      : () => Promise.resolve({ ok: "deferred" });
    const all = await find(services, value, provider, signal);
    return signal.aborted ? undefined : all;
  });
  if (!found) return;
  const run = l10n.t("Run Providers");
  if (found.places.length > 0) return choose(services, found, () => showFound(services, value, true));
  const answer = await vscode.window.showInformationMessage(
    joinSentences(l10n.t("Not found among what was pushed from here, and what can be read now."), notLookedUp(found)),
    ...(found.notRun > 0 ? [run] : []),
  );
  if (answer === run) await showFound(services, value, true);
}

function notLookedUp({ unread, notRun }: Found): string {
  return joinSentences(
    unread > 0 ? l10n.t("Values that weren't looked up: {0}.", formatNumber(unread)) : "",
    notRun > 0 ? l10n.t("Of these, {0} are from secret providers, which didn't run.", formatNumber(notRun)) : "",
  );
}

async function find(
  services: SecretServices,
  value: string,
  provider: ReadProvider,
  signal: AbortSignal,
): Promise<Found> {
  const { unknown, pushes } = await findPushed(services, value);
  const files = new Map(
    [...(await findSetupFiles()), ...pushes.map(({ file }) => file)].map((file) => [file.toString(), file]),
  );
  const sought = new ValueSearch(value);
  const limit = pLimit(MAX_FILES_AT_ONCE);
  const looked = await Promise.all(
    Array.from(files, ([key, file]) =>
      limit(async (): Promise<Found> => {
        if (signal.aborted) return NOTHING;
        return lookInto(
          services,
          file,
          sought,
          provider,
          pushes.find((push) => push.file.toString() === key),
        );
      }),
    ),
  );
  const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
  return {
    places: looked
      .flatMap(({ places }) => places)
      .sort((a, b) => Number(b.production) - Number(a.production) || a.file.path.localeCompare(b.file.path)),
    unread: sum(looked.map(({ unread }) => unread)) + unknown,
    notRun: sum(looked.map(({ notRun }) => notRun)),
  };
}

const NOTHING: Found = { places: [], unread: 0, notRun: 0 };

/** A connection that was last pushed with the value, and its file now. */
interface Pushed {
  readonly file: vscode.Uri;
  readonly remembered: Remembered;
  readonly references: readonly NamedReference[];
}

/** @returns also for how many connections it's unknown, since the digests' key is lost. */
async function findPushed(
  { digests, memory, setupFiles }: SecretServices,
  value: string,
): Promise<{ readonly unknown: number; readonly pushes: readonly Pushed[] }> {
  const readings = soughtReadings(value);
  const pushes: Pushed[] = [];
  let unknown = 0;
  for (const [key, remembered] of memory.latest) {
    const { values } = remembered;
    const references = values && (await referencesWith(readings, values, connectionKey(remembered), digests));
    if (values && !references) unknown += 1;
    const file = vscode.Uri.parse(key);
    const [other = file] = existsSync(file.fsPath) ? [file] : setupFiles.filesOf(remembered);
    if (references && references.length > 0) pushes.push({ file: other, remembered, references });
  }
  return { unknown, pushes };
}

/** Looks whether a file holds the value now. */
async function lookInto(
  { fileStates, memory, secrets, sessions, setupFiles }: SecretServices,
  file: vscode.Uri,
  sought: ValueSearch,
  provider: ReadProvider,
  pushed: Pushed | undefined,
): Promise<Found> {
  const named = setupFiles.namedBy(file);
  const inspected = await fileStates.inspect(file).catch(() => null);
  let notRun = 0;
  const counted: ReadProvider = async (name) => {
    const reading = await provider(name);
    if (reading.ok === "deferred") notRun += 1;
    return reading;
  };
  const sources = { ...(await sourcesFor(file, secrets)), provider: counted };
  const read = inspected ? await readValues(inspected, sources) : [];
  const inProperties = read.filter((each) => sought.isIn(each)).map(({ property }) => property.join("."));
  const inText = sought.placesIn(await textOf(file)).filter(({ what }) => what !== "text" || inProperties.length === 0);
  const holding = [...inProperties, ...new Set(inText.map(({ line }) => l10n.t("line {0}", formatNumber(line))))];
  const unread = read.filter(({ text }) => text === undefined).length;
  if (!pushed && holding.length === 0) return { places: [], unread, notRun };
  const remembered = pushed?.remembered ?? memory.of(file, named);
  const tenant = tenantOfFile(sessions, named?.tenant, remembered)?.tenant;
  const current = (inspected?.references ?? []).filter(({ property }) => holding.includes(property.join(".")));
  const place = {
    file,
    exists: inspected !== null,
    pushed: pushed?.remembered,
    connection: remembered?.record?.name ?? named?.name ?? named?.id ?? remembered?.id ?? "",
    tenant: tenant?.name ?? named?.tenant,
    production: tenant?.production ?? false,
    references: distinct([...(pushed?.references ?? []), ...current]),
    holding,
  };
  return { places: [place], unread, notRun };
}

/** @returns an empty text if it can't be read. */
async function textOf(file: vscode.Uri): Promise<string> {
  const open = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === file.toString());
  if (open) return open.getText();
  return vscode.workspace.fs.readFile(file).then(
    (bytes) => decode(Buffer.from(bytes), MAX_READ_BYTES).text,
    () => "",
  );
}

interface Item extends vscode.QuickPickItem {
  readonly run: () => unknown;
  readonly buttons?: readonly Button[];
}

interface Button extends vscode.QuickInputButton {
  readonly run: () => unknown;
}

/** Lists where the value is. @param again looks once more, and runs the providers. */
async function choose(services: SecretServices, found: Found, again: () => Promise<void>): Promise<void> {
  const pick = vscode.window.createQuickPick<Item>();
  pick.title = l10n.t("Connections and files with the value: {0}", formatNumber(found.places.length));
  pick.placeholder = joinSentences(l10n.t("Open a setup file."), notLookedUp(found));
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.ignoreFocusOut = true;
  pick.items = [
    ...found.places.map((place) => itemFor(services, place)),
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
