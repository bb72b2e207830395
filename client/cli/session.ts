import { realpathSync, statSync } from "node:fs";
import path from "node:path";
import type { PushRequest } from "../core/push/pushTypes.js";
import { RecordPlaces } from "../core/service/operations/recordReader.js";
import { createServiceClient, type ServiceClient } from "../core/service/serviceClient.js";
import type { Tenant } from "../core/tenants/tenant.js";
import type { Providers } from "../core/secrets/providers/definitions.js";
import { repositoryOf } from "../core/text/repositoryOf.js";
import { memoize } from "../core/text/memoize.js";
import { EXITS, ExitError, misuse } from "./exits.js";
import { say, type Io } from "./io.js";
import { credentialLookup } from "./options/credentialLookup.js";
import { networkSettings, readTenants, type ConnectOptions } from "./options/withConnection.js";
import { providersOf, type ProviderOptions } from "./options/providers.js";
import { secretSources, type SecretOptions, type Secrets } from "./options/secretSources.js";
import { valueDigester } from "./options/valueDigester.js";
import { escapeControlCharacters } from "./output/escapeControlCharacters.js";
import { LockKeepers } from "./state/lockKeeper.js";
import { journalFolder, withJournal, type JournalWork } from "./state/state.js";

export interface Session {
  readonly io: Io;
  readonly progress: ReturnType<typeof showProgress>;
  /** A real path. */
  readonly root: string;
  readonly tenants: readonly Tenant[];
  readonly locks: LockKeepers;
  /** The folder of this machine's journal of updates. */
  readonly state: string;
  /** Runs `work` while no other run sends. @throws ExitError if another run is in progress. */
  readonly withJournal: <Result>(work: JournalWork<Result>) => Promise<Result>;
  readonly secrets: Secrets;
  readonly digestValues: PushRequest["digestValues"];
  readonly providers: Providers;
  /** Returns clients for tenants. @throws ExitError that lists all missing credentials. */
  readonly access: (tenants: readonly Tenant[]) => readonly Access[];
}

export type SessionOptions = ConnectOptions & SecretOptions & ProviderOptions;

/** Reads the files of all options before `work`, and closes clients after it, even if it fails. @throws ExitError */
export function inSession<Result>(options: SessionOptions, io: Io, work: SessionWork<Result>): Promise<Result> {
  const place = placeOf(options, io);
  return openSession(
    { ...place, withJournal: (use) => withJournal(place.state, use, place.places) },
    options,
    io,
    work,
  );
}

/**
 * Like `inSession`, but lets no other run send from before anything is read until `work` ends. Otherwise, what was read
 * could be older than what another run has sent since.
 * @throws ExitError if another run is in progress.
 */
export function inExclusiveSession<Result>(
  options: SessionOptions,
  io: Io,
  work: SessionWork<Result>,
): Promise<Result> {
  const place = placeOf(options, io);
  return withJournal(
    place.state,
    (...claimed) => openSession({ ...place, withJournal: (use) => use(...claimed) }, options, io, work),
    place.places,
  );
}

type SessionWork<Result> = (session: Session) => Promise<Result>;

type Place = Pick<Session, "root" | "state"> & { readonly places: RecordPlaces };

function placeOf({ root: named }: SessionOptions, io: Io): Place {
  const root = rootOf(named, io.cwd);
  return { root, state: journalFolder(repositoryOf(root), io), places: new RecordPlaces() };
}

async function openSession<Result>(
  { places, ...place }: Place & Pick<Session, "withJournal">,
  options: SessionOptions,
  io: Io,
  work: SessionWork<Result>,
): Promise<Result> {
  const { root } = place;
  const tenants = await readTenants(options, io);
  const network = await networkSettings(options, io);
  const credentials = await credentialLookup(options, tenants, root, io);
  const progress = showProgress(io);
  const secrets = await secretSources(options, root, io, progress.say);
  const digestValues = valueDigester(io);
  const providers = providersOf(options, root, io);
  const locks = new LockKeepers(root, place.state);
  const open: ServiceClient[] = [];
  const log = (line: string) => {
    if (options.verbose === true) progress.say(line);
  };
  const accessTo = memoize((tenant: Tenant): Access | readonly string[] => {
    const credential = credentials(tenant);
    if (!("kind" in credential)) return credential;
    const logs = { info: log, warn: log };
    const { clock, limits } = io;
    const client = createServiceClient({
      tenant,
      credential: () => Promise.resolve(credential),
      log: logs,
      network,
      clock,
      limits,
      places: places.of(tenant.origin),
    });
    open.push(client);
    return { tenant, client };
  });
  const access = (tenants: readonly Tenant[]) => {
    const found = tenants.map(accessTo);
    // Reports all missing credentials at once.
    const missing = found.flatMap((one) => ("client" in one ? [] : one));
    if (missing.length > 0) throw new ExitError(missing, EXITS.failed, { code: "credentials" });
    return found.filter((one) => "client" in one);
  };
  try {
    return await work({ ...place, io, progress, tenants, locks, secrets, digestValues, providers, access });
  } finally {
    progress.end();
    await Promise.all(open.map((client) => client.close()));
  }
}

/** @returns a real path. @throws ExitError if it isn't a folder. */
export function rootOf(root: string, cwd: string): string {
  const full = path.resolve(cwd, root);
  try {
    if (statSync(full).isDirectory()) return realpathSync(full);
  } catch {}
  throw misuse(`--root must be a folder, but "${root}" isn't one.`);
}

export interface Access {
  readonly tenant: Tenant;
  readonly client: ServiceClient;
}

/** How often a terminal redraws its progress line. Other outputs get a line every `LINE_EVERY_MS`. */
const BAR_EVERY_MS = 100;
const LINE_EVERY_MS = 10_000;
/** Clears the rest of the line. */
const CLEAR = "\u001b[K";

function showProgress({ stderr, env, clock }: Pick<Io, "stderr" | "env" | "clock">) {
  const isTerminal = stderr.isTTY === true && env["TERM"] !== "dumb";
  let last = clock.elapsed();
  let barOf: string | undefined;
  const end = () => {
    if (barOf !== undefined) stderr.write(`\r${CLEAR}`);
    barOf = undefined;
  };
  return {
    /** @param stage such as "Reading". */
    at: (stage: string, done: number, total: number | undefined) => {
      const isNew = isTerminal && (barOf !== stage || done >= (total ?? done));
      if (!isNew && clock.elapsed() - last < (isTerminal ? BAR_EVERY_MS : LINE_EVERY_MS)) return;
      last = clock.elapsed();
      if (!isTerminal) return void say(stderr, `${stage}: ${done}${total === undefined ? "" : ` of ${total}`}`);
      barOf = stage;
      stderr.write(`\r${escapeControlCharacters(stage)} ${done}/${total ?? done}${CLEAR}`);
    },
    say: (line: string) => {
      end();
      void say(stderr, line);
    },
    end,
  };
}
