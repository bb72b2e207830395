import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { columnsOf, cutToColumns, layOutDialog } from "../ui/dialogText.js";
import { formatList, formatNarrowList, formatNumber, shortenList } from "../../core/text/locale.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import type { Tenant } from "../../core/tenants/tenant.js";
import { changedOnService } from "../../core/push/compareRecords.js";
import type { PushOptions } from "../../core/push/context.js";
import { describeOutcome, quotedName } from "../../core/push/outcomes.js";
import type { CheckedPush, PushResult } from "../../core/push/pushTypes.js";
import type { PushWarning } from "../../core/secrets/pushWarnings.js";
import { confirmByTyping } from "./questions.js";
import type { ReviewDocuments } from "./reviewDocuments.js";

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
 * @param skipped pushes that aren't sent, with their outcomes.
 * @param tenants all tenants.
 */
export async function reviewPushes(
  pushes: readonly CheckedPush[],
  skipped: readonly PushResult[],
  tenants: readonly Tenant[],
  documents: ReviewDocuments,
  { signal, onProgress }: PushOptions,
): Promise<boolean> {
  const involved = tenants.filter(({ origin }) => pushes.some(({ target }) => target.origin === origin));
  const production = involved.filter((tenant) => tenant.production);
  const { question, detail, full } = reviewText(pushes, skipped, involved);
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
        const name = pushes.length === 1 && pushes[0] ? pushes[0].target.connection : tenant.name;
        if (!(await confirmByTyping(sanitizeText(name), tenantLabel(tenant), signal))) return false;
      }
      return true;
    }
    // A notification would disappear while the user reads, so closing the comparison returns to the question.
    stage("comparing");
    await documents.compareUntilClosed(
      pushes.map(({ target, plan }) => ({ ...target, views: plan.views })),
      { title: question, summary: full },
      signal,
    );
    if (signal?.aborted === true) return false;
    stage("reviewing");
  }
}

/**
 * @param skipped pushes that aren't sent, with their outcomes.
 * @param tenants the ones that are pushed to.
 * @returns `full`: the full text, shown above the comparisons; undefined if the dialog already has it.
 */
function reviewText(pushes: readonly CheckedPush[], skipped: readonly PushResult[], tenants: readonly Tenant[]) {
  const [only, ...others] = pushes;
  const isOne = only !== undefined && others.length === 0 && skipped.length === 0;
  const question =
    only && others.length === 0 ? questionForOne(only, tenants) : questionForMany(pushes.length, tenants);
  const full = isOne
    ? detailOfOne(only)
    : sections(warningsOfEach(pushes), [...listOf(pushes), ...notesOn(pushes)], listOfSkipped(skipped));
  const isListed = pushes.length <= MAX_LISTED_FILES;
  const { detail, isComplete } = layOutDialog(question, {
    ...(isListed && { full }),
    ...(!isOne && {
      short: sections(
        countedWarnings(pushes),
        [...(isListed ? listOf(pushes, LISTED_NAME_COLUMNS) : summaryOf(pushes, tenants)), ...notesOn(pushes)],
        countedSkipped(skipped),
      ),
    }),
    more: l10n.t("Show Changes has the full text for each file."),
  });
  const isShown = isComplete && pushes.length === 1;
  return { question, detail, full: isShown ? undefined : full.join("\n") };
}

function questionForOne({ target }: CheckedPush, [tenant]: readonly Tenant[]): string {
  const place = tenantLabel({ name: target.tenantName, production: tenant?.production === true }, TENANT_COLUMNS);
  const ask = (name: string) => l10n.t("Push “{0}” to {1}?", name, place);
  const room = Math.max(QUESTION_COLUMNS - columnsOf(ask("")), MIN_NAME_COLUMNS);
  return ask(cutToColumns(sanitizeText(target.connection), room));
}

