import type { ServiceError } from "../service/errors/errors.js";
import { nextStep } from "../service/errorTable.js";
import type { Action } from "../text/action.js";

/** What may help after an error of the service ended a push. */
export function actionsAfter(error: ServiceError): readonly Action[] {
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
      return [isUpdate ? "pushAgain" : "retryPush", "showLog", ...(next === "proxySettings" ? [next] : [])];
  }
}
