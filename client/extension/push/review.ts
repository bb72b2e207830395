import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { columnsOf, cutToColumns, layOutDialog } from "../ui/dialogText.js";
import { formatList, formatNarrowList, formatNumber, shortenList } from "../../core/text/locale.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import type { Tenant } from "../../core/tenants/tenant.js";
import { behindOnService, changedOnService } from "../../core/push/compareRecords.js";
import type { PushOptions } from "../../core/push/context.js";
import { describeOutcome, quotedName } from "../../core/push/outcomes.js";
import type { CheckedPush, PushResult, PushTarget } from "../../core/push/pushTypes.js";
import { findShared, sharedSentence } from "../../core/secrets/valuesInFile.js";
import { nameOfFile, summarizeNames } from "../editor/inspection.js";
import type { PushWarning } from "../../core/secrets/pushWarnings.js";
import { confirmByTyping } from "./questions.js";
import type { Comparison, ReviewDocuments } from "./reviewDocuments.js";

/** If there are more files, they're counted, and only the first are named. */
const MAX_LISTED_FILES = 5;
const MAX_LISTED_TENANTS = 3;

/** The question is also a tab's title, so it's one line with shortened parts. */
const QUESTION_COLUMNS = 80;
const TENANT_COLUMNS = 36;
const SEVERAL_TENANTS_COLUMNS = 20;
const MIN_NAME_COLUMNS = 10;

const LISTED_NAME_COLUMNS = 28;

/** A change or a warning can list very many names. */
const MAX_PART_LENGTH = 10_000;

/**
 * Asks the user to confirm pushes. Escape means no. If there are warnings, Enter doesn't push. For production, the user
 * types the name of the only connection, or of each tenant.
 * @param checked the pushes to confirm.
 * @param skipped pushes that aren't sent, with their outcomes.
 * @param tenants all tenants.
 */
export async function reviewPushes(
  checked: readonly CheckedPush[],
  skipped: readonly PushResult[],
  tenants: readonly Tenant[],
  documents: ReviewDocuments,
  { signal, onProgress }: PushOptions,
): Promise<boolean> {
  const involved = tenants
    .filter(({ origin }) => checked.some(({ target }) => target.origin === origin))
    .sort((a, b) => Number(b.production) - Number(a.production));
  const production = involved.filter((tenant) => tenant.production);
  const pushes = withSharedValues(checked, production);
  const [only, ...others] = pushes;
  const one = others.length === 0 ? only : undefined;
  const question = one ? questionForOne(one, involved) : questionForMany(pushes.length, involved);
  const detail = layOutDialog(
    question,
    sections(
      warningLines(pushes),
      [...(one ? detailOfOne(one) : listOf(pushes, involved)), ...notesOn(pushes)],
      skippedLine(skipped),
    ),
    l10n.t("Show Changes has the full text for each file."),
  );
  const [push, show] = [l10n.t("Push"), l10n.t("Show Changes")];
  // Enter presses the first button.
  const buttons = pushes.some((each) => warningsOf(each).length > 0) ? [show, push] : [push, show];
  const ask = production.length > 0 ? vscode.window.showWarningMessage : vscode.window.showInformationMessage;
  const stage = (name: "comparing" | "reviewing") =>
    onProgress?.({ stage: name, ended: 0, failed: 0, total: pushes.length });
  for (;;) {
    const answer = await ask(question, { modal: true, detail }, ...buttons);
    if (answer === undefined) return false;
    if (answer === push) {
      for (const tenant of production) {
        const name = one ? one.target.connection : tenant.name;
        if (!(await confirmByTyping(sanitizeText(name), tenantLabel(tenant), signal))) return false;
      }
      return true;
    }
    // A notification would disappear while the user reads, so closing the comparison returns to the question.
    stage("comparing");
    await documents.compareUntilClosed(pushes.map(comparisonOf), question, signal);
    if (signal?.aborted === true) return false;
    stage("reviewing");
  }
}

