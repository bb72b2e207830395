import * as l10n from "@vscode/l10n";

/** Whom and what a sentence is about. */
export interface SentenceContext {
  /** The tenant's name. */
  readonly tenant: string;
  /** The connection's name or id, for an update. */
  readonly connection?: string | undefined;
}

/** The one command that helps. */
export interface NextStep {
  /** The button's label. */
  readonly title: string;
  readonly command: string;
  /** Arguments for a command of VS Code's own; commands of ours take the row they are used on. */
  readonly args?: readonly unknown[];
}

/** What happened and what it means, in one or two sentences, and what to do next. */
export interface Sentence {
  readonly text: string;
  readonly next?: NextStep;
}

const SIGN_IN = "vaultconn.signIn";

/** To read again, where that may go well the next time. */
export function retry(): NextStep {
  return { title: l10n.t("Retry"), command: "vaultconn.refresh" };
}

/** To sign in, where nobody is signed in any more. */
export function signIn(): NextStep {
  return { title: l10n.t("Sign In"), command: SIGN_IN };
}

/** To give a tenant another address, where that may be what is wrong. */
export function editTenant(): NextStep {
  return { title: l10n.t("Edit Tenant…"), command: "vaultconn.editTenant" };
}

/** To sign in with something else, where what was used is accepted and does not suffice. */
export function signInDifferently(): NextStep {
  return { title: l10n.t("Sign In Differently"), command: SIGN_IN };
}

/** To read the list again, where what is shown of it is out of date. */
export function refresh(): NextStep {
  return { title: l10n.t("Refresh"), command: "vaultconn.refresh" };
}

/** To look at the proxy, where the way to the service is the trouble. */
export function proxySettings(): NextStep {
  return { title: l10n.t("Proxy Settings"), command: "workbench.action.openSettings", args: ["http.proxy"] };
}

/** A sentence of the service's own without its full stop, to stand after a colon. */
export function quoted(said: string): string {
  return said.replace(/[.\s]+$/, "");
}
