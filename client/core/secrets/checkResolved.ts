import * as l10n from "@vscode/l10n";
import { checkSetup, checkUpdate } from "../../../schemas/check.js";
import type { Fault } from "../../../schemas/faults.js";
import type { Variant } from "../../../schemas/variants.js";
import type { UpdateRequest } from "../../../server/protocol/messages.js";
import { formatNumber, formatNarrowList, joinSentences, formatList } from "../text/locale.js";
import { sanitizeText } from "../text/sanitizeText.js";
import { describeReference, type NamedReference, type ReferenceProblem } from "./problems.js";
import type { PropertyPath } from "./texts.js";

export interface ResolvedUpdate {
  readonly request: UpdateRequest;
  readonly variant: Variant | undefined;
  readonly referencesAt: (property: PropertyPath) => readonly NamedReference[];
}

/** Checks lengths, formats and types ("Update request body", "Setup variants"). */
export function checkResolved({ request, variant, referencesAt }: ResolvedUpdate): readonly ReferenceProblem[] {
  const ofName = request.name === undefined ? [] : checkUpdate({ name: request.name });
  const ofSetup = request.setup === undefined ? [] : setupFaults(request.setup, variant);
  return [...ofName, ...ofSetup].map((fault) => {
    const [first, ...others] = referencesAt(fault.path);
    const reference = first && { kind: first.kind, name: first.name };
    const complaint = complaintAbout(sanitizeText(fault.path.at(-1) ?? "setup", 80), fault);
    const origin = first ? l10n.t("It comes from {0}.", formatList([first, ...others].map(describeReference))) : "";
    return { reference, property: fault.path, text: joinSentences(complaint, origin), next: "showInFile" };
  });
}

/** A setup without a known variant can't be checked, and isn't sent. */
function setupFaults(setup: unknown, variant: Variant | undefined): readonly Fault[] {
  if (!variant) return [{ code: "wrong-value-type", path: ["setup"], expected: "object" }];
  return checkSetup(variant, setup).map((fault) => ({ ...fault, path: ["setup", ...fault.path] }));
}

function complaintAbout(field: string, { code, limit = 1, allowed = [] }: Fault): string {
  switch (code) {
    case "missing-property":
      return l10n.t("The value of {0} is missing.", field);
    case "unknown-property":
      return l10n.t("The value of {0} belongs to no field of this kind of setup.", field);
    case "wrong-value-type":
      return l10n.t("The value of {0} is of the wrong type.", field);
    case "invalid-value":
      return l10n.t("The value of {0} has to be one of {1}.", field, formatNarrowList(allowed));
    case "too-short":
      return limit === 1
        ? l10n.t("The value of {0} is too short: it takes at least 1 character.", field)
        : l10n.t("The value of {0} is too short: it takes at least {1} characters.", field, formatNumber(limit));
    case "too-long":
      return limit === 1
        ? l10n.t("The value of {0} is too long: it takes at most 1 character.", field)
        : l10n.t("The value of {0} is too long: it takes at most {1} characters.", field, formatNumber(limit));
    case "not-https-url":
      return l10n.t("The value of {0} has to be a complete URL that begins with https://.", field);
    case "not-hostname":
      return l10n.t("The value of {0} has to be a host name alone, such as login.example.com.", field);
    case "not-email":
      return l10n.t("The value of {0} has to be an e-mail address.", field);
  }
}
