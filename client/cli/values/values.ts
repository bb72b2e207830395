import type { Command } from "@commander-js/extra-typings";
import { type AvailableReference, type Availability, findAvailability } from "../../core/secrets/availability.js";
import { tenantFor } from "../../core/planning/assignFiles.js";
import { createProviderReader } from "../../core/secrets/providers/reader.js";
import { createRedactor } from "../../core/service/redaction/redact.js";
import { describeReference } from "../../core/secrets/referenceProblems.js";
import type { ReadProvider, SecretSources } from "../../core/secrets/sources.js";
import {
  type Destination,
  findShared,
  readValues,
  sharedSentence,
  soughtReadings,
  ValueSearch,
} from "../../core/secrets/valuesInFile.js";
import type { Tenant } from "../../core/tenants/tenant.js";
import { memoize } from "../../core/text/memoize.js";
import { homeFolder } from "../../core/text/homeFolder.js";
import { shownHost } from "../../../schemas/userInformation.js";
import { wordBefore } from "../../../schemas/references.js";
import { EXITS, type Exit, misuse } from "../exits.js";
import { readFiles, type SetupFile } from "../files/readFiles.js";
import { defineCommand, type Io, type OptionsOf, say } from "../io.js";
import { deferredProviders, providersOf, withProviders } from "../options/providers.js";
import { readPassedDescriptor } from "../options/safeFile.js";
import { secretSources, sharedVariables, withSecrets } from "../options/secretSources.js";
import { readTenants, withTenants } from "../options/withConnection.js";
import { find } from "./find.js";
import { emptyNote, faultAnnotation, faultsOf, type ReadFile } from "./readFile.js";
import { whyMissing } from "../outcomeReport.js";
import { formatOption, print, type Report, type Style } from "../output/report.js";
import { rootOf } from "../session.js";

function configure(command: Command) {
  return withProviders(withSecrets(withTenants(command)))
    .summary("list the values that setup files need, and which are missing")
    .description(
      "Lists each reference in setup files, and whether its value is there. It doesn't use the network, needs no sign-in, and prints no value.",
    )
    .argument("[paths...]", "files, folders, or quoted globs (default: all below the root)")
    .optionsGroup("Options:")
    .option("--run-providers", "also run the programs of --providers, and forget what they print")
    .option("--strict", "also fail if a value wasn't looked up")
    .option("--find-fd <n>", "list the files that hold the value on this file descriptor, instead")
    .option("--allow-empty", "succeed if there are no setup files")
    .addOption(formatOption());
}

type ValuesOptions = OptionsOf<typeof configure>;

export const values = defineCommand({
  example: "vaultconn values --tenant test.example.com --secrets ../test.env",
  configure,
  run: async (paths, options, io) => {
    const root = rootOf(options.root, io.cwd);
    const named = isTenantNamed(options, io) ? await readTenants(options, io) : undefined;
    const sought = options.findFd === undefined ? undefined : await readSought(options.findFd, io);
    // A value that leaked is looked for in every file.
    const tenants = sought ? undefined : named;
    const providers = providersOf(options, root, io);
    const secrets = await secretSources(options, root, io, (sentence) => void say(io.stderr, sentence));
    const all = await readFiles(paths, { root, io, providers }, options.allowEmpty);
    const isIn = (file: SetupFile) =>
      !tenants || file.inspected.tenant === undefined || tenantFor(file.inspected.tenant.value, tenants) !== undefined;
    const files = all.filter(isIn).map((file) => ({ ...file, faults: faultsOf(file, tenants) }));
    if (files.length === 0 && options.allowEmpty !== true) throw misuse(NO_FILES);
    const shared = sharedVariables(
      files.flatMap(({ inspected }) => inspected.references),
      secrets,
    );
    const provider = options.runProviders === true ? running(providers, root, io) : notRunning(options, providers);
    const sourcesFor = memoize((file: string): SecretSources => {
      const sources = secrets.sourcesFor(file);
      // It may be the value of either, so it's taken for none.
      const secret = (name: string) => {
        const text = shared.get(name);
        return text === undefined ? sources.secret(name) : Promise.resolve({ kind: "shared", text } as const);
      };
      return { ...sources, secret, provider };
    });
    if (sought) return find(sought, files, sourcesFor, options, io);
    const found = await Promise.all(files.map((file) => usesIn(file, sourcesFor(file.path))));
    const together = tenants ? await sharedIn(files, tenants, sourcesFor) : new Map<string, readonly string[]>();
    const report = reportOf(
      found,
      together,
      all.filter((file) => !isIn(file)),
    );
    await print(report, options.format, io);
    return exitFor(found, options.strict);
  },
});