/** Adds a warning to pushes whose value also goes to another tenant in this review, and one of the two is production. */
function withSharedValues(pushes: readonly CheckedPush[], production: readonly Tenant[]): readonly CheckedPush[] {
  const shared = findShared(
    pushes.flatMap(({ plan, target: { file, origin } }) =>
      plan.secrets.map((text) => ({
        ...{ file, origin, text, parts: [], isSecret: true },
        production: production.some((tenant) => tenant.origin === origin),
      })),
    ),
  );
  return pushes.map((push) => {
    const others = shared.get(push.target.file);
    if (!others) return push;
    const text = sharedSentence(others.map((other) => nameOfFile(vscode.Uri.parse(other))));
    const general = l10n.t("The same value goes to a production tenant and another one.");
    return { ...push, plan: { ...push.plan, warnings: [...push.plan.warnings, { text, general }] } };
  });
}

/** The warnings are above what's sent. */
function comparisonOf(push: CheckedPush): Comparison {
  const { before, after } = push.plan.views;
  const warnings = warningsOf(push).map(({ text }) => `// ⚠ ${text}\n`);
  return { ...push.target, views: { before, after: warnings.join("") + after } };
}

function questionForOne({ target }: CheckedPush, [tenant]: readonly Tenant[]): string {
  const place = tenantLabel({ name: target.tenantName, production: tenant?.production === true }, TENANT_COLUMNS);
  const ask = (name: string) => l10n.t("Push “{0}” to {1}?", name, place);
  const room = Math.max(QUESTION_COLUMNS - columnsOf(ask("")), MIN_NAME_COLUMNS);
  return ask(cutToColumns(sanitizeText(target.connection), room));
}

function questionForMany(count: number, tenants: readonly Tenant[]): string {
  const names = tenants.map((tenant) => tenantLabel(tenant, SEVERAL_TENANTS_COLUMNS));
  const ask = (shown: number) =>
    l10n.t("Push {0} files to {1}?", formatNumber(count), formatNarrowList(shortenList(names, shown)));
  const shown = [MAX_LISTED_TENANTS, 2].find((each) => columnsOf(ask(each)) <= QUESTION_COLUMNS);
  return ask(shown ?? 1);
}

/** Says that a tenant is a production one, unless its name does. */
function tenantLabel({ name, production }: Pick<Tenant, "name" | "production">, columns = Infinity): string {
  const cut = cutToColumns(sanitizeText(name), columns);
  const says = ["production", l10n.t("production")].some((word) => cut.toLowerCase().includes(word.toLowerCase()));
  return production && !says ? l10n.t("{0} (production)", cut) : cut;
}

function detailOfOne({ target, plan }: CheckedPush): readonly string[] {
  return [
    l10n.t("Connection: {0}", withId(target, target.connection)),
    l10n.t("Tenant: {0}, {1}", sanitizeText(target.tenantName), target.origin),
    l10n.t("What is sent:"),
    ...plan.changes.map((change) => `• ${sanitizeText(change, MAX_PART_LENGTH)}`),
  ];
}

/** One paragraph for each push, or if there are many, for each tenant, and the first names. */
function listOf(pushes: readonly CheckedPush[], tenants: readonly Tenant[]): readonly string[] {
  const several = tenants.length > 1;
  if (pushes.length <= MAX_LISTED_FILES)
    return pushes.map(({ target, plan }) => {
      const connection = withId(target, shortened(target.connection));
      const place = several ? `${connection}, ${shortened(target.tenantName)}` : connection;
      return `• ${place}: ${plan.changes.map((change) => sanitizeText(change, MAX_PART_LENGTH)).join("; ")}`;
    });
  const names = pushes.map(({ target: { connection, tenantName }, plan: { sentName = connection } }) => {
    const name = sentName === connection ? shortened(connection) : `${shortened(connection)} → ${shortened(sentName)}`;
    return several ? `${name} (${shortened(tenantName)})` : name;
  });
  return [
    ...tenants.map((tenant) => ofTenant(pushes, tenant)),
    l10n.t("Connections: {0}", formatNarrowList(shortenList(names, MAX_LISTED_FILES))),
  ];
}

/** How many files send what, in the order of the list. */
const SENDING = {
  name: (count: string) => l10n.t("name ({0})", count),
  setup: (count: string) => l10n.t("setup ({0})", count),
  both: (count: string) => l10n.t("name and setup ({0})", count),
};

