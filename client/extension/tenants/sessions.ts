import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { isGivenFor, type Credentials } from "./credentials.js";
import type { LocalService } from "../../core/tenants/localService.js";
import { isSample, SAMPLE_CREDENTIAL, sampleTenant } from "../../core/sample/sampleTenant.js";
import { readNetworkSettings, readTenants } from "./settings.js";
import type { Tenant } from "../../core/tenants/tenant.js";
import type { ListChange } from "../../core/connections/recordList.js";
import type { ServiceClient } from "../../core/service/serviceClient.js";
import type { PreflightFailure } from "../../core/service/signIn/claims.js";
import type { ServiceError } from "../../core/service/errors/errors.js";
import type { Credential } from "../../core/service/signIn/method.js";
import type { CredentialSource } from "../../core/service/signIn/token.js";
import type { OnWait } from "../../core/service/calls/wait.js";
import { ConnectionStore } from "../../core/connections/store.js";
import { unlessRateLimited } from "../../core/service/errorTable.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { commandsFor, showMessage } from "../actions.js";
import { onDidChangeSetting } from "../ui/settings.js";
import { withCancellableProgress } from "../ui/withCancellableProgress.js";
import { inBackground } from "../ui/inBackground.js";

export interface Session {
  readonly tenant: Tenant;
  readonly client: ServiceClient;
  readonly store: ConnectionStore;
  signedIn: boolean;
  /** Whether the user signed in while this window was open, and so wants to see the rows. */
  isWatched?: boolean;
  /** Whether the token can't update connections, as of the last load. */
  lacksUpdateScope: boolean;
}

/** Creates the client of a tenant. The client gets the credential before each request. */
export type ClientFactory = (
  tenant: Tenant,
  credential: CredentialSource,
  onSignInNeeded: (failure: ServiceError) => void,
) => ServiceClient;

export type SessionsChange =
  | { readonly kind: "tenants" }
  | { readonly kind: "signIn"; readonly session: Session }
  | { readonly kind: "rows"; readonly session: Session; readonly change: ListChange };

/** Follows the settings and the SecretStorage, so every window shows the same tenants. */
export class Sessions implements vscode.Disposable {
  readonly #credentials: Credentials;
  readonly #local: LocalService | undefined;
  readonly #makeClient: ClientFactory;
  readonly #changed = new vscode.EventEmitter<SessionsChange>();
  #sessions: Session[] = [];
  #syncing: Promise<void> = Promise.resolve();
  #hasSample = false;
  /** The origins of tenants whose stored credential can't be used, which has been said. */
  readonly #unusable = new Set<string>();

  /** Fires when a tenant is added or removed, signs in or out, or its rows change. */
  readonly onDidChange = this.#changed.event;

  constructor(
    credentials: Credentials,
    local: LocalService | undefined,
    makeClient: ClientFactory,
    subscriptions: vscode.Disposable[],
  ) {
    this.#credentials = credentials;
    this.#local = local;
    this.#makeClient = makeClient;
    const changed = (origin: string) => {
      inBackground("update-tenants", () => this.credentialChanged(origin));
    };
    subscriptions.push(
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        for (const { tenant } of this.#sessions) changed(tenant.origin);
      }),
      onDidChangeSetting("vaultconn.tenants", () => {
        inBackground("update-tenants", () => this.sync());
      }),
      onDidChangeSetting("http", () => {
        for (const { client } of this.#sessions) client.configure(readNetworkSettings());
      }),
      credentials.onDidChange(changed),
    );
  }

  get all(): readonly Session[] {
    return this.#sessions;
  }

  withHost(host: string): Session | undefined {
    return this.#sessions.find(({ tenant }) => tenant.host === host.toLowerCase());
  }

  withOrigin(origin: string): Session | undefined {
    return this.#sessions.find(({ tenant }) => tenant.origin === origin);
  }

  /** Rereads the settings. Unchanged tenants keep their rows. */
  sync(): Promise<void> {
    const syncing = this.#syncing.then(() => this.#sync());
    // Only its caller is told if it fails.
    this.#syncing = syncing.catch(() => undefined);
    return syncing;
  }

  /** The sample tenant lasts as long as this window. */
  async setSample(there: boolean): Promise<void> {
    this.#hasSample = there;
    await this.sync();
  }

