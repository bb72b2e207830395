import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { formatNumber, formatNarrowList } from "../../locale.js";
import { sanitizeText } from "../../sanitizeText.js";
import type { Tenant } from "../../tenants/tenant.js";
import type { CheckedPush } from "../check.js";
import { changedOnService } from "../drift.js";
import { describeOutcome } from "../outcomes.js";
import type { PushOptions, PushResult } from "../run.js";
import { askAboutProduction } from "./productionStep.js";
import type { ReviewDocuments } from "./reviewDocuments.js";

/** More lines of a kind do not fit into a dialog. */
const LISTED = 15;

/** So much is shown of one part of what is sent, and in a dialog on many pushes, in characters. */
const LONGEST = 400;
const LONGEST_OF_MANY = 150;

/**
 * Shows what is sent and where, for one push or for many. Escape means no.
 * @param left what is left out, and how that ended.
 * @param tenants all that there are.
 */
export async function reviewPushes(
  pushes: readonly CheckedPush[],
  left: readonly PushResult[],
  tenants: readonly Tenant[],
  documents: ReviewDocuments,
  { signal, onProgress }: PushOptions,
): Promise<boolean> {
  const involved = tenants.filter(({ origin }) => pushes.some(({ subject }) => subject.origin === origin));
  const production = involved.filter((tenant) => tenant.production).map(({ name }) => sanitizeText(name));
  const [only, ...others] = pushes;
  const question = questionFor(pushes, involved);
  const detail = (
    others.length === 0 && only && left.length === 0 ? detailOfOne(only) : detailOfMany(pushes, left)
  ).join("\n");
  const [push, show] = [l10n.t("Push"), l10n.t("Show Changes")];
  const ask = production.length > 0 ? vscode.window.showWarningMessage : vscode.window.showInformationMessage;
  const stage = (name: "comparing" | "reviewing") =>
    onProgress?.({ stage: name, ended: 0, failed: 0, total: pushes.length });
  for (;;) {
    const answer = await ask(question, { modal: true, detail }, push, show);
    if (answer === undefined) return false;
    if (answer === push) {
      const [tenant] = production;
      const typed = others.length === 0 && only ? sanitizeText(only.subject.connection) : tenant;
      return tenant === undefined || askAboutProduction(typed ?? tenant, formatNarrowList(production), signal);
    }
    // A question in a corner would go by itself while someone reads, so closing the comparison is what leads back.
    stage("comparing");
    await documents.compareUntilClosed(
      pushes.map(({ subject, plan }) => ({
        of: subject,
        name: subject.connection,
        file: subject.file,
        views: plan.views,
      })),
      {
        title: question,
        summary: `${sectionsOf(pushes, left, LONGEST)
          .map((lines) => lines.join("\n"))
          .join("\n\n")}\n`,
      },
      signal,
    );
    if (signal?.aborted === true) return false;
    stage("reviewing");
  }
}

function questionFor(pushes: readonly CheckedPush[], involved: readonly Tenant[]): string {
  const [only, ...others] = pushes;
  const [tenant] = involved;
  if (only && others.length === 0) {
    const [name, place] = [sanitizeText(only.subject.connection, 60), sanitizeText(only.subject.tenantName, 40)];
    return tenant?.production === true
      ? l10n.t("Push “{0}” to {1} (production)?", name, place)
      : l10n.t("Push “{0}” to {1}?", name, place);
  }
  const names = involved.map(({ name, production }) =>
    production ? l10n.t("{0} (production)", sanitizeText(name)) : sanitizeText(name),
  );
  return l10n.t("Push {0} files to {1}?", formatNumber(pushes.length), formatNarrowList(names));
}

function detailOfOne(push: CheckedPush): readonly string[] {
  const { subject, plan } = push;
  const warnings = warningsOf(push);
  return [
    l10n.t("Connection: {0}", connectionOf(push)),
    l10n.t("Tenant: {0}, {1}", sanitizeText(subject.tenantName), subject.origin),
    "",
    l10n.t("What is sent:"),
    ...plan.changes.map((change) => `• ${sanitizeText(change, LONGEST)}`),
    ...(warnings.length > 0 ? ["", ...warnings] : []),
  ];
}

/** As much of the list as fits into a dialog. */
function detailOfMany(pushes: readonly CheckedPush[], left: readonly PushResult[]): readonly string[] {
  return sectionsOf(pushes, left, LONGEST_OF_MANY).flatMap((lines, at) => [...(at > 0 ? [""] : []), ...someOf(lines)]);
}

/**
 * What the review of one says, in a line for each push; what to know before saying yes; and what is left out, with the reason.
 * @param longest how much is shown of each part of what is sent, so that a long one leaves room for those after it.
 */
function sectionsOf(
  pushes: readonly CheckedPush[],
  left: readonly PushResult[],
  longest: number,
): readonly (readonly string[])[] {
  const several = new Set(pushes.map(({ subject }) => subject.origin)).size > 1;
  const lines = pushes.map((push) => {
    const place = several ? `${connectionOf(push)}, ${sanitizeText(push.subject.tenantName, 40)}` : connectionOf(push);
    return `• ${place}: ${push.plan.changes.map((change) => sanitizeText(change, longest)).join("; ")}`;
  });
  // What is true of all is said once.
  const common = new Set(pushes.flatMap((push) => (replacesSetup(push) ? [irreplaceable()] : [])));
  const warnings = pushes.flatMap((push) =>
    warningsOf(push).flatMap((warning) =>
      common.has(warning) ? [] : [`${sanitizeText(push.subject.connection, 60)}: ${warning}`],
    ),
  );
  const leftOut = left.map(
    ({ subject, outcome }) =>
      `• ${sanitizeText(vscode.workspace.asRelativePath(vscode.Uri.parse(subject.file)), 80)}: ${describeOutcome(outcome.kind)}`,
  );
  return [lines, [...common, ...warnings], leftOut.length === 0 ? [] : [l10n.t("Left out:"), ...leftOut]].filter(
    ({ length }) => length > 0,
  );
}

function warningsOf(push: CheckedPush): readonly string[] {
  const { drift, plan, subject } = push;
  return [
    ...(drift.kind === "changed" ? [changedOnService(drift, sanitizeText(subject.connection), Date.now())] : []),
    ...(replacesSetup(push) ? [irreplaceable()] : []),
    ...plan.warnings.map((warning) => sanitizeText(warning, LONGEST)),
  ];
}

function replacesSetup({ plan }: CheckedPush): boolean {
  return plan.properties.some((property) => property !== "name");
}

function irreplaceable(): string {
  return l10n.t("The setup that the service has now cannot be read back.");
}

function connectionOf({ subject: { connection, id } }: CheckedPush): string {
  return connection === id ? sanitizeText(id) : `${sanitizeText(connection)} (${sanitizeText(id)})`;
}

function someOf(lines: readonly string[]): readonly string[] {
  if (lines.length <= LISTED) return lines;
  return [...lines.slice(0, LISTED), l10n.t("… and {0} more", formatNumber(lines.length - LISTED))];
}