function questionForMany(count: number, tenants: readonly Tenant[]): string {
  const names = productionFirst(tenants).map((tenant) => tenantLabel(tenant, SEVERAL_TENANTS_COLUMNS));
  const ask = (shown: number) =>
    l10n.t("Push {0} files to {1}?", formatNumber(count), formatNarrowList(shortenList(names, shown)));
  const shown = [MAX_LISTED_TENANTS, 2].find((each) => columnsOf(ask(each)) <= QUESTION_COLUMNS);
  return ask(shown ?? 1);
}

function productionFirst(tenants: readonly Tenant[]): readonly Tenant[] {
  return [...tenants].sort((a, b) => Number(b.production) - Number(a.production));
}

/** Says that a tenant is a production one, unless its name does. */
function tenantLabel({ name, production }: Pick<Tenant, "name" | "production">, columns = Infinity): string {
  const cut = cutToColumns(sanitizeText(name), columns);
  const says = ["production", l10n.t("production")].some((word) => cut.toLowerCase().includes(word.toLowerCase()));
  return production && !says ? l10n.t("{0} (production)", cut) : cut;
}

function detailOfOne(push: CheckedPush): readonly string[] {
  const { target, plan } = push;
  return sections(
    warningsOf(push).map(({ text }) => marked(text)),
    [
      l10n.t("Connection: {0}", connectionOf(push)),
      l10n.t("Tenant: {0}, {1}", sanitizeText(target.tenantName), target.origin),
      l10n.t("What is sent:"),
      ...plan.changes.map((change) => `• ${sanitizeText(change, MAX_PART_LENGTH)}`),
      ...notesOn([push]),
    ],
  );
}

/** One paragraph for each push. @param columns the most that a name may take. */
function listOf(pushes: readonly CheckedPush[], columns = Infinity): readonly string[] {
  const several = new Set(pushes.map(({ target }) => target.origin)).size > 1;
  return pushes.map((push) => {
    const connection = connectionOf(push, columns);
    const place = several
      ? `${connection}, ${cutToColumns(sanitizeText(push.target.tenantName, 40), columns)}`
      : connection;
    return `• ${place}: ${push.plan.changes.map((change) => sanitizeText(change, MAX_PART_LENGTH)).join("; ")}`;
  });
}

function summaryOf(pushes: readonly CheckedPush[], tenants: readonly Tenant[]): readonly string[] {
  const lines = productionFirst(tenants).map((tenant) => {
    const files = pushes.filter(({ target }) => target.origin === tenant.origin);
    const place = tenantLabel(tenant, LISTED_NAME_COLUMNS);
    const parts = formatNarrowList(countedParts(files));
    return files.length === 1
      ? `• ${l10n.t("{0}, 1 file: {1}", place, parts)}`
      : `• ${l10n.t("{0}, {1} files: {2}", place, formatNumber(files.length), parts)}`;
  });
  const more = lines.length - MAX_LISTED_TENANTS;
  const names = pushes.map((push) => describeInSummary(push, tenants.length > 1));
  return [
    l10n.t("What is sent:"),
    ...lines.slice(0, MAX_LISTED_TENANTS),
    ...(more > 0 ? [l10n.t("… and {0} more tenants", formatNumber(more))] : []),
    l10n.t("Connections: {0}", formatNarrowList(shortenList(names, MAX_LISTED_FILES))),
  ];
}

/** The connection, with its new name and its tenant. */
function describeInSummary({ target, plan }: CheckedPush, several: boolean): string {
  const cut = (text: string) => cutToColumns(sanitizeText(text), LISTED_NAME_COLUMNS);
  const { connection, tenantName } = target;
  const { sentName = connection } = plan;
  const name = sentName === connection ? cut(connection) : `${cut(connection)} → ${cut(sentName)}`;
  return several ? `${name} (${cut(tenantName)})` : name;
}