  /**
   * Signs in with a credential that isn't stored, and reads one page.
   * @returns what a push would fail for. @throws ServiceError
   */
  async tryOut(tenant: Tenant, credential: Credential, signal: AbortSignal): Promise<PreflightFailure | undefined> {
    const client = this.#makeClient(
      tenant,
      () => Promise.resolve(credential),
      () => undefined,
    );
    try {
      await client.listPage(0, { signal });
      return await client.preflightFailure({ signal });
    } finally {
      await client.close();
    }
  }

  dispose(): void {
    for (const session of this.#sessions) closeSession(session);
  }

  async #sync(): Promise<void> {
    const known = this.#sessions;
    const tenants = this.#tenants();
    this.#sessions = await Promise.all(tenants.map((tenant) => this.#keepOrOpen(known, tenant)));
    for (const session of known) {
      if (!this.#sessions.includes(session)) closeSession(session);
    }
    this.#changed.fire({ kind: "tenants" });
  }

  #tenants(): readonly Tenant[] {
    const { tenants } = readTenants();
    const local = this.#local?.tenant;
    const all = local ? [local, ...tenants.filter(({ origin }) => origin !== local.origin)] : tenants;
    return this.#hasSample ? [...all.filter((tenant) => !isSample(tenant)), sampleTenant()] : all;
  }

  /** Sends no request until rows are needed. If a push finds that the user isn't signed in, the rows show it. */
  async #keepOrOpen(known: readonly Session[], tenant: Tenant): Promise<Session> {
    const same = known.find((session) => isDeepStrictEqual(session.tenant, tenant));
    if (same) return same;
    const credential = () => this.#credential(tenant);
    const signedIn = (await credential()) !== undefined;
    const client = this.#makeClient(tenant, credential, (failure) => {
      store.fail(failure);
    });
    const notice = waitNotice(tenant.name, () => {
      store.stop();
    });
    const listPage: ServiceClient["listPage"] = async (page, options) => {
      const listed = await client.listPage(page, options);
      // The list is read even if this fails.
      const failure = page === 0 ? await client.preflightFailure(options).catch(() => undefined) : undefined;
      if (page === 0) session.lacksUpdateScope = failure === "lacks-update-scope";
      return listed;
    };
    const store: ConnectionStore = new ConnectionStore(listPage, notice);
    const session: Session = { tenant, client, store, signedIn, lacksUpdateScope: false };
    store.onDidChange((change) => {
      this.#changed.fire({ kind: "rows", session, change });
    });
    return session;
  }

  /** Returns none in Restricted Mode, so that no request can be sent. */
  async #credential(tenant: Tenant): Promise<Credential | undefined> {
    if (!vscode.workspace.isTrusted) return undefined;
    if (this.#hasSample && isSample(tenant)) return SAMPLE_CREDENTIAL;
    if (tenant.local) return this.#local?.credential;
    const secret = await this.#credentials.find(tenant.origin);
    if (secret === "unusable") {
      this.#reportUnusable(tenant);
      return undefined;
    }
    if (!secret || !isGivenFor(secret, tenant)) return undefined;
    return { ...tenant.signIn, ...secret };
  }

  /** Says so once: a credential is read for each request. */
  #reportUnusable({ name, origin }: Tenant): void {
    if (this.#unusable.has(origin)) return;
    this.#unusable.add(origin);
    const message = l10n.t(
      "What's stored for signing in to {0} can't be used, so it's ignored. Sign in again.",
      sanitizeText(name, 80),
    );
    const buttons = commandsFor(["signIn"], { tenant: { origin, tenantName: name } });
    inBackground("offer-next-step", () => showMessage("warning", message, buttons));
  }

  /** Clears the rows of that origin. */
  async credentialChanged(origin: string): Promise<void> {
    // A session that's being opened may already have read the old credential.
    await this.#syncing;
    this.#unusable.delete(origin);
    const session = this.withOrigin(origin);
    if (!session) return;
    session.client.dropToken();
    session.signedIn = (await this.#credential(session.tenant)) !== undefined;
    session.isWatched = session.signedIn;
    session.store.clear();
    this.#changed.fire({ kind: "signIn", session });
  }
}

function closeSession({ store, client }: Session): void {
  store.dispose();
  inBackground("update-tenants", () => client.close());
}

/** Shorter waits end before the user can read the message. */
const MIN_SHOWN_SECONDS = 2;
const INTERVAL_MS = 200;

/**
 * Shows a countdown for a rate limit, with a cancel button, for requests that don't show their own progress.
 * @param cancel ends the wait.
 */
function waitNotice(tenant: string, cancel: () => void): OnWait {
  let remaining = 0;
  let isShown = false;
  const show = async () => {
    isShown = true;
    await withCancellableProgress("", async (report, signal) => {
      signal.addEventListener("abort", cancel);
      while (remaining > 0) {
        report({ message: unlessRateLimited("", tenant, remaining) });
        await sleep(INTERVAL_MS);
      }
    });
    isShown = false;
  };
  return (seconds) => {
    remaining = seconds;
    if (seconds >= MIN_SHOWN_SECONDS && !isShown) inBackground("update-view", show);
  };
}
