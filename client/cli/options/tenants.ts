import { readFileSync } from "node:fs";
import path from "node:path";
import { parse, type ParseError } from "jsonc-parser";
import { reasonOf } from "../../../server/src/cli/misuse.js";
import { credentialsIn, readEntry } from "../../core/tenants/entry.js";
import type { Tenant } from "../../core/tenants/tenant.js";
import { EXITS, misuse, Stop } from "../exits.js";
import type { Io } from "../io.js";
import type { ConnectOptions } from "./shared.js";

/**
 * The tenants that were named on the command line or in the environment. Nothing is ever sent anywhere else.
 * @throws Stop
 */
export function readTenants(options: ConnectOptions, io: Pick<Io, "cwd" | "env">): readonly Tenant[] {
  const { tenants: file, tenant = io.env["VAULTCONN_TENANT"] } = options;
  if (file !== undefined) {
    if (options.tenant !== undefined) throw misuse("--tenant and --tenants exclude each other: give one of them.");
    return fromFile(file, io.cwd);
  }
  if (tenant === undefined || tenant.trim() === "")
    throw misuse("No tenant is named: give --tenant or --tenants, or set VAULTCONN_TENANT.");
  const [, name = "", address = ""] = /^(?:([^=/]*)=)?(.*)$/s.exec(tenant) ?? [];
  const read = readEntry({ name, baseUrl: address });
  if (!read.ok) throw misuse(`The tenant cannot be used: ${read.problem}`);
  return [read.value];
}

function fromFile(given: string, cwd: string): readonly Tenant[] {
  const about = `The file of tenants "${given}"`;
  let text: string;
  try {
    text = readFileSync(path.resolve(cwd, given), "utf8");
  } catch (error) {
    throw misuse(`${about} could not be read: ${reasonOf(error)}.`);
  }
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0 || !Array.isArray(value) || value.length === 0)
    throw misuse(
      `${about} has to be a JSON array of tenants, such as [{"name": "Acme", "baseUrl": "acme.example.com"}].`,
    );
  const tenants: Tenant[] = [];
  const problems: string[] = [];
  for (const [index, entry] of (value as readonly unknown[]).entries()) {
    const where = `${about}, entry ${index + 1}:`;
    const secrets = credentialsIn(entry);
    const read = readEntry(entry);
    if (secrets.length > 0)
      problems.push(
        `${where} ${secrets.join(", ")} is a credential, which has no place here. Remove it, and renew it.`,
      );
    else if (!read.ok) problems.push(`${where} ${read.problem}`);
    else if (tenants.some(({ host }) => host === read.value.host)) problems.push(`${where} the tenant is named twice.`);
    else tenants.push(read.value);
  }
  if (problems.length > 0) throw new Stop(EXITS.misuse, problems);
  return tenants;
}
