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

export const RETRY: NextStep = { title: "Retry", command: "vaultconn.refresh" };
export const SIGN_IN: NextStep = { title: "Sign In", command: "vaultconn.signIn" };
export const SIGN_IN_DIFFERENTLY: NextStep = { title: "Sign In Differently", command: "vaultconn.signIn" };
export const REFRESH: NextStep = { title: "Refresh", command: "vaultconn.refresh" };
export const PROXY_SETTINGS: NextStep = { title: "Proxy Settings", command: "workbench.action.openSettings", args: ["http.proxy"] };

/** A sentence of the service's own, to stand after a colon; only a full stop if there is none. */
export function quoted(said: string | undefined): string {
  return said === undefined ? "." : `: ${said.replace(/[.\s]+$/, "")}.`;
}
