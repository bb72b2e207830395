import { existsSync } from "node:fs";
import * as l10n from "@vscode/l10n";
import pLimit from "p-limit";
import * as vscode from "vscode";
import { connectionKey } from "../../core/connections/connectionKey.js";
import { formatNumber, joinSentences } from "../../core/text/locale.js";
import type { NamedReference } from "../../core/secrets/referenceProblems.js";
import { distinct } from "../../core/secrets/resolve.js";
import type { ReadProvider } from "../../core/secrets/sources.js";
import { readValues, soughtReadings, ValueSearch } from "../../core/secrets/valuesInFile.js";
import { referencesWith } from "../../core/secrets/valueDigests.js";
import { decode, MAX_READ_BYTES } from "../../../schemas/decode.js";
import { restorePem } from "../../../schemas/pemFault.js";
import { shownHost } from "../../../schemas/userInformation.js";
import { notText, reasonOf, unclearFaults, unreadFault } from "../../core/files/readFaults.js";
import { ValidateRequest } from "../../../server/protocol/messages.js";
import { findSetupFiles } from "../editor/setupFiles.js";
import type { Remembered } from "../editor/fileMemory.js";
import { tenantOfFile } from "../editor/tenantOfFile.js";
import { runSteps } from "../ui/steps.js";
import { withCancellableProgress } from "../ui/withCancellableProgress.js";
import { describeProvider, userProviderReader } from "./secretProviders.js";
import type { SecretServices } from "./secretServices.js";
import { chooseFound, type Found, notLookedUp } from "./foundValues.js";
import { sourcesFor } from "./valueSources.js";

const MAX_FILES_AT_ONCE = 8;

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
  const again = () => showFound(services, value, true);
  if (found.places.length > 0) return chooseFound(services, found, again);
  const [run, show] = [l10n.t("Run Providers"), l10n.t("Show Files")];
  const answer = await vscode.window.showInformationMessage(
    joinSentences(l10n.t("Not found among what was pushed from here, and what can be read now."), notLookedUp(found)),
    ...(found.notRun > 0 ? [run] : []),
    ...(found.incomplete.length > 0 ? [show] : []),
  );
  if (answer === run) await again();
  if (answer === show) await chooseFound(services, found, again);
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
    incomplete: looked.flatMap(({ incomplete }) => incomplete).sort((a, b) => a.file.path.localeCompare(b.file.path)),
    unread: sum(looked.map(({ unread }) => unread)) + unknown,
    notRun: sum(looked.map(({ notRun }) => notRun)),
  };
}

const NOTHING: Found = { places: [], incomplete: [], unread: 0, notRun: 0 };

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
  { languageServer, memory, secrets, sessions, setupFiles }: SecretServices,
  file: vscode.Uri,
  sought: ValueSearch,
  provider: ReadProvider,
  pushed: Pushed | undefined,
): Promise<Found> {
  const named = setupFiles.namedBy(file);
  const { text, error } = await readText(file);
  const [checked] =
    text === undefined
      ? []
      : await languageServer.request(ValidateRequest, { files: [{ uri: file.toString(), text }] });
  const exists = checked !== undefined || !isGone(error);
  const faults = [
    ...(error === undefined ? [] : [unreadFault(reasonOf(error))]),
    ...unclearFaults(checked?.problems ?? []),
  ];
  // A deleted file is listed as such.
  const incomplete = faults.length > 0 && (exists || !pushed) ? [{ file, faults }] : [];
  let notRun = 0;
  const counted: ReadProvider = async (name) => {
    const reading = await provider(name);
    if (reading.ok === "deferred") notRun += 1;
    return reading;
  };
  const sources = { ...(await sourcesFor(file, secrets)), provider: counted };
  const read = checked ? await readValues(checked.inspected, sources) : [];
  const inProperties = read.filter((each) => sought.isIn(each)).map(({ property }) => property.join("."));
  const inText = sought.placesIn(text ?? "").filter(({ what }) => what !== "text" || inProperties.length === 0);
  const holding = [...inProperties, ...new Set(inText.map(({ line }) => l10n.t("line {0}", formatNumber(line))))];
  const unread = read.filter(({ text }) => text === undefined).length;
  if (!pushed && holding.length === 0) return { places: [], incomplete, unread, notRun };
  const remembered = pushed?.remembered ?? memory.of(file, named);
  const tenant = tenantOfFile(sessions, named?.tenant, remembered)?.tenant;
  const current = (checked?.inspected.references ?? []).filter(({ property }) => holding.includes(property.join(".")));
  const place = {
    file,
    exists,
    pushed: pushed?.remembered,
    connection: remembered?.record?.name ?? named?.name ?? named?.id ?? remembered?.id ?? "",
    tenant: tenant?.name ?? shownHost(named?.tenant),
    production: tenant?.production ?? false,
    references: distinct([...(pushed?.references ?? []), ...current]),
    holding,
  };
  return { places: [place], incomplete, unread, notRun };
}

/** @returns the text, or why it can't be read; both if characters are lost. */
async function readText(file: vscode.Uri): Promise<{ readonly text?: string; readonly error?: unknown }> {
  const open = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === file.toString());
  if (open) return { text: open.getText() };
  try {
    const { text, isLossy } = decode(await vscode.workspace.fs.readFile(file), MAX_READ_BYTES);
    return { text, ...(isLossy && { error: notText() }) };
  } catch (error) {
    return { error };
  }
}

function isGone(error: unknown): boolean {
  return error instanceof vscode.FileSystemError && error.code === "FileNotFound";
}
