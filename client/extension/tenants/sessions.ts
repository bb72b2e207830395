import * as vscode from "vscode";
import { isGivenFor, type Credentials } from "./credentials.js";
import type { LocalService } from "../../core/tenants/localService.js";
import { isSample, SAMPLE_CREDENTIAL, sampleTenant } from "../../core/sample/sampleTenant.js";
import { closeSession, openSession, type Session } from "./session.js";
import { onDidChangeTenants, readTenants } from "./settings.js";
import { sameTenant, type Tenant } from "../../core/tenants/tenant.js";
import type { ListChange } from "../../core/connections/recordList.js";
import type { ServiceClient } from "../../core/service/client.js";
import type { ServiceError } from "../../core/service/errors/errors.js";
import type { NetworkSettings } from "../../core/service/transport/network.js";
import type { Credential } from "../../core/service/signIn/method.js";
import type { CredentialSource } from "../../core/service/signIn/token.js";

/** Makes the client of a tenant. The credential is asked for before each request. */
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
  readonly #disposables: readonly { dispose(): unknown }[];
  #sessions: Session[] = [];
  #syncing: Promise<void> = Promise.resolve();
  #hasSample = false;

  /** Fires when a tenant came or went, signed in or out, or its rows changed. */
  readonly onDidChange = this.#changed.event;

  constructor(credentials: Credentials, local: LocalService | undefined, makeClient: ClientFactory) {
    this.#credentials = credentials;
    this.#local = local;
    this.#makeClient = makeClient;
    this.#disposables = [
      this.#changed,
      vscode.workspace.onDidGrantWorkspaceTrust(() => void this.#lookAgain()),
      onDidChangeTenants(() => void this.sync()),
      credentials.onDidChange((origin) => void this.credentialChanged(origin)),
    ];
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

  /** Reads the settings again. A tenant that didn't change keeps its rows. */
  sync(): Promise<void> {
    this.#syncing = this.#syncing.then(() => this.#sync());
    return this.#syncing;
  }

  /** The sample tenant lasts as long as this window. */
  async setSample(there: boolean): Promise<void> {
    this.#hasSample = there;
    await this.sync();
  }

  configure(network: NetworkSettings): void {
    for (const { client } of this.#sessions) client.configure(network);
  }

  dispose(): void {
    vscode.Disposable.from(...this.#disposables).dispose();
    for (const session of this.#sessions) void closeSession(session);
    this.#sessions = [];
  }

  async #sync(): Promise<void> {
    const known = this.#sessions;
    const wanted = this.#tenants();
    this.#sessions = await Promise.all(wanted.map((tenant) => this.#keepOrOpen(known, tenant)));
    for (const session of known) {
      if (!this.#sessions.includes(session)) void closeSession(session);
    }
    this.#changed.fire({ kind: "tenants" });
  }

  #tenants(): readonly Tenant[] {
    const { tenants } = readTenants();
    const local = this.#local?.tenant;
    const all = local ? [local, ...tenants.filter(({ origin }) => origin !== local.origin)] : tenants;
    return this.#hasSample ? [...all.filter((tenant) => !isSample(tenant)), sampleTenant()] : all;
  }

  async #keepOrOpen(known: readonly Session[], tenant: Tenant): Promise<Session> {
    const same = known.find((session) => sameTenant(session.tenant, tenant));
    if (same) return same;
    const credential = () => this.#credential(tenant);
    const makeClient = (onSignInNeeded: (failure: ServiceError) => void) =>
      this.#makeClient(tenant, credential, onSignInNeeded);
    const session = openSession(tenant, makeClient, (await credential()) !== undefined);
    session.store.onDidChange((change) => {
      this.#changed.fire({ kind: "rows", session, change });
    });
    return session;
  }

  async #lookAgain(): Promise<void> {
    await Promise.all(this.#sessions.map(({ tenant }) => this.credentialChanged(tenant.origin)));
  }

  /** None in Restricted Mode, so that no request can be made there by whatever way. */
  async #credential(tenant: Tenant): Promise<Credential | undefined> {
    if (!vscode.workspace.isTrusted) return undefined;
    if (this.#hasSample && isSample(tenant)) return SAMPLE_CREDENTIAL;
    if (tenant.local) return this.#local?.credential;
    const secret = await this.#credentials.find(tenant.origin);
    if (!secret || !isGivenFor(secret, tenant)) return undefined;
    return { ...tenant.signIn, ...secret };
  }

  /** Clears the rows of that origin. */
  async credentialChanged(origin: string): Promise<void> {
    // A session that is being opened may have looked for its credential already.
    await this.#syncing;
    const session = this.withOrigin(origin);
    if (!session) return;
    session.client.dropToken();
    session.signedIn = (await this.#credential(session.tenant)) !== undefined;
    session.store.clear();
    this.#changed.fire({ kind: "signIn", session });
  }
}
