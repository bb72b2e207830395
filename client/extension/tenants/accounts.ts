import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Sessions } from "./sessions.js";
import type { Session } from "./session.js";

const PROVIDER = "vaultconn";

/**
 * Stands in the place of a token in what other extensions can see of an
 * account: a credential goes to its own tenant and to nobody else.
 */
const NO_TOKEN = "kept by Vault Connections";

/** How one signs in and out. Each says itself what goes wrong. */
interface SignIn {
  /** Asks for a tenant, and for what to sign in with. */
  readonly signIn: () => Promise<void>;
  readonly signOut: (session: Session) => Promise<void>;
}

/**
 * Shows the tenants that are signed in among VS Code's accounts, where one can
 * sign out of them.
 */
export function showAccounts(sessions: Sessions, { signIn, signOut }: SignIn): vscode.Disposable {
  const changes = new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  let known: readonly vscode.AuthenticationSession[] = accountsOf(sessions);
  const provider: vscode.AuthenticationProvider = {
    onDidChangeSessions: changes.event,
    getSessions: () => Promise.resolve([...accountsOf(sessions)]),
    createSession: async () => {
      await signIn();
      const [account] = accountsOf(sessions);
      if (!account) throw new Error(l10n.t("Nobody signed in."));
      return account;
    },
    removeSession: async (origin) => {
      const session = sessions.withOrigin(origin);
      if (session) await signOut(session);
    },
  };
  const update = () => {
    const now = accountsOf(sessions);
    const without = (all: typeof now, others: typeof now) =>
      all.filter(({ id }) => !others.some((other) => other.id === id));
    const [added, removed] = [without(now, known), without(known, now)];
    known = now;
    if (added.length + removed.length > 0) changes.fire({ added, removed, changed: [] });
  };
  return vscode.Disposable.from(
    changes,
    vscode.authentication.registerAuthenticationProvider(PROVIDER, "Vault Connections", provider, {
      supportsMultipleAccounts: true,
    }),
    sessions.onDidChange(update),
  );
}

function accountsOf({ all }: Sessions): readonly vscode.AuthenticationSession[] {
  return all.filter(({ signedIn, tenant }) => signedIn && !tenant.local).map(accountOf);
}

function accountOf({ tenant }: Session): vscode.AuthenticationSession {
  return { id: tenant.origin, account: { id: tenant.origin, label: tenant.name }, scopes: [], accessToken: NO_TOKEN };
}