const NO_FILES =
  "There are no setup files for the specified tenants. Correct the tenants or the paths. If no files are expected, add --allow-empty.";

function isTenantNamed({ tenant, tenants }: ValuesOptions, { env }: Io): boolean {
  return tenant !== undefined || tenants !== undefined || (env["VAULTCONN_TENANT"] ?? "").trim() !== "";
}

async function readSought(descriptor: string, { stopping }: Io) {
  const value = await readPassedDescriptor(descriptor, "--find-fd", stopping);
  if (value.trim() === "") throw misuse("--find-fd has no value to find.");
  const redactor = createRedactor(soughtReadings(value));
  const hide = (text: string) => (redactor.reveals(text) ? redactor.redact(text) : text);
  return { search: new ValueSearch(value), hide };
}

function running(providers: Parameters<typeof createProviderReader>[0], root: string, io: Io): ReadProvider {
  return createProviderReader(
    providers,
    { env: io.env, home: homeFolder(io.env), workspaceFolders: [root] },
    { signal: io.stopping },
  );
}

/** Without definitions, nothing is known of providers. */
function notRunning(
  { providers: file }: ValuesOptions,
  providers: Parameters<typeof deferredProviders>[0],
): ReadProvider {
  return file === undefined ? () => Promise.resolve({ ok: "deferred" }) : deferredProviders(providers);
}

interface FileUses {
  readonly file: ReadFile;
  readonly uses: readonly AvailableReference[];
}

async function usesIn(file: ReadFile, sources: SecretSources): Promise<FileUses> {
  return { file, uses: await findAvailability(file.inspected.references, sources) };
}

const STATES: Readonly<Record<Availability, readonly [word: string, Style]>> = {
  there: ["there", "green"],
  missing: ["missing", "red"],
  notLookedUp: ["not looked up", "yellow"],
};

function exitFor(found: readonly FileUses[], strict = false): Exit {
  const isFailed = ({ file, uses }: FileUses) =>
    file.faults.length > 0 ||
    uses.some(({ availability }) => availability === "missing" || (strict && availability === "notLookedUp"));
  return found.some(isFailed) ? EXITS.failed : EXITS.done;
}

function hostOf({ inspected: { tenant } }: SetupFile): string | undefined {
  return shownHost(tenant?.value);
}

