import * as l10n from "@vscode/l10n";
import type { ReferenceStep } from "../secrets/problems.js";
import type { ServiceError } from "../service/errors/errors.js";
import { STEP_TITLES, type NextStep, nextStep } from "../service/errorTable.js";

export type Offer =
  | "showRecord"
  | "showLog"
  | "showInFile"
  | "checkAgain"
  | "pushAgain"
  | "chooseConnection"
  | "copyScope"
  | "editTenant"
  | NextStep
  | ReferenceStep;

const TITLES: Readonly<Record<Offer, () => string>> = {
  ...STEP_TITLES,
  showRecord: () => l10n.t("Show Record"),
  showLog: () => l10n.t("Show Log"),
  showInFile: () => l10n.t("Show in File"),
  checkAgain: () => l10n.t("Check Again"),
  pushAgain: () => l10n.t("Push Again"),
  chooseConnection: () => l10n.t("Choose Connection"),
  copyScope: () => l10n.t("Copy Scope"),
  editTenant: () => l10n.t("Edit Tenant…"),
  storeSecret: () => l10n.t("Store as Secret"),
  addProvider: () => l10n.t("Add Secret Provider…"),
  manageTrust: () => l10n.t("Manage Workspace Trust"),
};

export function offerTitle(offer: Offer): string {
  return TITLES[offer]();
}

const ABOUT_A_FILE: ReadonlySet<Offer> = new Set(["showInFile", "chooseConnection", "storeSecret"]);

export function isPossible(offer: Offer, { file }: { readonly file: string }): boolean {
  return file !== "" || !ABOUT_A_FILE.has(offer);
}

export function offersFor(error: ServiceError): readonly Offer[] {
  if (error.kind === "cancelled") return [];
  // Without a property, there's nothing to show in the file.
  if (error.kind === "bad-request") return error.property === undefined ? ["showLog"] : ["showInFile", "showLog"];
  const isUpdate = error.operation === "update";
  const next = nextStep(error);
  switch (next) {
    case "signIn":
      return [next];
    case "signInDifferently":
      return [next, isUpdate ? "copyScope" : "showLog"];
    case "refresh":
      return [next, "chooseConnection"];
    default:
      return [isUpdate ? "pushAgain" : "retry", "showLog", ...(next === "proxySettings" ? [next] : [])];
  }
}
