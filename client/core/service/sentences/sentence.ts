import * as l10n from "@vscode/l10n";

/** Whom and what a sentence is about. */
export interface SentenceContext {
  /** The tenant's name. */
  readonly tenant: string;
  /** The connection's name or id, for an update. */
  readonly connection?: string | undefined;
  /** What names a proxy, where it isn't VS Code's `http.proxy`. */
  readonly proxySetting?: string | undefined;
}

/** The one thing that helps with an error. */
export type NextStep = "retry" | "refresh" | "signIn" | "signInDifferently" | "proxySettings";

/** What the buttons for these are called. */
export const STEP_TITLES: Readonly<Record<NextStep, () => string>> = {
  retry: () => l10n.t("Retry"),
  refresh: () => l10n.t("Refresh"),
  signIn: () => l10n.t("Sign In"),
  signInDifferently: () => l10n.t("Sign In Differently"),
  proxySettings: () => l10n.t("Proxy Settings"),
};

/** What happened and what it means, in one or two sentences, and what to do next. */
export interface Sentence {
  readonly text: string;
  readonly next?: NextStep | undefined;
}

/** A sentence of the service's own without its full stop, to stand after a colon. */
export function quoted(said: string): string {
  return said.replace(/(?<![.\s])[.\s]+$/, "");
}