function countedParts(pushes: readonly CheckedPush[]): readonly string[] {
  const sent = pushes.map((push) => ({ name: push.plan.properties.includes("name"), setup: replacesSetup(push) }));
  const count = (name: boolean, setup: boolean) =>
    sent.filter((one) => one.name === name && one.setup === setup).length;
  const [names, setups, both] = [count(true, false), count(false, true), count(true, true)];
  return [
    ...(names > 0 ? [l10n.t("name ({0})", formatNumber(names))] : []),
    ...(setups > 0 ? [l10n.t("setup ({0})", formatNumber(setups))] : []),
    ...(both > 0 ? [l10n.t("name and setup ({0})", formatNumber(both))] : []),
  ];
}

function warningsOfEach(pushes: readonly CheckedPush[]): readonly string[] {
  return pushes.flatMap((push) =>
    warningsOf(push).map(({ text }) => marked(`${sanitizeText(push.target.connection, 60)}: ${text}`)),
  );
}

/** A dialog draws no icons but in its text. */
function marked(warning: string): string {
  return `⚠ ${warning}`;
}

/** What's the same for all pushes. */
function notesOn(pushes: readonly CheckedPush[]): readonly string[] {
  const rotated = new Set(pushes.flatMap(({ request }) => request.rotation?.names ?? []));
  const names = [...rotated].map((name) => sanitizeText(name, 60));
  return [
    ...(names.length > 0 ? [l10n.t("Rotation of {0}", formatList(shortenList(names, MAX_LISTED_FILES)))] : []),
    ...(pushes.some(replacesSetup) ? [l10n.t("The current setup can't be read back.")] : []),
  ];
}

function countedWarnings(pushes: readonly CheckedPush[]): readonly string[] {
  const counts = countEach(
    pushes.flatMap((push) => [...new Set(warningsOf(push).map(({ text, general }) => general ?? text))]),
  );
  const total = formatNumber(pushes.length);
  return counts.map(([warning, count]) => marked(l10n.t("{0} of {1}: {2}", formatNumber(count), total, warning)));
}

function listOfSkipped(skipped: readonly PushResult[]): readonly string[] {
  if (skipped.length === 0) return [];
  const lines = skipped.map(
    ({ target, outcome }) =>
      `• ${sanitizeText(vscode.workspace.asRelativePath(vscode.Uri.parse(target.file)), 80)}: ${describeOutcome(outcome.kind)}`,
  );
  return [l10n.t("Left out:"), ...lines];
}

function countedSkipped(skipped: readonly PushResult[]): readonly string[] {
  const counts = countEach(skipped.map(({ outcome }) => describeOutcome(outcome.kind)));
  const reasons = counts.map(([reason, count]) => `${reason} (${formatNumber(count)})`);
  return reasons.length === 0 ? [] : [`${l10n.t("Left out:")} ${reasons.join("; ")}`];
}

function countEach(texts: readonly string[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts];
}

function warningsOf(push: CheckedPush): readonly PushWarning[] {
  const { drift, plan, target } = push;
  return [
    ...(drift.kind === "changed"
      ? [
          {
            text: changedOnService(drift, quotedName({ id: target.id, name: target.connection })),
            general: l10n.t("The connection changed on the service."),
          },
        ]
      : []),
    ...plan.warnings.map(({ text, ...rest }) => ({ ...rest, text: sanitizeText(text, MAX_PART_LENGTH) })),
  ];
}

function replacesSetup({ plan }: CheckedPush): boolean {
  return plan.properties.some((property) => property !== "name");
}

function connectionOf({ target: { connection, id } }: CheckedPush, columns = Infinity): string {
  return connection === id
    ? sanitizeText(id)
    : `${cutToColumns(sanitizeText(connection), columns)} (${sanitizeText(id)})`;
}

function sections(...parts: readonly (readonly string[])[]): readonly string[] {
  return parts.filter(({ length }) => length > 0).flatMap((part, at) => (at > 0 ? ["", ...part] : part));
}
