import { X509Certificate } from "node:crypto";
import path from "node:path";
import type { Command, OptionValues } from "@commander-js/extra-typings";
import { isInside } from "../../../schemas/files.js";
import type { NetworkSettings } from "../../core/service/transport/network.js";
import { credentialsIn, readEntry, unknownIn } from "../../core/tenants/entry.js";
import type { Tenant } from "../../core/tenants/tenant.js";
import { isObject, parseJsonc, repeatedName } from "../../core/text/json.js";
import { repositoryOf } from "../../core/text/repositoryOf.js";
import { misuse } from "../exits.js";
import { realPath } from "../files/pathFrom.js";
import { readNamedFile } from "../files/readText.js";
import type { Io, OptionsOf } from "../io.js";
import { leftoverIn } from "./leftoverIn.js";

export type ConnectOptions = OptionsOf<typeof withConnection>;

/** Says where files are, and which tenants they're for. */
export function withTenants(command: Command) {
  return command
    .option("--root <folder>", "the root folder of the files", ".")
    .optionsGroup("Tenants and sign-in:")
    .option("--tenant <[name=]address>", "the tenant, instead of VAULTCONN_TENANT")
    .option("--production", "mark the tenant of --tenant as production")
    .option("--tenants <file>", "a JSON file with tenants, as in the setting vaultconn.tenants");
}

export function withConnection(command: Command) {
  return withTenants(command)
    .option("--credentials <file>", "a JSON file with credentials by host, outside the repository, with mode 600")
    .option("--credentials-fd <n>", "the number of a file descriptor to read credentials from")
    .option("--proxy <address>", "a proxy, instead of HTTPS_PROXY and NO_PROXY")
    .option("--ca <file>", "additional certificate authorities to trust (PEM)", several)
    .optionsGroup("Options:")
    .option("-v, --verbose", "log each request, without its contents");
}

/** Collects the values of an option that can be repeated. */
export function several(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** Says which connections a command takes. */
export function withNames<Options extends OptionValues>(command: Command<[], Options>) {
  return command
    .option("--name <text>", "only connections with this text in their name", several)
    .option("--app <id>", "only connections of this application", several);
}

/** Reads tenants from the command line or the environment. Requests only go to these. @throws ExitError */
export async function readTenants(
  options: OptionsOf<typeof withTenants>,
  io: Pick<Io, "cwd" | "env" | "stopping">,
): Promise<readonly Tenant[]> {
  const { tenants: file, tenant = io.env["VAULTCONN_TENANT"] } = options;
  if (file !== undefined) {
    if (options.tenant !== undefined) throw misuse("Use --tenant or --tenants, not both.");
    if (options.production === true)
      throw misuse('Use --production with --tenant, or "production": true in the file of --tenants.');
    return fromFile(file, io, realPath(path.resolve(io.cwd, options.root)));
  }
  if (tenant === undefined || tenant.trim() === "")
    throw misuse("No tenant is specified. Use --tenant or --tenants, or set VAULTCONN_TENANT.");
  const [, name = "", address = ""] = /^(?:([^=/?#]*)=)?(.*)$/s.exec(tenant) ?? [];
  const source = options.tenant === undefined ? "VAULTCONN_TENANT" : "--tenant";
  const leftover = [tenant.replace("=", " "), address].map((text) => leftoverIn(text.trim(), source)).find(Boolean);
  if (leftover !== undefined) throw misuse(leftover);
  const read = readEntry({ name, baseUrl: address, production: options.production === true });
  if (!read.ok) throw misuse(`The tenant can't be used: ${read.problem}`);
  return [read.value];
}

async function fromFile(file: string, io: Pick<Io, "cwd" | "stopping">, root: string): Promise<readonly Tenant[]> {
  const about = `The file of tenants "${file}"`;
  const text = await readNamedFile(file, io, about);
  const value = parseJsonc(text);
  if (!Array.isArray(value) || value.length === 0)
    throw misuse(
      `${about} must be a JSON array of tenants, such as [{"name": "Acme", "baseUrl": "acme.example.com"}].`,
    );
  const repeated = repeatedName(text);
  if (repeated !== undefined) throw misuse(`${about} has "${repeated}" twice in one entry. Remove one.`);
  const tenants: Tenant[] = [];
  const problems: string[] = [];
  for (const [index, entry] of (value as readonly unknown[]).entries()) {
    const where = `${about}, entry ${index + 1}:`;
    const secrets = credentialsIn(entry);
    const unknown = unknownIn(entry).filter((name) => name !== "allowAgents");
    const read = readEntry(entry);
    const allowAgents = isObject(entry) && entry["allowAgents"] === true;
    if (secrets.length > 0)
      problems.push(
        `${where} ${secrets.join(", ")} is a credential, which isn't allowed here. Remove it, and replace the credential.`,
      );
    else if (!read.ok) problems.push(`${where} ${read.problem}`);
    else if (unknown.length > 0)
      problems.push(`${where} ${unknown.join(", ")} isn't a property of a tenant. Correct or remove it.`);
    else if (tenants.some(({ host }) => host === read.value.host)) problems.push(`${where} the tenant appears twice.`);
    // What an agent may write in the repository can't allow it more.
    else if (allowAgents && isInside(realPath(repositoryOf(root)), realPath(path.resolve(io.cwd, file))))
      problems.push(
        `${where} "allowAgents" counts only in a file outside of the repository. Move the file, or remove it.`,
      );
    else tenants.push({ ...read.value, ...(allowAgents && { allowAgents }) });
  }
  if (problems.length > 0) throw misuse(problems);
  return tenants;
}

/** Takes proxy and certificates from the options, or from the usual variables. @throws ExitError */
export async function networkSettings(
  { proxy, ca }: Pick<ConnectOptions, "proxy" | "ca">,
  io: Pick<Io, "cwd" | "env" | "stopping">,
): Promise<NetworkSettings> {
  if (proxy?.includes("@") === true)
    throw misuse(
      "--proxy can't have a user name and password, because every process can read them. Use HTTPS_PROXY instead.",
    );
  const extraAuthorities: string[] = [];
  for (const file of ca ?? []) extraAuthorities.push(await authorities(file, io));
  return {
    environment: io.env,
    ...(proxy !== undefined && { proxy }),
    ...(ca !== undefined && { extraAuthorities }),
  };
}

async function authorities(file: string, io: Pick<Io, "cwd" | "stopping">): Promise<string> {
  const text = await readNamedFile(file, io, `The certificates "${file}"`, "they aren't text; convert them to PEM");
  const certificates = text
    .split(/(?=-----BEGIN (?:TRUSTED )?CERTIFICATE-----)/)
    .filter((part) => part.includes("CERTIFICATE-----"));
  if (certificates.length === 0) throw misuse(`"${file}" has no certificate as PEM text.`);
  const read = certificates.map(readCertificate);
  const broken = read.indexOf(undefined);
  // Not the text itself: of a line that begins with anything else, OpenSSL would ignore the certificate.
  if (broken < 0) return read.join("");
  throw misuse(`Certificate ${broken + 1} of ${certificates.length} in "${file}" can't be read. Replace or remove it.`);
}

function readCertificate(pem: string): string | undefined {
  try {
    return new X509Certificate(pem).toString();
  } catch {
    return undefined;
  }
}