/** How many files a tenant gets, by what they send. */
function ofTenant(pushes: readonly CheckedPush[], tenant: Tenant): string {
  const own = pushes.filter(({ target }) => target.origin === tenant.origin);
  const parts = Object.entries(SENDING).flatMap(([what, inWords]) => {
    const { length } = own.filter((push) => whatIsSent(push) === what);
    return length === 0 ? [] : [inWords(formatNumber(length))];
  });
  const [place, listed] = [tenantLabel(tenant, LISTED_NAME_COLUMNS), formatNarrowList(parts)];
  return own.length === 1
    ? `• ${l10n.t("{0}, 1 file: {1}", place, listed)}`
    : `• ${l10n.t("{0}, {1} files: {2}", place, formatNumber(own.length), listed)}`;
}

function whatIsSent({ plan: { properties } }: CheckedPush): keyof typeof SENDING {
  if (!properties.includes("name")) return "setup";
  return properties.length === 1 ? "name" : "both";
}

function shortened(name: string): string {
  return cutToColumns(sanitizeText(name), LISTED_NAME_COLUMNS);
}

/** What's the same for all pushes. */
function notesOn(pushes: readonly CheckedPush[]): readonly string[] {
  const rotated = new Set(pushes.flatMap(({ request }) => request.rotation?.names ?? []));
  const names = [...rotated].map((name) => sanitizeText(name, 60));
  const setups = pushes.filter((push) => whatIsSent(push) !== "name");
  const unreadable = l10n.t("The current setup can't be read back.");
  const notes: string[] = [];
  if (names.length > 0) notes.push(l10n.t("Rotation of {0}", formatList(shortenList(names, MAX_LISTED_FILES))));
  if (setups.length > 0)
    notes.push(setups.length === pushes.length ? unreadable : `${partOf(setups, pushes)}: ${unreadable}`);
  return notes;
}

/** For several pushes, each warning once: with the connection, or with how many it's about. */
function warningLines(pushes: readonly CheckedPush[]): readonly string[] {
  const warnings = pushes.flatMap((push) => warningsOf(push).map((warning) => ({ ...warning, push })));
  if (pushes.length === 1) return warnings.map(({ text }) => `⚠ ${text}`);
  return [...Map.groupBy(warnings, ({ text, general = text }) => general)].map(([general, same]) => {
    const about = [...new Set(same.map(({ push }) => push))];
    const name = shortened(about[0]?.target.connection ?? "");
    return `⚠ ${about.length === 1 ? name : partOf(about, pushes)}: ${general}`;
  });
}

function skippedLine(skipped: readonly PushResult[]): readonly string[] {
  const byReason = Map.groupBy(skipped, ({ outcome }) => describeOutcome(outcome.kind));
  const reasons = [...byReason].map(
    ([reason, same]) => `${reason} (${summarizeNames(same.map(({ target }) => vscode.Uri.parse(target.file)))})`,
  );
  return reasons.length === 0 ? [] : [`${l10n.t("Left out:")} ${reasons.join("; ")}`];
}

function warningsOf({ drift, plan, target }: CheckedPush): readonly PushWarning[] {
  const warnings = plan.warnings.map((warning) => ({ ...warning, text: sanitizeText(warning.text, MAX_PART_LENGTH) }));
  const name = quotedName({ id: target.id, name: target.connection });
  if (drift.kind === "behind") return [{ text: behindOnService(name), general: behindOnService(name) }, ...warnings];
  if (drift.kind !== "changed") return warnings;
  const text = changedOnService(drift, name);
  return [{ text, general: l10n.t("The connection changed on the service.") }, ...warnings];
}

function partOf(some: readonly CheckedPush[], all: readonly CheckedPush[]): string {
  return l10n.t("{0} of {1}", formatNumber(some.length), formatNumber(all.length));
}

/** @param name the connection's name, or a part of it. */
function withId({ connection, id }: PushTarget, name: string): string {
  return connection === id ? sanitizeText(id) : `${sanitizeText(name)} (${sanitizeText(id)})`;
}

function sections(...parts: readonly (readonly string[])[]): readonly string[] {
  return parts.filter(({ length }) => length > 0).flatMap((part, at) => (at > 0 ? ["", ...part] : part));
}
