import * as l10n from "@vscode/l10n";
import type { ReferenceStep } from "../secrets/problems.js";
import type { ServiceError } from "../service/errors/errors.js";

/** What a person may do after a push. */
export type Offer =
  | "showRecord"
  | "showLog"
  | "showInFile"
  | "checkAgain"
  | "pushAgain"
  | "pushAnyway"
  | "compare"
  | "refresh"
  | "chooseConnection"
  | "signIn"
  | "signInDifferently"
  | "copyScope"
  | "retry"
  | ReferenceStep;

const TITLES: Readonly<Record<Offer, () => string>> = {
  showRecord: () => l10n.t("Show Record"),
  showLog: () => l10n.t("Show Log"),
  showInFile: () => l10n.t("Show in File"),
  checkAgain: () => l10n.t("Check Again"),
  pushAgain: () => l10n.t("Push Again"),
  pushAnyway: () => l10n.t("Push Anyway"),
  compare: () => l10n.t("Compare"),
  refresh: () => l10n.t("Refresh"),
  chooseConnection: () => l10n.t("Choose Connection"),
  signIn: () => l10n.t("Sign In"),
  signInDifferently: () => l10n.t("Sign In Differently"),
  copyScope: () => l10n.t("Copy Scope"),
  retry: () => l10n.t("Retry"),
  storeSecret: () => l10n.t("Store as Secret"),
  manageTrust: () => l10n.t("Manage Trust"),
};

/** The label of the button for an offer. */
export function offerTitle(offer: Offer): string {
  return TITLES[offer]();
}

/** Those that mean nothing where there is no file. */
const ABOUT_A_FILE: ReadonlySet<Offer> = new Set(["showInFile", "chooseConnection", "storeSecret"]);

/** Whether an offer can be made for a push of a file, or of a name alone. */
export function isPossible(offer: Offer, { file }: { readonly file: string }): boolean {
  return file !== "" || !ABOUT_A_FILE.has(offer);
}

/** What helps with an error of the service. */
export function offersFor(error: ServiceError): readonly Offer[] {
  switch (error.kind) {
    case "bad-request":
      // Without a property there is no place in the file to show.
      return error.property === undefined ? ["showLog"] : ["showInFile", "showLog"];
    case "unauthorized":
    case "sign-in":
      return ["signIn"];
    case "forbidden":
      return error.operation === "update" ? ["signInDifferently", "copyScope"] : ["signInDifferently", "showLog"];
    case "not-found":
      return error.operation === "update" ? ["refresh", "chooseConnection"] : ["retry", "showLog"];
    case "cancelled":
      return [];
    default:
      return [error.operation === "update" ? "pushAgain" : "retry", "showLog"];
  }
}