/** @param leftOut files of other tenants, one of which may only be misspelled. */
function reportOf(
  found: readonly FileUses[],
  shared: ReadonlyMap<string, readonly string[]>,
  leftOut: readonly SetupFile[],
): Report {
  const all = found.flatMap(({ file, uses }) => uses.map((use) => ({ file, use })));
  const byTenant = Map.groupBy(all, ({ file }) => hostOf(file)?.toLowerCase() ?? "");
  const showsTenants = byTenant.size > 1;
  const reasons = all.flatMap(({ file, use }) =>
    use.availability === "there" || use.reason === undefined ? [] : [{ file, use, text: whyMissing(use, use.reason) }],
  );
  const unread = found.flatMap(({ file }) => file.faults.map((text) => ({ file, text })));
  const unreadFiles = [...new Set(unread.map(({ file }) => file.displayPath))];
  const empty = found.flatMap(({ file }) => emptyNote(file).map((text) => ({ file, text })));
  const together = found.flatMap(({ file }) => {
    const others = shared.get(file.displayPath);
    return others ? [{ file, text: sharedSentence(others) }] : [];
  });
  const notes = [...unread, ...empty, ...reasons, ...together];
  return {
    title: "vaultconn values",
    head: ["", "File", ...(showsTenants ? ["Tenant"] : []), "Connection", "Property", "Kind", "Name"],
    rows: all.map(({ file, use }) => {
      const [text, style] = STATES[use.availability];
      const name = describeReference(use);
      const kind = wordBefore(use);
      return [
        { text, style },
        file.displayPath,
        ...(showsTenants ? [hostOf(file) ?? ""] : []),
        file.inspected.id?.value ?? "",
        use.property.join("."),
        kind,
        name.slice(kind.length + 1),
      ];
    }),
    notes: [
      ...new Map(
        notes.map(({ file, text }) => [`${file.displayPath}\n${text}`, [file.displayPath, text] as const]),
      ).values(),
    ],
    summary: [
      all.length === 0 ? "No references." : countsOf(all),
      ...(showsTenants ? Array.from(byTenant, ([tenant, some]) => `${tenant || "No tenant"}: ${countsOf(some)}`) : []),
      ...(unreadFiles.length > 0 ? [`Files whose values aren't all known: ${unreadFiles.length}`] : []),
      ...leftOutInWords(leftOut),
    ].join("\n"),
    data: {
      version: 1,
      values: all.map(({ file, use: { property, kind, name, availability } }) => ({
        file: file.displayPath,
        tenant: hostOf(file) ?? null,
        id: file.inspected.id?.value ?? null,
        property: property.join("."),
        kind,
        name,
        state: availability,
      })),
      unread: unreadFiles,
      leftOut: leftOut.map(({ displayPath }) => displayPath),
      shared: together.map(({ file }) => ({ file: file.displayPath, others: shared.get(file.displayPath) })),
    },
    annotations: [
      ...unread.map(({ file, text }) => faultAnnotation(file, text)),
      ...reasons
        .filter(({ use }) => use.availability === "missing")
        .map(({ file, use, text }) => ({
          ...placeOf(file, use),
          level: "error" as const,
          file: file.path,
          title: "vaultconn missing value",
          message: text,
        })),
      ...together.map(({ file, text }) => ({
        level: "warning" as const,
        file: file.path,
        title: "vaultconn shared value",
        message: text,
      })),
    ],
  };
}

function leftOutInWords(files: readonly SetupFile[]): readonly string[] {
  if (files.length === 0) return [];
  const hosts = new Set(files.flatMap((file) => hostOf(file)?.toLowerCase() ?? []));
  return [`Files of other tenants, left out: ${files.length}${hosts.size === 0 ? "" : ` (${[...hosts].join(", ")})`}`];
}

function countsOf(some: readonly { readonly use: AvailableReference }[]): string {
  const count = (state: Availability) => some.filter(({ use }) => use.availability === state).length;
  return `${count("there")} there, ${count("missing")} missing, ${count("notLookedUp")} not looked up`;
}

/** Where the reference is in its file, for an annotation. */
function placeOf({ inspected }: SetupFile, { kind, name, property }: AvailableReference) {
  const at = inspected.references.find(
    (one) => one.kind === kind && one.name === name && one.property.join(".") === property.join("."),
  );
  if (!at) return {};
  const { start, end } = at.range;
  return { line: start.line + 1, column: start.character + 1, endLine: end.line + 1, endColumn: end.character + 1 };
}

async function sharedIn(
  files: readonly SetupFile[],
  tenants: readonly Tenant[],
  sourcesFor: (file: string) => SecretSources,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const read = await Promise.all(
    files.map(async (file) => {
      const tenant = tenantFor(file.inspected.tenant?.value, tenants);
      if (!tenant) return [];
      const destination: Destination = { origin: tenant.origin, production: tenant.production, file: file.displayPath };
      return (await readValues(file.inspected, sourcesFor(file.path))).map((value) => ({ ...value, ...destination }));
    }),
  );
  return findShared(read.flat());
}
